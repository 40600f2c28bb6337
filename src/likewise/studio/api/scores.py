"""Scores of segments, with the report that the command line writes."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Annotated, Any, Literal

from fastapi.responses import FileResponse
from pydantic import Field

from likewise.studio.api.common import Body, group
from likewise.studio.identity import Person, Reviewer
from likewise.studio.scoring import file_of, run_job
from likewise.studio.state import House, Studio

__all__ = ["report_response", "router", "score_text"]

router = group("scores")


class Segments(Body):
    """Segments as the text of a file, and how to score them."""

    segments: Annotated[str, Field(min_length=1, max_length=50_000_000)]
    format: Literal["jsonl", "csv", "tsv"] = "jsonl"
    metrics: Annotated[str, Field(min_length=1, max_length=500)] = "bleu,pinc"
    by: Literal["system"] | None = None
    bootstrap: Annotated[int, Field(ge=0, le=2000)] = 0
    seed: Annotated[int, Field(ge=0, le=2**32 - 1)] = 12345


def score_text(
    studio: Studio, person: Person, text: str | bytes, *, format: str, metrics: str, by: str | None,
    bootstrap: int = 0, seed: int = 12345, clusters: bool = False,
) -> dict[str, Any]:  # fmt: skip
    """Score, keep the report for the one who asked, and give the scores with the report's token."""
    token, report = studio.reports.place()
    with tempfile.TemporaryDirectory(prefix="likewise-score-") as folder:
        job = {
            "job": "score", "segments": str(file_of(Path(folder), text, format)), "format": format,
            "metrics": metrics, "by": by, "bootstrap": bootstrap, "seed": seed, "report": str(report),
            "clusters": clusters,
        }  # fmt: skip
        found = run_job(job)
    studio.reports.keep(token, person.by)
    return {**found, "report": token}


def report_response(studio: Studio, person: Person, token: str, *, download: bool = False) -> FileResponse:
    """The report, sandboxed: it is shown under no origin at all, whatever the segments held."""
    headers = {
        "content-security-policy": "sandbox allow-scripts; frame-ancestors 'self'",
        "x-frame-options": "SAMEORIGIN",
        "cache-control": "private, max-age=3600",
    }
    name = "report.html" if download else None
    return FileResponse(
        studio.reports.get(token, person.by), media_type="text/html", headers=headers, filename=name
    )


@router.post("/score", status_code=201)
def score(studio: House, person: Reviewer, body: Segments) -> dict[str, Any]:
    """Score segments; the report can then be fetched by its token."""
    return score_text(
        studio, person, body.segments, format=body.format, metrics=body.metrics, by=body.by,
        bootstrap=body.bootstrap, seed=body.seed,
    )  # fmt: skip


@router.get("/reports/{token}", response_class=FileResponse)
def report(studio: House, person: Reviewer, token: str) -> FileResponse:
    """A report that one made oneself."""
    return report_response(studio, person, token)
