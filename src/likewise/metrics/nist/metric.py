"""The metric `nist` (Doddington 2002; NIST's mteval): n-grams shared with the references, by information.

    NIST = sum over n of (information of the matched n-grams / n-grams of the candidate) * penalty
    penalty = exp(b * ln(min(1, c / r))^2), with b such that two thirds of the length cost a half

Matches are clipped as in BLEU; r is the mean length of the references. The score has no fixed maximum: what a
perfect candidate gets depends on the references.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from likewise.errors import InputError
from likewise.metrics.base import Floats
from likewise.metrics.batch import Batch
from likewise.metrics.bleu import NgramMetric
from likewise.metrics.nist.information import NgramInformation
from likewise.records import Segment

__all__ = ["NIST"]

LENGTH, REFERENCE_LENGTH, MATCHES = 0, 1, 2
"""Columns of the statistics; after these the information matched of each order, then n-grams of each."""
_PENALTY = math.log(0.5) / math.log(1.5) ** 2


@dataclass(frozen=True)
class NIST(NgramMetric):
    """Information of the n-grams that candidate and references share; higher is better, without a maximum."""

    order: int = 5

    name = "nist"
    measures = "overlap with the references by telling words"
    needs_references = True
    whole = True

    def statistics(self, batch: Batch) -> Floats:
        from likewise.metrics.nist._kernels import informed_matches

        references = batch.need_references(self.name)
        words = batch.words(self.tokenization)
        statistics = np.zeros((len(batch), MATCHES + 2 * self.order), np.float64)
        sizes = words.lengths[batch.candidates]
        statistics[:, LENGTH] = sizes
        sums = np.concatenate(([0], np.cumsum(words.lengths[references.ids])))
        ends = references.ends
        statistics[:, REFERENCE_LENGTH] = (sums[ends[1:]] - sums[ends[:-1]]) / np.diff(ends)
        for level in NgramInformation.of_orders(words, references, self.order):
            n = level.order - 1
            statistics[:, MATCHES + n] = informed_matches(
                batch.candidates, references.ids, ends, level.grams, words.bounds, level.worth, level.order
            )
            statistics[:, MATCHES + self.order + n] = np.maximum(sizes - n, 0)
        return statistics

    def score_totals(self, totals: Floats) -> Floats:
        worth = totals[:, MATCHES : MATCHES + self.order]
        grams = totals[:, MATCHES + self.order :]
        means = np.divide(worth, grams, out=np.zeros_like(worth), where=grams > 0)
        size, reference = totals[:, LENGTH], totals[:, REFERENCE_LENGTH]
        short = (size > 0) & (size < reference)
        ratio = np.where(short, size / np.where(short, reference, 1.0), 1.0)
        result: Floats = means.sum(axis=1) * np.exp(_PENALTY * np.log(ratio) ** 2)
        return result

    def explain_among(self, segment: Segment, among: Iterable[Segment]) -> dict[str, Any]:
        return self.explain(segment, among)

    def explain(self, segment: Segment, among: Iterable[Segment] = ()) -> dict[str, Any]:
        """What each order adds; information is that of the references of `among`, the segment among them."""
        rows = list(among) or [segment]
        if segment not in rows:
            raise InputError("nist: the segment is not among those that it was scored with")
        row = self.statistics(Batch(rows))[rows.index(segment)]
        worth, grams = row[MATCHES : MATCHES + self.order], row[MATCHES + self.order :]
        orders = [
            {"n": n, "information": float(w), "ngrams": int(g)}
            for n, (w, g) in enumerate(zip(worth, grams, strict=True), start=1)
        ]
        return {
            "score": float(self.score_segments(row[None])[0]),
            "length": int(row[LENGTH]),
            "reference length": float(row[REFERENCE_LENGTH]),
            "orders": orders,
            "signature": str(self.signature_of([segment])),
        }
