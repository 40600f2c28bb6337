"""Which end words rhyme, as the scheme detector learnt it from verse: the best partners of each word.

Nothing here knows how words sound. A word that never ended a line borrows the partners of words that are
spelt alike at the end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from likewise.text import Ints

__all__ = ["RhymePartners"]

PARTNERS = 40
"""Partners that are kept of each word."""
_LENDERS = 8
"""So many words that are spelt alike lend their partners to one that is not known."""
_ALIKE = 2
"""Letters at the end that they must share with it."""


@dataclass(frozen=True)
class RhymePartners:
    """Partners of word w are rows `bounds[w]:bounds[w + 1]`, the strongest first, with probabilities."""

    words: Sequence[str]
    bounds: Ints
    partners: Ints
    strengths: npt.NDArray[np.float32]

    @classmethod
    def of(
        cls, words: Iterable[str], partners_of: Callable[[str, int], Iterable[tuple[str, float]]]
    ) -> RhymePartners:
        """The partners of some words, the most frequent first, as `partners_of(word, k)` gives them."""
        vocabulary = list(dict.fromkeys(words))
        places = {word: i for i, word in enumerate(vocabulary)}
        rows: list[list[tuple[int, float]]] = []
        for word in vocabulary:
            best = [(places[other], strength) for other, strength in partners_of(word, PARTNERS + 1)
                    if other != word and other in places and strength > 0.0]  # fmt: skip
            rows.append(best[:PARTNERS])
        return cls(
            vocabulary,
            np.cumsum([0, *map(len, rows)]),
            np.array([other for row in rows for other, _ in row], np.int32),
            np.array([strength for row in rows for _, strength in row], np.float32),
        )

    @classmethod
    def none(cls) -> RhymePartners:
        """No word is known."""
        return cls.of((), lambda word, k: ())

    @cached_property
    def _places(self) -> dict[str, int]:
        return {word: i for i, word in enumerate(self.words)}

    def __contains__(self, word: str) -> bool:
        return word in self._places

    def partners_of(self, word: str) -> Mapping[str, float]:
        """The words that rhyme with a word, with their probabilities; borrowed where it is not known."""
        place = self._places.get(word)
        return self._borrowed(word) if place is None else self._own(place)

    def rhyme(self, word: str, other: str) -> bool | None:
        """Whether two end words rhyme: None if one is not known; a word does not rhyme with itself."""
        if word == other:
            return False
        if word not in self or other not in self:
            return None
        return self.strength(word, other) > 0.0 or self.strength(other, word) > 0.0

    def strength(self, word: str, other: str) -> float:
        """Probability of `other` as the partner of `word`; 0 where it is not among the best ones."""
        return self.partners_of(word).get(other, 0.0)

    def _own(self, place: int) -> dict[str, float]:
        rows = slice(int(self.bounds[place]), int(self.bounds[place + 1]))
        others, strengths = self.partners[rows].tolist(), self.strengths[rows].tolist()
        return {self.words[other]: strength for other, strength in zip(others, strengths, strict=True)}

    @cached_property
    def _by_ending(self) -> dict[str, list[int]]:
        """Words by their last letters, of every length from two to six; the most frequent words only."""
        index: dict[str, list[int]] = {}
        for place, (start, end) in enumerate(pairwise(self.bounds.tolist())):
            if end > start:
                word = self.words[place]
                for letters in range(_ALIKE, min(len(word), 6) + 1):
                    lenders = index.setdefault(word[-letters:], [])
                    if len(lenders) < _LENDERS:
                        lenders.append(place)
        return index

    def _borrowed(self, word: str) -> dict[str, float]:
        """The partners of words with the longest ending in common, each word with an equal share."""
        for letters in range(min(len(word), 6), _ALIKE - 1, -1):
            lenders = self._by_ending.get(word[-letters:], [])
            if lenders:
                shares: dict[str, float] = {}
                for lender in lenders:
                    for other, strength in {self.words[lender]: 0.1, **self._own(lender)}.items():
                        shares[other] = shares.get(other, 0.0) + strength / len(lenders)
                best = sorted(shares, key=lambda other: (-shares[other], other))[:PARTNERS]
                return {other: shares[other] for other in best if other != word}
        return {}
