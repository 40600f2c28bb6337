"""The n-grams of a back-off model, order by order, and the words that every model has."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from likewise.text import Ints

__all__ = ["BEGIN", "END", "IMPOSSIBLE", "SPECIAL", "UNKNOWN", "Level"]

UNKNOWN, BEGIN, END = 0, 1, 2
SPECIAL = ("<unk>", "<s>", "</s>")
"""The words of ids 0, 1 and 2."""

IMPOSSIBLE = -99 * math.log(10)
"""Log-probability of <s>, which follows nothing; finite, as ARPA files have it."""

Floats32 = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Level:
    """The n-grams of one order, sorted by their words from first to last.

    N-gram i is the (n-1)-gram `prefix[i]` of the level below followed by `words[i]` (single words
    have prefix 0). Logarithms are natural.
    """

    prefix: Ints
    words: npt.NDArray[np.int32]
    logprob: Floats32
    backoff: Floats32

    def __len__(self) -> int:
        return len(self.words)
