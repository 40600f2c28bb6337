"""Minimum error rate training (Och 2003): exact line searches over what the pools hold.

Along a line of weights each sentence's best candidate changes at few places; between two of them the corpus
score is constant. So the best stretch of the line is found exactly, for any metric whose statistics add up.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from likewise.transduce.tuning._kernels import envelopes
from likewise.transduce.tuning.pools import Pools

__all__ = ["STARTS", "best_on_line", "climbed", "searched"]

Array = npt.NDArray[Any]

STARTS = 4
"""Random starts beside the present weights."""
SWEEPS = 10
"""Most times that all directions are tried from one start."""
_GAIN = 1e-9


def best_on_line(pools: Pools, weights: Array, direction: Array) -> tuple[float, float]:
    """The best score on the line `weights + t * direction`, and its t (the nearest to 0 of several)."""
    bounds, features, rows = pools.arrays
    first, changes, before, after = envelopes(features @ weights, features @ direction, bounds)
    order = np.argsort(changes, kind="stable")
    places = changes[order]
    steps = rows[after[order]] - rows[before[order]]
    totals = rows[first].sum(axis=0) + np.concatenate(
        (np.zeros((1, rows.shape[1])), np.cumsum(steps, axis=0))
    )
    scores = np.asarray(pools.objective.corpus(totals), np.float64)
    # Of equal places only the last one leads to a stretch of some length.
    inner = (places[:-1] + places[1:]) / 2
    ends = (
        (np.array([places[0] - 1]), np.array([places[-1] + 1])) if len(places) else (np.zeros(1), np.zeros(0))
    )
    middles = np.concatenate((ends[0], inner, ends[1]))
    long = np.concatenate(([True], np.diff(places) > 1e-12, [True]))[: len(middles)]
    best = scores[long].max()
    near = np.flatnonzero(long & (scores >= best - _GAIN))
    return float(best), float(middles[near[np.argmin(np.abs(middles[near]))]])


def climbed(pools: Pools, weights: Array, free: Array, rng: np.random.Generator) -> tuple[float, Array]:
    """Line after line upwards: along each free feature, and along as many random directions."""
    score = pools.chosen(weights)
    axes = np.eye(len(weights))[free]
    for _ in range(SWEEPS):
        before = score
        random = rng.normal(size=(len(axes), len(axes))) @ axes
        for direction in np.concatenate((axes, random)):
            value, t = best_on_line(pools, weights, direction)
            if value > score + _GAIN:
                score, weights = value, weights + t * direction
        if score <= before + _GAIN:
            break
    return score, weights


def searched(pools: Pools, weights: Array, free: Array, rng: np.random.Generator) -> Array:
    """New weights for the features marked `free`: the best climb from here or from a random start nearby."""
    spread = float(np.abs(weights[free]).mean())
    best_score, best = climbed(pools, weights, free, rng)
    for _ in range(STARTS):
        start = weights.copy()
        start[free] += rng.normal(size=int(free.sum())) * spread
        score, weights_there = climbed(pools, start, free, rng)
        if score > best_score + _GAIN:
            best_score, best = score, weights_there
    if weights[pools.varying & ~free].any():
        return best
    return np.where(free, pools.scaled(best, weights), weights)
