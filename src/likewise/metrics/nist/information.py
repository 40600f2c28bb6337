"""How much an n-gram tells: log2 of how seldom its last word follows the words before it (Doddington 2002).

Counted over the references of all segments that are scored together.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from likewise.metrics.base import Floats
from likewise.metrics.batch import Ints, TextSets
from likewise.text import Words

__all__ = ["NgramInformation"]


@dataclass(frozen=True)
class NgramInformation:
    """The n-grams of one order at every place of the texts, and what each is worth.

    `grams[p]` is the number of the n-gram that begins at word p, -1 where the text ends before it does;
    `worth[g]` is 0 for n-grams that no reference has.
    """

    order: int
    grams: Ints
    worth: Floats

    @classmethod
    def of_orders(cls, words: Words, references: TextSets, order: int) -> list[NgramInformation]:
        """For n = 1..order, from the references of all segments, each as often as it is one."""
        shown = np.bincount(references.ids, minlength=len(words.lengths))
        times = np.repeat(shown, words.lengths).astype(np.float64)
        left = np.repeat(words.bounds[1:], words.lengths) - np.arange(len(words.ids))
        grams: Ints = words.ids.astype(np.int64)
        counts: Floats = np.full(words.distinct, times.sum())
        prefix: Ints = np.arange(words.distinct)
        levels = []
        for n in range(1, order + 1):
            if n > 1:
                grams, prefix = _longer(grams, words, left >= n, n)
            shorter, whole = counts[prefix], left >= n
            counts = np.bincount(grams[whole], times[whole], len(prefix)).astype(np.float64)
            seen = counts > 0
            ratio = shorter / np.where(seen, counts, 1.0)
            levels.append(cls(n, grams, np.log2(np.where(seen, ratio, 1.0))))
        return levels


def _longer(grams: Ints, words: Words, whole: npt.NDArray[np.bool_], n: int) -> tuple[Ints, Ints]:
    """The n-grams from those that are one word shorter, and of each the number of its shorter one."""
    places = np.flatnonzero(whole)
    keys = grams[places] * np.int64(words.distinct) + words.ids[places + n - 1]
    distinct, numbers = np.unique(keys, return_inverse=True)
    longer = np.full(len(grams), -1, np.int64)
    longer[places] = numbers
    return longer, distinct // max(words.distinct, 1)
