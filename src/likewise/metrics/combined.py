"""BLEU and PINC in one number (Chen & Dolan 2011, section 5.2 and Table 4).

The three means combine the corpus scores of BLEU and PINC (of a segment: its own two). PINC times
a logistic of BLEU is a property of a sentence, so its corpus score is the mean over segments; its
two parameters come from ratings (`likewise judge` fits them) and stand in the signature.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from likewise.metrics.base import COUNT, VALUE, Floats
from likewise.metrics.batch import Batch
from likewise.metrics.bleu import BLEU, BleuMetric
from likewise.metrics.pinc import PINC
from likewise.records import Segment

__all__ = ["ArithmeticMean", "GeometricMean", "HarmonicMean", "PincSigmoidBLEU"]


_PINC = -2
"""The statistics of PINC are the last two columns, behind those of BLEU."""


@dataclass(frozen=True)
class BleuPincMetric(BleuMetric):
    """A metric made of BLEU, with all of its settings, and PINC on the same words."""

    with_source: bool = False

    needs_source = True
    needs_references = True

    @property
    def bleu(self) -> BLEU:
        """The BLEU part."""
        return BLEU(**{f.name: getattr(self, f.name) for f in fields(BLEU)})

    @property
    def pinc(self) -> PINC:
        """The PINC part."""
        return PINC(self.tokenize, self.lowercase, self.normalise, self.order)

    def statistics(self, batch: Batch) -> Floats:
        return np.hstack((self.bleu.statistics(batch), self.pinc.statistics(batch)))

    def score_totals(self, totals: Floats) -> Floats:
        bleu = self.bleu.score_totals(totals[:, :_PINC])
        return self.combine(bleu, self.pinc.score_totals(totals[:, _PINC:]))

    def score_segments(self, statistics: Floats) -> Floats:
        bleu = self.bleu.score_segments(statistics[:, :_PINC])
        return self.combine(bleu, self.pinc.score_segments(statistics[:, _PINC:]))

    @abstractmethod
    def combine(self, bleu: Floats, pinc: Floats) -> Floats:
        """The combined score of each pair of scores."""

    def explain(self, segment: Segment) -> dict[str, Any]:
        parts = {"bleu": self.bleu.explain(segment), "pinc": self.pinc.explain(segment)}
        return {**super().explain(segment), "parts": {name: part["score"] for name, part in parts.items()}}


class ArithmeticMean(BleuPincMetric):
    """(BLEU + PINC) / 2."""

    name = "bleu-pinc-mean"
    measures = "overlap and new words"

    def combine(self, bleu: Floats, pinc: Floats) -> Floats:
        return (bleu + pinc) / 2


class GeometricMean(BleuPincMetric):
    """The square root of BLEU x PINC."""

    name = "bleu-pinc-geometric"
    measures = "overlap and new words"

    def combine(self, bleu: Floats, pinc: Floats) -> Floats:
        return np.sqrt(bleu * pinc)


class HarmonicMean(BleuPincMetric):
    """2 x BLEU x PINC / (BLEU + PINC), 0 where both are 0."""

    name = "bleu-pinc-harmonic"
    measures = "overlap and new words"

    def combine(self, bleu: Floats, pinc: Floats) -> Floats:
        total = bleu + pinc
        return np.divide(2 * bleu * pinc, total, out=np.zeros_like(total), where=total > 0)


@dataclass(frozen=True)
class PincSigmoidBLEU(BleuPincMetric):
    """PINC x sigmoid(slope x (BLEU - center)): new words count once the meaning is kept."""

    center: float = 30.0
    slope: float = 0.1

    name = "pinc-sigmoid-bleu"
    measures = "new words where there is overlap"

    def statistics(self, batch: Batch) -> Floats:
        values = self.combine(
            self.bleu.score_segments(self.bleu.statistics(batch)),
            self.pinc.score_segments(self.pinc.statistics(batch)),
        )
        return np.column_stack((values, np.ones_like(values)))

    def score_totals(self, totals: Floats) -> Floats:
        return self.pinc.score_totals(totals)

    def corpus_remarks(self, totals: Floats) -> list[str]:
        return []

    def score_segments(self, statistics: Floats) -> Floats:
        return statistics[:, VALUE] / statistics[:, COUNT]

    def combine(self, bleu: Floats, pinc: Floats) -> Floats:
        from scipy.special import expit

        return np.asarray(pinc * expit(self.slope * (bleu - self.center)), np.float64)
