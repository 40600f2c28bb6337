"""Means of ratings with a metric's scores as control variates, and how many ratings an interval needs.

A few items are rated by people, all are scored by a metric. The part of the ratings that the metric
foretells is averaged over all items, the rest over the rated ones (double sampling for regression:
Cochran 1977, chapter 12; Chaganty, Mussmann and Liang 2018 for language; prediction-powered inference of
Angelopoulos et al. 2023 with the best weight). A metric that foretells nothing costs next to nothing; it
can never make the mean wrong, if the items that were rated are a random sample.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import atanh, ceil, inf, isfinite, sqrt, tanh

import numpy as np
import numpy.typing as npt

from likewise.errors import InputError
from likewise.judging._checks import Floats, numbers, paired, share
from likewise.judging.correlation import Interval, standardised

__all__ = [
    "CorrelationEstimate",
    "MeanEstimate",
    "correlation_estimate",
    "mean_estimate",
    "sample_bias",
]

_MOST = 10_000_000
"""More ratings than this nobody asks for: the width counts as out of reach."""


@dataclass(frozen=True, slots=True)
class MeanEstimate:
    """A mean over a population of items, from the ratings of some items and control scores of all.

    `residual` is the variance of ratings that the controls leave, `explained` the one that they foretell.
    """

    value: float
    ci: Interval
    rated: int
    items: int
    controls: int
    residual: float
    explained: float
    level: float

    @property
    def width(self) -> float:
        """Of the interval."""
        return self.ci[1] - self.ci[0]

    @property
    def r2(self) -> float:
        """Share of the ratings' variance that the controls foretell."""
        total = self.residual + self.explained
        return self.explained / total if total > 0 else 0.0

    def expected_width(self, rated: int, residual: float | None = None) -> float:
        """Of an interval with so many rated items; more judges an item have another residual variance."""
        left = self.residual if residual is None else residual
        variance = left / rated + self.explained / max(self.items, rated)
        return 2 * _student(rated - self.controls - 1, self.level) * sqrt(variance)

    def needed(self, width: float, residual: float | None = None) -> int | None:
        """Rated items that an interval of this width takes; None where all items together are too few."""
        found = _fewest(lambda n: self.expected_width(n, residual), width, self.controls + 3)
        return found if found is not None and found <= self.items else None

    def items_needed(self, width: float) -> int | None:
        """Items that it takes if all of them are rated; None where no number will do."""
        total, level = self.residual + self.explained, self.level
        return _fewest(lambda n: 2 * _student(n - 1, level) * sqrt(total / n), width, 3)


@dataclass(frozen=True, slots=True)
class CorrelationEstimate:
    """Pearson's r with an interval that asks for no normal scores; where they are, `spread` is 1."""

    value: float
    ci: Interval
    rated: int
    spread: float
    level: float

    @property
    def width(self) -> float:
        """Of the interval."""
        return self.ci[1] - self.ci[0]

    def expected_width(self, rated: int) -> float:
        """Of an interval with so many rated items."""
        low, high = self._interval(rated)
        return high - low

    def needed(self, width: float) -> int | None:
        """Rated items that an interval of this width takes; None where no number will do."""
        return _fewest(self.expected_width, width, 5)

    def _interval(self, rated: int) -> Interval:
        reach = _student(rated - 2, self.level) * self.spread / sqrt(rated - 3)
        middle = atanh(self.value)
        return tanh(middle - reach), tanh(middle + reach)


