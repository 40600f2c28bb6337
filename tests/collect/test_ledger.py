"""The ledger: append-only, balances, bonuses, payouts, the accountant's table, and a check that can fail."""

from __future__ import annotations

import csv
import io
import threading
from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa

from likewise.collect.answers import reject
from likewise.collect.ledger import (
    Due,
    accountant_csv,
    balance,
    balances,
    balances_of,
    bonus,
    check,
    list_batches,
    list_due,
    pay,
    statement,
)
from likewise.collect.schema import answers, batches, entries
from likewise.collect.store import Store
from likewise.errors import InputError, RefusedError


@pytest.mark.parametrize("change", ["UPDATE entries SET amount = 100", "DELETE FROM entries"])
def test_entries_cannot_be_changed_or_deleted(scene: Any, change: str) -> None:
    scene.answer()
    with pytest.raises(sa.exc.DBAPIError, match="append-only"), scene.store.begin() as connection:
        connection.execute(sa.text(change))
    assert balance(scene.store, scene.workers[0]) == 1


def test_balances_and_statements(scene: Any) -> None:
    store, (one, two) = scene.store, scene.workers
    first, second = scene.answer(0), scene.answer(0)
    scene.answer(1)
    reject(store, second.id, "ann", "nonsense")
    given = bonus(store, one, scene.campaign, 30, "very good", "ann", key="b")
    assert balances(store) == balances(store, scene.campaign) == {one: 31, two: 1}
    lines = statement(store, one)
    assert [(e.kind, e.amount, e.answer_id) for e in lines] == [
        ("accepted", 1, first.id),
        ("accepted", 1, second.id),
        ("reversal", -1, second.id),
        ("bonus", 30, None),
    ]
    assert lines[-1] == given
    assert check(store) == []


def test_a_bonus_is_given_once_per_key(scene: Any) -> None:
    store, (one, two) = scene.store, scene.workers
    first = bonus(store, one, scene.campaign, 30, "good", "ann", key="b")
    assert bonus(store, one, scene.campaign, 30, "good", "ann", key="b") == first
    with pytest.raises(RefusedError):
        bonus(store, one, scene.campaign, 31, "good", "ann", key="b")
    assert bonus(store, two, scene.campaign, 30, "good", "ann", key="b") != first
    bonus(store, one, scene.campaign, 30, "good", "ann")
    bonus(store, one, scene.campaign, 30, "good", "ann")
    assert balance(store, one) == 90
    for amount in (0, -5, 2.5, True):
        with pytest.raises(InputError):
            bonus(store, one, scene.campaign, amount, "no", "ann")  # type: ignore[arg-type]
    with pytest.raises(RefusedError):
        bonus(store, 999, scene.campaign, 1, "nobody", "ann")


def test_a_payout_pays_every_balance_once(store: Store, make_scene: Callable[..., Any]) -> None:
    scene = make_scene(store, rates=(10, 50), fee_permille=200)
    for worker in (0, 0, 1):
        scene.answer(worker)
    first = pay(store, by="ann", key="may")
    assert (first.total, first.workers, first.entries, first.currency) == (30, 2, 2, "USD")
    assert balances(store) == dict.fromkeys(scene.workers, 0)
    assert pay(store, by="ann", key="may") == first
    nothing = pay(store)
    assert (nothing.total, nothing.workers) == (0, 0)
    with store.read() as connection:
        fees = connection.execute(sa.select(entries).where(entries.c.kind == "fee")).all()
    assert [(row.worker_id, row.amount, row.batch_id) for row in fees] == [(None, 6, first.id)]
    assert list_batches(store) == [nothing, first]
    assert check(store) == []


def test_a_key_is_used_up_by_what_it_pays_only(scene: Any) -> None:
    store = scene.store
    assert pay(store, key="may").total == 0
    scene.answer(0)
    first = pay(store, key="may")
    assert first.total == 1
    scene.answer(0)
    assert pay(store, key="may") == first
    assert pay(store, key="june", currency="EUR").total == 0
    assert pay(store, key="june").total == 1
    assert check(store) == []


@pytest.fixture
def two_currencies(store: Store, make_scene: Callable[..., Any]) -> tuple[Any, Any]:
    """Two campaigns of the same two workers, in dollars and in euros."""
    here, there = make_scene(store), make_scene(store, title="Others", currency="EUR", rates=(7, 9))
    there.workers = here.workers
    return here, there


def test_currencies_are_never_added_up(store: Store, two_currencies: tuple[Any, Any]) -> None:
    here, there = two_currencies
    assert list_due(store) == []
    for scene, worker in ((here, 0), (here, 1), (there, 0)):
        scene.answer(worker)
    one, two = here.workers
    assert list_due(store) == [Due("EUR", 7, 1), Due("USD", 2, 2)]
    assert list_due(store, here.campaign) == [Due("USD", 2, 2)]
    assert balances_of(store, one) == {"EUR": 7, "USD": 1}
    assert (balance(store, one, "EUR"), balance(store, two)) == (7, 1)
    assert balances(store, currency="USD") == {one: 1, two: 1}
    for ask in (lambda: balance(store, one), lambda: balances(store), lambda: pay(store)):
        with pytest.raises(InputError, match="EUR, USD"):
            ask()
    pay(store, currency="USD")
    assert list_due(store) == [Due("EUR", 7, 1)]


