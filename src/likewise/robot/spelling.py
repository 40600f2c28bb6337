"""Which known word a misspelt one was meant to be.

The distance is that of Damerau and Levenshtein with weights: letters swapped, doubled, of neighbouring keys
or of the same sound cost less than others, a wrong first letter costs more.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from likewise.text import english_pieces

__all__ = ["Correction", "SpellingCorrector", "english_words", "is_english_word", "spelling_distance"]

_ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
_VOWELS = frozenset("aeiouy")
_SOUNDS = ("ckq", "csz", "fv", "mn", "td", "bp", "gj", "iy", "ea", "uw")
_SWAP, _DOUBLE, _NEAR, _VOWEL, _OTHER, _FIRST, _ENDS = 0.6, 0.4, 0.7, 0.8, 1.0, 0.4, 0.75
_LIMITS = {2: 1.0, 3: 1.15, 4: 1.45, 5: 1.75, 6: 2.0, 7: 2.2}
_LONG_LIMIT = 2.5
_SHORTEST, _SHORTEST_KNOWN, _LONGEST = 2, 3, 30
_SHORTEST_PART = 2


class Correction(NamedTuple):
    """A known word, and how far the word that was typed is from it."""

    word: str
    distance: float


class SpellingCorrector:
    """Finds known words by how they are written; of equally near ones the more frequent first."""

    def __init__(self, words: Iterable[str] | Mapping[str, float]) -> None:
        counts = words if isinstance(words, Mapping) else dict.fromkeys(words, 1.0)
        self._counts = {word: count for word, count in counts.items() if word.isalpha()}
        long = [word for word in self._counts if len(word) >= _SHORTEST_KNOWN]
        self._words = sorted(long, key=lambda one: (-self._counts[one], one))
        self._letters = {letter: n for n, letter in enumerate(sorted(set("".join(self._words))))}
        self._spelt = np.array([self._letter_counts(word) for word in self._words], np.int16)
        self._sizes = np.array([len(word) for word in self._words], np.int16)
        self.corrections = lru_cache(maxsize=10_000)(self._corrections)

    def __contains__(self, word: object) -> bool:
        return word in self._counts

    def _corrections(self, word: str, most: int = 3) -> tuple[Correction, ...]:
        """The known words near an unknown one, the nearest first; none for digits, signs and short words."""
        if not word.isalpha() or not _SHORTEST <= len(word) <= _LONGEST:
            return ()
        limit = _LIMITS.get(len(word), _LONG_LIMIT)
        near = []
        for known in self._possible(word):
            distance = spelling_distance(word, known)
            if distance <= limit:
                near.append(Correction(known, distance))
        near.sort(key=lambda one: (round(one.distance, 3), -self._counts[one.word], one.word))
        return tuple(near[:most])

    def _possible(self, word: str) -> Iterator[str]:
        """A quick look: known words of about that length with most letters of the longer of both."""
        if not self._words:
            return
        shared = np.minimum(self._spelt, self._letter_counts(word)).sum(1)
        like = (shared >= np.maximum(self._sizes, len(word)) - 2) & (abs(self._sizes - len(word)) <= 2)
        for place in np.flatnonzero(like).tolist():
            if self._words[place] != word:
                yield self._words[place]

    def _letter_counts(self, word: str) -> npt.NDArray[np.int16]:
        """How often each letter of the known words is in a word."""
        places = [self._letters[letter] for letter in word if letter in self._letters]
        return np.bincount(places, minlength=len(self._letters)).astype(np.int16)

    def parts(self, word: str) -> tuple[str, str] | None:
        """Two known words that were written as one, as in `ontop`; the more frequent ones if several are."""
        cuts = (
            (word[:cut], word[cut:])
            for cut in range(_SHORTEST_PART, min(len(word), _LONGEST) - _SHORTEST_PART + 1)
        )
        known = [cut for cut in cuts if all(part in self._counts for part in cut)]
        return max(known, key=lambda cut: min(self._counts[part] for part in cut), default=None)


def spelling_distance(typed: str, known: str) -> float:
    """How much has to be changed in what was typed to get the known word."""
    before: list[float] = []
    row = [0.0]
    for j, letter in enumerate(known):
        row.append(row[-1] + _odd_letter(known, j, letter))
    for i, a in enumerate(typed):
        fresh = [row[0] + _odd_letter(typed, i, a)]
        for j, b in enumerate(known):
            best = min(
                row[j] + (0.0 if a == b else _replaced(a, b, first=i == 0 == j)),
                row[j + 1] + _odd_letter(typed, i, a),
                fresh[j] + _odd_letter(known, j, b),
            )
            if i and j and a == known[j - 1] and b == typed[i - 1] and a != b:
                best = min(best, before[j - 1] + _SWAP)
            fresh.append(best)
        before, row = row, fresh
    return row[-1]


@cache
def english_words() -> frozenset[str]:
    """Ordinary words in small letters, some 23,000."""
    return frozenset(piece for piece in english_pieces().ids if piece.isalpha() and piece.isascii())


def is_english_word(word: str) -> bool:
    """Whether a word is an ordinary one, so that it need not be a misspelling."""
    return word in english_words()


def _odd_letter(word: str, at: int, letter: str) -> float:
    """The price of a letter that the other word lacks."""
    if letter in (word[at - 1 : at], word[at + 1 : at + 2]):
        return _DOUBLE
    if at == 0:
        return _OTHER + _FIRST
    if at == len(word) - 1:
        return _ENDS
    return _VOWEL if letter in _VOWELS else _OTHER


def _replaced(a: str, b: str, *, first: bool) -> float:
    """The price of one letter for another."""
    near = frozenset((a, b)) in _near_letters() or (a in _VOWELS and b in _VOWELS)
    return (_NEAR if near else _OTHER) + (_FIRST if first else 0.0)


@cache
def _near_letters() -> frozenset[frozenset[str]]:
    """Letters of neighbouring keys, and letters that may stand for the same sound."""
    keys = {letter: (y, x + y / 2) for y, row in enumerate(_ROWS) for x, letter in enumerate(row)}
    pairs = {
        frozenset((a, b))
        for a, (y, x) in keys.items()
        for b, (v, u) in keys.items()
        if a != b and abs(y - v) <= 1 and abs(x - u) <= 1
    }
    return frozenset(pairs | {frozenset((a, b)) for row in _SOUNDS for a in row for b in row if a != b})
