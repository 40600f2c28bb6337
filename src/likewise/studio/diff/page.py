"""Diff: two texts side by side, with what changed in meaning in colour and in plain sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fastapi import Request, Response

from likewise.errors import LikewiseError
from likewise.studio.diff.api import LANGUAGES, LONGEST, diff_of
from likewise.studio.diff.shown_diff import shown
from likewise.studio.web import Fields, House, Reviewer, Studio, complaint_of, page_router, render
from likewise.text import name_of

__all__ = ["router"]

router = page_router()
_DEFAULTS = {"a": "", "b": "", "lang": "en", "lang_b": ""}
_LANGUAGES = [(code, name_of(code)) for code in LANGUAGES]
EXAMPLES: dict[str, tuple[str, str, str, str]] = {
    "swap": (
        "Who did it to whom",
        "The nurse thanked the surgeon before the operation.",
        "The surgeon thanked the nurse before the operation.",
        "",
    ),
    "figures": (
        "Figures, names and conditions",
        "Anna must pay 30 euros by Friday unless the train was late.",
        "Anne may pay 300 euros by Friday.",
        "",
    ),
    "same": (
        "The same in other words",
        "The storm destroyed the old bridge.",
        "The old bridge was destroyed by the storm.",
        "",
    ),
    "across": (
        "Two languages",
        "The ferry leaves at 9:30 on 3 May 2024 and carries 120 cars.",
        "Die Fähre fährt am 3. Mai 2024 um 9:30 Uhr ab und befördert 210 Autos.",
        "de",
    ),
}


def _found(studio: Studio, given: Mapping[str, str]) -> dict[str, Any]:
    """What changed, or what is wrong."""
    try:
        told = diff_of(studio, given["a"], given["b"], given["lang"], given["lang_b"] or None, draw=True)
    except LikewiseError as error:
        fault, status = complaint_of(error)
        return {"found": None, "fault": fault, "status": status}
    return {"found": shown(given["a"], given["b"], told), "fault": None, "status": 200}


def _context(given: Mapping[str, str]) -> dict[str, Any]:
    return {
        "given": given,
        "languages": _LANGUAGES,
        "other_languages": [("", "the same"), *_LANGUAGES],
        "examples": [(key, name) for key, (name, *_) in EXAMPLES.items()],
    }


@router.get("/diff")
def ask(
    request: Request,
    person: Reviewer,
    example: str = "",
    a: str = "",
    b: str = "",
    lang: str = "en",
    lang_b: str = "",
) -> Response:
    """The form, empty, filled by the address or with an example, whose answer the page then asks for."""
    given = {"a": a[:LONGEST], "b": b[:LONGEST], "lang": lang if lang in LANGUAGES else "en"}
    given["lang_b"] = lang_b if lang_b in LANGUAGES else ""
    if example in EXAMPLES:
        _, first, second, other = EXAMPLES[example]
        given = {"a": first, "b": second, "lang": "en", "lang_b": other}
    waiting = bool(given["a"].strip() and given["b"].strip())
    return render(request, "diff/page.html", found=None, fault=None, waiting=waiting, **_context(given))


@router.post("/diff")
def hold(request: Request, studio: House, person: Reviewer, fields: Fields) -> Response:
    """What changed; with scripts it comes alone, without them as the whole page again."""
    # A form sends line ends as two characters; what is marked counts one.
    sent = {name: text.replace("\r\n", "\n").strip() for name, text in fields.items() if name in _DEFAULTS}
    given = _DEFAULTS | sent
    answer = _found(studio, given)
    status = answer.pop("status")
    template = "diff/changes.html" if "hx-request" in request.headers else "diff/page.html"
    return render(request, template, status, waiting=False, **answer, **_context(given))
