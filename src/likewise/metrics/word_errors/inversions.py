"""invWER (Leusch, Ueffing & Ney 2003): word error rate in which a block may change places with the next.

The least cost of a biparse under a bracketing inversion transduction grammar: an insertion, deletion or
substitution costs 1, an inverted rule `inversion`. It is found exactly where both texts have up to `exact`
words; of longer texts the engine's beam leaves the cheapest biparses, and WER bounds the cost from above.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from likewise.errors import InputError
from likewise.metrics.base import Floats
from likewise.metrics.batch import Batch, Ints, TextSets
from likewise.metrics.word_errors.error_rate import WordErrorRate
from likewise.text import Words
from likewise.transduce.itg import least_inversion_cost

__all__ = ["InvWER"]


@dataclass(frozen=True)
class InvWER(WordErrorRate):
    """Edits and inversions of neighbouring blocks, per hundred reference words; lower is better."""

    inversion: float = 1.0
    exact: int = 40
    beam: int = 100

    name = "invwer"
    measures = "word errors with inversions"

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 0.0 <= self.inversion < float("inf"):
            raise InputError(f"invwer: setting inversion={self.inversion}, expected 0 or more")
        if not 0 <= self.exact <= 100:
            raise InputError(f"invwer: setting exact={self.exact}, expected 0 to 100")
        if self.beam < 1:
            raise InputError(f"invwer: setting beam={self.beam}, expected 1 or more")

    def remarks(self, batch: Batch) -> list[str]:
        lengths = batch.words(self.tokenization).lengths
        long = int((lengths > self.exact).sum())
        beam = f"invwer: {long} texts have over {self.exact} words; their cost is found by a beam"
        return [*super().remarks(batch), *([beam] if long else [])]

    def errors(self, words: Words, candidates: Ints, references: TextSets) -> Floats:
        from likewise.metrics.word_errors._kernels import edit_distances

        ids, bounds = words.ids, words.bounds
        plain: Floats = edit_distances(
            candidates, references.ids, references.ends, ids, bounds, words.distinct
        )
        known: dict[tuple[int, int], float] = {}
        result = plain.copy()
        for segment, (a, b) in enumerate(pairwise(references.ends.tolist())):
            for place in range(a, b):
                # Distances of up to one edit leave nothing for an inversion to save.
                if plain[place] > 1.0:
                    pair = int(candidates[segment]), int(references.ids[place])
                    if pair not in known:
                        one, other = (ids[bounds[t] : bounds[t + 1]] for t in pair)
                        known[pair] = self._cost(one, other)
                    result[place] = min(plain[place], known[pair])
        return result

    def _cost(self, one: Ints, other: Ints) -> float:
        beam = self.beam if max(len(one), len(other)) > self.exact else None
        if not len(one) or not len(other):
            return float(max(len(one), len(other)))
        return least_inversion_cost(np.not_equal.outer(one, other), self.inversion, beam=beam)
