"""What the classifiers see of a sentence: word sequences with gaps inside a span, and the words at its edges.

Kate and Mooney (2006) compare substrings by the word subsequences they share, weighted down for gaps; here
these subsequences, up to three words, are features of their own. The words on either side of each edge are
more than their kernel saw.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from likewise.navigate.krisp._kernels import LENGTHS

__all__ = ["Features", "Grams", "grams"]

Grams = tuple[npt.NDArray[np.int64], npt.NDArray[np.float64]]
GAP = 0.5
"""The weight of a sequence falls by this for each word left out."""
EDGE = "|"
_REACH = 2


def grams(words: Sequence[str]) -> Iterator[tuple[int, int, str, float]]:
    """Everything there is to see: start, end, name and weight; -1 marks what belongs to one edge alone."""
    padded = [EDGE, *words, EDGE]
    for i, word in enumerate(words):
        yield i, i + 1, word, 1.0
        for gap in range(min(_REACH + 1, len(words) - i - 1)):
            yield i, i + gap + 2, f"{word} {words[i + gap + 1]}", GAP**gap
        if i + 2 < len(words):
            yield i, i + 3, f"{word} {words[i + 1]} {words[i + 2]}", 1.0
    for i in range(len(words) + 1):
        before, after = padded[i], padded[i + 1]
        for name in (f"{before} [", f"[ {after}", f"{before} [ {after}"):
            yield i, -1, name, 1.0
        for name in (f"{before} ]", f"] {after}", f"{before} ] {after}"):
            yield -1, i, name, 1.0


class Features:
    """Ids for what was seen often enough in training; the first ids are lengths of spans."""

    def __init__(self, names: Iterable[str]) -> None:
        self.names = tuple(names)
        self._ids = {name: LENGTHS + k for k, name in enumerate(self.names)}

    @classmethod
    def of(cls, sentences: Iterable[Sequence[str]], least: int = 2) -> Features:
        """Those that at least `least` sentences show."""
        counts: Counter[str] = Counter()
        for words in sentences:
            counts.update(list(dict.fromkeys(name for _, _, name, _ in grams(words))))
        return cls(name for name, count in counts.items() if count >= least)

    def __len__(self) -> int:
        return LENGTHS + len(self.names)

    def __call__(self, words: Sequence[str]) -> Grams:
        """The known grams of a sentence, as the kernels read them."""
        cells: list[Any] = [
            (start, end, self._ids[name], value)
            for start, end, name, value in grams(words)
            if name in self._ids
        ]
        rows = np.array([f[:3] for f in cells], np.int64).reshape(-1, 3)
        return rows, np.array([f[3] for f in cells], np.float64)
