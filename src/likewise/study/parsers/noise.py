"""How much of a study's findings is noise: the items are resampled and everything is found again.

The models are not trained anew for a resample: what changes is the items that they are measured on. A
resample has noise of its own, so correlations are lower in it and costs higher than in the whole: the ranges
say how far a figure moves, and are no confidence intervals around it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from threadpoolctl import threadpool_limits

from likewise.study.parsers.choices import ParserChoices
from likewise.study.parsers.findings import Findings, ParserScores, find

__all__ = ["Fewer", "Noise", "fewer", "noise_of", "parts_of", "resampled", "scores_of"]

Array = npt.NDArray[Any]
Bounds = tuple[float, float]

_LEVEL = (2.5, 97.5)
_SHARED = 5.0


@dataclass(frozen=True)
class Fewer:
    """The mean over draws of so many items: largest cost among standard metrics, and their Spearman."""

    items: int
    cost: float
    spearman_mean: float | None


@dataclass(frozen=True)
class Noise:
    """Where 95 % of the resamples lie, and in how many something holds."""

    resamples: int
    curve: Array
    """Sigmas by two: the range of the baseline's first metric."""
    optimum: Array
    """Metrics by two: the range of the sigma that each picks for the baseline."""
    spearman_mean: Bounds | None
    spearman_min: Bounds | None
    cost: Bounds | None
    """Of the largest cost among standard metrics, averaged over the sets."""
    wins: dict[str, float]
    """For each metric the share of resamples in which its best set is best again."""
    together: Array
    """For each pair of compared metrics the share in which epsila is below 5 % both ways."""


def scores_of(
    choices: dict[str, ParserChoices],
    figures: Array,
    sigmas: Array,
    metrics: list[str],
    weights: Array | None = None,
) -> list[ParserScores]:
    """The scores of all parsers: one table for all items alike, or one for each row of weights of items."""
    # Threads of the linear algebra would wait for each other far longer than these small products take.
    with threadpool_limits(1, user_api="blas"):
        tables = [_table(chosen, figures, weights) for chosen in choices.values()]
    # Rounded, so that what is equal but for the order of a sum is equal: ties go to the smaller sigma.
    whole = np.round(np.stack(tables, axis=1), 9)
    return [ParserScores(list(choices), sigmas, metrics, table) for table in whole]


def _table(chosen: ParserChoices, figures: Array, weights: Array | None) -> Array:
    """Rows of weights by sigmas by metrics."""
    columns = []
    for column in figures.T:
        values = chosen.values(column)
        columns.append(values.mean(axis=1)[None] if weights is None else weights @ values.T)
    return np.stack(columns, axis=-1)


def resampled(items: int, count: int, seed: int) -> Array:
    """Weights of items in so many resamples; each row sums to 1."""
    rng = np.random.default_rng(seed)
    drawn = [np.bincount(rng.integers(items, size=items), minlength=items) for _ in range(count)]
    return np.array(drawn, np.float64) / items


def parts_of(items: int, count: int, seed: int) -> list[tuple[int, Array]]:
    """Weights of items in draws without repetition: a half, a quarter and an eighth of the items."""
    out = []
    for size in [items // share for share in (2, 4, 8) if items >= share]:
        rng = np.random.default_rng((seed, size))
        weights = np.zeros((count, items))
        for row in weights:
            row[rng.permutation(items)[:size]] = 1.0 / size
        out.append((size, weights))
    return out


def fewer(size: int, tables: Sequence[ParserScores]) -> Fewer:
    """What is found where there are fewer items, on average over the draws."""
    found = [find(table, ()) for table in tables]
    told = [one.pairs.mean() for one in found if len(one.pairs)]
    cost = float(np.mean([one.costs.largest_standard().mean() for one in found]))
    return Fewer(size, cost, float(np.mean(told)) if told else None)


def noise_of(found: Findings, tables: Sequence[ParserScores], baseline: int) -> Noise | None:
    """What the resampled tables say beside what was found; none where there are no resamples."""
    if not tables:
        return None
    again = [find(table, ()) for table in tables]
    best = found.best
    wins = {name: float(np.mean([f.best[name][0] == best[name][0] for f in again])) for name in best}
    return Noise(
        len(tables),
        _interval(np.array([table.table[baseline, :, 0] for table in tables])),
        _interval(np.array([table.optimum[baseline] for table in tables])),
        _bounds([f.pairs.mean() for f in again if len(f.pairs)]),
        _bounds([f.pairs.min() for f in again if len(f.pairs)]),
        _bounds([f.costs.largest_standard().mean() for f in again]),
        wins,
        _together(found, again),
    )


def _interval(values: Array) -> Array:
    return np.percentile(values, _LEVEL, axis=0).T


def _bounds(values: Sequence[float]) -> Bounds | None:
    if not values:
        return None
    low, high = np.percentile(np.array(values), _LEVEL).tolist()
    return low, high


def _together(found: Findings, again: Sequence[Findings]) -> Array:
    """A metric that tells no two sets apart in a resample shares nothing there."""
    names = found.compared
    total = np.zeros((len(names), len(names)))
    for one in again:
        places = [names.index(name) for name in one.compared if name in names]
        own = [one.compared.index(names[place]) for place in places]
        total[np.ix_(places, places)] += one.together(_SHARED)[np.ix_(own, own)]
    return total / max(1, len(again))
