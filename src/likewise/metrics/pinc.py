"""PINC (Chen & Dolan 2011, section 4): the share of the candidate's n-grams that its source lacks.

The mean over n = 1..4 of 1 - |shared n-grams| / |candidate n-grams|, times 100. An order for which
the candidate has no n-gram is left out; an empty candidate scores 0. N-grams form sets;
`multiset` counts repetitions, clipped at the source's count.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np

from likewise.metrics.base import Floats, MeanMetric
from likewise.metrics.batch import Batch, Ints
from likewise.metrics.bleu import NgramMetric
from likewise.records import Segment
from likewise.text import SHORT, Words

__all__ = ["PINC"]


@dataclass(frozen=True)
class PINC(NgramMetric, MeanMetric):
    """How far the candidate changes the words of its source: 0 = copied, 100 = all new."""

    multiset: bool = False

    name = "pinc"
    measures = "new words against the source"
    needs_source = True

    def values(self, batch: Batch) -> Floats:
        """PINC of each segment; short texts are walked along their source, others go by n-gram ids."""
        from likewise.metrics._kernels import pinc_walk

        sources, candidates = batch.need_sources(self.name), batch.candidates
        words = batch.words(self.tokenization)
        values = np.zeros(len(batch), np.float64)
        long = words.lengths > (-1 if self.multiset else SHORT)
        counted = long[candidates] | long[sources] if long.any() else np.zeros(0, np.bool_)
        pinc_walk(
            np.flatnonzero(~counted) if counted.any() else np.arange(len(batch)), sources, candidates,
            words.ids, words.bounds, words.repeated_ends, words.distinct_counts(self.order),
            words.distinct, values,
        )  # fmt: skip
        if counted.any():
            places = np.flatnonzero(counted)
            values[places] = self._counted(words, sources[places], candidates[places])
        return values

    def _counted(self, words: Words, sources: Ints, candidates: Ints) -> Floats:
        from likewise.metrics._kernels import pinc_values

        texts, renamed = np.unique(np.concatenate((sources, candidates)), return_inverse=True)
        grams = words.select(texts).grams(self.order)
        result: Floats = pinc_values(
            renamed[: len(sources)], renamed[len(sources) :],
            grams.ids, grams.counts, grams.bounds, grams.distinct, self.order, self.multiset,
        )  # fmt: skip
        return result

    def segment(self, source: str, candidate: str) -> float:
        """PINC of one pair, 0 to 100."""
        batch = Batch([Segment("1", candidate, source)])
        if not self.tokenization.words(candidate):
            warnings.warn("PINC of an empty candidate is undefined; it is scored 0", stacklevel=2)
        return float(self.values(batch)[0])

    def explain(self, segment: Segment) -> dict[str, Any]:
        tokenization = self.tokenization.fitted(segment.lang)
        words = tokenization.words(segment.candidate)
        source = tokenization.words(segment.source or "")
        orders = []
        for n in range(1, self.order + 1):
            own = [" ".join(words[i : i + n]) for i in range(len(words) - n + 1)]
            theirs = {" ".join(source[i : i + n]) for i in range(len(source) - n + 1)}
            distinct = list(dict.fromkeys(own))
            orders.append(
                {
                    "n": n,
                    "kept": [g for g in distinct if g in theirs],
                    "new": [g for g in distinct if g not in theirs],
                    "total": len(distinct),
                }
            )
        return {**super().explain(segment), "orders": orders}
