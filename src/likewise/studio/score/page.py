"""Score: paste or upload segments, see the numbers and the report."""

from __future__ import annotations

from typing import Any

from fastapi import Request, Response

from likewise.errors import InputError, LikewiseError
from likewise.studio.score.api import report_response
from likewise.studio.score.service import ScoreService
from likewise.studio.web import Fields, House, Reviewer, complaint_of, page_router, render, whole_number

__all__ = ["result_page", "router"]

router = page_router()
_DEFAULTS = {"segments": "", "format": "jsonl", "metrics": "bleu,pinc", "by": "", "bootstrap": "0"}
_FORMATS = ("jsonl", "csv", "tsv")


def result_page(
    request: Request, scored: dict[str, Any] | None = None, given: dict[str, str] | None = None,
    status: int = 200, fault: Any = None,
) -> Response:  # fmt: skip
    """The page, with a result where there is one."""
    rows: list[tuple[str, Any]] = []
    if scored is not None:
        scores = scored["scores"]
        rows = list(scores["systems"].items()) if "systems" in scores else [("all", scores)]
    names = list(rows[0][1]["metrics"]) if rows else []
    return render(
        request,
        "score/page.html",
        status,
        found=scored,
        rows=rows,
        names=names,
        languages=_by_language(rows),
        given=_DEFAULTS | (given or {}),
        fault=fault,
    )


def _by_language(rows: list[tuple[str, Any]]) -> list[tuple[str, str, Any]]:
    """System, language and scores, where there are several languages."""
    return [
        (system, code, scores) for system, row in rows for code, scores in row.get("languages", {}).items()
    ]


@router.get("/score")
def ask(request: Request, person: Reviewer) -> Response:
    """The form."""
    return result_page(request)


@router.post("/score")
def score(request: Request, studio: House, person: Reviewer, fields: Fields) -> Response:
    """Score what was pasted or uploaded."""
    given = _DEFAULTS | fields
    try:
        format = given["format"]
        if fields.file is not None:
            ending = fields.filename.rpartition(".")[2].lower()
            format = {"json": "jsonl"}.get(ending, ending if ending in _FORMATS else format)
        if format not in _FORMATS:
            raise InputError("expected jsonl, csv or tsv", field="format")
        text = fields.file if fields.file is not None else given["segments"].replace("\r\n", "\n")
        if not text.strip():
            raise InputError("expected segments or a file", field="segments")
        resamples = whole_number(given, "bootstrap")
        if not 0 <= resamples <= 2000:
            raise InputError("expected 0 to 2000", field="bootstrap")
        scored = studio.service(ScoreService).score(
            person.by, text, format=format, metrics=given["metrics"],
            by="system" if given["by"] == "system" else None, bootstrap=resamples,
        )  # fmt: skip
    except LikewiseError as error:
        fault, status = complaint_of(error)
        return result_page(request, None, given, status, fault)
    return result_page(request, scored, given)


@router.get("/score/report/{token}")
def report(studio: House, person: Reviewer, token: str, download: str = "") -> Response:
    """The report, sandboxed."""
    return report_response(studio, person, token, download=download == "yes")
