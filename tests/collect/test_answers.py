"""Answers: handed in once, checked, accepted and rejected, paid once."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from likewise.collect.answers import accept, answers_of, get_answer, reject, submit
from likewise.collect.assign import check_counts, expire, next_work, skip
from likewise.collect.campaigns import set_rate, set_status
from likewise.collect.ledger import balance, check, pay, statement
from likewise.collect.people import block
from likewise.collect.store import Store
from likewise.collect.tiers import grant, revoke, tier_of
from likewise.errors import InputError, RefusedError

ANSWER = {"text": "A man is peeling a potato.", "language": "English"}


def refusal(action: Callable[[], Any]) -> str:
    with pytest.raises(RefusedError) as refused:
        action()
    return refused.value.code


@pytest.fixture(autouse=True)
def _adds_up(url: str) -> Iterator[None]:
    """After every test the ledger and the counters are right."""
    yield
    with Store(url) as store:
        assert check(store) == []
        assert check_counts(store) == []


def test_an_answer_is_kept_and_credited(scene: Any) -> None:
    answer = scene.answer(seconds=12.5, comment="nice", lang="English")
    assert (answer.state, answer.pay, answer.tier, answer.seconds) == ("accepted", 1, 1, 12.5)
    assert answer.payload["text"] == ANSWER["text"]
    assert get_answer(scene.store, answer.id) == answer
    assert balance(scene.store, scene.workers[0]) == 1


def test_the_language_may_come_with_the_payload(scene: Any) -> None:
    assert scene.answer().lang == "English"


def test_tier_2_pays_more(scene: Any) -> None:
    grant(scene.store, scene.workers[0], scene.campaign, "owner", "good")
    assert scene.answer().pay == 5


def test_the_same_work_or_key_again_gives_the_first_answer(scene: Any) -> None:
    store, worker = scene.store, scene.workers[0]
    work = scene.take()
    first = submit(store, worker, work.token, ANSWER, key="k")
    other = ANSWER | {"text": "Something else."}
    assert submit(store, worker, work.token, other) == first
    assert submit(store, worker, work.token, other, key="other") == first
    assert submit(store, worker, scene.take().token, other, key="k") == first
    assert balance(store, worker) == 1


def test_a_key_belongs_to_its_worker(scene: Any) -> None:
    one, two = scene.answer(0, key="k"), scene.answer(1, key="k")
    assert one.id != two.id


def test_another_workers_token_is_unknown(scene: Any) -> None:
    work = scene.take(0)
    assert refusal(lambda: submit(scene.store, scene.workers[1], work.token, ANSWER)) == "not-found"
    assert refusal(lambda: submit(scene.store, scene.workers[1], "x\0", ANSWER)) == "not-found"
    assert refusal(lambda: submit(scene.store, 999, work.token, ANSWER)) == "not-found"


@pytest.mark.parametrize(
    ("field", "extra"),
    [
        ("seconds", {"seconds": math.nan}),
        ("seconds", {"seconds": -1}),
        ("seconds", {"seconds": "3"}),
        ("comment", {"comment": "a\0b"}),
        ("comment", {"comment": "x" * 5001}),
        ("lang", {"lang": "\ud800"}),
        ("key", {"key": ""}),
    ],
)
def test_bad_input_leaves_the_work_open(scene: Any, field: str, extra: dict[str, Any]) -> None:
    work = scene.take()
    with pytest.raises(InputError) as told:
        submit(scene.store, scene.workers[0], work.token, ANSWER, **extra)
    assert told.value.field == field
    with pytest.raises(InputError):
        submit(scene.store, scene.workers[0], work.token, {"text": ""})
    assert scene.take() == work
    assert list(answers_of(scene.store, scene.campaign)) == []


def test_a_tier_1_worker_cannot_hand_in_tier_2(scene: Any) -> None:
    store, worker = scene.store, scene.workers[0]
    grant(store, worker, scene.campaign, "owner", "good")
    work = scene.take()
    revoke(store, worker, scene.campaign, "owner", "no longer good")
    assert refusal(lambda: submit(store, worker, work.token, ANSWER)) == "tier"


def test_blocked_closed_paused(scene: Any) -> None:
    store, campaign, (one, two) = scene.store, scene.campaign, scene.workers
    mine, theirs = scene.take(0), scene.take(1)
    block(store, one, "owner", "spam")
    assert refusal(lambda: submit(store, one, mine.token, ANSWER)) == "blocked"
    set_status(store, campaign, "closed")
    assert refusal(lambda: submit(store, two, theirs.token, ANSWER)) == "closed"
    set_status(store, campaign, "paused")  # who began may finish
    assert submit(store, two, theirs.token, ANSWER).state == "accepted"


def test_late_work_is_taken_while_there_is_room(
    timed: Store, clock: Any, make_scene: Callable[..., Any]
) -> None:
    scene = make_scene(timed, items=1, workers=3, targets=(1, 0), lease_seconds=60)
    late = scene.take(0)
    clock.pass_seconds(100)
    assert expire(timed) == 1
    assert submit(timed, scene.workers[0], late.token, ANSWER).state == "accepted"


def test_late_work_is_refused_when_others_have_it(
    timed: Store, clock: Any, make_scene: Callable[..., Any]
) -> None:
    scene = make_scene(timed, items=1, workers=3, targets=(1, 0), lease_seconds=60)
    late = scene.take(0)
    clock.pass_seconds(100)
    scene.answer(1)
    assert refusal(lambda: submit(timed, scene.workers[0], late.token, ANSWER)) == "lease-expired"


def test_late_work_uses_my_newer_lease(timed: Store, clock: Any, make_scene: Callable[..., Any]) -> None:
    scene = make_scene(timed, items=1, workers=1, targets=(1, 0), lease_seconds=60)
    late = scene.take()
    clock.pass_seconds(100)
    newer = scene.take()
    assert newer.token != late.token
    first = submit(timed, scene.workers[0], late.token, ANSWER)
    assert refusal(lambda: submit(timed, scene.workers[0], newer.token, ANSWER)) == "already-answered"
    assert submit(timed, scene.workers[0], late.token, ANSWER) == first


def test_what_was_skipped_may_still_be_answered(scene: Any) -> None:
    work = scene.take()
    skip(scene.store, scene.workers[0], work.token)
    assert submit(scene.store, scene.workers[0], work.token, ANSWER).state == "accepted"


def test_pending_answers_are_decided(store: Store, make_scene: Callable[..., Any]) -> None:
    scene = make_scene(store, auto_accept=False)
    worker = scene.workers[0]
    one, two = scene.answer(), scene.answer()
    assert (one.state, one.pay, balance(store, worker)) == ("pending", 0, 0)
    set_rate(store, scene.campaign, 1, 3)
    assert accept(store, one.id, "ann").pay == 3  # the rate when it is accepted
    assert reject(store, two.id, "ann", "not a sentence").pay == 0
    assert balance(store, worker) == 3
    assert refusal(lambda: accept(store, one.id, "ann")) == "already-decided"
    assert refusal(lambda: reject(store, two.id, "ann", "again")) == "already-decided"
    assert refusal(lambda: accept(store, 999, "ann")) == "not-found"
    with pytest.raises(InputError):
        reject(store, one.id, "ann", "  ")


def test_a_rejection_takes_the_credit_back_and_acceptance_gives_it_again(scene: Any) -> None:
    store, worker = scene.store, scene.workers[0]
    answer = scene.answer()
    assert reject(store, answer.id, "ann", "nonsense").pay == 0
    assert balance(store, worker) == 0
    set_rate(store, scene.campaign, 1, 7)
    assert accept(store, answer.id, "ann", "I was wrong").pay == 7
    assert reject(store, answer.id, "ann", "no, I was right").pay == 0
    assert [e.amount for e in statement(store, worker)] == [1, -1, 7, -7]


def test_what_is_paid_out_is_not_taken_back(scene: Any) -> None:
    store, worker = scene.store, scene.workers[0]
    answer = scene.answer()
    pay(store)
    assert reject(store, answer.id, "ann", "found out too late").pay == 1
    assert balance(store, worker) == 0
    assert accept(store, answer.id, "ann").pay == 1  # nor paid again
    assert balance(store, worker) == 0


def test_answers_are_listed_by_worker_tier_and_state(scene: Any) -> None:
    store, (one, two) = scene.store, scene.workers
    first, second, third = scene.answer(0), scene.answer(1), scene.answer(0)
    reject(store, third.id, "ann", "nonsense")
    ids = lambda **how: [a.id for a in answers_of(store, scene.campaign, **how)]  # noqa: E731
    assert ids() == [first.id, second.id, third.id]
    assert ids(worker_id=two) == [second.id]
    assert ids(worker_id=one, state="accepted") == [first.id]
    assert ids(tier=2) == []


def test_policies_grant_by_themselves(store: Store, make_scene: Callable[..., Any]) -> None:
    scene = make_scene(store, grant_policy="after-accepted:2", auto_accept=False)
    answers = [scene.answer(), scene.answer()]
    for answer, tier in zip(answers, (1, 2), strict=True):
        accept(store, answer.id, "ann")
        assert tier_of(store, scene.workers[0], scene.campaign) == tier


def test_a_double_click_is_credited_once(store: Store, make_scene: Callable[..., Any]) -> None:
    scene = make_scene(store, items=4)
    worker = scene.workers[0]
    for _ in range(4):
        work = next_work(store, worker, scene.campaign)
        assert work is not None
        got: list[int] = []
        meet = threading.Barrier(8)

        def click(token: str = work.token, got: list[int] = got, meet: threading.Barrier = meet) -> None:
            meet.wait()
            got.append(submit(store, worker, token, ANSWER, key=token).id)

        threads = [threading.Thread(target=click) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(got) == 8
        assert len(set(got)) == 1
    assert balance(store, worker) == 4
