"""Credits: what an accepted answer adds to the ledger, and what its rejection takes back.

Whoever writes a worker's entries holds that worker's row first: the ids of those entries then follow their
order, and two payouts cannot take one balance.
"""

from __future__ import annotations

from typing import Any

from likewise.collect.campaigns import Actor, actor
from likewise.collect.schema import entries, sa, workers
from likewise.errors import RefusedError

__all__ = ["acceptance", "credit_acceptance", "lock_worker", "owed", "reverse_acceptance"]

_LOCK = sa.select(workers.c.blocked).where(workers.c.id == sa.bindparam("worker"))
_LOCK = _LOCK.with_for_update(key_share=True)
_CREDIT = sa.insert(entries)
_OF_ANSWER = (
    sa.select(entries.c.id, entries.c.kind, entries.c.amount)
    .where(entries.c.answer_id == sa.bindparam("answer"))
    .order_by(entries.c.id)
)


def lock_worker(connection: sa.Connection, worker_id: int) -> bool:
    """Hold the worker's row until the transaction ends; gives whether the worker is blocked."""
    worker = connection.execute(_LOCK, {"worker": worker_id}).first()
    if worker is None:
        raise RefusedError("not-found", "there is no such worker")
    return bool(worker.blocked)


def acceptance(
    *,
    answer_id: int,
    worker_id: int,
    campaign_id: int,
    amount: int,
    currency: str,
    at: int,
    by: Actor = None,
    nth: int = 1,
) -> dict[str, Any]:
    """The row that credits an answer; `nth` is more than 1 after a reversal. For bulk inserts too."""
    return {
        "worker_id": worker_id,
        "campaign_id": campaign_id,
        "answer_id": answer_id,
        "kind": "accepted",
        "amount": amount,
        "currency": currency,
        "actor": actor(by),
        "idempotency_key": f"accepted:{answer_id}:{nth}",
        "at": at,
    }


def credit_acceptance(
    connection: sa.Connection,
    *,
    answer_id: int,
    worker_id: int,
    campaign_id: int,
    amount: int,
    currency: str,
    at: int,
    by: Actor = None,
    new: bool = False,
) -> int:
    """Credit an accepted answer, once; gives what the ledger holds for it. `new`: it was written just now.

    The caller holds the worker (`lock_worker`).
    """
    rows = [] if new else connection.execute(_OF_ANSWER, {"answer": answer_id}).all()
    credits = [row for row in rows if row.kind == "accepted"]
    if len(credits) > len(rows) - len(credits):  # rejected after it was paid out, so never reversed
        return int(credits[-1].amount)
    row = acceptance(
        answer_id=answer_id,
        worker_id=worker_id,
        campaign_id=campaign_id,
        amount=amount,
        currency=currency,
        at=at,
        by=by,
        nth=len(credits) + 1,
    )
    connection.execute(_CREDIT, row)
    return amount


def reverse_acceptance(
    connection: sa.Connection,
    *,
    answer_id: int,
    worker_id: int,
    campaign_id: int,
    currency: str,
    at: int,
    by: Actor = None,
    note: str | None = None,
) -> int:
    """Take back the credit of an answer unless it is paid out; gives what the ledger then holds for it."""
    rows = connection.execute(_OF_ANSWER, {"answer": answer_id}).all()
    credits = [row for row in rows if row.kind == "accepted"]
    if len(credits) == len(rows) - len(credits):
        return 0
    credit = credits[-1]
    paid = sa.select(entries.c.id).where(
        entries.c.worker_id == worker_id,
        entries.c.campaign_id == campaign_id,
        entries.c.kind == "payout",
        entries.c.id > credit.id,
    )
    if connection.execute(paid.limit(1)).first():
        return int(credit.amount)
    row = {
        "worker_id": worker_id,
        "campaign_id": campaign_id,
        "answer_id": answer_id,
        "kind": "reversal",
        "amount": -credit.amount,
        "currency": currency,
        "note": note,
        "actor": actor(by),
        "idempotency_key": f"reversal:{answer_id}:{len(credits)}",
        "at": at,
    }
    connection.execute(sa.insert(entries), row)
    return 0


def owed(campaign_id: int | None = None) -> sa.Select[*tuple[Any, ...]]:
    """The query for what is owed, by worker, campaign and currency."""
    query = sa.select(
        entries.c.worker_id,
        entries.c.campaign_id,
        entries.c.currency,
        sa.func.sum(entries.c.amount).label("owed"),
    ).where(entries.c.worker_id.is_not(None))
    if campaign_id is not None:
        query = query.where(entries.c.campaign_id == campaign_id)
    return query.group_by(entries.c.worker_id, entries.c.campaign_id, entries.c.currency).order_by(
        entries.c.worker_id, entries.c.campaign_id
    )
