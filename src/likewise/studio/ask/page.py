"""Ask: a question, its answers with where they stand, every step, and keywords that a person can correct."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from fastapi import Request, Response
from fastapi.responses import RedirectResponse

from likewise.errors import InputError, LikewiseError
from likewise.studio.ask.api import CHARACTERS, answers_to, phrase_of, translation_language
from likewise.studio.ask.service import AskService
from likewise.studio.ask.shown_answers import shown
from likewise.studio.web import (
    Fields,
    House,
    Reviewer,
    Studio,
    complaint_of,
    page_router,
    render,
)

__all__ = ["CANDIDATES", "RETRIEVALS", "router"]

router = page_router()
_DEFAULTS = {"question": "", "lang": "", "retrieval": "fused", "candidates": "any", "remember": ""}
RETRIEVALS = (
    ("fused", "fused: words and meaning together"),
    ("ranks", "ranks: both, joined by rank"),
    ("lexical", "lexical: words, scored"),
    ("dense", "dense: meaning of sentences"),
    ("relaxed", "relaxed: exact queries, step by step"),
)
CANDIDATES = (
    ("any", "any: the one that says most of a document"),
    ("best", "best: the best one alone"),
    ("syn", "syn: all as one word"),
    ("weighted", "weighted: all, by their shares"),
)
_KEYWORDS = 20
_TRIES = 5


def _context(
    studio: Studio, given: Mapping[str, str], *, found: dict[str, Any] | None = None,
    fault: dict[str, Any] | None = None, waiting: bool = False,
) -> dict[str, Any]:  # fmt: skip
    service = studio.service(AskService)
    lang = given["lang"] if given["lang"] in service.languages else service.language(None)
    tries = [(code, name, service.examples(code)) for code, name in service.languages.items()]
    return {
        "given": {**given, "lang": lang},
        "languages": list(service.languages.items()),
        "retrievals": RETRIEVALS,
        "ways": CANDIDATES,
        "tries": [(code, name, all[:_TRIES], all[_TRIES:]) for code, name, all in tries if all],
        "embedded": service.folder is None,
        "translates": service.translates(lang),
        "characters": CHARACTERS,
        "found": found,
        "fault": fault,
        "waiting": waiting,
    }


def _corrections(fields: Mapping[str, str]) -> dict[str, str]:
    """The keywords of a form for which a translation was written."""
    pairs = (
        (fields.get(f"keyword_{number}", ""), fields.get(f"target_{number}", "").strip())
        for number in range(1, _KEYWORDS + 1)
    )
    return {english: target for english, target in pairs if english.strip() and target}


@router.get("/ask")
def ask(request: Request, studio: House, person: Reviewer) -> Response:
    """The form; a question that the address holds is then asked by the page."""
    sent = {name: request.query_params.get(name, "")[:CHARACTERS] for name in _DEFAULTS}
    given = {name: text or _DEFAULTS[name] for name, text in sent.items()}
    given |= {"retrieval": given["retrieval"] if given["retrieval"] in dict(RETRIEVALS) else "fused"}
    given |= {"candidates": given["candidates"] if given["candidates"] in dict(CANDIDATES) else "any"}
    waiting = bool(given["question"].strip())
    return render(request, "ask/page.html", **_context(studio, given, waiting=waiting))


@router.post("/ask")
def answer(request: Request, studio: House, person: Reviewer, fields: Fields) -> Response:
    """The answers; with scripts they come alone, without them as the whole page again."""
    given = _DEFAULTS | {name: value for name, value in fields.items() if name in _DEFAULTS}
    corrections = _corrections(fields)
    context: dict[str, Any] = {}
    status = 200
    try:
        for name, known in (("retrieval", RETRIEVALS), ("candidates", CANDIDATES)):
            if given[name] not in dict(known):
                raise InputError(f"expected one of {', '.join(dict(known))}", field=name)
        told = answers_to(
            studio,
            given["question"],
            lang=given["lang"] or None,
            corrections=corrections,
            remember=given["remember"] == "yes",
            retrieval=given["retrieval"],
            candidates=given["candidates"],
        )
        context["found"] = shown(told, corrections)
    except LikewiseError as error:
        context["fault"], status = complaint_of(error)
    template = "ask/answers.html" if "hx-request" in request.headers else "ask/page.html"
    return render(request, template, status, **_context(studio, given, **context))


def _glossary(
    studio: Studio, lang: str, given: Mapping[str, str], fault: dict[str, Any] | None = None
) -> dict[str, Any]:
    service = studio.service(AskService)
    languages = [pair for pair in service.languages.items() if service.translates(pair[0])]
    spoken = lang if lang in dict(languages) else next((code for code, _ in languages), "")
    entries = service.glossaries.entries(spoken) if spoken else []
    return {"languages": languages, "lang": spoken, "entries": entries, "given": given, "fault": fault}


@router.get("/ask/glossary")
def glossary(request: Request, studio: House, person: Reviewer, lang: str = "", done: str = "") -> Response:
    """The translations that people gave."""
    given = {"english": "", "target": ""}
    return render(request, "ask/glossary.html", done=done[:200], **_glossary(studio, lang, given))


@router.post("/ask/glossary")
def change(request: Request, studio: House, person: Reviewer, fields: Fields) -> Response:
    """Add a translation, or take one out."""
    given = {name: fields.get(name, "") for name in ("english", "target")}
    lang = fields.get("lang", "")
    try:
        spoken = translation_language(studio, lang or None)
        english, target = phrase_of(given["english"], "english"), phrase_of(given["target"], "target")
        shelf = studio.service(AskService).glossaries
        is_out = fields.get("act") == "forget"
        (shelf.forget if is_out else shelf.remember)(spoken, english, target)
    except LikewiseError as error:
        fault, status = complaint_of(error)
        return render(request, "ask/glossary.html", status, done="", **_glossary(studio, lang, given, fault))
    said = f"{'Taken out' if is_out else 'Added'}: {english}"
    return RedirectResponse(f"/ask/glossary?{urlencode({'lang': spoken, 'done': said})}", 303)


@router.get("/ask/glossary.tsv")
def table(studio: House, person: Reviewer, lang: str = "") -> Response:
    """The glossary as a table, the first translation first, for `likewise ask question --glossary`."""
    spoken = translation_language(studio, lang or None)
    entries = reversed(studio.service(AskService).glossaries.entries(spoken))
    lines = ["\t".join(pair) for pair in (("english", "target"), *entries)]
    headers = {"content-disposition": f'attachment; filename="glossary-{spoken}.tsv"'}
    return Response(
        "\n".join([*lines, ""]), media_type="text/tab-separated-values; charset=utf-8", headers=headers
    )
