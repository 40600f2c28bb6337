"""Negation: sentences with cue, scope and event in colour, and the way through the MRS to each word."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from fastapi import Request, Response

from likewise import data
from likewise.errors import InputError, LikewiseError
from likewise.negation import Method
from likewise.studio.negation.api import compared, negations_of
from likewise.studio.negation.marked_text import shown, side
from likewise.studio.negation.sent_analyses import CHARACTERS, SENTENCES, analysed_in, key_of, sent_parses
from likewise.studio.negation.service import NegationService
from likewise.studio.web import (
    Fields,
    House,
    Reviewer,
    Sent,
    Studio,
    complaint_of,
    load_json,
    page_router,
    render,
)

__all__ = ["router"]

router = page_router()
_DEFAULTS = {"text": "", "parses": "", "model": "", "method": ""}
_METHODS = {
    "": "automatic",
    Method.BEST: "best: ranker and taggers",
    Method.RANKER: "ranker",
    Method.TAGGER: "taggers",
    Method.CRAWLER: "crawler alone",
    Method.CRAWLER_N: "crawler, else ranker",
    Method.CRAWLER_P: "crawler where trusted, else ranker",
    Method.COMBINED: "combined: all weighed",
}
_TRIES = (
    "He did not answer, and nobody asked him again.\n"
    "She was unable to sleep without the sound of the sea.\n"
    "No doubt it rained.\n"
    "The careless driver never saw the sign."
)


def _found(studio: Studio, given: Mapping[str, str], sent: Sent) -> dict[str, Any]:
    """What was found, or what is wrong."""
    try:
        if len(given["text"]) > CHARACTERS:
            raise InputError(f"expected at most {CHARACTERS:,} characters", field="text")
        if given["method"] not in _METHODS:
            raise InputError(f"expected one of {', '.join(Method)}", field="method")
        parses, count = analysed_in(
            sent_parses(sent), {key_of(line.strip()) for line in given["text"].splitlines() if line.strip()}
        )
        answer = negations_of(
            studio,
            given["text"],
            parses,
            model=given["model"] or None,
            method=given["method"] or None,
            draw=True,
        )
    except LikewiseError as error:
        fault, status = complaint_of(error)
        return {"found": None, "fault": fault, "status": status}
    rows = [shown(one) for one in answer["sentences"]]
    left = count - len(parses) if not given["text"].strip() else 0
    unmatched = bool(count and not parses)
    reasoned = any(row["reasons"] for one in rows for row in one["rows"])
    page = {"sentences": rows, "left": left, "unmatched": unmatched, "reasoned": reasoned}
    return {"found": page, "fault": None, "status": 200}


def _context(studio: Studio, given: Mapping[str, str]) -> dict[str, Any]:
    models = studio.service(NegationService).models
    return {
        "given": given,
        "pair": None,
        "pair_fault": None,
        "texts": {"candidate": "", "reference": ""},
        "models": [(name, name) for name in models.names],
        "methods": list(_METHODS.items()),
        "embedded": models.embedded,
        "sentences": SENTENCES,
    }


def _example(name: str) -> dict[str, str]:
    if name != "deep":
        return {"text": _TRIES} if name == "plain" else {}
    parses = Path(data.path("negation_deep.jsonl")).read_text(encoding="utf-8")
    rows = [load_json(line.encode()) for line in parses.splitlines()]
    return {"text": "\n".join(row["text"] for row in rows), "parses": parses}


@router.get("/negation")
def ask(request: Request, studio: House, person: Reviewer, example: str = "", text: str = "") -> Response:
    """The form, empty or with an example, whose answer the page then asks for by itself."""
    given = _DEFAULTS | {"text": text[:CHARACTERS]} | _example(example)
    context: dict[str, Any] = {"found": None, "fault": None, "waiting": bool(given["text"].strip())}
    return render(request, "negation/page.html", **context, **_context(studio, given))


@router.post("/negation")
def find(request: Request, studio: House, person: Reviewer, fields: Fields) -> Response:
    """What was found; with scripts it comes alone, without them as the whole page again."""
    given = _DEFAULTS | fields
    answer = _found(studio, given, fields)
    status = answer.pop("status")
    template = "negation/negations.html" if "hx-request" in request.headers else "negation/page.html"
    return render(request, template, status, waiting=False, **answer, **_context(studio, given))


@router.post("/negation/compare")
def hold(request: Request, studio: House, person: Reviewer, fields: Fields) -> Response:
    """Two texts held against each other; the whole page again without scripts."""
    texts = {name: fields.get(name, "") for name in ("candidate", "reference")}
    pair: dict[str, Any] = {"pair": None, "pair_fault": None, "texts": texts}
    status = 200
    try:
        told = compared(studio, **texts)
        sides = [(name, side(told["negations"][name])) for name in texts]
        pair["pair"] = {"sides": sides, "flags": told["flags"]}
    except LikewiseError as error:
        pair["pair_fault"], status = complaint_of(error)
    if "hx-request" in request.headers:
        return render(request, "negation/comparison.html", status, **pair)
    nothing: dict[str, Any] = {"found": None, "fault": None, "waiting": False}
    return render(request, "negation/page.html", status, **nothing, **(_context(studio, _DEFAULTS) | pair))
