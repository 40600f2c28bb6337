"""Correlation of a metric with people, with bootstrap intervals (Chen and Dolan 2011, section 5.2, Table 4).

The paper gives Pearson alone; Spearman, Kendall's tau-b, p-values and intervals over items are added.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from likewise.judging._checks import Floats, Ints, paired, share, whole

Interval = tuple[float, float]
NAMES = ("metric", "human")
_COUNTED = 1000
"""Items whose pairs are counted one by one."""


@dataclass(frozen=True, slots=True)
class Correlation:
    """Three coefficients over the same items; an interval is (nan, nan) where it could not be had."""

    n: int
    pearson: float
    spearman: float
    kendall: float
    pearson_p: float
    spearman_p: float
    kendall_p: float
    pearson_ci: Interval
    spearman_ci: Interval
    kendall_ci: Interval


def pearson(x: npt.ArrayLike, y: npt.ArrayLike, *, names: tuple[str, str] = NAMES) -> float:
    """Pearson's r."""
    first, second = paired(x, y, names)
    return _product_moment(first, second)


def spearman(x: npt.ArrayLike, y: npt.ArrayLike, *, names: tuple[str, str] = NAMES) -> float:
    """Spearman's rho: Pearson of the mid-ranks."""
    first, second = paired(x, y, names)
    return _product_moment(midranks(first), midranks(second))


def kendall(x: npt.ArrayLike, y: npt.ArrayLike, *, names: tuple[str, str] = NAMES) -> float:
    """Kendall's tau-b."""
    first, second = paired(x, y, names)
    return _kendall(first, second)[0]


def correlate(
    x: npt.ArrayLike,
    y: npt.ArrayLike,
    *,
    names: tuple[str, str] = NAMES,
    bootstrap: int = 1000,
    seed: int = 12345,
    level: float = 0.95,
) -> Correlation:
    """All three coefficients with two-sided p-values and percentile bootstrap intervals over items.

    The same seed and number of items give the same resamples, whatever the metric. `bootstrap=0` asks
    for no intervals. Resamples in which a column is constant are left out.
    """
    first, second = paired(x, y, names)
    whole(bootstrap, "bootstrap", 0)
    share(level)
    n = len(first)
    r, rho = _product_moment(first, second), _product_moment(midranks(first), midranks(second))
    tau, tau_p = _kendall(first, second)
    replicates = _replicates(first, second, bootstrap, seed)
    intervals = [_percentiles(column, level) for column in replicates.T]
    return Correlation(n, r, rho, tau, _student_p(r, n), _student_p(rho, n), tau_p, *intervals)


def midranks(column: Floats) -> Floats:
    """Ranks from 1, ties share their mean rank."""
    groups, counts = tie_groups(column)
    ranks: Floats = (np.cumsum(counts) - (counts - 1) / 2)[groups]
    return ranks


def tie_groups(column: Floats) -> tuple[Ints, Ints]:
    """Number of the distinct value of each item, upwards from 0, and how often each value occurs."""
    _, groups, counts = np.unique(column, return_inverse=True, return_counts=True)
    return groups.astype(np.int64), counts.astype(np.int64)


def standardised(column: Floats) -> Floats:
    """Centred and scaled to at most 1, so that no square overflows or vanishes."""
    scaled = column / np.abs(column).max()
    centred = scaled - scaled.mean()
    result: Floats = centred / np.abs(centred).max()
    return result


def _product_moment(x: Floats, y: Floats) -> float:
    dx, dy = standardised(x), standardised(y)
    r = float(dx @ dy) / math.sqrt(float(dx @ dx)) / math.sqrt(float(dy @ dy))
    return max(-1.0, min(1.0, r))


def _kendall(x: Floats, y: Floats) -> tuple[float, float]:
    """Tau-b and its p: by the normal distribution where values are tied, as scipy has it.

    The other cases, and many items, are left to scipy, which takes longer to load than this to count.
    """
    n, (ranks_x, ties_x), (ranks_y, ties_y) = len(x), tie_groups(x), tie_groups(y)
    untied = len(ties_x) == n and len(ties_y) == n
    if untied or not 2 < n <= _COUNTED or min(len(ties_x), len(ties_y)) < 2:
        from scipy.stats import kendalltau

        result = kendalltau(x, y)
        return float(result.statistic), float(result.pvalue)
    above_x, above_y = (np.sign(np.subtract.outer(ranks, ranks)) for ranks in (ranks_x, ranks_y))
    balance = float((above_x * above_y).sum()) / 2.0
    pairs = n * (n - 1)
    (two_x, three_x, five_x), (two_y, three_y, five_y) = _tied(ties_x), _tied(ties_y)
    tau = balance / math.sqrt((pairs - two_x) / 2) / math.sqrt((pairs - two_y) / 2)
    variance = (pairs * (2.0 * n + 5) - five_x - five_y) / 18
    variance += two_x * two_y / (2.0 * pairs) + three_x * three_y / (9.0 * pairs * (n - 2))
    return max(-1.0, min(1.0, tau)), math.erfc(abs(balance) / math.sqrt(2.0 * variance))


def _tied(counts: Ints) -> tuple[float, float, float]:
    """What ties take from the variance of Kendall's sum (Kendall 1970, chapter 5)."""
    t = counts.astype(np.float64)
    pairs = t * (t - 1)
    return float(pairs.sum()), float((pairs * (t - 2)).sum()), float((pairs * (2 * t + 5)).sum())


def _student_p(r: float, n: int) -> float:
    """Two-sided p of r under no correlation."""
    from scipy.special import stdtr

    if abs(r) >= 1.0:
        return 0.0
    t = abs(r) * math.sqrt((n - 2) / ((1.0 - r) * (1.0 + r)))
    return float(2.0 * stdtr(n - 2, -t))


def _replicates(x: Floats, y: Floats, count: int, seed: int) -> Floats:
    """(count, 3) Pearson, Spearman and Kendall of resampled items."""
    if count == 0:
        return np.empty((0, 3))
    # Here, not above: the compiler takes a while to load, and only a bootstrap needs it.
    from likewise.judging import _kernels

    rng = np.random.default_rng(seed)
    n, dx, dy = len(x), standardised(x), standardised(y)
    (group_x, counts_x), (group_y, counts_y) = tie_groups(x), tie_groups(y)
    # Kendall is symmetric; the column with fewer distinct values (people's) makes the smaller tree.
    inner, outer = sorted(((group_x, len(counts_x)), (group_y, len(counts_y))), key=lambda side: side[1])
    order = np.argsort(outer[0], kind="stable")
    replicates = np.empty((count, 3))
    for row in replicates:
        weights = np.bincount(rng.integers(n, size=n), minlength=n)
        row[0] = _kernels.weighted_pearson(dx, dy, weights)
        row[1] = _kernels.weighted_spearman(group_x, group_y, len(counts_x), len(counts_y), weights)
        row[2] = _kernels.weighted_kendall(order, outer[0], inner[0], outer[1], inner[1], weights)
    return replicates


def _percentiles(replicates: Floats, level: float) -> Interval:
    """The central share of the replicates; none where fewer than half of them are defined."""
    kept = replicates[~np.isnan(replicates)]
    if len(kept) == 0 or 2 * len(kept) < len(replicates):
        return math.nan, math.nan
    low, high = np.quantile(kept, [(1 - level) / 2, (1 + level) / 2])
    return float(low), float(high)
