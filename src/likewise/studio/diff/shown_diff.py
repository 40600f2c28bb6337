"""The answer of the page Diff for its template: both sides in pieces, changes with colours and words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from likewise.metrics.meaning import KIND_FAMILIES, family_of, marked_pieces

__all__ = ["shown"]


def _name(kind: str) -> str:
    return kind.replace("-", " ")


def _pieces(text: str, changes: Sequence[Mapping[str, Any]], side: str) -> list[dict[str, Any]]:
    return [
        {
            "text": piece.text,
            "numbers": piece.numbers,
            "starts": piece.starts,
            "ends": piece.ends,
            "family": piece.family,
            "kinds": [_name(changes[number - 1]["kind"]) for number in piece.numbers],
        }
        for piece in marked_pieces(text, changes, side)
    ]


def shown(a: str, b: str, told: Mapping[str, Any]) -> dict[str, Any]:
    """What the template shows of an answer: pieces of both texts, numbered changes, a legend of colours."""
    changes = told["changes"]
    rows = [
        {
            **change,
            "role": change.get("role"),
            "number": number,
            "name": _name(change["kind"]),
            "family": family_of(change["kind"]),
            "percent": round(100 * change["confidence"]),
        }
        for number, change in enumerate(changes, 1)
    ]
    drawings = told.get("drawings", {})
    sides = [
        {
            "key": key,
            "name": name,
            "lang": told[lang],
            "pieces": _pieces(text, changes, key),
            "drawing": drawings.get(key),
        }
        for key, name, lang, text in (("a", "Before", "lang", a), ("b", "After", "lang_b", b))
    ]
    return {
        "same": told["same"],
        "score": told["score"],
        "unread": told["unread"],
        "changes": rows,
        "sides": sides,
        "legend": _legend({change["kind"] for change in changes}),
        "drawn": any(side["drawing"] for side in sides),
    }


def _legend(kinds: set[str]) -> list[dict[str, str]]:
    """The colours that are there, each with the kinds that have it."""
    there = {family: [kind for kind in all_ if kind in kinds] for family, all_ in KIND_FAMILIES.items()}
    return [{"family": key, "kinds": ", ".join(map(_name, found))} for key, found in there.items() if found]
