"""Answers and workers as reviewers see them, and what they decide about tiers."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import sqlalchemy as sa

from likewise.collect import Store, answers, people, schema, tiers
from likewise.studio.web import Person, Studio, clean_text, plain

__all__ = ["decide", "high_workers", "with_codes"]


def with_codes(studio: Studio, given: list[answers.Answer]) -> list[dict[str, Any]]:
    """Answers with the code of their worker in place of the number."""
    names = _codes(studio.store, {one.worker_id for one in given})
    rows = []
    for one in given:
        row = plain(one)
        row["worker"] = names.get(row.pop("worker_id"), "?")
        rows.append(row)
    return rows


def _codes(store: Store, ids: Collection[int]) -> dict[int, str]:
    """The codes under which these workers are known to people."""
    names: dict[int, str] = {}
    wanted = sorted(set(ids))
    with store.read() as connection:
        for start in range(0, len(wanted), 500):
            part = wanted[start : start + 500]
            query = sa.select(schema.workers.c.id, schema.workers.c.code).where(schema.workers.c.id.in_(part))
            names.update((row.id, row.code) for row in connection.execute(query))
    return names


def decide(
    studio: Studio, person: Person, slug: str, code: str, action: str, reason: str
) -> tiers.TierDecision:
    """Grant, refuse or revoke tier 2."""
    worker = people.get_worker(studio.store, code)
    act = {"grant": tiers.grant, "refuse": tiers.refuse, "revoke": tiers.revoke}[action]
    return act(studio.store, worker.id, slug, person.by, clean_text(reason, "reason"))


def high_workers(store: Store, campaign_id: int) -> list[dict[str, Any]]:
    """Who works in tier 2, since when and why."""
    newest = sa.select(sa.func.max(schema.grants.c.id)).where(
        schema.grants.c.campaign_id == campaign_id, schema.grants.c.action.in_(("grant", "revoke"))
    )
    query = (
        sa.select(schema.workers.c.code, schema.grants.c.at, schema.grants.c.actor, schema.grants.c.reason)
        .join(schema.workers, schema.workers.c.id == schema.grants.c.worker_id)
        .where(
            schema.grants.c.id.in_(newest.group_by(schema.grants.c.worker_id)),
            schema.grants.c.action == "grant",
        )
        .order_by(schema.grants.c.id.desc())
        .limit(500)
    )
    with store.read() as connection:
        rows = connection.execute(query).all()
    return [{"code": code, "at": at, "by": by, "reason": reason} for code, at, by, reason in rows]
