"""The audit of the ledger: the laws that hold after every transaction, crash or not."""

from __future__ import annotations

from likewise.collect.credits import owed
from likewise.collect.schema import answers, batches, campaigns, entries, sa
from likewise.collect.store import Store

__all__ = ["check"]


def check(store: Store) -> list[str]:
    """What is wrong with the ledger, one line each; nothing ever should be."""
    with store.read() as connection:
        return [
            *_check_answers(connection),
            *_check_entries(connection),
            *_check_balances(connection),
            *_check_batches(connection),
        ]


def _check_answers(connection: sa.Connection) -> list[str]:
    """Accepted: credited once, net. Pending: never. Rejected: not, unless it was paid out before."""
    one = sa.case((entries.c.kind == "accepted", 1), (entries.c.kind == "reversal", -1), else_=0)
    of = sa.select(
        entries.c.answer_id,
        sa.func.sum(one).label("times"),
        sa.func.sum(entries.c.amount).label("amount"),
        sa.func.max(sa.case((entries.c.kind == "accepted", entries.c.id))).label("credit"),
    )
    credited = of.where(entries.c.answer_id.is_not(None)).group_by(entries.c.answer_id).subquery()
    paid = sa.exists().where(
        entries.c.worker_id == answers.c.worker_id,
        entries.c.campaign_id == answers.c.campaign_id,
        entries.c.kind == "payout",
        entries.c.id > credited.c.credit,
    )
    times = sa.func.coalesce(credited.c.times, 0)
    amount = sa.func.coalesce(credited.c.amount, 0)
    wrong = sa.or_(
        sa.and_(answers.c.state == "accepted", times != 1),
        sa.and_(answers.c.state == "pending", times != 0),
        sa.and_(answers.c.state == "rejected", times != 0, sa.not_(sa.and_(times == 1, paid))),
        amount != answers.c.pay,
        sa.and_(times == 0, amount != 0),
    )
    query = (
        sa.select(answers.c.id, answers.c.state, answers.c.pay, times.label("times"), amount.label("amount"))
        .outerjoin(credited, credited.c.answer_id == answers.c.id)
        .where(wrong)
        .order_by(answers.c.id)
    )
    return [
        f"answer {row.id}: {row.state}, pay {row.pay}, but credited {row.times} times, {row.amount} in all"
        for row in connection.execute(query)
    ]


def _check_entries(connection: sa.Connection) -> list[str]:
    """Each entry has the sign, the account and the campaign that its kind asks for."""
    kind, amount = entries.c.kind, entries.c.amount
    of_answer = kind.in_(("accepted", "reversal"))
    wrong = sa.or_(
        sa.and_(kind.in_(("accepted", "fee")), amount < 0),
        sa.and_(kind == "bonus", amount <= 0),
        sa.and_(kind == "reversal", amount > 0),
        sa.and_(kind == "payout", amount >= 0),
        (kind == "fee") != entries.c.worker_id.is_(None),
        of_answer != entries.c.answer_id.is_not(None),
        kind.in_(("payout", "fee")) != entries.c.batch_id.is_not(None),
        entries.c.currency != campaigns.c.currency,
        sa.and_(of_answer, answers.c.worker_id != entries.c.worker_id),
        sa.and_(of_answer, answers.c.campaign_id != entries.c.campaign_id),
    )
    query = (
        sa.select(entries.c.id, kind, amount)
        .join(campaigns, campaigns.c.id == entries.c.campaign_id)
        .outerjoin(answers, answers.c.id == entries.c.answer_id)
        .where(wrong)
        .order_by(entries.c.id)
    )
    return [
        f"entry {row.id}: {row.kind} of {row.amount} is on the wrong account, or has the wrong sign"
        for row in connection.execute(query)
    ]


def _check_balances(connection: sa.Connection) -> list[str]:
    return [
        f"worker {row.worker_id}: balance {row.owed} in campaign {row.campaign_id}"
        for row in connection.execute(owed())
        if row.owed < 0
    ]


def _check_batches(connection: sa.Connection) -> list[str]:
    query = (
        sa.select(
            batches.c.id,
            batches.c.total,
            batches.c.entries,
            batches.c.workers,
            sa.func.coalesce(-sa.func.sum(entries.c.amount), 0).label("paid"),
            sa.func.count(entries.c.id).label("lines"),
            sa.func.count(sa.distinct(entries.c.worker_id)).label("people"),
        )
        .outerjoin(entries, sa.and_(entries.c.batch_id == batches.c.id, entries.c.kind == "payout"))
        .group_by(batches.c.id, batches.c.total, batches.c.entries, batches.c.workers)
        .order_by(batches.c.id)
    )
    return [
        f"batch {row.id}: says {row.total} to {row.workers} by {row.entries} entries, "
        f"but holds {row.paid} to {row.people} by {row.lines}"
        for row in connection.execute(query)
        if (row.total, row.entries, row.workers) != (row.paid, row.lines, row.people)
    ]
