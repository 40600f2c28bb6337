"""Fitting the classifiers: what raises the probability of the given plans against all others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from likewise.navigate.krisp._kernels import learn_pass
from likewise.navigate.krisp.charts import Chart
from likewise.navigate.krisp.features import Features
from likewise.worlds import Plan

__all__ = ["Example", "Settings", "fit"]

Example = tuple[Sequence[str], Plan]
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Settings:
    """How long and how boldly to learn; chosen on training maps.

    Passes over the sentences, rate and decay of weights, in how many sentences a feature must stand, rounds
    of learning anew from better plans.
    """

    passes: int = 8
    rate: float = 0.05
    decay: float = 0.002
    least: int = 2
    rounds: int = 1


def fit(
    examples: Sequence[Example],
    chart: Chart,
    features: Features,
    settings: Settings,
    seed: int,
    progress: Callable[[int, float], None] | None = None,
) -> tuple[Floats, Floats]:
    """Weights `[feature, classifier]` and log odds of swapped children, averaged over the later passes."""
    rows = [features(words) for words, _ in examples]
    trees = [chart.tree_rows(chart.grammar.tree(plan)) for _, plan in examples]
    weights = np.zeros((len(features), chart.classifiers))
    swaps = np.full(chart.classifiers, -1.0)
    history, swap_history = np.full(weights.shape, 1.0), np.full(swaps.shape, 1.0)
    mean, mean_swaps, kept = np.zeros(weights.shape), np.zeros(swaps.shape), 0
    chance = np.random.default_rng(seed)
    for number in range(settings.passes):
        fitted = learn_pass(
            chance.permutation(len(examples)),
            np.array([len(words) for words, _ in examples], np.int64),
            _bounds([len(r[0]) for r in rows]),
            np.concatenate([r[0] for r in rows]),
            np.concatenate([r[1] for r in rows]),
            chart.rows,
            len(chart.symbols),
            _bounds([len(t) for t in trees]),
            np.concatenate(trees),
            np.ones(len(examples)),
            weights,
            history,
            swaps,
            swap_history,
            settings.rate,
            settings.decay,
        )
        if progress is not None:
            progress(number + 1, fitted / len(examples))
        if number >= settings.passes // 2:
            mean, mean_swaps, kept = mean + weights, mean_swaps + swaps, kept + 1
    return mean / kept, mean_swaps / kept


def _bounds(sizes: Sequence[int]) -> npt.NDArray[np.int64]:
    return np.concatenate(([0], np.cumsum(sizes))).astype(np.int64)
