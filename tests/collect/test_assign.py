"""Assignment: once per worker and tier, balanced, never over the target; leases end, work is skipped."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa

from likewise.collect.answers import answers_of, reject, submit
from likewise.collect.assign import check_counts, expire, next_work, skip, work_on
from likewise.collect.campaigns import add_items, create_campaign, set_status
from likewise.collect.ledger import check
from likewise.collect.people import block, create_worker
from likewise.collect.schema import entries, leases
from likewise.collect.store import Store
from likewise.collect.tiers import grant
from likewise.errors import InputError, RefusedError

ANSWER = {"text": "A man is peeling a potato.", "language": "English"}


def refusal(action: Callable[[], Any]) -> str:
    with pytest.raises(RefusedError) as refused:
        action()
    return refused.value.code


def test_work_is_given_again_until_it_is_done(scene: Any) -> None:
    first = scene.take()
    assert first.stimulus["youtube"] == "00000000000"
    assert (first.tier, first.key, first.campaign) == (1, "1", scene.campaign.slug)
    assert scene.take() == first
    scene.answer()
    assert scene.take().item_id != first.item_id


def test_the_item_with_the_fewest_answers_comes_first(scene: Any) -> None:
    keys = [scene.take(worker).key for worker in (0, 1)]
    assert keys == ["1", "2"]
    scene.answer(0)
    assert scene.take(0).key == "3"


def test_an_item_comes_once_per_worker_and_tier(scene: Any) -> None:
    given = [scene.answer(0).item_id for _ in range(3)]
    assert len(set(given)) == 3
    assert next_work(scene.store, scene.workers[0], scene.campaign) is None
    grant(scene.store, scene.workers[0], scene.campaign, "owner", "good")
    again = [scene.answer(0) for _ in range(3)]
    assert [a.item_id for a in again] == given
    assert {a.tier for a in again} == {2}
    assert next_work(scene.store, scene.workers[0], scene.campaign) is None


def test_who_was_promoted_may_go_on_in_tier_1(scene: Any) -> None:
    grant(scene.store, scene.workers[0], scene.campaign, "owner", "good")
    assert scene.take(0, tier=1).tier == 1
    assert scene.take(0).tier == 2


def test_tier_2_is_refused_to_others(scene: Any) -> None:
    ask = lambda: next_work(scene.store, scene.workers[0], scene.campaign, 2)  # noqa: E731
    assert refusal(ask) == "tier"
    with pytest.raises(InputError):
        next_work(scene.store, scene.workers[0], scene.campaign, 3)


def test_who_gets_nothing(scene: Any) -> None:
    store, campaign, (one, two) = scene.store, scene.campaign, scene.workers
    assert refusal(lambda: next_work(store, 999, campaign)) == "not-found"
    assert refusal(lambda: next_work(store, one, "nothing")) == "not-found"
    block(store, one, "owner", "spam")
    assert refusal(lambda: next_work(store, one, campaign)) == "blocked"
    set_status(store, campaign, "paused")
    assert refusal(lambda: next_work(store, two, campaign)) == "closed"


def test_a_target_counts_answers_and_open_leases(store: Store, make_scene: Callable[..., Any]) -> None:
    scene = make_scene(store, items=1, workers=3, targets=(2, 0))
    scene.answer(0)
    scene.take(1)
    assert next_work(store, scene.workers[2], scene.campaign) is None
    skip(store, scene.workers[1], scene.take(1).token)
    assert scene.take(2).key == "1"
    assert next_work(store, scene.workers[1], scene.campaign) is None
    assert check_counts(store) == []


def test_a_rejected_answer_frees_its_place_for_others(store: Store, make_scene: Callable[..., Any]) -> None:
    scene = make_scene(store, items=1, workers=2, targets=(1, 0))
    answer = scene.answer(0)
    assert next_work(store, scene.workers[1], scene.campaign) is None
    reject(store, answer.id, "owner", "nonsense")
    assert next_work(store, scene.workers[0], scene.campaign) is None
    assert scene.take(1).item_id == answer.item_id
    assert check_counts(store) == []


def test_skipping(scene: Any) -> None:
    store, worker = scene.store, scene.workers[0]
    work = scene.take()
    assert refusal(lambda: skip(store, scene.workers[1], work.token)) == "not-found"
    assert refusal(lambda: skip(store, worker, "no such\0token")) == "not-found"
    skip(store, worker, work.token)
    skip(store, worker, work.token)
    assert scene.take().key == "2"
    answered = scene.take()
    submit(store, worker, answered.token, ANSWER)
    assert refusal(lambda: skip(store, worker, answered.token)) == "already-answered"
    assert check_counts(store) == []


def test_leases_end(timed: Store, clock: Any, make_scene: Callable[..., Any]) -> None:
    scene = make_scene(timed, items=1, workers=3, targets=(1, 0), lease_seconds=60)
    work = scene.take(0)
    assert work.expires == timed.now() + 60_000_000
    clock.pass_seconds(59)
    assert expire(timed) == 0
    assert next_work(timed, scene.workers[1], scene.campaign) is None
    clock.pass_seconds(1)
    # Nobody need call `expire`: who finds nothing looks for what is over.
    assert scene.take(1).item_id == work.item_id
    assert expire(timed) == 0
    clock.pass_seconds(61)
    assert expire(timed) == 1
    assert check_counts(timed) == []
    fresh = scene.take(0)
    assert fresh.token != work.token


def test_an_overdue_lease_of_mine_is_renewed(
    timed: Store, clock: Any, make_scene: Callable[..., Any]
) -> None:
    scene = make_scene(timed, items=1, targets=(1, 0), lease_seconds=60)
    first = scene.take(0)
    clock.pass_seconds(100)
    second = scene.take(0)
    assert second.item_id == first.item_id
    assert second.token != first.token
    assert check_counts(timed) == []


def test_the_clock_goes_backwards(timed: Store, clock: Any, make_scene: Callable[..., Any]) -> None:
    scene = make_scene(timed, items=2, workers=3, targets=(1, 0), lease_seconds=60)
    scene.answer(0)
    clock.wall -= 24 * 3600 * 1_000_000  # a day
    work = scene.take(1)
    assert timed.now() < work.expires <= timed.now() + 60_000_000
    assert next_work(timed, scene.workers[2], scene.campaign) is None
    clock.pass_seconds(61)
    assert expire(timed) == 1  # it ends after its minute, not after a day
    scene.answer(2)
    with timed.read() as connection:
        for column in (entries.c.at, leases.c.opened):
            times = connection.execute(sa.select(column).order_by(column.table.c.id)).scalars().all()
            assert list(times) == sorted(times)


def test_many_at_once_never_pass_the_target(store: Store, make_scene: Callable[..., Any]) -> None:
    """Each item has at least six workers who do not skip it, of whom five are wanted."""
    scene = make_scene(store, items=6, workers=8, targets=(5, 0))
    errors: list[BaseException] = []

    def work(worker: int) -> None:
        try:
            while (given := next_work(store, worker, scene.campaign.id)) is not None:
                if given.item_id % 5 == worker % 5:
                    skip(store, worker, given.token)
                else:
                    submit(store, worker, given.token, ANSWER)
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=work, args=(worker,)) for worker in scene.workers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert max(Counter(a.item_id for a in answers_of(store, scene.campaign)).values()) <= 5
    for worker in scene.workers:  # who found nothing while another held what that one skipped comes again
        work(worker)
    assert errors == []
    done = list(answers_of(store, scene.campaign))
    assert sorted(Counter(a.item_id for a in done).values()) == [5] * 6
    assert len({(a.item_id, a.worker_id, a.tier) for a in done}) == len(done)
    assert check_counts(store) == []
    assert check(store) == []


def test_one_worker_in_many_tabs_holds_one_item(store: Store, make_scene: Callable[..., Any]) -> None:
    scene = make_scene(store, items=20, workers=1)
    tokens: list[str] = []
    threads = [threading.Thread(target=lambda: tokens.append(scene.take().token)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(tokens) == 8
    assert len(set(tokens)) == 1
    assert check_counts(store) == []


class TestAnItemOfOnesOwnChoice:
    def test_it_is_leased_once_and_counts(self, store: Store) -> None:
        campaign = create_campaign(store, title="Chosen", task="paraphrase", targets=(1, 0))
        add_items(store, campaign, [{"text": f"Sentence {n}."} for n in range(3)], keys=["a", "b", "c"])
        worker, other = create_worker(store).id, create_worker(store).id
        work = work_on(store, worker, campaign, "b")
        assert (work.key, work.stimulus["text"], work.tier) == ("b", "Sentence 1.", 1)
        assert work_on(store, worker, campaign, "b").token == work.token
        with pytest.raises(RefusedError, match="enough people"):
            work_on(store, other, campaign, "b")
        submit(store, worker, work.token, {"first": "It is one.", "second": "It is two."})
        with pytest.raises(RefusedError, match="answered this item already"):
            work_on(store, worker, campaign, "b")
        assert check_counts(store) == []

    def test_what_is_refused(self, store: Store) -> None:
        campaign = create_campaign(store, title="Chosen", task="paraphrase")
        add_items(store, campaign, [{"text": "One."}], keys=["a"])
        worker = create_worker(store).id
        for who, key in ((worker, "x"), (worker + 1, "a")):
            with pytest.raises(RefusedError, match="no such"):
                work_on(store, who, campaign, key)
        set_status(store, campaign, "paused")
        with pytest.raises(RefusedError, match="paused"):
            work_on(store, worker, campaign, "a")
