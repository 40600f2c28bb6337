"""Negation: sentences with cue, scope and event in colour, and the way through the MRS to each word."""

from __future__ import annotations

import io
import zlib
from collections.abc import Mapping
from gzip import BadGzipFile, GzipFile
from itertools import groupby
from pathlib import Path
from typing import Any

from fastapi import Request, Response
from pydantic import ValidationError

from likewise import data
from likewise.errors import InputError, LikewiseError
from likewise.negation import Method
from likewise.studio.negation.api import CHARACTERS, SENTENCES, Analysed, compared, key_of, negations_of
from likewise.studio.negation.service import NegationService
from likewise.studio.web import Fields, House, Reviewer, Sent, Studio, load_json, pages, render, said

__all__ = ["analysed_in", "marked", "router"]

router = pages()
_UNPACKED = 8 << 20
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
_FINDERS: dict[str, str] = {
    Method.BEST: "ranker and taggers", Method.RANKER: "the ranker", Method.TAGGER: "the taggers",
}  # fmt: skip
_SOURCES = {"own trees": "over trees of our own parser", "words": "from the words alone"}
_TRIES = (
    "He did not answer, and nobody asked him again.\n"
    "She was unable to sleep without the sound of the sea.\n"
    "No doubt it rained.\n"
    "The careless driver never saw the sign."
)


