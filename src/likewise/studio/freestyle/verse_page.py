"""Your verse: lines in any language, and which of them rhyme."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fastapi import Request, Response

from likewise.errors import LikewiseError
from likewise.studio.freestyle.api import scheme_of
from likewise.studio.freestyle.coloured_verse import coloured_scheme
from likewise.studio.web import Fields, House, Reviewer, Studio, complaint_of, page_router, render

__all__ = ["router"]

router = page_router()
_DEFAULTS = {"text": "", "mode": "best", "lang": ""}
_MODES = (
    ("best", "best: how words sound"),
    ("paper", "paper: neither sound nor spelling"),
)
_LANGUAGES = (("", "find out"), ("en", "English"), ("fr", "French"))
_EXAMPLE = (
    "The kettle sings upon the stove,\nThe rain has come to stay,\nThe pigeons in the attic rove\n"
    "And coo the hours away.\nI put the cups upon the tray,\nI cut the bread and call your name;\n"
    "The clock has lost the time of day,\nThe rain goes on the same."
)


def _told(studio: Studio, given: Mapping[str, str]) -> dict[str, Any]:
    """The verse in colour, or what is wrong with it."""
    try:
        told = scheme_of(studio, given["text"], given["mode"], given["lang"] or None)
    except LikewiseError as error:
        fault, status = complaint_of(error)
        return {"stanzas": None, "fault": fault, "status": status}
    return {"stanzas": coloured_scheme(told), "fault": None, "status": 200}


@router.get("/freestyle")
def ask(request: Request, person: Reviewer, example: str = "") -> Response:
    """The form, empty or with a verse of ours."""
    given = _DEFAULTS | ({"text": _EXAMPLE} if example else {})
    context: dict[str, Any] = {"stanzas": None, "fault": None, "modes": _MODES, "languages": _LANGUAGES}
    return render(request, "freestyle/verse.html", given=given, **context)


@router.post("/freestyle")
def tell(request: Request, studio: House, person: Reviewer, fields: Fields) -> Response:
    """The scheme; with scripts it comes alone, without them as the whole page again."""
    given = _DEFAULTS | fields
    told = _told(studio, given)
    status = told.pop("status")
    template = "freestyle/scheme.html" if "hx-request" in request.headers else "freestyle/verse.html"
    return render(request, template, status, given=given, modes=_MODES, languages=_LANGUAGES, **told)
