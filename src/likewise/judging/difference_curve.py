"""What a difference of scores means: the chance that people prefer the one that a metric scores better.

Kocmi et al. 2024 ("Navigating the Metrics Maze: Reconciling Score Magnitudes and Accuracies"): pairs are
ordered by how far their scores lie apart, and a curve says in what share of such pairs people agree. Here
it is a logistic curve through 1/2 at no difference; an isotonic one is taken where it foretells held-out
pairs better by more than the standard error of that (the rule of Breiman et al. 1984). Intervals are of
resampled segments or systems, since their pairs depend on each other.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from likewise.errors import InputError
from likewise.judging._checks import Floats, Ints, numbers, same_length, share, whole
from likewise.judging.forecasts import ForecastQuality, forecast_quality

__all__ = ["SHAPES", "DifferenceCurve", "fit_difference_curve"]

FOLDS = 10
_POINTS = 26
_FEWEST_PAIRS = 10
_FEWEST_CLUSTERS = 4
_TAIL = 0.01
_FEWEST_IN_TAIL = 3

Curve = Callable[[Floats], Floats]


@dataclass(frozen=True, slots=True)
class DifferenceCurve:
    """Chances (0 to 1) at differences from 0 to the largest that enough pairs have; linear in between."""

    shape: str
    differences: tuple[float, ...]
    chances: tuple[float, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]
    level: float
    """Confidence of the interval from `low` to `high`."""
    pairs: int
    ties: float
    """Share of the pairs that people tie; they count half."""
    clusters: int
    """What was resampled: segments, or systems."""
    held_out: ForecastQuality
    """How well pairs were foretold that had no part in the fit."""

    @property
    def widest(self) -> float:
        """The largest difference about which the curve says anything."""
        return self.differences[-1]

    def at(self, difference: float) -> tuple[float, tuple[float, float]] | None:
        """The chance at a difference (its size counts) with its interval; None beyond what was seen."""
        size = abs(difference)
        if not size <= self.widest:
            return None
        chance, low, high = (
            float(np.interp(size, self.differences, values)) for values in (self.chances, self.low, self.high)
        )
        return chance, (low, high)

    def needed(self, chance: float) -> float | None:
        """The smallest difference that has this chance; None where none that was seen has."""
        reached = np.asarray(self.chances) >= chance
        if not reached.any():
            return None
        first = int(np.argmax(reached))
        if first == 0:
            return self.differences[0]
        ends = slice(first - 1, first + 1)
        return float(np.interp(chance, self.chances[ends], self.differences[ends]))


def fit_difference_curve(
    differences: npt.ArrayLike,
    preferences: npt.ArrayLike,
    clusters: Sequence[tuple[Hashable, Hashable]],
    *,
    shape: str = "auto",
    samples: int = 1000,
    seed: int = 12345,
    level: float = 0.95,
) -> DifferenceCurve:
    """Fit pairs: by how much the metric, and in which direction people, put the first above the second.

    `clusters` names what the two of each pair come from (both the same segment, or two systems). Pairs that
    the metric ties say nothing of a difference and are left out; pairs that people tie count half.
    """
    if shape not in ("auto", *SHAPES):
        raise InputError(f"shape '{shape}' is unknown, expected one of auto, {', '.join(SHAPES)}")
    whole(samples, "samples", 10)
    share(level)
    sizes, agreed, ends = _oriented(differences, preferences, clusters)
    count = int(ends.max()) + 1
    folds = _folds(count, seed)
    names = list(SHAPES) if shape == "auto" else [shape]
    found = {name: _held_out(sizes, agreed, ends, folds, SHAPES[name], seed) for name in names}
    best = _chosen({name: errors for name, (_, errors) in found.items()})
    fit = SHAPES[best]
    grid = _grid(sizes)
    rng = np.random.default_rng(seed)
    drawn = np.empty((samples, len(grid)))
    for row in drawn:
        weights = _resampled(ends, count, rng)
        row[:] = fit(sizes, agreed, weights, float(rng.random()))(grid)
    low, high = np.quantile(drawn, [(1 - level) / 2, (1 + level) / 2], axis=0)
    chances = fit(sizes, agreed, np.ones(len(sizes)), 0.5)(grid)
    return DifferenceCurve(
        best, _rounded(grid), _rounded(chances), _rounded(np.minimum(low, chances)),
        _rounded(np.maximum(high, chances)), level, len(sizes), float(np.mean(agreed == 0.5)), count,
        found[best][0],
    )  # fmt: skip


def _oriented(
    differences: npt.ArrayLike, preferences: npt.ArrayLike, clusters: Sequence[tuple[Hashable, Hashable]]
) -> tuple[Floats, Floats, Ints]:
    """Sizes of differences that are there, whether people agree (1, 0, a tie 1/2), and numbered clusters."""
    metric, human = numbers(differences, "differences"), numbers(preferences, "preferences")
    if len(clusters) != same_length({"differences": metric, "preferences": human}):
        raise InputError(f"{len(clusters)} names of clusters of {len(metric)} pairs, expected as many")
    kept = metric != 0
    pairs = [pair for pair, there in zip(clusters, kept, strict=True) if there]
    names = {name: number for number, name in enumerate(dict.fromkeys(n for pair in pairs for n in pair))}
    if len(pairs) < _FEWEST_PAIRS or len(names) < _FEWEST_CLUSTERS:
        raise InputError(
            f"only {len(pairs)} pairs of {len(names)} that the metric does not tie, expected "
            f"{_FEWEST_PAIRS} or more pairs of {_FEWEST_CLUSTERS} or more"
        )
    ends = np.array([(names[a], names[b]) for a, b in pairs])
    agreed = (1 + np.sign(metric[kept]) * np.sign(human[kept])) / 2
    return np.abs(metric[kept]), agreed, ends


def _logistic(sizes: Floats, agreed: Floats, weights: Floats, doubt: float) -> Curve:
    """sigmoid(slope x difference) by Newton's method.

    One pair more, at the root mean square, that people prefer to the degree `doubt`, keeps the slope finite.
    """
    scale = float(np.sqrt(np.average(sizes**2, weights=weights)))
    x = np.append(sizes / scale, 1.0)
    y, w = np.append(agreed, doubt), np.append(weights, 1.0)
    slope = 0.0
    for _ in range(100):
        p = _sigmoid(slope * x)
        step = float((w * (y - p) * x).sum() / (w * p * (1 - p) * x * x).sum())
        step = max(-1.0, min(1.0, step))
        slope += step
        if abs(step) < 1e-9:
            break
    return lambda at: _sigmoid(slope * np.asarray(at) / scale)


def _isotonic(sizes: Floats, agreed: Floats, weights: Floats, doubt: float) -> Curve:
    """The rising steps that fit best, joined by lines; two pairs more (`doubt`) at the largest difference.

    So the last step is never surer than its number of pairs allows (Laplace's rule).
    """
    from scipy.optimize import isotonic_regression

    there = weights > 0
    x, place = np.unique(np.append(sizes[there], sizes.max()), return_inverse=True)
    w = np.append(weights[there], 2.0)
    total = np.bincount(place, weights=w)
    means = np.bincount(place, weights=w * np.append(agreed[there], doubt)) / total
    steps = np.asarray(isotonic_regression(means, weights=total).x, np.float64)
    return lambda at: np.interp(at, x, steps)


SHAPES = {"logistic": _logistic, "isotonic": _isotonic}
"""Curves by name, each fitted to sizes, agreement, weights of pairs, and a doubt."""


def _sigmoid(x: Floats) -> Floats:
    values: Floats = 0.5 * (1 + np.tanh(0.5 * x))
    return values


def _folds(count: int, seed: int) -> Ints:
    """The fold of each cluster."""
    order = np.random.default_rng(seed).permutation(count)
    folds = np.empty(count, np.int64)
    folds[order] = np.arange(count) % min(FOLDS, count)
    return folds


def _held_out(
    sizes: Floats,
    agreed: Floats,
    ends: Ints,
    folds: Ints,
    fit: Callable[[Floats, Floats, Floats, float], Curve],
    seed: int,
) -> tuple[ForecastQuality, Floats]:
    """How well pairs are foretold by those that share no cluster with their fold; Brier's score by fold."""
    told, outcomes, constant = [], [], []
    sides = folds[ends]
    for fold in range(int(folds.max()) + 1):
        away = (sides == fold).any(axis=1)
        kept = ~away
        if away.any() and kept.any():
            told.append(fit(sizes[kept], agreed[kept], np.ones(int(kept.sum())), 0.5)(sizes[away]))
            outcomes.append(agreed[away])
            constant.append(np.full(int(away.sum()), agreed[kept].mean()))
    errors = [float(np.mean((t - o) ** 2)) for t, o in zip(told, outcomes, strict=True)]
    joined = (np.concatenate(parts) for parts in (told, outcomes, constant))
    return forecast_quality(*joined, seed=seed), np.array(errors)


def _chosen(errors: Mapping[str, Floats]) -> str:
    """The first shape, unless another one's error is smaller by more than the standard error of that."""
    first, *others = errors
    for name in others:
        gains = errors[first] - errors[name]
        if gains.mean() > gains.std(ddof=1) / np.sqrt(len(gains)):
            first = name
    return first


def _resampled(ends: Ints, count: int, rng: np.random.Generator) -> Floats:
    """Weights of pairs where clusters are drawn with replacement; a pair of one cluster counts as it does."""
    while True:
        times = np.bincount(rng.integers(count, size=count), minlength=count).astype(np.float64)
        first, second = times[ends[:, 0]], times[ends[:, 1]]
        weights: Floats = np.where(ends[:, 0] == ends[:, 1], first, first * second)
        if weights.any():
            return weights


def _grid(sizes: Floats) -> Floats:
    """0 to the difference that the last hundredth of the pairs, but three at least, reach."""
    tail = max(_FEWEST_IN_TAIL, int(_TAIL * len(sizes)))
    widest = float(np.sort(sizes)[-tail])
    inside = sizes[sizes <= widest]
    steps = np.linspace(0, 1, _POINTS)
    return np.unique(np.concatenate([widest * steps, np.quantile(inside, steps)]))


def _rounded(values: Floats) -> tuple[float, ...]:
    return tuple(np.round(values, 6).tolist())
