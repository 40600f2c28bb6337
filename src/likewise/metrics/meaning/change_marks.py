"""A meaning diff for the eye: a text cut where changes begin and end, and colours that kinds share.

Terminal, report, studio and `explain` mark words with this, from the JSON objects of changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from likewise.metrics.meaning.change import MeaningDiff

__all__ = ["KIND_FAMILIES", "MarkedPiece", "family_of", "kept_changes", "marked_pieces"]

KIND_FAMILIES: dict[str, tuple[str, ...]] = {
    "roles": ("role-swap", "role-lost", "role-added"),
    "verb": ("predicate", "antonym"),
    "negation": ("negation",),
    "certainty": ("modality", "tense", "condition"),
    "number": ("number", "unit", "date"),
    "name": ("name",),
    "quantifier": ("quantifier",),
    "detail": ("added", "dropped", "other"),
}
"""Kinds that share a colour: there are eight colours that everybody can tell apart."""
_FAMILY = {kind: family for family, kinds in KIND_FAMILIES.items() for kind in kinds}


def family_of(kind: str) -> str:
    """The family, and so the colour, of a kind."""
    return _FAMILY.get(kind, "detail")


@dataclass(frozen=True, slots=True)
class MarkedPiece:
    """A piece of a text with the numbers (from 1) of the changes that it is part of, the narrowest first.

    `starts` and `ends` are those of them that begin and end with it; `family` is that of the narrowest.
    """

    text: str
    numbers: tuple[int, ...] = ()
    starts: tuple[int, ...] = ()
    ends: tuple[int, ...] = ()
    family: str | None = None


def marked_pieces(text: str, changes: Sequence[Mapping[str, Any]], side: str) -> list[MarkedPiece]:
    """The text of a side (`a` or `b`) in pieces; joined again they are the text.

    Where several changes share words, a piece belongs to all of them. A span that leaves the text is cut.
    """
    spans: dict[int, tuple[int, int]] = {}
    for number, change in enumerate(changes, 1):
        if change[side]:
            start, end = (min(max(bound, 0), len(text)) for bound in change[side]["span"])
            if start < end:
                spans[number] = start, end
    bounds = sorted({0, len(text), *(bound for span in spans.values() for bound in span)})
    pieces = []
    for start, end in pairwise(bounds):
        inside = [n for n, span in spans.items() if span[0] <= start and end <= span[1]]
        inside.sort(key=lambda n: (spans[n][1] - spans[n][0], n))
        pieces.append(
            MarkedPiece(
                text[start:end],
                tuple(inside),
                tuple(sorted(n for n in inside if spans[n][0] == start)),
                tuple(sorted(n for n in inside if spans[n][1] == end)),
                family_of(changes[inside[0] - 1]["kind"]) if inside else None,
            )
        )
    return pieces


def kept_changes(diff: MeaningDiff, kinds: Iterable[str] = (), threshold: float = 0.0) -> MeaningDiff:
    """The diff with only the changes of these kinds (none: of all) that are at least this sure.

    `same` and `score` stay: they are the verdict on the whole texts.
    """
    wanted = frozenset(kinds)
    changes = (c for c in diff.changes if (not wanted or c.kind in wanted) and c.confidence >= threshold)
    return MeaningDiff(diff.same, diff.score, tuple(changes), diff.unread)
