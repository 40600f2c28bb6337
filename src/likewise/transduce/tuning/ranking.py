"""Pairwise ranking optimisation (Hopkins & May 2011): weights that put the better of two candidates first.

Pairs of candidates of a sentence are drawn by seed; those that the metric tells apart most clearly are kept,
and a logistic regression on the differences of their features gives the weights.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from likewise.transduce.tuning.pools import Pools

__all__ = ["DRAWN", "KEPT", "ranked", "regression", "sampled"]

Array = npt.NDArray[Any]

DRAWN, KEPT = 5000, 50
"""Pairs drawn of a sentence, and how many of them are kept (the paper's figures)."""
MARGIN = 0.05
"""Pairs closer than this part of the range of scores say too little."""
PRIOR = 1e-3
"""Strength of the pull of the regression's weights to 0, a pair."""


def sampled(scores: Array, bounds: Array, rng: np.random.Generator) -> tuple[Array, Array]:
    """Pairs of candidates (better, worse) of the same sentence."""
    least = MARGIN * float(np.ptp(scores)) if len(scores) else 0.0
    better, worse = [], []
    for first, last in pairwise(bounds):
        one, other = rng.integers(first, last, (2, DRAWN))
        gap = scores[one] - scores[other]
        one, other = np.where(gap >= 0, one, other), np.where(gap >= 0, other, one)
        gap = np.abs(gap)
        clear = np.flatnonzero((gap > 0) & (gap >= least))
        top = clear[np.argsort(-gap[clear], kind="stable")[:KEPT]]
        better.append(one[top])
        worse.append(other[top])
    return np.concatenate(better), np.concatenate(worse)


def regression(differences: Array, prior: float = PRIOR) -> Array:
    """Weights w for the most sum(log sigmoid(differences @ w)), drawn a little to 0, by Newton's method."""
    scale = np.sqrt((differences**2).mean(axis=0))
    scale = np.where(scale > 0, scale, 1.0)
    x = differences / scale
    w = np.zeros(x.shape[1])
    pull = prior * len(x)

    def loss(w: Array) -> float:
        return float(np.logaddexp(0.0, -(x @ w)).sum() + 0.5 * pull * (w @ w))

    for _ in range(50):
        miss = 1.0 / (1.0 + np.exp(np.clip(x @ w, -500, 500)))
        gradient = x.T @ miss - pull * w
        curvature = (x * (miss * (1.0 - miss))[:, None]).T @ x + pull * np.eye(len(w))
        step = np.linalg.solve(curvature, gradient)
        size, now = 1.0, loss(w)
        while loss(w + size * step) > now and size > 1e-6:
            size /= 2
        w = w + size * step
        if np.abs(size * step).max() < 1e-9:
            break
    return np.asarray(w / scale)


def ranked(pools: Pools, weights: Array, free: Array, rng: np.random.Generator) -> Array:
    """New weights for the features marked `free`; the others keep theirs.

    What the fixed features say is one more column of the regression, and the result is brought to the scale
    on which that column's weight is 1.
    """
    bounds, features, rows = pools.arrays
    better, worse = sampled(pools.objective.scores(rows), bounds, rng)
    if not len(better):
        return weights
    differences = features[better] - features[worse]
    fixed = differences @ np.where(free, 0.0, weights)
    learnt = regression(np.column_stack((differences[:, free], fixed)))
    new = np.where(free, 0.0, weights)
    if not fixed.any():
        new[free] = learnt[:-1]
        return np.where(free, pools.scaled(new, weights), weights)
    if learnt[-1] <= 0:  # there is no scale on which the fixed features keep their weights
        return weights
    new[free] = learnt[:-1] / learnt[-1]
    return new
