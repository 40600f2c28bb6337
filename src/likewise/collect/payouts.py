"""Payouts: every positive balance once, in a batch, with the platform's fee on what a campaign pays.

A payout takes the whole balance that a worker has in a campaign; so whatever was credited before it is paid.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from likewise.collect.campaigns import Actor, Ref, actor, check_text, find_campaign, record
from likewise.collect.credits import owed
from likewise.collect.schema import AnyRow, batches, campaigns, entries, sa, workers
from likewise.collect.store import Store
from likewise.errors import InputError

__all__ = ["Payout", "Due", "list_batches", "list_due", "one_currency", "pay", "pay_in"]

_PAYOUTS = 5_021_138_204  # the name of PostgreSQL's lock under which payouts queue; any number does


@dataclass(frozen=True, slots=True)
class Payout:
    """One payout: `total` in minor units to `workers` people by `entries` payout entries."""

    id: int
    total: int
    workers: int
    entries: int
    at: int
    currency: str
    campaign_id: int | None


def list_batches(store: Store) -> list[Payout]:
    """Every payout, the newest first."""
    with store.read() as connection:
        rows = connection.execute(sa.select(batches).order_by(batches.c.id.desc()))
        return [_read_batch(row) for row in rows]


def pay(
    store: Store,
    *,
    campaign: Ref | None = None,
    by: Actor = None,
    key: str | None = None,
    currency: str | None = None,
) -> Payout:
    """Pay every positive balance (of the campaign) once, with the campaign's fee on what it pays.

    Of two calls at once, the second pays what the first left: nothing. The same `key` gives the first batch
    again; where nothing is owed, the key is not used up. A batch is in one currency; where several are owed,
    `currency` says which.
    """
    now = store.now()
    return store.transact(
        lambda connection: pay_in(connection, now, campaign=campaign, by=by, key=key, currency=currency)
    )


def pay_in(
    connection: sa.Connection,
    now: int,
    *,
    campaign: Ref | None = None,
    by: Actor = None,
    key: str | None = None,
    currency: str | None = None,
) -> Payout:
    """`pay` inside a transaction."""
    if key is not None:
        check_text(key, "key")
    if connection.dialect.name == "postgresql":  # SQLite has one writer anyway
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_PAYOUTS)))
    if key is not None:
        known = connection.execute(sa.select(batches).where(batches.c.idempotency_key == key)).first()
        if known is not None:
            return _read_batch(known)
    which = None if campaign is None else find_campaign(connection, campaign).id
    holders = sa.select(entries.c.worker_id).where(entries.c.worker_id.is_not(None))
    if which is not None:
        holders = holders.where(entries.c.campaign_id == which)
    hold = sa.select(workers.c.id).where(workers.c.id.in_(holders)).order_by(workers.c.id)
    connection.execute(hold.with_for_update(key_share=True)).all()
    due = [row for row in connection.execute(owed(which)) if row.owed > 0]
    kind = one_currency({row.currency for row in due}, currency)
    lines = [row for row in due if row.currency == kind]
    return _write_batch(connection, lines, kind, which, by, key if lines else None, now)


@dataclass(frozen=True, slots=True)
class Due:
    """What a payout in one currency would pay now: `total` in minor units to `workers` people."""

    currency: str
    total: int
    workers: int


def list_due(store: Store, campaign: Ref | None = None) -> list[Due]:
    """What is owed (in the campaign), a line a currency, in order of currencies; none where nothing is."""
    by_currency: dict[str, list[AnyRow]] = defaultdict(list)
    with store.read() as connection:
        which = None if campaign is None else find_campaign(connection, campaign).id
        for row in connection.execute(owed(which)):
            if row.owed > 0:
                by_currency[row.currency].append(row)
    return [
        Due(currency, sum(int(row.owed) for row in rows), len({row.worker_id for row in rows}))
        for currency, rows in sorted(by_currency.items())
    ]


def one_currency(currencies: Collection[str], wanted: str | None) -> str:
    """The currency that is wanted, else the only one there is; amounts of two are never added up."""
    if wanted is not None:
        return wanted
    if len(currencies) > 1:
        raise InputError(f"there are {', '.join(sorted(currencies))}; say which one", field="currency")
    return next(iter(currencies), "USD")


def _write_batch(
    connection: sa.Connection,
    due: list[AnyRow],
    currency: str,
    campaign_id: int | None,
    by: Actor,
    key: str | None,
    now: int,
) -> Payout:
    row: dict[str, Any] = {
        "campaign_id": campaign_id,
        "total": sum(int(line.owed) for line in due),
        "currency": currency,
        "workers": len({line.worker_id for line in due}),
        "entries": len(due),
        "actor": actor(by),
        "idempotency_key": key,
        "at": now,
    }
    batch = _read_batch(connection.execute(sa.insert(batches).values(row).returning(batches)).one())
    common = {"batch_id": batch.id, "currency": currency, "actor": actor(by), "at": now}
    lines = [
        {
            **common,
            "worker_id": line.worker_id,
            "campaign_id": line.campaign_id,
            "kind": "payout",
            "amount": -int(line.owed),
            "idempotency_key": f"payout:{batch.id}:{line.worker_id}:{line.campaign_id}",
        }
        for line in due
    ]
    spent: dict[int, int] = defaultdict(int)
    for line in due:
        spent[line.campaign_id] += int(line.owed)
    shares = sa.select(campaigns.c.id, campaigns.c.fee_permille).where(campaigns.c.fee_permille > 0)
    for share in connection.execute(shares).all():
        fee = (spent.get(share.id, 0) * share.fee_permille + 500) // 1000
        if fee:
            extra = {"worker_id": None, "campaign_id": share.id, "kind": "fee", "amount": fee}
            lines.append({**common, **extra, "idempotency_key": f"fee:{batch.id}:{share.id}"})
    if lines:
        connection.execute(sa.insert(entries), lines)
    record(connection, by, "pay", f"batch:{batch.id}", now, total=batch.total, workers=batch.workers)
    return batch


def _read_batch(row: AnyRow) -> Payout:
    return Payout(
        id=row.id,
        total=row.total,
        workers=row.workers,
        entries=row.entries,
        at=row.at,
        currency=row.currency,
        campaign_id=row.campaign_id,
    )
