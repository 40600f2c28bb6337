"""Negations for the eye: a text in pieces, cue, scope and event apart, with who found them and why."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from typing import Any

from likewise.negation import Method

__all__ = ["marked", "shown", "side"]

_FINDERS: dict[str, str] = {
    Method.BEST: "ranker and taggers", Method.RANKER: "the ranker", Method.TAGGER: "the taggers",
}  # fmt: skip
_SOURCES = {"own trees": "over trees of our own parser", "words": "from the words alone"}


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


def shown(sentence: Mapping[str, Any]) -> dict[str, Any]:
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


def _source(method: str, trees: str) -> str:
    """Who found it, for people."""
    if method == Method.CRAWLER:
        return "the crawler, in the deep analysis"
    return f"{_FINDERS[method]}, {_SOURCES.get(trees, trees)}" if method in _FINDERS else "nobody"


def _other(tokens: list[str], negation: Mapping[str, Any]) -> dict[str, Any] | None:
    """How the resolver's own scope differs from the crawler's."""
    if "other" not in negation:
        return None
    ours, theirs = set(negation["scope"]), set(negation["other"])
    words = {
        name: [tokens[k] for k in sorted(apart) if any(c.isalnum() for c in tokens[k])]
        for name, apart in (("more", theirs - ours), ("less", ours - theirs))
    }
    return {**words, "same": not words["more"] and not words["less"]}


def side(evidence: Mapping[str, Any]) -> dict[str, Any]:
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
                for t, p in zip(one[kind], spans, strict=True)
            ]
            for kind, spans in one["parts"].items()
        }
        rows.append({"pieces": marked(text, {**one, "parts": parts}), "cancelled": one["cancelled"]})
    return {"text": text, "rows": rows}


def _span(piece: str, token: str, start: int) -> dict[str, int]:
    at = start + (0 if token.startswith(piece) else max(token.rfind(piece), 0))
    return {"start": at, "end": at + min(len(piece), len(token))}