def test_a_payout_of_one_campaign_leaves_the_others(store: Store, two_currencies: tuple[Any, Any]) -> None:
    here, there = two_currencies
    here.answer(0)
    there.answer(0)
    assert pay(store, campaign=there.campaign).currency == "EUR"
    assert balances(store, here.campaign) == {here.workers[0]: 1}
    assert pay(store).currency == "USD"
    there.answer(0)
    here.answer(0)
    assert pay(store, currency="EUR").total == 7
    assert balances_of(store, here.workers[0]) == {"EUR": 0, "USD": 1}
    assert check(store) == []


def test_two_payouts_at_once_pay_once(store: Store, make_scene: Callable[..., Any]) -> None:
    scene = make_scene(store, items=4, workers=4)
    for round_ in range(3):
        for worker in range(4):
            scene.answer(worker)
        totals: list[int] = []
        meet = threading.Barrier(4)

        def click(
            meet: threading.Barrier = meet,
            totals: list[int] = totals,
            key: str | None = "again" if round_ == 1 else None,
        ) -> None:
            meet.wait()
            totals.append(pay(store, key=key).total)

        threads = [threading.Thread(target=click) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        # With one key all hear of the same batch; without, one pays and the others find nothing.
        assert sorted(totals) == ([4] * 4 if round_ == 1 else [0, 0, 0, 4])
    assert set(balances(store).values()) == {0}
    assert check(store) == []


def test_paying_while_answers_come_in(store: Store, make_scene: Callable[..., Any]) -> None:
    scene = make_scene(store, items=15, workers=4)
    errors: list[BaseException] = []

    def work(worker: int) -> None:
        try:
            for number in range(15):
                answer = scene.answer(worker)
                if number % 3 == 0:
                    reject(store, answer.id, "ann", "nonsense")
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=work, args=(worker,)) for worker in range(4)]
    for thread in threads:
        thread.start()
    paid = 0
    while any(thread.is_alive() for thread in threads):
        paid += pay(store).total
    for thread in threads:
        thread.join()
    paid += pay(store).total
    assert errors == []
    assert check(store) == []
    assert set(balances(store).values()) == {0}
    assert 40 <= paid <= 60  # 60 answers, 20 of them rejected, some after they were paid


def test_the_accountants_table(scene: Any) -> None:
    scene.answer(0)
    bonus(scene.store, scene.workers[0], scene.campaign, 30, "=cmd|' /C calc'!A0", "ann")
    pay(scene.store, by="ann")
    out = io.StringIO()
    assert accountant_csv(scene.store, out) == 3
    rows = list(csv.DictReader(io.StringIO(out.getvalue())))
    assert [(row["kind"], row["amount"], row["currency"]) for row in rows] == [
        ("accepted", "1", "USD"),
        ("bonus", "30", "USD"),
        ("payout", "-31", "USD"),
    ]
    assert rows[1]["note"].startswith("'=")  # text, not a formula
    assert rows[0]["campaign"] == scene.campaign.slug
    assert rows[0]["at"].endswith("Z")


def entry(scene: Any, **change: Any) -> dict[str, Any]:
    row = {
        "worker_id": scene.workers[0],
        "campaign_id": scene.campaign.id,
        "kind": "bonus",
        "amount": 5,
        "currency": "USD",
        "idempotency_key": "made up",
        "at": 1,
    }
    return row | change


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (lambda s: sa.insert(entries).values(entry(s, kind="accepted", answer_id=1)), "answer 1: accepted"),
        (
            lambda s: sa.insert(entries).values(entry(s, kind="reversal", answer_id=1, amount=-1)),
            "credited 0",
        ),
        (lambda s: sa.update(answers).values(state="rejected"), "answer 1: rejected"),
        (lambda s: sa.update(answers).values(state="pending"), "answer 1: pending"),
        (lambda s: sa.update(answers).values(pay=9), "pay 9"),
        (lambda s: sa.insert(entries).values(entry(s, amount=-1)), "wrong sign"),
        (lambda s: sa.insert(entries).values(entry(s, worker_id=None)), "wrong account"),
        (lambda s: sa.insert(entries).values(entry(s, currency="EUR")), "wrong account"),
        (lambda s: sa.insert(entries).values(entry(s, kind="payout", amount=-9)), "balance -8"),
        (lambda s: sa.insert(batches).values(total=3, currency="USD", workers=1, entries=1, at=1), "batch 1"),
    ],
)
def test_the_check_finds_damage(
    sqlite_url: str, make_scene: Callable[..., Any], damage: Callable[[Any], sa.Executable], said: str
) -> None:
    with Store(sqlite_url) as store:
        scene = make_scene(store)
        scene.answer()
        assert check(store) == []
        with store.begin() as connection:
            connection.execute(damage(scene))
        assert any(said in line for line in check(store)), check(store)
