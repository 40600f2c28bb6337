"""N-grams of any symbols, so laid out that two texts are compared by one walk along both.

Of each text the run of symbols that begins at each place, as long as the longest n-gram, is packed into an
integer (several, where the alphabet is large), and those of a text are sorted. Runs that begin alike then
stand side by side, so the n-grams of every order are found at once, and equal integers are equal symbols.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from likewise.metrics.batch import Ints

__all__ = ["SortedGrams", "sorted_grams"]

_BITS = 62
"""Bits of an integer that are used: with them no sum of two overflows, compiled or not."""


@dataclass(frozen=True)
class SortedGrams:
    """The sorted runs of texts (rows of `keys`) and their symbols; those of text t are bounds[t]:bounds[t+1].

    `limits[k]` is the number that the difference of two integers reaches if their first k symbols differ.
    """

    keys: npt.NDArray[np.int64]
    symbols: npt.NDArray[np.int64]
    bounds: npt.NDArray[np.int64]
    limits: npt.NDArray[np.int64]
    order: int

    def totals(self, texts: Ints) -> npt.NDArray[np.int64]:
        """The number of n-grams of each text, one column an order."""
        sizes = np.diff(self.bounds)[texts]
        return np.maximum(sizes[:, None] - np.arange(self.order), 0)

    def shared(self, ones: Ints, others: Ints) -> npt.NDArray[np.int64]:
        """The number of n-grams that two texts share, each as often as both have it: one row a pair."""
        from likewise.metrics._kernels import shared_grams

        result = np.zeros((len(ones), self.order), np.int64)
        shared_grams(ones, others, self.keys, self.symbols, self.bounds, self.limits, result)
        return result


def sorted_grams(symbols: npt.NDArray[np.integer[Any]], bounds: Ints, order: int) -> SortedGrams:
    """The n-grams up to the order of texts, given as numbers of 0 and more."""
    symbols = _renumbered(symbols)
    bits = max(int(symbols.max(initial=0)).bit_length(), 1)
    each = min(_BITS // bits, order)
    limits = np.left_shift(np.int64(1), bits * np.arange(each, -1, -1, dtype=np.int64))
    packed = _packed(symbols, bounds, bits, each)
    columns = [packed]
    for start in range(each, order, each):
        column = _later(packed, bounds, start)
        kept = min(order - start, each)
        columns.append(column >> (bits * (each - kept)) << (bits * (each - kept)))
    keys = np.stack(columns, axis=1)
    for first, last in pairwise(bounds.tolist()):
        if len(columns) == 1:
            keys[first:last, 0].sort()
        else:
            keys[first:last] = keys[first:last][np.lexsort(keys[first:last].T[::-1])]
    return SortedGrams(keys, symbols, np.asarray(bounds, np.int64), limits, order)


def _renumbered(symbols: npt.NDArray[np.integer[Any]]) -> npt.NDArray[np.int64]:
    """The symbols that occur as 1, 2, .., in their order; 0 stands for none, beyond the end of a text."""
    present = np.zeros(int(symbols.max(initial=0)) + 1, np.int64)
    present[symbols] = 1
    result: npt.NDArray[np.int64] = np.cumsum(present)[symbols]
    return result


def _packed(symbols: npt.NDArray[np.int64], bounds: Ints, bits: int, each: int) -> npt.NDArray[np.int64]:
    """The symbols from each place on, the first of them in the highest bits."""
    packed = symbols << (bits * (each - 1))
    for ahead in range(1, each):
        packed |= _later(symbols, bounds, ahead) << (bits * (each - 1 - ahead))
    return packed


def _later(values: npt.NDArray[np.int64], bounds: Ints, ahead: int) -> npt.NDArray[np.int64]:
    """At each place the value some places later in the same text, 0 beyond its end."""
    shifted = np.zeros_like(values)
    shifted[: max(len(values) - ahead, 0)] = values[ahead:]
    for back in range(1, ahead + 1):
        places = bounds[1:] - back
        shifted[places[places >= bounds[:-1]]] = 0
    return shifted
