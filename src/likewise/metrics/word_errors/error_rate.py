"""What the error rates share: errors against the closest reference, over that reference's length.

Of several references the one with the lowest rate counts, with its own length (Niessen et al. 2000); the
corpus score is the sum of errors over the sum of lengths. A reference without words costs what it has as TER
has it: rate 0 where the candidate is empty too, else 100.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from likewise.metrics.base import Floats, listed
from likewise.metrics.batch import Batch, Ints, TextSets
from likewise.metrics.tokenized_metric import TokenizedMetric
from likewise.records import Segment
from likewise.text import Words

__all__ = ["ERRORS", "LENGTH", "WordErrorRate", "closest"]

ERRORS, LENGTH = 0, 1
"""Columns of the statistics: errors, and the length of the reference that they are counted against."""


@dataclass(frozen=True)
class WordErrorRate(TokenizedMetric):
    """Errors per hundred words of the reference that is closest to the candidate; lower is better."""

    needs_references: ClassVar[bool] = True
    higher_is_better: ClassVar[bool] = False
    best: ClassVar[float] = 0.0

    @abstractmethod
    def errors(self, words: Words, candidates: Ints, references: TextSets) -> Floats:
        """Errors of each candidate (by the number of its text) against each of its references."""

    def statistics(self, batch: Batch) -> Floats:
        references = batch.need_references(self.name)
        words = batch.words(self.tokenization)
        errors = self.errors(words, batch.candidates, references)
        lengths = words.lengths[references.ids].astype(np.float64)
        chosen = closest(errors, lengths, references.ends)
        return np.column_stack((errors[chosen], lengths[chosen]))

    def score_totals(self, totals: Floats) -> Floats:
        return rates(totals[:, ERRORS], totals[:, LENGTH])

    def parts(self, totals: Floats) -> dict[str, Any]:
        return {"errors": float(totals[ERRORS]), "ref_length": float(totals[LENGTH])}

    def segment(self, candidate: str, references: Sequence[str]) -> float:
        """The rate of one candidate, in percent."""
        batch = Batch([Segment("1", candidate, None, listed(references))])
        return float(self.score_segments(self.statistics(batch))[0])

    def explain(self, segment: Segment) -> dict[str, Any]:
        errors, length = self.statistics(Batch([segment]))[0].tolist()
        each = [self.segment(segment.candidate, [text]) for text in segment.references]
        parts = {"errors": errors, "reference length": int(length), "closest reference": 1 + _lowest(each)}
        return {**super().explain(segment), **parts}


def rates(errors: Floats, lengths: Floats) -> Floats:
    """Errors per hundred words; 100 where there are errors and no words."""
    alone = np.where(errors > 0, 100.0, 0.0)
    return np.where(lengths > 0, 100.0 * errors / np.where(lengths > 0, lengths, 1.0), alone)


def closest(errors: Floats, lengths: Floats, ends: Ints) -> Ints:
    """For each segment the place of its reference with the lowest rate, the first of several."""
    each = rates(errors, lengths)
    lowest = np.minimum.reduceat(each, ends[:-1])
    as_low = np.flatnonzero(each == np.repeat(lowest, np.diff(ends)))
    return as_low[np.searchsorted(as_low, ends[:-1])]


def _lowest(values: Sequence[float] | Floats) -> int:
    return int(np.argmin(values))
