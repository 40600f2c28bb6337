"""Scores of segments, with the report that the command line writes."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi.responses import FileResponse
from pydantic import Field

from likewise.studio.score.service import ScoreService
from likewise.studio.web import Body, House, Person, Reviewer, Studio, api_router

__all__ = ["report_response", "router"]

router = api_router("scores")


class Segments(Body):
    """Segments as the text of a file, and how to score them."""

    segments: Annotated[str, Field(min_length=1, max_length=50_000_000)]
    format: Literal["jsonl", "csv", "tsv"] = "jsonl"
    metrics: Annotated[str, Field(min_length=1, max_length=500)] = "bleu,pinc"
    by: Literal["system"] | None = None
    bootstrap: Annotated[int, Field(ge=0, le=2000)] = 0
    seed: Annotated[int, Field(ge=0, le=2**32 - 1)] = 12345


def report_response(studio: Studio, person: Person, token: str, *, download: bool = False) -> FileResponse:
    """The report, sandboxed: it is shown under no origin at all, whatever the segments held."""
    headers = {
        "content-security-policy": "sandbox allow-scripts allow-downloads; frame-ancestors 'self'",
        "x-frame-options": "SAMEORIGIN",
        "cache-control": "private, max-age=3600",
    }
    name = "report.html" if download else None
    report = studio.service(ScoreService).reports.get(token, person.by)
    return FileResponse(report, media_type="text/html", headers=headers, filename=name)


@router.post("/score", status_code=201)
def score(studio: House, person: Reviewer, body: Segments) -> dict[str, Any]:
    """Score segments; the report can then be fetched by its token."""
    return studio.service(ScoreService).score(
        person.by, body.segments, format=body.format, metrics=body.metrics, by=body.by,
        bootstrap=body.bootstrap, seed=body.seed,
    )  # fmt: skip


@router.get("/reports/{token}", response_class=FileResponse)
def report(studio: House, person: Reviewer, token: str) -> FileResponse:
    """A report that one made oneself."""
    return report_response(studio, person, token)
