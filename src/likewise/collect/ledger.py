"""The ledger: what workers earned and were paid, append-only, in integer minor units.

An answer is credited at the rate in force when it is accepted (`credits`); a payout takes whole balances
(`payouts`); `check` proves that it all adds up (`audit`).
"""

from __future__ import annotations

import csv
import secrets
from collections import defaultdict
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TextIO

from likewise.collect.audit import check
from likewise.collect.campaigns import Actor, Ref, actor, check_number, check_text, find_campaign, record
from likewise.collect.credits import acceptance, credit_acceptance, lock_worker, owed, reverse_acceptance
from likewise.collect.money import decimal_text
from likewise.collect.payouts import Due, Payout, list_batches, list_due, one_currency, pay
from likewise.collect.schema import AnyRow, campaigns, entries, sa, workers
from likewise.collect.store import Store
from likewise.errors import RefusedError

__all__ = [
    "Payout",
    "Due",
    "LedgerEntry",
    "acceptance",
    "accountant_csv",
    "balance",
    "balances",
    "balances_of",
    "bonus",
    "check",
    "credit_acceptance",
    "list_batches",
    "list_due",
    "lock_worker",
    "pay",
    "reverse_acceptance",
    "statement",
]

_RISKY = ("=", "+", "-", "@", "\t", "\r")  # a spreadsheet would run such a cell
_COLUMNS = (
    "entry",
    "at",
    "worker",
    "campaign",
    "kind",
    "amount",
    "currency",
    "answer",
    "batch",
    "by",
    "note",
    "decimal_amount",
)


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """One line of the ledger; `worker_id` None is the account of the requester."""

    id: int
    worker_id: int | None
    campaign_id: int
    answer_id: int | None
    kind: str
    amount: int
    currency: str
    at: int
    note: str | None
    batch_id: int | None


def bonus(
    store: Store,
    worker_id: int,
    campaign: Ref,
    amount: int,
    reason: str,
    by: Actor,
    key: str | None = None,
) -> LedgerEntry:
    """Credit a bonus; the same `key` for this worker and campaign gives the first entry again."""
    check_number(amount, "amount", 1, 2**53 - 1)
    check_text(reason, "reason")
    if key is not None:
        check_text(key, "key")
    now = store.now()

    def write(connection: sa.Connection) -> LedgerEntry:
        current = find_campaign(connection, campaign)
        lock_worker(connection, worker_id)
        name = f"bonus:{current.id}:{worker_id}:{key or secrets.token_hex(16)}"
        first = connection.execute(sa.select(entries).where(entries.c.idempotency_key == name)).first()
        if first is not None:
            if first.amount != amount:
                raise RefusedError("conflict", "a bonus of another amount was given under this key")
            return _read(first)
        row = {
            "worker_id": worker_id,
            "campaign_id": current.id,
            "kind": "bonus",
            "amount": amount,
            "currency": current.currency,
            "note": reason,
            "actor": actor(by),
            "idempotency_key": name,
            "at": now,
        }
        added = connection.execute(sa.insert(entries).values(row).returning(entries)).one()
        record(connection, by, "bonus", f"worker:{worker_id}", now, campaign=current.id, amount=amount)
        return _read(added)

    return store.transact(write)


def balance(store: Store, worker_id: int, currency: str | None = None) -> int:
    """What is owed to the worker now; who has earned in several currencies has to be asked about one."""
    owed_by = balances_of(store, worker_id)
    return owed_by.get(one_currency(owed_by.keys(), currency), 0)


def balances_of(store: Store, worker_id: int) -> dict[str, int]:
    """What is owed to the worker now, by currency."""
    total = sa.select(entries.c.currency, sa.func.sum(entries.c.amount))
    total = total.where(entries.c.worker_id == worker_id).group_by(entries.c.currency)
    with store.read() as connection:
        rows = connection.execute(total.order_by(entries.c.currency))
        return {currency: int(amount) for currency, amount in rows}


def balances(store: Store, campaign: Ref | None = None, currency: str | None = None) -> dict[int, int]:
    """What is owed to each worker who has entries (in the campaign), by worker id, in one currency.

    Where there are entries in several, `currency` says which: amounts of two are never added up.
    """
    with store.read() as connection:
        which = None if campaign is None else find_campaign(connection, campaign).id
        rows = connection.execute(owed(which)).all()
    kind = one_currency({row.currency for row in rows}, currency)
    totals: dict[int, int] = defaultdict(int)
    for row in rows:
        if row.currency == kind:
            totals[row.worker_id] += int(row.owed)
    return dict(totals)


def statement(store: Store, worker_id: int) -> list[LedgerEntry]:
    """The worker's entries, the oldest first."""
    query = sa.select(entries).where(entries.c.worker_id == worker_id).order_by(entries.c.id)
    with store.read() as connection:
        return [_read(row) for row in connection.execute(query)]


def accountant_csv(store: Store, stream: TextIO) -> int:
    """Write every entry as CSV, the oldest first, amounts in minor units and as decimals;
    gives how many lines."""
    query = (
        sa.select(entries, workers.c.code, campaigns.c.slug)
        .join(campaigns, campaigns.c.id == entries.c.campaign_id)
        .outerjoin(workers, workers.c.id == entries.c.worker_id)
        .order_by(entries.c.id)
    )
    out = csv.writer(stream, lineterminator="\n")
    out.writerow(_COLUMNS)
    written = 0
    with store.read() as connection:
        for row in connection.execution_options(yield_per=1000).execute(query):
            at = datetime.fromtimestamp(row.at // 1_000_000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
            money = (row.kind, row.amount, row.currency, row.answer_id, row.batch_id)
            people = (_cell(row.actor), _cell(row.note))
            shown = decimal_text(row.amount, row.currency)
            out.writerow([row.id, at, _cell(row.code), _cell(row.slug), *money, *people, shown])
            written += 1
    return written


def _cell(text: str | None) -> str:
    return f"'{text}" if text and text.startswith(_RISKY) else text or ""


def _read(row: AnyRow) -> LedgerEntry:
    return LedgerEntry(
        id=row.id,
        worker_id=row.worker_id,
        campaign_id=row.campaign_id,
        answer_id=row.answer_id,
        kind=row.kind,
        amount=row.amount,
        currency=row.currency,
        at=row.at,
        note=row.note,
        batch_id=row.batch_id,
    )
