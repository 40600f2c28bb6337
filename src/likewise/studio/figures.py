"""Counts that several pages show, each by one query."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import sqlalchemy as sa

from likewise.collect.campaigns import find_campaign
from likewise.collect.schema import (
    accounts,
    answers,
    campaigns,
    clips,
    entries,
    items,
    leases,
    sessions,
    workers,
)
from likewise.collect.store import Store

__all__ = ["codes", "owed", "progress", "totals"]


def progress(store: Store, campaign_id: int) -> dict[str, Any]:
    """How far a campaign is: items, answers by tier and state, workers, open leases."""
    with store.read() as connection:
        wanted = sa.select(sa.func.count(), sa.func.sum(items.c.taken_1), sa.func.sum(items.c.taken_2)).where(
            items.c.campaign_id == campaign_id
        )
        count, taken_1, taken_2 = connection.execute(wanted).one()
        states = connection.execute(
            sa.select(answers.c.tier, answers.c.state, sa.func.count(), sa.func.sum(answers.c.pay))
            .where(answers.c.campaign_id == campaign_id)
            .group_by(answers.c.tier, answers.c.state)
        ).all()
        people = connection.execute(
            sa.select(sa.func.count(sa.distinct(answers.c.worker_id))).where(
                answers.c.campaign_id == campaign_id
            )
        ).scalar_one()
        waiting = connection.execute(
            sa.select(sa.func.count()).select_from(clips).where(
                clips.c.campaign_id == campaign_id, clips.c.state == "pending"
            )
        ).scalar_one()  # fmt: skip
    found = [{"tier": t, "state": s, "answers": n, "pay": int(p or 0)} for t, s, n, p in states]
    return {
        "items": count,
        "taken": [int(taken_1 or 0), int(taken_2 or 0)],
        "answers": sum(row["answers"] for row in found),
        "states": found,
        "workers": people,
        "pending": sum(row["answers"] for row in found if row["state"] == "pending"),
        "clips": waiting,
    }


def totals(store: Store) -> dict[str, int]:
    """Rows of the tables that grow."""
    tables = (campaigns, items, workers, accounts, sessions, leases, answers, entries, clips)
    with store.read() as connection:
        return {
            table.name: connection.execute(sa.select(sa.func.count()).select_from(table)).scalar_one()
            for table in tables
        }


def codes(store: Store, ids: Collection[int]) -> dict[int, str]:
    """The codes under which these workers are known to people."""
    found: dict[int, str] = {}
    wanted = sorted(set(ids))
    with store.read() as connection:
        for start in range(0, len(wanted), 500):
            part = wanted[start : start + 500]
            query = sa.select(workers.c.id, workers.c.code).where(workers.c.id.in_(part))
            found.update((row.id, row.code) for row in connection.execute(query))
    return found


def owed(store: Store, campaign: str | None = None) -> list[dict[str, Any]]:
    """What each worker has earned, has been paid and is owed, by currency (in one campaign)."""
    paid = sa.func.sum(sa.case((entries.c.kind == "payout", entries.c.amount), else_=0))
    query = (
        sa.select(workers.c.code, entries.c.currency, sa.func.sum(entries.c.amount), paid)
        .join(workers, workers.c.id == entries.c.worker_id)
        .group_by(workers.c.id, workers.c.code, entries.c.currency)
        .order_by(sa.func.sum(entries.c.amount).desc(), workers.c.code)
    )
    with store.read() as connection:
        if campaign is not None:
            query = query.where(entries.c.campaign_id == find_campaign(connection, campaign).id)
        rows = connection.execute(query).all()
    return [
        {
            "worker": code,
            "currency": currency,
            "balance": int(left),
            "paid": -int(out),
            "earned": int(left - out),
        }
        for code, currency, left, out in rows
    ]
