"""Agreement of a campaign's judges: ratings out of its answers, measured in a process of their own."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import sqlalchemy as sa

from likewise.collect import Campaign, Store, schema
from likewise.collect.tasks import get_task
from likewise.studio.worker_process import run_job

__all__ = ["agreement_of", "ratings_of"]


def ratings_of(store: Store, campaign: Campaign) -> dict[str, dict[str, dict[str, float]]]:
    """Ratings by criterion, judge and item (or part of an item), of answers that are not rejected."""
    task = get_task(campaign.task, campaign.settings)
    ratings: dict[str, dict[str, dict[str, float]]] = defaultdict(lambda: defaultdict(dict))
    query = (
        sa.select(
            schema.items.c.key, schema.items.c.stimulus, schema.workers.c.code, schema.answers.c.payload
        )
        .join(schema.items, schema.items.c.id == schema.answers.c.item_id)
        .join(schema.workers, schema.workers.c.id == schema.answers.c.worker_id)
        .where(schema.answers.c.campaign_id == campaign.id, schema.answers.c.state != "rejected")
        .order_by(schema.answers.c.id)
    )
    with store.read() as connection:
        for key, stimulus, code, payload in connection.execution_options(yield_per=1000).execute(query):
            for criterion, parts in task.decisions(stimulus, payload).items():
                for part, value in parts.items():
                    ratings[criterion][code][f"{key} {part}" if part else key] = value
    return ratings


def agreement_of(store: Store, campaign: Campaign) -> list[dict[str, Any]]:
    """Alpha, kappa and correlations for each criterion; empty where nobody has rated."""
    ratings = ratings_of(store, campaign)
    if not ratings:
        return []
    result: list[dict[str, Any]] = run_job("likewise.studio.agreement.worker", {"ratings": ratings})[
        "criteria"
    ]
    return result
