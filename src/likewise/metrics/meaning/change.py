"""What a meaning diff says: changes by kind, each with the words on both sides, and the whole of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from likewise.draw import Figure, ResultTable, Tabular

__all__ = ["DETAILS", "KINDS", "Change", "MeaningDiff", "Side", "Span"]

Span = tuple[int, int]

KINDS = (
    "role-swap", "role-lost", "role-added", "predicate", "antonym", "negation", "modality", "tense",
    "number", "unit", "date", "name", "quantifier", "condition", "added", "dropped", "other",
)  # fmt: skip
"""Every kind of change, the graver ones first; `other` is a difference that no list and no rule names."""

DETAILS = frozenset(["added", "dropped"])
"""Kinds that say more or less than the other text, and not something else."""


@dataclass(frozen=True, slots=True)
class Side:
    """Words of one text, and where they stand in it: characters, end exclusive."""

    text: str
    span: Span

    def as_dict(self) -> dict[str, Any]:
        """The side as its JSON object."""
        return {"text": self.text, "span": list(self.span)}


@dataclass(frozen=True, slots=True)
class Change:
    """One change of meaning: its kind, the words in A and in B, and a plain sentence about it.

    A side is None where the text has nothing of the kind. `role` says what the words do in their clause (WHO,
    WHOM, WHEN, ..) where that is known. `confidence` is the chance, 0 to 1, that the change is real.
    """

    kind: str
    a: Side | None
    b: Side | None
    role: str | None
    confidence: float
    sentence: str

    def as_dict(self) -> dict[str, Any]:
        """The change as its JSON object; a side that is not there is null, a role only where one is known."""
        row: dict[str, Any] = {"kind": self.kind}
        row |= {"a": self.a and self.a.as_dict(), "b": self.b and self.b.as_dict()}
        if self.role is not None:
            row["role"] = self.role
        return {**row, "confidence": self.confidence, "sentence": self.sentence}


@dataclass(frozen=True, slots=True, repr=False)
class MeaningDiff(Tabular):
    """Two texts held against each other.

    `score`, 0 to 100, is the chance that B keeps the meaning of A. `same` is true where nothing changed.
    `unread` names what could not be looked at, for the language, the script or the length: what is named
    there may have changed.
    """

    same: bool
    score: float
    changes: tuple[Change, ...] = ()
    unread: tuple[str, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """The diff as its JSON object."""
        changes = [change.as_dict() for change in self.changes]
        return {"same": self.same, "score": self.score, "changes": changes, "unread": list(self.unread)}

    def tables(self) -> Sequence[ResultTable]:
        """A row a change."""
        rows = [
            (one.kind, one.a and one.a.text, one.b and one.b.text, one.role,
             Figure.of(one.confidence, 2), one.sentence)
            for one in self.changes
        ]  # fmt: skip
        title = (
            f"{'The same' if self.same else 'Not the same'}, meaning kept with a chance of {self.score:.0f} %"
        )
        caption = f"not read: {', '.join(self.unread)}" if self.unread else ""
        heads = ("change", "in A", "in B", "role", "confidence", "that is")
        return [ResultTable(title, heads, rows, caption)]
