"""Scores of several ways of searching as one: sums of z-scores, or of reciprocal ranks."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

__all__ = ["reciprocal_ranks", "summed_z_scores", "z_scores"]

Floats = npt.NDArray[np.float64]
OFFSET = 60
"""Of reciprocal ranks, as Cormack et al. (2009) have it."""


def z_scores(scores: Floats) -> Floats:
    """Scores with mean 0 and deviation 1; scores that are all the same are 0."""
    spread = float(scores.std()) if len(scores) else 0.0
    centred: Floats = scores - (scores.mean() if len(scores) else 0.0)
    return centred / spread if spread > 1e-12 else np.zeros(len(scores))


def summed_z_scores(scores: Sequence[Floats], weights: Sequence[float]) -> Floats:
    """The weighted sum of the z-scores of each way."""
    total = np.zeros(len(scores[0]))
    for one, weight in zip(scores, weights, strict=True):
        total += weight * z_scores(one)
    return total


def reciprocal_ranks(scores: Sequence[Floats], weights: Sequence[float], offset: int = OFFSET) -> Floats:
    """The weighted sum of 1 / (offset + rank) of each way; what a way gives nothing has no rank there."""
    total = np.zeros(len(scores[0]))
    for one, weight in zip(scores, weights, strict=True):
        order = np.argsort(-one, kind="stable")
        ranks = np.empty(len(one))
        ranks[order] = np.arange(1, len(one) + 1)
        total += np.where(one > 0, weight / (offset + ranks), 0.0)
    return total
