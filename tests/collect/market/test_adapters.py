"""Every operation of the one interface, by both adapters, through the stand-in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from likewise.collect.market import Balance, Marketplace, MechanicalTurk, Prolific
from likewise.errors import InputError, RefusedError
from likewise.testing import StandinMarketplace
from likewise.testing.replies import Refusal

URL = "https://studio.example/enter?campaign=clips&tier=1"


@dataclass
class Side:
    """A marketplace, the half of the stand-in behind it, and how its names for operations go."""

    market: Any
    behind: Any
    standin: StandinMarketplace
    calls: dict[str, str]

    def worker(self, number: int) -> str:
        return f"A{number:013d}" if self.market.name == "mturk" else f"{number:024x}"

    def bonuses(self) -> list[int]:
        if self.market.name == "mturk":
            return [int(row["BonusAmount"].replace(".", "")) for row in self.behind.bonuses]
        return [amount for _, amount in self.behind.paid]


TURK = {
    "publish": "CreateHIT",
    "approve": "ApproveAssignment",
    "reject": "RejectAssignment",
    "list": "ListAssignmentsForHIT",
    "balance": "GetAccountBalance",
    "grant": "AssociateQualificationWithWorker",
    "status": "GetHIT",
    "label": "CreateQualificationType",
}
PROLIFIC = {
    "publish": "POST studies/",
    "approve": "POST submissions/{id}/transition/",
    "reject": "POST submissions/{id}/transition/",
    "list": "GET submissions/",
    "balance": "GET workspaces/{id}/balance/",
    "grant": "POST participant-groups/{id}/participants/",
    "status": "GET studies/{id}/",
    "label": "POST participant-groups/",
}


@pytest.fixture(params=["mturk", "prolific"])
def side(
    request: pytest.FixtureRequest, standin: StandinMarketplace, turk: MechanicalTurk, prolific: Prolific
) -> Side:
    if request.param == "mturk":
        return Side(turk, standin.turk, standin, TURK)
    return Side(prolific, standin.prolific, standin, PROLIFIC)


def publish(side: Side, tier: int = 1, count: int = 3, pay: int = 5, **more: Any) -> str:
    given: dict[str, Any] = {"description": "One sentence about a short clip.", "completion": "LW123"} | more
    return str(side.market.publish("clips", tier, URL, count, pay, "Describe a clip", **given))


def test_both_are_marketplaces(side: Side) -> None:
    assert isinstance(side.market, Marketplace)
    assert type(side.market).publish is Marketplace.publish


def test_half_a_marketplace_cannot_be_made() -> None:
    with pytest.raises(TypeError, match="confirm"):
        type("Half", (Marketplace,), {"name": "half", "_post": lambda *_: "posting"})()


def test_from_posting_to_pay(side: Side) -> None:
    posting = publish(side)
    assert side.market.status(posting).state == "open"
    first, second = (side.behind.take(posting, side.worker(n)) for n in (1, 2))
    status = side.market.status(posting)
    assert (status.wanted, status.taken) == (3, 2)
    found = list(side.market.submissions(posting))
    assert [(s.worker, s.assignment, s.state) for s in found] == [
        (side.worker(1), first, "submitted"),
        (side.worker(2), second, "submitted"),
    ]
    assert all(isinstance(s.submitted_at, int) and s.submitted_at > 10**15 for s in found)
    side.market.approve(first, feedback="thank you")
    side.market.reject(second, "The sentence is about another clip")
    assert [s.state for s in side.market.submissions(posting)] == ["approved", "rejected"]
    assert side.market.bonus(side.worker(1), first, 105, "21 more sentences", key="bonus-1") is True
    assert side.bonuses() == [105]
    side.market.close(posting)
    assert side.market.status(posting).state == "closed"


def test_times_keep_their_microseconds(prolific: Prolific, standin: StandinMarketplace) -> None:
    posting = prolific.publish("c", 1, URL, 1, 5, "t", description="d", completion="X")
    standin.prolific.take(posting, "a" * 24)
    assert [s.submitted_at for s in prolific.submissions(posting)] == [1_767_225_600_250_000]


def test_tier_two_is_for_those_granted(side: Side) -> None:
    posting = publish(side, tier=2, pay=500)
    with pytest.raises(Refusal):
        side.behind.take(posting, side.worker(1))
    side.market.grant_tier2(side.worker(1), "clips")
    side.market.grant_tier2(side.worker(1), "clips")
    assert side.behind.take(posting, side.worker(1))
    side.market.revoke_tier2(side.worker(1), "clips", reason="copied sentences")
    side.market.revoke_tier2(side.worker(1), "clips")
    with pytest.raises(Refusal):
        side.behind.take(posting, side.worker(1))
    assert side.standin.operations().count(side.calls["label"]) == 1


def test_revoking_where_nothing_was_granted_makes_nothing(side: Side) -> None:
    side.market.revoke_tier2(side.worker(1), "other")
    assert side.calls["label"] not in side.standin.operations()


def test_another_process_finds_the_same_tier_two(
    side: Side, standin: StandinMarketplace, turk: MechanicalTurk, prolific: Prolific
) -> None:
    side.market.grant_tier2(side.worker(1), "clips")
    fresh: Any = (
        MechanicalTurk(endpoint_url=standin.url)
        if side.market is turk
        else Prolific(prolific.workspace, prolific.journal, base_url=standin.url)
    )
    fresh.grant_tier2(side.worker(2), "clips")
    assert side.standin.operations().count(side.calls["label"]) == 1


def test_balance_is_in_minor_units(side: Side) -> None:
    side.behind.funds = 1_234_507
    assert side.market.balance() == Balance(1_234_507, "USD")


def test_250_submissions_come_page_by_page_each_once(side: Side) -> None:
    posting = publish(side, count=260, pay=1)
    wanted = [side.behind.take(posting, side.worker(n)) for n in range(250)]
    assert [s.assignment for s in side.market.submissions(posting)] == wanted
    assert side.standin.operations().count(side.calls["list"]) >= 3


def test_submissions_stream(side: Side) -> None:
    posting = publish(side, count=260, pay=1)
    for n in range(250):
        side.behind.take(posting, side.worker(n))
    assert next(iter(side.market.submissions(posting))).worker == side.worker(0)
    assert side.standin.operations().count(side.calls["list"]) == 1


def test_a_row_told_twice_counts_once(side: Side) -> None:
    posting = publish(side)
    side.behind.take(posting, side.worker(1))
    side.standin.fail(side.calls["list"], "duplicate")
    assert len(list(side.market.submissions(posting))) == 1


def test_confirm_tells_whose_assignment_it_is(side: Side) -> None:
    posting = publish(side)
    assignment = side.behind.take(posting, side.worker(1))
    assert side.market.confirm(side.worker(1), assignment) is True
    assert side.market.confirm(side.worker(2), assignment) is False


def test_confirm_of_an_unknown_assignment(turk: MechanicalTurk, prolific: Prolific) -> None:
    # Mechanical Turk shows nothing before the work is handed in; Prolific knows a submission from its start.
    assert turk.confirm("A1234", "3UNKNOWN") is None
    assert prolific.confirm("a" * 24, "b" * 24) is False


def test_deciding_twice_is_harmless_and_the_other_way_refused(side: Side) -> None:
    posting = publish(side)
    good, bad = (side.behind.take(posting, side.worker(n)) for n in (1, 2))
    for _ in range(2):
        side.market.approve(good)
        side.market.reject(bad, "empty")
    for call in (lambda: side.market.reject(good, "no"), lambda: side.market.approve(bad)):
        with pytest.raises(RefusedError) as caught:
            call()
        assert caught.value.code == "already-decided"


def test_a_bonus_key_pays_once(side: Side) -> None:
    assignment = side.behind.take(publish(side), side.worker(1))
    paid = [side.market.bonus(side.worker(1), assignment, 7, "thanks", key="k") for _ in range(3)]
    assert paid == [True, False, False]
    assert side.market.bonus(side.worker(1), assignment, 7, "thanks", key="k2") is True
    assert side.bonuses() == [7, 7]


def test_a_bonus_key_for_other_figures_is_a_conflict(side: Side) -> None:
    assignment = side.behind.take(publish(side), side.worker(1))
    side.market.bonus(side.worker(1), assignment, 7, "thanks", key="k")
    with pytest.raises(RefusedError) as caught:
        side.market.bonus(side.worker(1), assignment, 8, "thanks", key="k")
    assert caught.value.code == "conflict"
    assert side.bonuses() == [7]


def test_a_bonus_for_another_workers_assignment_is_refused(side: Side) -> None:
    assignment = side.behind.take(publish(side), side.worker(1))
    with pytest.raises(RefusedError, match="not by this worker") as caught:
        side.market.bonus(side.worker(2), assignment, 7, "thanks", key="k")
    assert caught.value.code == "conflict"
    assert side.bonuses() == []


def test_a_bonus_without_funds_is_refused_and_can_be_paid_later(side: Side) -> None:
    assignment = side.behind.take(publish(side), side.worker(1))
    side.behind.funds = 5
    with pytest.raises((RefusedError, InputError), match=r"(?i)money|balance"):
        side.market.bonus(side.worker(1), assignment, 7, "thanks", key="k")
    side.behind.funds = 500
    assert side.market.bonus(side.worker(1), assignment, 7, "thanks", key="k") is True
    assert side.bonuses() == [7]


def test_publishing_with_a_key_posts_once(side: Side) -> None:
    assert publish(side, key="p") == publish(side, key="p")
    assert publish(side, key="q") != publish(side, key="p")
    assert len(side.behind.hits if side.market.name == "mturk" else side.behind.studies) == 2


def test_closing_twice_is_harmless(side: Side) -> None:
    posting = publish(side)
    side.market.close(posting)
    side.market.close(posting)
    assert side.market.status(posting).state == "closed"


@pytest.mark.parametrize("call", ["status", "close", "submissions"])
def test_a_posting_that_is_not_there(side: Side, call: str) -> None:
    missing = "3MISSING" if side.market.name == "mturk" else "f" * 24
    if call == "submissions" and side.market.name == "prolific":
        assert list(side.market.submissions(missing)) == []
        return
    with pytest.raises(RefusedError) as caught:
        list(getattr(side.market, call)(missing) or ())
    assert caught.value.code == "not-found"


@pytest.mark.parametrize(
    ("field", "more"),
    [
        ("tier", {"tier": 3}),
        ("count", {"count": 0}),
        ("amount", {"pay": 0}),
        ("amount", {"pay": 1.5}),
        ("minutes", {"minutes": 0}),
        ("description", {"description": " "}),
        ("description", {"description": "a\x00b"}),
        ("currency", {"currency": "EUR"}),
        ("key", {"key": ""}),
    ],
)
def test_what_cannot_be_posted_is_told_before_anything_is_posted(
    side: Side, field: str, more: dict[str, Any]
) -> None:
    with pytest.raises(InputError) as caught:
        publish(side, **more)
    assert caught.value.field == field
    assert side.calls["publish"] not in side.standin.operations()


@pytest.mark.parametrize("amount", [0, -1, 1.5, True, "5"])
def test_amounts_that_are_no_minor_units(side: Side, amount: Any) -> None:
    assignment = side.behind.take(publish(side), side.worker(1))
    with pytest.raises(InputError):
        side.market.bonus(side.worker(1), assignment, amount, "thanks", key="k")
    assert side.bonuses() == []


@pytest.mark.parametrize("odd", ["", "../users/me", "a/b", "a b", "a\r\nX: y", "é", "x" * 65])
def test_odd_identifiers_never_leave(side: Side, odd: str) -> None:
    for call in (
        lambda: side.market.status(odd),
        lambda: side.market.approve(odd),
        lambda: side.market.confirm(odd, "3A" if side.market.name == "mturk" else "a" * 24),
        lambda: side.market.bonus(side.worker(1), odd, 5, "thanks", key="k"),
    ):
        with pytest.raises((InputError, RefusedError)):
            call()
    assert not any("users" in asked.operation for asked in side.standin.asked)
