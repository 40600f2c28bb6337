"""Parallel texts as integer ids: what alignment and phrase extraction learn from."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from likewise.errors import InputError
from likewise.text import Ints, Tokenization, Words, words_of

__all__ = ["Bitext"]


@dataclass(frozen=True)
class Bitext:
    """Two sides of equal length; text k of one is parallel to text k of the other.

    Where both sides are one language they share their vocabulary: both `Words` have one pool of words.
    """

    source: Words
    target: Words

    def __post_init__(self) -> None:
        if len(self.source.bounds) != len(self.target.bounds):
            one, other = len(self.source.bounds) - 1, len(self.target.bounds) - 1
            raise InputError(f"the two sides of a bitext differ in length: {one} and {other} texts")

    def __len__(self) -> int:
        return len(self.source.bounds) - 1

    @classmethod
    def of(
        cls,
        pairs: Iterable[tuple[str, str]],
        tokenization: Tokenization,
        target_tokenization: Tokenization | None = None,
        *,
        shared: bool = False,
    ) -> Bitext:
        """A bitext from pairs of lines; `shared` gives both sides one vocabulary.

        Two languages have a tokenisation each: that of the target is `target_tokenization`, if given.
        """
        pairs = list(pairs)
        sources, targets = [a for a, _ in pairs], [b for _, b in pairs]
        theirs = target_tokenization or tokenization
        if not shared:
            return cls(words_of(sources, tokenization), words_of(targets, theirs))
        if theirs != tokenization:
            raise InputError("two sides that share their words have one tokenisation, not two")
        both = words_of(sources + targets, tokenization)
        return cls.drawn(both, np.arange(len(pairs)), np.arange(len(pairs), 2 * len(pairs)))

    @classmethod
    def drawn(cls, texts: Words, source: Ints, target: Ints) -> Bitext:
        """Pairs of texts of one collection, by their places in it."""
        return cls(texts.select(source), texts.select(target))

    def swapped(self) -> Bitext:
        """The other direction."""
        return Bitext(self.target, self.source)

    def select(self, pairs: Ints) -> Bitext:
        """The chosen pairs alone, with the same ids."""
        return Bitext(self.source.select(pairs), self.target.select(pairs))

    def usable(self, longest: int = 80, ratio: float = 9.0) -> Bitext:
        """The pairs that are worth aligning: no side empty or over `longest` words, or so much the longer."""
        one, other = self.source.lengths, self.target.lengths
        short, long = np.minimum(one, other), np.maximum(one, other)
        return self.select(np.flatnonzero((short > 0) & (long <= longest) & (long <= ratio * short)))
