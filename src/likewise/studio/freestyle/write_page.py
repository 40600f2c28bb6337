"""Write with me: a verse by a scheme, in which lines and words can be kept and any line written anew."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fastapi import Request, Response

from likewise.draw import SERIES_COUNT
from likewise.errors import InputError, LikewiseError
from likewise.studio.freestyle.api import VERSE_LINES, written
from likewise.studio.freestyle.coloured_verse import end_apart
from likewise.studio.freestyle.service import FreestyleService
from likewise.studio.web import (
    Fields,
    House,
    Reviewer,
    Studio,
    complaint_of,
    page_router,
    render,
    whole_number,
)

__all__ = ["router"]

router = page_router()
_SCHEMES = ("AABB", "ABAB", "ABBA", "AAAA", "AABBA", "AABBCCDD", "ABABCDCD")
_DEFAULTS = {"scheme": "AABB", "first": "", "theme": "", "length": "8", "clean": "", "model": "", "seed": "1",
             "act": "write"}  # fmt: skip
_SPREAD = 2
_SHORTEST, _LONGEST = 3, 14


def _scheme(given: Mapping[str, str]) -> str:
    scheme = "".join(given["scheme"].split()).upper()
    if not scheme.isascii() or not scheme.isalpha() or len(scheme) > VERSE_LINES:
        raise InputError(f"expected 1 to {VERSE_LINES} letters such as AABB", field="scheme")
    return scheme


def _number(given: Mapping[str, str], name: str, least: int, most: int) -> int:
    number = whole_number(given, name)
    if not least <= number <= most:
        raise InputError(f"expected {least} to {most}", field=name)
    return number


def _verse(studio: Studio, given: Mapping[str, str]) -> list[dict[str, Any]]:
    """The verse that the form asks for: all of it, or one line anew."""
    scheme = _scheme(given)
    length = _number(given, "length", _SHORTEST, _LONGEST)
    anew, _, number = given["act"].partition("-")
    again = _number({"line": number}, "line", 1, len(scheme)) - 1 if anew == "again" else None
    said = {k: text for k in range(len(scheme)) if (text := given.get(f"line_{k + 1}", "").strip())}
    locked = {k: text for k, text in said.items() if again is not None or given.get(f"lock_{k + 1}")}
    if given["first"].strip() and 0 not in locked:
        locked[0] = given["first"]
    keep = {k: words for k in range(len(scheme)) if (words := given.get(f"keep_{k + 1}", "").split()[:5])}
    ends = {k: word for k in range(len(scheme)) if (word := given.get(f"end_{k + 1}", "").strip())}
    told = written(
        studio, scheme, model=given["model"] or None, locked=locked, again=again,
        keep={k: words for k, words in keep.items() if k not in locked or k == again},
        ends={k: word for k, word in ends.items() if k not in locked or k == again},
        theme=given["theme"].split()[:10], words=[max(1, length - _SPREAD), length + _SPREAD],
        clean=given["clean"] == "yes", seed=_number(given, "seed", 0, 2**31 - 1),
    )  # fmt: skip
    lines: list[dict[str, Any]] = told["lines"]
    return lines


def _rows(lines: list[dict[str, Any]], given: Mapping[str, str]) -> list[dict[str, Any]]:
    labels = [line["label"] for line in lines]
    shared = [label for label in dict.fromkeys(labels) if labels.count(label) > 1]
    colours = {label: place % SERIES_COUNT + 1 for place, label in enumerate(shared)}
    return [
        {
            **line, **end_apart(line["text"]), "number": number, "colour": colours.get(line["label"]),
            "locked": bool(given.get(f"lock_{number}")), "ends": given.get(f"end_{number}", ""),
            "keep": given.get(f"keep_{number}", ""),
            "unsure": bool(line["response"]) and line["label"] in labels[: number - 1]
            and not line["response"]["rhyme"],
        }
        for number, line in enumerate(lines, start=1)
    ]  # fmt: skip


def _as_sent(given: Mapping[str, str]) -> list[dict[str, Any]]:
    """The lines that the form holds, for a page that has to complain."""
    letters = "".join(given["scheme"].split()).upper()
    texts = [given.get(f"line_{number}", "") for number in range(1, VERSE_LINES + 1)]
    lines = [
        {"text": text, "label": label, "response": None} for text, label in zip(texts, letters, strict=False)
    ]
    return lines if any(line["text"] for line in lines) else []


def _context(studio: Studio, given: Mapping[str, str], rows: list[dict[str, Any]]) -> dict[str, Any]:
    shelf = studio.service(FreestyleService).shelf
    return {
        "given": given, "rows": rows, "schemes": _SCHEMES, "shortest": _SHORTEST, "longest": _LONGEST,
        "models": [(model.name, model.title) for model in shelf.models],
        "chosen": shelf.find(given["model"] or None),
    }  # fmt: skip


@router.get("/freestyle/write")
def ask(request: Request, studio: House, person: Reviewer, model: str = "") -> Response:
    """The form, and no verse yet."""
    context = _context(studio, _DEFAULTS | {"model": model}, [])
    return render(request, "freestyle/write.html", fault=None, **context)


@router.post("/freestyle/write")
def write(request: Request, studio: House, person: Reviewer, fields: Fields) -> Response:
    """The verse; with scripts it comes alone, without them as the whole page again."""
    given = _DEFAULTS | fields
    fault, status = None, 200
    try:
        rows = _rows(_verse(studio, given), given)
        # The next verse, or line, is another one.
        given["seed"] = str((int(given["seed"]) + 1) % 2**31)
    except LikewiseError as error:
        fault, status = complaint_of(error)
        rows = _rows(_as_sent(given), given)
    template = "freestyle/lines.html" if "hx-request" in request.headers else "freestyle/write.html"
    return render(request, template, status, fault=fault, **_context(studio, given, rows))
