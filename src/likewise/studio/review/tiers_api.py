"""Tiers: the review queue, and decisions with their reasons."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import Query

from likewise.collect import people, review_queue, tiers
from likewise.studio.review.service import decide
from likewise.studio.web import Body, Code, House, Reason, Reviewer, Slug, api_router, plain

__all__ = ["router"]

router = api_router("tiers")


class Decision(Body):
    """What is decided about a worker's tier."""

    action: Literal["grant", "refuse", "revoke"]
    reason: Reason


@router.get("/campaigns/{slug}/reviews")
def queue(
    studio: House, person: Reviewer, slug: Slug,
    sample: Annotated[int, Query(ge=1, le=100)] = 12, limit: Annotated[int, Query(ge=1, le=200)] = 20,
) -> dict[str, Any]:  # fmt: skip
    """Workers to look at, those with the most tier-1 answers since their last review first."""
    reviews = [plain(one) for one in review_queue(studio.store, slug, sample=sample, limit=limit)]
    for one in reviews:
        one.pop("worker_id")
    return {"reviews": reviews}


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