def mean_estimate(
    ratings: npt.ArrayLike, controls: npt.ArrayLike | None = None, *, level: float = 0.95
) -> MeanEstimate:
    """The mean of ratings (nan: not rated), and its interval for a population of such items.

    `controls` has a row an item and a column a control score, all items included.
    """
    share(level)
    marks = numbers(ratings, "ratings", missing=True)
    scores = _controls(controls, len(marks))
    kept = ~np.isnan(marks)
    rated, count = int(kept.sum()), scores.shape[1]
    if rated < count + 3:
        raise InputError(f"only {rated} rated items, at least {count + 3} are needed")
    own, y = scores[kept], marks[kept]
    centred = own - own.mean(axis=0)
    slopes = np.linalg.lstsq(centred, y - y.mean(), rcond=None)[0]
    shift = scores.mean(axis=0) - own.mean(axis=0)
    freedom = rated - count - 1
    residual = float(((y - y.mean() - centred @ slopes) ** 2).sum() / freedom)
    explained = float(np.var(scores @ slopes, ddof=1)) if count else 0.0
    leverage = float(shift @ np.linalg.pinv(centred.T @ centred) @ shift) if count else 0.0
    value = float(y.mean() + shift @ slopes)
    reach = _student(freedom, level) * sqrt(residual * (1 / rated + leverage) + explained / len(marks))
    ci = (value - reach, value + reach)
    return MeanEstimate(value, ci, rated, len(marks), count, residual, explained, level)


def correlation_estimate(
    metric: npt.ArrayLike, ratings: npt.ArrayLike, *, level: float = 0.95
) -> CorrelationEstimate:
    """Pearson's r of rated items; the interval is Fisher's, as wide as the scores' own spread asks for."""
    share(level)
    x, y = paired(metric, ratings, ("metric", "ratings"))
    if len(x) < 5:
        raise InputError(f"only {len(x)} rated items, at least 5 are needed")
    zx, zy = (standardised(column) for column in (x, y))
    zx, zy = zx / zx.std(), zy / zy.std()
    r = float(np.clip((zx * zy).mean(), -1, 1))
    if 1 - r * r < 1e-12:
        raise InputError("metric and ratings are on one line, an interval is undefined")
    influence = zx * zy - r * (zx**2 + zy**2) / 2
    spread = float(influence.std() / (1 - r * r))
    plain = CorrelationEstimate(r, (r, r), len(x), spread, level)
    return CorrelationEstimate(r, plain._interval(len(x)), len(x), spread, level)


def sample_bias(ratings: npt.ArrayLike, control: npt.ArrayLike) -> float:
    """How far the rated items' mean control lies from that of the others, in standard errors (0: no others).

    Beyond 3 the rated items can hardly be a random sample.
    """
    marks, scores = numbers(ratings, "ratings", missing=True), numbers(control, "control")
    rated, others = scores[~np.isnan(marks)], scores[np.isnan(marks)]
    spread = float(np.var(scores, ddof=1)) if len(scores) > 1 else 0.0
    if not len(rated) or not len(others) or spread == 0:
        return 0.0
    return float((rated.mean() - others.mean()) / sqrt(spread / len(rated) + spread / len(others)))


def _controls(controls: npt.ArrayLike | None, n: int) -> Floats:
    if controls is None:
        return np.empty((n, 0))
    scores = np.asarray(controls, np.float64)
    scores = scores[:, None] if scores.ndim == 1 else scores
    if scores.ndim != 2 or len(scores) != n:
        raise InputError(f"controls of shape {scores.shape} for {n} items, expected a row an item")
    if not np.isfinite(scores).all():
        at = int(np.argmin(np.isfinite(scores).all(axis=1)))
        raise InputError(f"controls: item {at + 1} is not finite")
    return scores


def _student(freedom: int, level: float) -> float:
    """Half an interval's width in standard errors."""
    from scipy.special import stdtrit

    return float(stdtrit(freedom, (1 + level) / 2)) if freedom >= 1 else inf


def _fewest(width_of: Callable[[int], float], width: float, least: int) -> int | None:
    """The smallest number whose interval is no wider: widths fall as numbers grow."""
    if not (isfinite(width) and width > 0):
        raise InputError(f"width is {width:g}, expected a number above 0")
    if width_of(_MOST) > width:
        return None
    low, high = least - 1, least
    while width_of(high) > width:
        low, high = high, min(2 * high, _MOST)
    while high - low > 1:
        middle = ceil((low + high) / 2)
        if middle == high:
            break
        low, high = (middle, high) if width_of(middle) > width else (low, middle)
    return high
