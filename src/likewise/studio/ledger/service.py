"""What is owed to workers."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from likewise.collect import Store, find_campaign, schema

__all__ = ["owed"]


def owed(store: Store, campaign: str | None = None) -> list[dict[str, Any]]:
    """What each worker has earned, has been paid and is owed, by currency (in one campaign)."""
    paid = sa.func.sum(sa.case((schema.entries.c.kind == "payout", schema.entries.c.amount), else_=0))
    query = (
        sa.select(
            schema.workers.c.code, schema.entries.c.currency, sa.func.sum(schema.entries.c.amount), paid
        )
        .join(schema.workers, schema.workers.c.id == schema.entries.c.worker_id)
        .group_by(schema.workers.c.id, schema.workers.c.code, schema.entries.c.currency)
        .order_by(sa.func.sum(schema.entries.c.amount).desc(), schema.workers.c.code)
    )
    with store.read() as connection:
        if campaign is not None:
            query = query.where(schema.entries.c.campaign_id == find_campaign(connection, campaign).id)
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
