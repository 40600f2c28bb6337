"""Tiers: the review queue, and decisions with their reasons."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import Query

from likewise.collect import people, tiers
from likewise.studio.api.common import Body, Code, Reason, Slug, group, plain
from likewise.studio.bodies import clean_text
from likewise.studio.identity import Person, Reviewer
from likewise.studio.state import House, Studio

__all__ = ["decide", "router"]

router = group("tiers")


class Decision(Body):
    """What is decided about a worker's tier."""

    action: Literal["grant", "refuse", "revoke"]
    reason: Reason


def decide(
    studio: Studio, person: Person, slug: str, code: str, action: str, reason: str
) -> tiers.TierDecision:
    """Grant, refuse or revoke tier 2."""
    worker = people.get_worker(studio.store, code)
    act = {"grant": tiers.grant, "refuse": tiers.refuse, "revoke": tiers.revoke}[action]
    return act(studio.store, worker.id, slug, person.by, clean_text(reason, "reason"))


@router.get("/campaigns/{slug}/reviews")
def queue(
    studio: House, person: Reviewer, slug: Slug,
    sample: Annotated[int, Query(ge=1, le=100)] = 12, limit: Annotated[int, Query(ge=1, le=200)] = 20,
) -> dict[str, Any]:  # fmt: skip
    """Workers to look at, those with the most tier-1 answers since their last review first."""
    found = [plain(one) for one in tiers.review_queue(studio.store, slug, sample=sample, limit=limit)]
    for one in found:
        one.pop("worker_id")
    return {"reviews": found}


@router.get("/campaigns/{slug}/workers/{code}")
def standing(studio: House, person: Reviewer, slug: Slug, code: Code) -> dict[str, Any]:
    """A worker's tier in a campaign, and how it came to be."""
    worker = people.get_worker(studio.store, code)
    decided = tiers.history(studio.store, worker.id, slug)
    return {
        "code": worker.code,
        "blocked": worker.blocked,
        "tier": tiers.tier_of(studio.store, worker.id, slug),
        "history": [plain(decision) for decision in decided],
    }


@router.post("/campaigns/{slug}/workers/{code}/decisions", status_code=201)
def add_decision(studio: House, person: Reviewer, slug: Slug, code: Code, body: Decision) -> dict[str, Any]:
    """Grant, refuse or revoke tier 2."""
    return plain(decide(studio, person, slug, code, body.action, body.reason))
