"""Which rules of a grammar fit where into a pair of texts: sides of rules as numbers, found by search."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from likewise.text import Ints
from likewise.transduce.itg.biparse.lexical_cells import LexicalCells
from likewise.transduce.itg.grammar import TransductionGrammar

__all__ = ["RuleLookup"]


class _Sides:
    """One side of all rules: no words is 0, a word is its id + 1, a longer run has a number after these."""

    def __init__(self, vocabulary: Sequence[str], ids: Ints, bounds: Ints) -> None:
        self.ids = {word: number for number, word in enumerate(vocabulary)}
        self.runs: dict[tuple[int, ...], int] = {}
        lengths = np.diff(bounds)
        self.longest = int(lengths.max(initial=0))
        self.numbers = np.zeros(len(lengths), np.int64)
        single = lengths == 1
        self.numbers[single] = ids[bounds[:-1][single]] + 1
        for row in np.flatnonzero(lengths > 1).tolist():
            run = tuple(ids[bounds[row] : bounds[row + 1]].tolist())
            self.numbers[row] = self.runs.setdefault(run, len(vocabulary) + 1 + len(self.runs))

    @property
    def size(self) -> int:
        return len(self.ids) + 1 + len(self.runs)

    def of_text(self, words: Sequence[str]) -> Ints:
        """The runs of a text that some rule has: rows (begin, end, number), that of no words first."""
        ids = [self.ids.get(word, -1) for word in words]
        found = [(0, 0, 0)]
        found.extend((at, at + 1, number + 1) for at, number in enumerate(ids) if number >= 0)
        for size in range(2, min(self.longest, len(ids)) + 1):
            for at in range(len(ids) - size + 1):
                number = self.runs.get(tuple(ids[at : at + size]))
                if number is not None:
                    found.append((at, at + size, number))
        return np.array(found, np.int64)


class RuleLookup:
    """The rules of a grammar, to be found in pairs of texts. Unknown words have no rules."""

    def __init__(self, grammar: TransductionGrammar) -> None:
        self.grammar = grammar
        self._source = _Sides(grammar.source_vocabulary, grammar.source_ids, grammar.source_bounds)
        self._target = _Sides(grammar.target_vocabulary, grammar.target_ids, grammar.target_bounds)
        keys = self._source.numbers * self._target.size + self._target.numbers
        self._rows = np.argsort(keys, kind="stable")
        self._keys = keys[self._rows]

    def cells(self, source: Sequence[str], target: Sequence[str]) -> LexicalCells:
        """All lexical cells of a pair of texts."""
        one, other = self._source.of_text(source), self._target.of_text(target)
        keys = (one[:, 2, None] * self._target.size + other[None, :, 2]).reshape(-1)
        at = np.searchsorted(self._keys, keys)
        at[at == len(self._keys)] = 0
        matches = np.flatnonzero(self._keys[at] == keys) if len(self._keys) else np.zeros(0, np.int64)
        rows = self._rows[at[matches]]
        places = np.concatenate((one[matches // len(other), :2], other[matches % len(other), :2]), axis=1)
        return LexicalCells.of(len(source), len(target), places, self.grammar.probability[rows], rows)
