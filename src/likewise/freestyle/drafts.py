"""Drafts of a response, as a search gives them, before the best one that meets all wishes is chosen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from likewise.freestyle.response import RuleUse
from likewise.freestyle.wishes import Wishes
from likewise.transduce.itg import LexicalRule

__all__ = ["Draft", "DraftSearch"]


@dataclass(frozen=True, slots=True)
class Draft:
    """A response as words, its score, and the rules of its derivation."""

    words: tuple[str, ...]
    score: float
    uses: tuple[RuleUse, ...]


class DraftSearch(Protocol):
    """What writes drafts: the grammar decoder or the phrase decoder, with their models."""

    def drafts(self, words: Sequence[str], count: int, wishes: Wishes) -> list[Draft]:
        """Drafts for a challenge, best first."""
        ...

    def rules(self, top: int, kind: str | None = None) -> list[LexicalRule]:
        """The best rules, of one kind if it is named, the most probable first."""
        ...

    def saved_files(self) -> dict[str, bytes]:
        """The files that it comes back from."""
        ...

    def __len__(self) -> int: ...
