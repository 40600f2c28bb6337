"""Pieces of work with several problems: taken together, answered one by one, paid one by one."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest

from likewise.collect.answers import answers_of, reject, submit
from likewise.collect.assign import check_counts, expire, next_work, skip
from likewise.collect.ledger import balance, check, pay, statement
from likewise.collect.schema import items, sa
from likewise.collect.store import Store
from likewise.collect.tasks import get_task
from likewise.collect.tiers import grant, tier_of

ANSWER = {"text": "A man is peeling a potato.", "language": "English"}
Make = Callable[..., Any]


def place(work: Any) -> tuple[str, int, int]:
    return work.key, work.number, work.of


def taken(scene: Any, tier: int = 1) -> list[int]:
    column = items.c[f"taken_{tier}"]
    with scene.store.read() as connection:
        return list(connection.execute(sa.select(column).order_by(items.c.position)).scalars())


def three(store: Store, make_scene: Make, **more: Any) -> Any:
    return make_scene(store, **({"settings": {"problems": 3}, "items": 7} | more))


def test_problems_come_one_after_the_other(store: Store, make_scene: Make) -> None:
    scene = three(store, make_scene)
    seen = []
    for _ in range(7):
        assert scene.take() == scene.take()  # loaded again, or in another tab
        seen.append(place(scene.take()))
        scene.answer()
    # Seven items in threes: the last piece is what is left.
    assert seen == [
        ("1", 1, 3), ("2", 2, 3), ("3", 3, 3), ("4", 1, 3), ("5", 2, 3), ("6", 3, 3), ("7", 1, 1),
    ]  # fmt: skip
    assert next_work(store, scene.workers[0], scene.campaign) is None
    assert check_counts(store) == []


def test_all_problems_of_a_piece_are_held_at_once(store: Store, make_scene: Make) -> None:
    scene = three(store, make_scene, targets=(1, 0))
    scene.take(0)
    assert taken(scene) == [1, 1, 1, 0, 0, 0, 0]
    assert place(scene.take(1)) == ("4", 1, 3)
    assert taken(scene) == [1, 1, 1, 1, 1, 1, 0]
    tokens = {scene.take(worker).token for worker in (0, 1)}
    assert len(tokens) == 2
    assert check_counts(store) == []


def test_a_skipped_problem_leaves_its_place_empty(store: Store, make_scene: Make) -> None:
    scene = three(store, make_scene)
    scene.answer()
    skip(store, scene.workers[0], scene.take().token)
    assert taken(scene) == [1, 0, 1, 0, 0, 0, 0]
    assert place(scene.take()) == ("3", 3, 3)
    scene.answer()
    assert place(scene.take()) == ("4", 1, 3)
    assert balance(store, scene.workers[0]) == 2
    for _ in range(3):
        skip(store, scene.workers[0], scene.take().token)
    assert place(scene.take()) == ("7", 1, 1)  # nothing that was skipped comes again
    assert check_counts(store) == []


def test_a_piece_ends_as_one(timed: Store, clock: Any, make_scene: Make) -> None:
    scene = three(timed, make_scene, items=3, lease_seconds=60)
    scene.answer()
    late = scene.take()
    assert late.expires == timed.now() + 60_000_000
    clock.pass_seconds(61)
    submit(timed, scene.workers[0], late.token, ANSWER)  # there is room, so late is not too late
    assert place(scene.take()) == ("3", 1, 1)
    clock.pass_seconds(61)
    assert expire(timed) == 1
    assert taken(scene) == [1, 1, 0]
    assert check_counts(timed) == []


def test_overdue_work_of_others_fills_a_piece(timed: Store, clock: Any, make_scene: Make) -> None:
    scene = three(timed, make_scene, items=4, targets=(1, 0), lease_seconds=60)
    scene.take(0)
    clock.pass_seconds(61)
    assert scene.take(1).of == 3
    assert taken(scene) == [1, 1, 1, 0]
    assert check_counts(timed) == []


def test_who_is_promoted_in_the_middle_finishes_first(store: Store, make_scene: Make) -> None:
    scene = three(store, make_scene, grant_policy="after-accepted:1")
    seen = [(scene.take().tier, scene.take().number, scene.answer().pay) for _ in range(4)]
    assert seen == [(1, 1, 1), (1, 2, 1), (1, 3, 1), (2, 1, 5)]
    assert tier_of(store, scene.workers[0], scene.campaign) == 2
    assert next_work(store, scene.workers[0], scene.campaign, 1).key == "4"  # type: ignore[union-attr]
    assert check_counts(store) == []


@pytest.mark.parametrize(("task", "piece", "paid"), [("instruct", 3, (9, 15)), ("follow", 5, (5, 10))])
def test_the_usual_pay_is_that_of_a_problem(task: str, piece: int, paid: tuple[int, int]) -> None:
    """The paper pays 10 cents (proven workers: 15) for three instructions and 5 for five walks.

    Ten cents for three are no whole number of cents for one, "about 3" in the paper's words.
    """
    kind = get_task(task)
    assert kind.check_settings(None)["problems"] == piece
    assert (piece * kind.pay[0], piece * kind.pay[1]) == paid


def test_every_problem_is_paid_by_itself(store: Store, make_scene: Make) -> None:
    scene = three(store, make_scene, rates=(3, 5))
    worker = scene.workers[0]
    first = [scene.answer() for _ in range(3)]
    assert [answer.pay for answer in first] == [3, 3, 3]
    reject(store, first[1].id, "rita", "says nothing about the way")
    assert balance(store, worker) == 6
    assert pay(store).total == 6
    grant(store, worker, scene.campaign, "rita", "good")
    scene.answer()
    skip(store, worker, scene.take().token)
    scene.answer()
    assert balance(store, worker) == 10
    amounts = [entry.amount for entry in statement(store, worker)]
    assert amounts == [3, 3, 3, -3, -6, 5, 5]
    assert check(store) == []
    assert check_counts(store) == []


def test_sent_twice_is_paid_once_and_the_piece_goes_on(store: Store, make_scene: Make) -> None:
    scene = three(store, make_scene)
    tab = scene.take()
    scene.answer()
    again = submit(store, scene.workers[0], tab.token, ANSWER | {"text": "Another tab says this."})
    assert again.payload["text"] == ANSWER["text"]
    assert place(scene.take()) == ("2", 2, 3)
    assert balance(store, scene.workers[0]) == 1


def test_many_at_once_get_whole_pieces(store: Store, make_scene: Make) -> None:
    scene = three(store, make_scene, items=12, workers=6, targets=(4, 0))
    sizes: list[int] = []
    errors: list[BaseException] = []

    def work(worker: int) -> None:
        try:
            while (given := next_work(store, worker, scene.campaign.id)) is not None:
                if given.number == 1:
                    sizes.append(given.of)
                submit(store, worker, given.token, ANSWER)
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=work, args=(worker,)) for worker in scene.workers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    done = list(answers_of(store, scene.campaign))
    assert taken(scene) == [4] * 12
    assert len(done) == sum(sizes) == 48
    assert sizes.count(3) >= 12  # of sixteen: fewer than three come only near the end
    assert check_counts(store) == []
    assert check(store) == []
