"""What is owed to workers."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from likewise.collect.campaigns import find_campaign
from likewise.collect.schema import entries, workers
from likewise.collect.store import Store

__all__ = ["owed"]


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
