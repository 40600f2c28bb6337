"""Word errors in plain Python: what the kernels do, for input that is over at once.

Edit distances go by bits, a word of the reference at a time (Myers 1999, as Hyyrö 2003 has it): integers of
Python are as long as the candidate. Free orders are counted by bags of words.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

import numpy as np

__all__ = ["distance_seconds", "edit_distances", "unordered_errors", "unordered_seconds"]


def distance_seconds(
    candidates: Any, references: Any, ends: Any, ids: Any, bounds: Any, distinct: int
) -> float:
    """About how long `edit_distances` takes."""
    return 1e-4 + (len(candidates) + len(references)) * (1e-6 + 7e-7 * _words_a_text(ids, bounds))


def unordered_seconds(
    candidates: Any, references: Any, ends: Any, ids: Any, bounds: Any, distinct: int
) -> float:
    """About how long `unordered_errors` takes."""
    return 1e-4 + (len(candidates) + len(references)) * (4e-6 + 2e-7 * _words_a_text(ids, bounds))


def _words_a_text(ids: Any, bounds: Any) -> float:
    return len(ids) / max(len(bounds) - 1, 1)


def edit_distances(candidates: Any, references: Any, ends: Any, ids: Any, bounds: Any, distinct: int) -> Any:
    """For each reference the words to insert, delete or substitute in its candidate."""
    texts = _Texts(ids, bounds)
    errors = np.zeros(len(references), np.float64)
    others = references.tolist()
    for text, (first, last) in zip(candidates.tolist(), pairwise(ends.tolist()), strict=True):
        own = texts[text]
        places: dict[int, int] = {}
        for place, word in enumerate(own):
            places[word] = places.get(word, 0) | 1 << place
        for place in range(first, last):
            errors[place] = _distance(places, len(own), texts[others[place]])
    return errors


def _distance(places: dict[int, int], size: int, reference: list[int]) -> int:
    """The distance of a candidate, known by the places of its words as bits, from a reference."""
    if not size:
        return len(reference)
    every, top = (1 << size) - 1, 1 << (size - 1)
    distance, rises, falls = size, every, 0
    for word in reference:
        same = places.get(word, 0)
        level = (((same & rises) + rises) ^ rises) | same | falls
        up, down = falls | (~(level | rises) & every), level & rises
        distance += bool(up & top) - bool(down & top)
        up, down = up << 1 | 1, down << 1
        rises, falls = (down | ~(level | up)) & every, up & level & every
    return distance


def unordered_errors(
    candidates: Any, references: Any, ends: Any, ids: Any, bounds: Any, distinct: int
) -> Any:
    """For each reference the longer of its length and its candidate's, less the words that they share."""
    texts = _Texts(ids, bounds)
    errors = np.zeros(len(references), np.float64)
    others = references.tolist()
    for text, (first, last) in zip(candidates.tolist(), pairwise(ends.tolist()), strict=True):
        own = Counter(texts[text])
        for place in range(first, last):
            theirs = texts[others[place]]
            errors[place] = max(own.total(), len(theirs)) - (own & Counter(theirs)).total()
    return errors


class _Texts:
    """The words of texts by number."""

    def __init__(self, ids: Any, bounds: Any) -> None:
        self._ids, self._bounds = ids.tolist(), bounds.tolist()

    def __getitem__(self, text: int) -> list[int]:
        words: list[int] = self._ids[self._bounds[text] : self._bounds[text + 1]]
        return words
