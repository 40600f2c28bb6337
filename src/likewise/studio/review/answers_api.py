"""Answers as reviewers see them: read, accept, reject."""

from __future__ import annotations

from itertools import islice
from typing import Annotated, Any, Literal

from fastapi import Query
from pydantic import Field

from likewise.collect import answers
from likewise.studio.review.service import with_codes
from likewise.studio.web import BIGGEST, Body, House, Id, Reason, Reviewer, Slug, Tier, api_router, clean_text

__all__ = ["router"]

router = api_router("answers")


class AnswerAcceptance(Body):
    """Why an answer is accepted; may be left empty."""

    reason: Annotated[str, Field(max_length=2000)] | None = None


class Rejection(Body):
    """Why an answer is rejected."""

    reason: Reason


@router.get("/campaigns/{slug}/answers")
def listing(
    studio: House, person: Reviewer, slug: Slug, tier: Tier = None,
    state: Literal["pending", "accepted", "rejected"] | None = None,
    limit: Annotated[int, Query(ge=1, le=1000)] = 100,
    offset: Annotated[int, Query(ge=0, le=BIGGEST)] = 0,
) -> dict[str, Any]:  # fmt: skip
    """Answers of a campaign in the order in which they came."""
    stream = answers.answers_of(studio.store, slug, tier=tier, state=state)
    offset = min(offset, 10_000_000)
    return {"answers": with_codes(studio, list(islice(stream, offset, offset + limit)))}


@router.post("/answers/{id}/acceptance")
def accept(studio: House, person: Reviewer, id: Id, body: AnswerAcceptance) -> dict[str, Any]:
    """Accept an answer; it is paid at the rate in force."""
    reason = None if body.reason is None else clean_text(body.reason, "reason")
    return with_codes(studio, [answers.accept(studio.store, id, person.by, reason)])[0]


@router.post("/answers/{id}/rejection")
def reject(studio: House, person: Reviewer, id: Id, body: Rejection) -> dict[str, Any]:
    """Reject an answer; its pay is taken back unless it has been paid out."""
    done = answers.reject(studio.store, id, person.by, clean_text(body.reason, "reason"))
    return with_codes(studio, [done])[0]
