"""Sums of statistics that grow segment by segment: corpus scores and bootstrap intervals of streams.

Intervals use the Poisson bootstrap (Chamandy et al. 2012): each segment enters each resample
Poisson(1) times, so that resamples grow with the stream and nothing has to be kept. For corpora of
more than a few dozen segments it gives the intervals of the usual multinomial bootstrap.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from likewise.metrics import Batch, Metric, Score

__all__ = ["Accumulator", "resample_weights"]

Floats = npt.NDArray[np.float64]

_BLOCK = 4096


@dataclass
class Accumulator:
    """Totals of one metric over the segments added so far; two of them merge into one."""

    metric: Metric
    samples: int = 0
    keep: bool = True
    n: int = 0
    totals: Floats | None = None
    resamples: Floats | None = None
    segments: list[Floats] = field(default_factory=list)

    def add(self, statistics: Floats, scores: Floats, weights: Floats | None) -> None:
        """Add segments: their statistics, their scores, and their weights in each resample."""
        self.n += len(statistics)
        # Column by column: a sum along the short rows of a tall table is several times slower.
        self._grow(
            np.ascontiguousarray(statistics.T).sum(axis=1),
            None if weights is None else weights.T @ statistics,
        )
        if self.keep:
            self.segments.append(scores)

    def merge(self, other: Accumulator) -> None:
        """Take in what another accumulator of the same metric has seen."""
        if other.totals is None:
            return
        self.n += other.n
        self._grow(other.totals, other.resamples)
        self.segments.extend(other.segments)

    def _grow(self, totals: Floats, resamples: Floats | None) -> None:
        self.totals = totals if self.totals is None else self.totals + totals
        if resamples is not None:
            self.resamples = resamples if self.resamples is None else self.resamples + resamples

    def score(self, *, level: float = 0.95, facts: dict[str, Any] | None = None) -> Score:
        """The score over everything added."""
        assert self.totals is not None
        value = float(self.metric.score_totals(self.totals[None, :])[0])
        kept = np.concatenate(self.segments) if self.keep else None
        metric = self.metric
        return Score(
            metric.name, value, self.n, metric.signature().extended(**(facts or {})), self._interval(level),
            kept, metric.details(self.totals), metric.measures, metric.higher_is_better,
            metric.parts(self.totals),
        )  # fmt: skip

    def _interval(self, level: float) -> tuple[float, float] | None:
        if self.resamples is None:
            return None
        # A resample that drew nothing (possible for a handful of segments) says nothing.
        drawn = self.resamples[np.abs(self.resamples).sum(axis=1) > 0]
        if not len(drawn):
            return None
        scores = self.metric.score_totals(drawn)
        # Nor does one that drew only segments without a score.
        scores = scores[~np.isnan(scores)]
        if not len(scores):
            return None
        low, high = np.percentile(scores, [50 * (1 - level), 50 * (1 + level)])
        return float(low), float(high)


def resample_weights(rng: np.random.Generator, batch: Batch, samples: int) -> list[tuple[slice, Floats]]:
    """How often each segment of the batch is drawn by each resample, in blocks of bounded size.

    Draws are made segment by segment, so that they do not depend on how a stream was cut.
    """
    blocks = []
    for start in range(0, len(batch), _BLOCK):
        stop = min(start + _BLOCK, len(batch))
        blocks.append((slice(start, stop), rng.poisson(1.0, (stop - start, samples)).astype(np.float64)))
    return blocks
