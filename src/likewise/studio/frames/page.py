"""Frames: texts with their dependencies as arcs, and a row of roles for each predicate."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fastapi import Request, Response

from likewise.errors import LikewiseError
from likewise.frames import LANGUAGES, MODELS
from likewise.studio.frames.api import CHARACTERS, frames_of
from likewise.studio.web import Fields, House, Reviewer, Studio, complaint_of, page_router, render
from likewise.text import name_of

__all__ = ["router"]

router = page_router()
_DEFAULTS = {"text": "", "lang": "en", "model": "auto"}
_MODELS = {
    "auto": "the best that is installed",
    "small": "small: needs nothing more",
    "encoder": "over the encoder (an extra)",
}
_EXAMPLES = {
    "en": (
        "The dog bit the man yesterday.\n"
        "The man was not bitten by the dog, he says.\n"
        "She might give the book to him."
    ),
    "zh": "小狗昨天在公园咬了那个人。\n他没有把书还给图书馆。",
}
_FLAGS = {
    "empty": "There is nothing to read.",
    "other script": "Most letters are of another script: what was read is a guess.",
    "no predicate": "There is no predicate here.",
}


def _found(studio: Studio, given: Mapping[str, str]) -> dict[str, Any]:
    """What was read, or what is wrong."""
    try:
        told = frames_of(studio, given["text"], lang=given["lang"], model=given["model"], draw=True)
    except LikewiseError as error:
        fault, status = complaint_of(error)
        return {"found": None, "fault": fault, "status": status}
    texts = [_shown(text) for text in told["texts"]]
    return {"found": {"texts": texts, "model": told["model"]}, "fault": None, "status": 200}


def _shown(text: Mapping[str, Any]) -> dict[str, Any]:
    """A text for the template: its drawing, its frames in words, its flags in sentences."""
    tokens = text["tokens"]
    rows = [
        {
            "predicate": " ".join(tokens[slice(*frame["predicate"])]),
            "roles": [(role["label"], " ".join(tokens[slice(*role["span"])])) for role in frame["roles"]],
        }
        for frame in text["frames"]
        if frame["roles"]
    ]
    flags = [_FLAGS[flag] for flag in text["flags"]]
    return {"text": text["text"], "drawing": text["drawing"], "rows": rows, "flags": flags}


def _context(given: Mapping[str, str]) -> dict[str, Any]:
    return {
        "given": given,
        "languages": [(code, name_of(code)) for code in LANGUAGES],
        "models": [(model, _MODELS[model]) for model in MODELS],
        "examples": [(code, name_of(code)) for code in _EXAMPLES],
    }


@router.get("/frames")
def ask(request: Request, person: Reviewer, example: str = "", text: str = "", lang: str = "en") -> Response:
    """The form, empty, filled by the address or with an example, whose answer the page then asks for."""
    given = _DEFAULTS | {"text": text[:CHARACTERS], "lang": lang if lang in LANGUAGES else "en"}
    if example in _EXAMPLES:
        given |= {"text": _EXAMPLES[example], "lang": example}
    context: dict[str, Any] = {"found": None, "fault": None, "waiting": bool(given["text"].strip())}
    return render(request, "frames/page.html", **context, **_context(given))


@router.post("/frames")
def find(request: Request, studio: House, person: Reviewer, fields: Fields) -> Response:
    """What was read; with scripts it comes alone, without them as the whole page again."""
    given = _DEFAULTS | {name: value for name, value in fields.items() if name in _DEFAULTS}
    answer = _found(studio, given)
    status = answer.pop("status")
    template = "frames/frames.html" if "hx-request" in request.headers else "frames/page.html"
    return render(request, template, status, waiting=False, **answer, **_context(given))