def marked(text: str, negation: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The text in pieces: cue, words of the scope (with the event among them), blanks inside it, the rest."""
    marks: list[tuple[str, int | None, bool]] = [("", None, False)] * len(text)
    parts, events = negation["parts"], set(negation["event"])
    for kind in ("scope", "cue"):  # where a cue is part of a word, its characters are the cue's
        for token, part in zip(negation[kind], parts[kind], strict=True):
            happens = kind == "scope" and token in events
            length = part["end"] - part["start"]
            marks[part["start"] : part["end"]] = [(kind, token, happens)] * length
    pieces: list[dict[str, Any]] = []
    at = 0
    for (kind, token, happens), run in groupby(marks):
        end = at + len(list(run))
        pieces.append({"kind": kind, "token": token, "event": happens, "text": text[at:end]})
        at = end
    for before, piece, after in zip(pieces, pieces[1:], pieces[2:], strict=False):
        if not piece["kind"] and not piece["text"].strip() and before["kind"] == after["kind"] == "scope":
            piece["kind"] = "blank"
    return pieces


def _source(method: str, trees: str) -> str:
    """Who found it, for people."""
    if method == Method.CRAWLER:
        return "the crawler, in the deep analysis"
    return f"{_FINDERS[method]}, {_SOURCES.get(trees, trees)}" if method in _FINDERS else "nobody"


def _shown(sentence: Mapping[str, Any]) -> dict[str, Any]:
    """A sentence for the template: the pieces of each negation, its parts in words, the reasons."""
    rows = []
    for negation in sentence["negations"]:
        parts = negation["parts"]
        words = {kind: " ".join(part["text"] for part in parts[kind]) for kind in parts}
        scope = zip(negation["scope"], parts["scope"], negation["reasons"], strict=True)
        paths = dict(zip(negation["scope"], negation.get("paths", ()), strict=False))
        reasons = [
            {"token": token, "text": part["text"], "reason": why, "path": paths.get(token, [])}
            for token, part, why in scope
        ]
        rows.append(
            {
                "pieces": marked(sentence["text"], negation),
                "words": words,
                "reasons": reasons,
                "ways": any(paths.values()),
                "source": _source(negation["method"], sentence["method"]),
                "analysis": negation.get("analysis"),
                "trust": negation.get("trust") if negation["method"] == Method.CRAWLER else None,
                "silent": negation.get("silent"),
                "other": _other(sentence["tokens"], negation),
            }
        )
    drawings = sentence.get("drawings", [])
    deep = {"analyses": sentence.get("analyses"), "problems": sentence.get("problems", [])}
    return {"text": sentence["text"], "rows": rows, "drawings": drawings, **deep}


def _other(tokens: list[str], negation: Mapping[str, Any]) -> dict[str, Any] | None:
    """How the resolver's own scope differs from the crawler's."""
    if "other" not in negation:
        return None
    ours, theirs = set(negation["scope"]), set(negation["other"])
    words = {
        name: [tokens[k] for k in sorted(found) if any(c.isalnum() for c in tokens[k])]
        for name, found in (("more", theirs - ours), ("less", ours - theirs))
    }
    return {**words, "same": not words["more"] and not words["less"]}


def analysed_in(text: str, wanted: set[str]) -> tuple[list[Analysed], int]:
    """The sentences with analyses in JSON lines that are wanted (the first ones where none is), and how many.

    A row is one that `likewise.deep` reads: `text` with `parses` or `analyses`, or with one of its own.
    """
    found: list[Analysed] = []
    count = 0
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        count += 1
        row = _row(line, number)
        named = isinstance(row.get("text"), str) and key_of(row["text"].strip()) in wanted
        if len(found) < SENTENCES and (named or not wanted):
            found.append(_analysed(row, number))
    return found, count


def _row(line: str, number: int) -> dict[str, Any]:
    try:
        row = load_json(line.encode())
    except InputError as error:
        message = error.message.replace("the body", "the line")
        raise InputError(message, line=number, field="parses") from None
    if not isinstance(row, dict):
        raise InputError("expected an object", line=number, field="parses")
    return row


def _analysed(row: Mapping[str, Any], number: int) -> Analysed:
    alone = [row] if "mrs" in row or "derivation" in row else None
    try:
        return Analysed.model_validate(
            {"text": row.get("text"), "parses": row.get("parses", row.get("analyses", alone))}
        )
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise InputError(f"{where}: {first['msg']}", line=number, field="parses") from None


def _sent_parses(sent: Sent) -> str:
    """What stands in the field, or in the file where one was chosen."""
    if sent.file is None:
        return sent.get("parses", "")
    try:
        raw = sent.file
        if raw.startswith(b"\x1f\x8b"):
            raw = GzipFile(fileobj=io.BytesIO(raw)).read(_UNPACKED + 1)
        if len(raw) > _UNPACKED:
            raise InputError(f"may have at most {_UNPACKED:,} bytes", field="file")
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError("is not UTF-8 text", field="file") from None
    except (BadGzipFile, EOFError, zlib.error):
        raise InputError("is broken gzip data", field="file") from None


def _found(studio: Studio, given: Mapping[str, str], sent: Sent) -> dict[str, Any]:
    """What was found, or what is wrong."""
    try:
        if len(given["text"]) > CHARACTERS:
            raise InputError(f"expected at most {CHARACTERS:,} characters", field="text")
        if given["method"] not in _METHODS:
            raise InputError(f"expected one of {', '.join(Method)}", field="method")
        parses, count = analysed_in(
            _sent_parses(sent), {key_of(line.strip()) for line in given["text"].splitlines() if line.strip()}
        )
        found = negations_of(
            studio,
            given["text"],
            parses,
            model=given["model"] or None,
            method=given["method"] or None,
            draw=True,
        )
    except LikewiseError as error:
        fault, status = said(error)
        return {"found": None, "fault": fault, "status": status}
    rows = [_shown(one) for one in found["sentences"]]
    left = count - len(parses) if not given["text"].strip() else 0
    unmatched = bool(count and not parses)
    reasoned = any(row["reasons"] for one in rows for row in one["rows"])
    shown = {"sentences": rows, "left": left, "unmatched": unmatched, "reasoned": reasoned}
    return {"found": shown, "fault": None, "status": 200}


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


def _side(evidence: Mapping[str, Any]) -> dict[str, Any]:
    """What one of two texts denies, as pieces of its words in a row."""
    starts, text = [], ""
    for token in evidence["tokens"]:
        starts.append(len(text))
        text += f"{token} "
    rows = []
    for one in evidence["negations"]:
        parts = {
            kind: [
                _span(p["text"], evidence["tokens"][t], starts[t])
                for t, p in zip(one[kind], found, strict=True)
            ]
            for kind, found in one["parts"].items()
        }
        rows.append({"pieces": marked(text, {**one, "parts": parts}), "cancelled": one["cancelled"]})
    return {"text": text, "rows": rows}


def _span(piece: str, token: str, start: int) -> dict[str, int]:
    at = start + (0 if token.startswith(piece) else max(token.rfind(piece), 0))
    return {"start": at, "end": at + min(len(piece), len(token))}


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
        found = compared(studio, **texts)
        sides = [(name, _side(found["negations"][name])) for name in texts]
        pair["pair"] = {"sides": sides, "flags": found["flags"]}
    except LikewiseError as error:
        pair["pair_fault"], status = said(error)
    if "hx-request" in request.headers:
        return render(request, "negation/comparison.html", status, **pair)
    nothing: dict[str, Any] = {"found": None, "fault": None, "waiting": False}
    return render(request, "negation/page.html", status, **nothing, **(_context(studio, _DEFAULTS) | pair))
