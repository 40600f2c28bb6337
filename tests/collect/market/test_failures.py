"""Throttling, failures, lost answers and slow ones: bounded retries, and never a second payment."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from likewise.collect.market import Backoff, MechanicalTurk, Prolific
from likewise.errors import InputError, LikewiseError, RefusedError
from likewise.testing import StandinMarketplace

URL = "https://studio.example/enter"
WORKER = "a" * 24
PAY = "POST bulk-bonus-payments/{id}/pay/"


def turk_post(turk: MechanicalTurk, **more: Any) -> str:
    return turk.publish("clips", 1, URL, 3, 5, "Describe", description="A clip.", **more)


def prolific_post(prolific: Prolific, **more: Any) -> str:
    return prolific.publish(
        "clips", 1, URL, 3, 5, "Describe", description="A clip.", completion="LW1", **more
    )


@pytest.mark.parametrize("kind", ["throttle", "error", "lost", "broken"])
@pytest.mark.parametrize("market", ["mturk", "prolific"])
def test_reading_is_tried_again_with_growing_pauses(
    standin: StandinMarketplace,
    turk: MechanicalTurk,
    prolific: Prolific,
    pauses: list[float],
    market: str,
    kind: Any,
) -> None:
    side: Any = turk if market == "mturk" else prolific
    operation = "GetAccountBalance" if market == "mturk" else "GET workspaces/{id}/balance/"
    standin.fail(operation, kind, times=3)
    assert side.balance().currency == "USD"
    assert len(pauses) == 3
    assert all(0 < pause <= 8 for pause in pauses)
    if (market, kind) != ("prolific", "throttle"):
        assert pauses[2] > pauses[0]


@pytest.mark.parametrize("kind", ["throttle", "error", "broken"])
@pytest.mark.parametrize("market", ["mturk", "prolific"])
def test_retries_end(
    standin: StandinMarketplace,
    turk: MechanicalTurk,
    prolific: Prolific,
    pauses: list[float],
    market: str,
    kind: Any,
) -> None:
    side: Any = turk if market == "mturk" else prolific
    operation = "GetAccountBalance" if market == "mturk" else "GET workspaces/{id}/balance/"
    standin.fail(operation, kind, times=100)
    with pytest.raises(RefusedError) as caught:
        side.balance()
    assert caught.value.code == "unavailable"
    assert standin.operations().count(operation) == 4
    assert len(pauses) == 3


def test_a_pause_that_prolific_asks_for_is_kept(
    standin: StandinMarketplace, prolific: Prolific, pauses: list[float]
) -> None:
    standin.fail("GET workspaces/{id}/balance/", "throttle")
    prolific.balance()
    assert pauses == [1.0]


@pytest.mark.parametrize("market", ["mturk", "prolific"])
def test_a_slow_answer_is_not_waited_for_for_ever(
    standin: StandinMarketplace, pauses: list[float], market: str, prolific: Prolific
) -> None:
    once = Backoff(1)
    side: Any = (
        MechanicalTurk(endpoint_url=standin.url, timeout=0.3, backoff=once)
        if market == "mturk"
        else Prolific(prolific.workspace, prolific.journal, base_url=standin.url, timeout=0.3, backoff=once)
    )
    for operation in ("GetAccountBalance", "GET workspaces/{id}/balance/"):
        standin.fail(operation, "slow", seconds=60)
    with pytest.raises(RefusedError, match="in time") as caught:
        side.balance()
    assert caught.value.code == "unavailable"


def test_nobody_there(prolific: Prolific, tmp_path: Path) -> None:
    once = Backoff(2, first=0.01)
    with socket.socket() as taken:  # a port where nobody listens, and that nobody else can get meanwhile
        taken.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{taken.getsockname()[1]}"
        for side in (
            MechanicalTurk(endpoint_url=url, backoff=once),
            Prolific("w", tmp_path / "j.db", base_url=url, backoff=once),
        ):
            with pytest.raises(RefusedError, match="could not be reached") as caught:
                side.balance()
            assert caught.value.code == "unavailable"


@pytest.mark.parametrize("kind", ["throttle", "error", "lost", "broken", "duplicate"])
def test_mturk_posts_once_whatever_happens_to_the_answer(
    standin: StandinMarketplace, turk: MechanicalTurk, kind: Any
) -> None:
    standin.fail("CreateHIT", kind)
    posting = turk_post(turk)
    assert list(standin.turk.hits) == [posting]


@pytest.mark.parametrize("kind", ["throttle", "error", "lost", "broken", "duplicate"])
def test_mturk_pays_a_bonus_once_whatever_happens_to_the_answer(
    standin: StandinMarketplace, turk: MechanicalTurk, kind: Any
) -> None:
    assignment = standin.turk.take(turk_post(turk), "A1")
    standin.fail("SendBonus", kind)
    turk.bonus("A1", assignment, 250, "fifty sentences", key="k")
    assert [row["BonusAmount"] for row in standin.turk.bonuses] == ["2.50"]
    assert turk.bonus("A1", assignment, 250, "fifty sentences", key="k") is False


def test_mturk_pays_once_even_after_the_token_is_forgotten(
    standin: StandinMarketplace, turk: MechanicalTurk
) -> None:
    assignment = standin.turk.take(turk_post(turk), "A1")
    turk.bonus("A1", assignment, 250, "fifty sentences", key="k")
    standin.turk.forget_tokens()
    assert MechanicalTurk(endpoint_url=standin.url).bonus("A1", assignment, 250, "again", key="k") is False
    assert len(standin.turk.bonuses) == 1


@pytest.mark.parametrize("kind", ["error", "lost", "broken"])
def test_a_qualification_type_is_made_once(
    standin: StandinMarketplace, turk: MechanicalTurk, kind: Any
) -> None:
    standin.fail("CreateQualificationType", kind)
    turk.grant_tier2("A1", "clips")
    assert len(standin.turk.types) == 1


@pytest.mark.parametrize("kind", ["lost", "broken", "duplicate"])
def test_prolific_publishes_though_the_answer_is_lost(
    standin: StandinMarketplace, prolific: Prolific, kind: Any
) -> None:
    standin.fail("POST studies/{id}/transition/", kind)
    posting = prolific_post(prolific)
    assert standin.prolific.studies[posting]["status"] == "ACTIVE"
    assert standin.prolific.funds == 1_000_000 - 15


def test_a_lost_draft_stays_a_draft(standin: StandinMarketplace, prolific: Prolific) -> None:
    standin.fail("POST studies/", "lost")
    with pytest.raises(RefusedError) as caught:
        prolific_post(prolific, key="p")
    assert caught.value.code == "unavailable"
    posting = prolific_post(prolific, key="p")
    states = {one: study["status"] for one, study in standin.prolific.studies.items()}
    assert sorted(states.values()) == ["ACTIVE", "UNPUBLISHED"]
    assert states[posting] == "ACTIVE"


def test_a_draft_that_could_not_be_published_is_published_next_time(
    standin: StandinMarketplace, prolific: Prolific
) -> None:
    standin.prolific.funds = 0
    with pytest.raises(InputError, match="insufficient balance"):
        prolific_post(prolific, key="p")
    standin.prolific.funds = 100
    posting = prolific_post(prolific, key="p")
    assert list(standin.prolific.studies) == [posting]


@pytest.mark.parametrize("kind", ["lost", "broken", "slow"])
def test_prolific_never_pays_a_second_time_by_itself(
    standin: StandinMarketplace, prolific: Prolific, kind: Any
) -> None:
    assignment = standin.prolific.take(prolific_post(prolific), WORKER)
    standin.fail(PAY, kind, seconds=60)
    if kind == "slow":
        prolific._wire._timeout = 0.5  # what else is asked may be asked again where the machine is slower
    for _ in range(3):
        with pytest.raises(RefusedError, match="settle") as caught:
            prolific.bonus(WORKER, assignment, 250, "thanks", key="k")
        assert caught.value.code == "conflict"
    assert standin.prolific.paid == [(assignment, 250)]
    assert standin.operations().count(PAY) == 1
    assert [noted.key for noted in prolific.journal.unsettled()] == ["bonus k"]
    prolific.settle("k", paid=True)
    assert prolific.bonus(WORKER, assignment, 250, "thanks", key="k") is False
    assert len(standin.prolific.paid) == 1


def test_prolific_pays_after_a_person_saw_that_nothing_was_paid(
    standin: StandinMarketplace, prolific: Prolific
) -> None:
    assignment = standin.prolific.take(prolific_post(prolific), WORKER)
    standin.fail(PAY, "error")
    with pytest.raises(RefusedError, match="settle"):
        prolific.bonus(WORKER, assignment, 250, "thanks", key="k")
    prolific.settle("k", paid=False)
    assert prolific.bonus(WORKER, assignment, 250, "thanks", key="k") is True
    assert standin.prolific.paid == [(assignment, 250)]
    with pytest.raises(RefusedError, match="waits"):
        prolific.settle("k", paid=False)


def test_throttled_payments_are_tried_again(standin: StandinMarketplace, prolific: Prolific) -> None:
    assignment = standin.prolific.take(prolific_post(prolific), WORKER)
    standin.fail(PAY, "throttle", times=2)
    assert prolific.bonus(WORKER, assignment, 250, "thanks", key="k") is True
    standin.fail(PAY, "throttle", times=4)
    with pytest.raises(RefusedError) as caught:
        prolific.bonus(WORKER, assignment, 250, "thanks", key="k2")
    assert caught.value.code == "unavailable"
    assert prolific.bonus(WORKER, assignment, 250, "thanks", key="k2") is True
    assert len(standin.prolific.paid) == 2


def test_many_at_once_pay_once(standin: StandinMarketplace, prolific: Prolific, turk: MechanicalTurk) -> None:
    theirs = standin.prolific.take(prolific_post(prolific), WORKER)
    ours = standin.turk.take(turk_post(turk), "A1")
    paid: list[bool] = []
    refused: list[str] = []

    def pay(call: Callable[[], bool]) -> None:
        try:
            paid.append(call())
        except RefusedError as error:
            refused.append(error.code)

    calls = [
        lambda: prolific.bonus(WORKER, theirs, 250, "thanks", key="k"),
        lambda: turk.bonus("A1", ours, 250, "thanks", key="k"),
    ] * 6
    threads = [threading.Thread(target=pay, args=(call,)) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(standin.prolific.paid) == len(standin.turk.bonuses) == 1
    assert paid.count(True) == 2
    assert set(refused) <= {"conflict"}


def test_an_amount_that_prolific_misread_is_not_paid(standin: StandinMarketplace, prolific: Prolific) -> None:
    assignment = standin.prolific.take(prolific_post(prolific), WORKER)
    standin.prolific.misread = 100
    with pytest.raises(RefusedError, match="understood"):
        prolific.bonus(WORKER, assignment, 250, "thanks", key="k")
    assert standin.prolific.paid == []


@pytest.mark.parametrize("market", ["mturk", "prolific"])
def test_a_redirect_is_not_followed(
    standin: StandinMarketplace,
    turk: MechanicalTurk,
    prolific: Prolific,
    only_this_machine: list[Any],
    market: str,
) -> None:
    for operation in ("GetAccountBalance", "GET workspaces/{id}/balance/"):
        standin.fail(operation, "redirect", times=10)
    side: Any = turk if market == "mturk" else prolific
    with pytest.raises(LikewiseError):
        side.balance()
    assert {address[1] for address in only_this_machine} == {int(standin.url.rsplit(":", 1)[1])}
