"""Answers as reviewers see them: read, accept, reject."""

from __future__ import annotations

from itertools import islice
from typing import Annotated, Any, Literal

from fastapi import Query
from pydantic import Field

from likewise.collect import answers
from likewise.studio.api.common import BIGGEST, Body, Id, Reason, Slug, Tier, group, plain
from likewise.studio.bodies import clean_text
from likewise.studio.figures import codes
from likewise.studio.identity import Reviewer
from likewise.studio.state import House, Studio

__all__ = ["router", "with_codes"]

router = group("answers")


class Acceptance(Body):
    """Why an answer is accepted; may be left empty."""

    reason: Annotated[str, Field(max_length=2000)] | None = None


class Rejection(Body):
    """Why an answer is rejected."""

    reason: Reason


def with_codes(studio: Studio, found: list[answers.Answer]) -> list[dict[str, Any]]:
    """Answers with the code of their worker in place of the number."""
    names = codes(studio.store, {one.worker_id for one in found})
    rows = []
    for one in found:
        row = plain(one)
        row["worker"] = names.get(row.pop("worker_id"), "?")
        rows.append(row)
    return rows


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
def accept(studio: House, person: Reviewer, id: Id, body: Acceptance) -> dict[str, Any]:
    """Accept an answer; it is paid at the rate in force."""
    reason = None if body.reason is None else clean_text(body.reason, "reason")
    return with_codes(studio, [answers.accept(studio.store, id, person.by, reason)])[0]


@router.post("/answers/{id}/rejection")
def reject(studio: House, person: Reviewer, id: Id, body: Rejection) -> dict[str, Any]:
    """Reject an answer; its pay is taken back unless it has been paid out."""
    done = answers.reject(studio.store, id, person.by, clean_text(body.reason, "reason"))
    return with_codes(studio, [done])[0]
