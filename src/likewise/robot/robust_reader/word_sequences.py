"""How likely a word is after the two before it: counts of triples, smoothed by Witten and Bell (1991).

Colours are alike here, and so are numbers.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

__all__ = ["START", "STOP", "WordSequences", "sequence_name", "triples_of"]

START, STOP = "<s>", "</s>"
_ALIKE = frozenset(("color", "cardinal"))


def sequence_name(word: str, kind: str) -> str:
    """A word as it is counted."""
    return f"<{kind}>" if kind in _ALIKE else word


def triples_of(rows: Iterable[Sequence[str]]) -> Counter[tuple[str, str, str]]:
    """How often each word follows two others; `rows` are commands, a name a word."""
    counts: Counter[tuple[str, str, str]] = Counter()
    for row in rows:
        names = [START, START, *row, STOP]
        counts.update(zip(names, names[1:], names[2:], strict=False))
    return counts


class WordSequences:
    """The chances of words, from the counts of triples."""

    def __init__(self, triples: Mapping[tuple[str, str, str], int]) -> None:
        self._counts: dict[tuple[str, ...], Counter[str]] = {}
        for (first, second, word), count in triples.items():
            for before in ((first, second), (second,), ()):
                self._counts.setdefault(before, Counter())[word] += count
        self._totals = {before: (row.total(), len(row)) for before, row in self._counts.items()}

    def log_chance(self, first: str, second: str, word: str) -> float:
        """The logarithm of the chance of a word after two others."""
        total, kinds = self._totals.get((), (0, 0))
        chance = 0.5 / (total + kinds + 1)
        for before in ((), (second,), (first, second)):
            if before in self._totals:
                total, kinds = self._totals[before]
                chance = (self._counts[before][word] + kinds * chance) / (total + kinds)
        return math.log(chance)
