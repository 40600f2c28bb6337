"""How far a metric could follow people at all: as far as a person follows the others, or people agree.

One rater is left out and held against the mean of the others, and so is the metric, over the same items, so
that what both reach can be compared. Split halves of each item's raters, by the formula of Spearman and Brown
(1910), give the reliability of the mean of all; its root is the highest correlation to be expected with it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from likewise.errors import InputError
from likewise.judging._checks import FEWEST, Floats, is_constant, numbers, same_length, whole
from likewise.judging.correlation import Interval
from likewise.judging.kappa import Coefficient, resamples
from likewise.judging.reliability import percentile_interval

__all__ = ["BesidePerson", "HumanCeiling", "human_ceiling", "null_correlation"]

_SPLITS = 100


@dataclass(frozen=True, slots=True)
class BesidePerson:
    """A metric's Pearson with the raters who are left; in what share of resamples a person has no more."""

    pearson: float
    ci: Interval
    at_least_person: float


@dataclass(frozen=True, slots=True)
class HumanCeiling:
    """What people reach over `n` items that two or more rated, and metrics over the same items.

    `person` is the mean Pearson of a rater with the mean of the others; `reliability` that of the mean of all
    raters, from `split_half`; `highest` its root. nan where they cannot be had.
    """

    n: int
    raters: int
    person: Coefficient
    metrics: Mapping[str, BesidePerson]
    split_half: float
    reliability: float
    highest: float


def null_correlation(n: int, level: float = 0.95) -> float:
    """The correlation that one of nothing with nothing exceeds, up or down, in 5 % of cases (Student)."""
    from scipy.special import stdtrit

    if n < FEWEST:
        raise InputError(f"only {n} items, at least {FEWEST} are needed")
    t = float(stdtrit(n - 2, (1 + level) / 2))
    return t / math.sqrt(n - 2 + t * t)


def human_ceiling(
    ratings: Mapping[str, npt.ArrayLike],
    scores: Mapping[str, npt.ArrayLike],
    *,
    lower_is_better: Sequence[str] = (),
    bootstrap: int = 1000,
    seed: int = 12345,
) -> HumanCeiling:
    """People and metrics held against the same raters; nan is "not rated". Intervals resample items.

    A metric in `lower_is_better` is compared with a person by the size of its negative correlation.
    """
    whole(bootstrap, "bootstrap", 0)
    people = {name: numbers(column, name, missing=True) for name, column in ratings.items()}
    metrics = {name: numbers(column, name) for name, column in scores.items()}
    if len(people) < 2:
        raise InputError(f"{len(people)} judge, at least 2 are needed")
    same_length(people | metrics)
    table = np.stack(list(people.values()))
    targets = list(_left_out(table))
    if not targets:
        raise InputError("no judge shares three items, rated differently, with the others")
    own = _mean_pearson([(items, table[row, items], others) for row, items, others in targets])
    follow = {
        name: _mean_pearson([(items, column[items], others) for _, items, others in targets])
        for name, column in metrics.items()
    }
    every = np.ones((1, table.shape[1]))
    person, *drawn = _replicates([own, *follow.values()], table.shape[1], bootstrap, seed)
    half = _split_half(table, seed)
    reliability = 2 * half / (1 + half) if half > -1 else math.nan
    signs = {name: -1.0 if name in lower_is_better else 1.0 for name in metrics}
    return HumanCeiling(
        int(((~np.isnan(table)).sum(axis=0) >= 2).sum()),
        len(table),
        Coefficient(float(own(every)[0]), percentile_interval(person, 0.95)),
        {
            name: _beside(float(one(every)[0]), values, person, signs[name])
            for (name, one), values in zip(follow.items(), drawn, strict=True)
        },
        half,
        reliability,
        math.sqrt(reliability) if reliability > 0 else math.nan,
    )


def _left_out(table: Floats) -> Iterator[tuple[int, npt.NDArray[np.intp], Floats]]:
    """Each rater with the items that others rated too, and the mean of these others."""
    rated = ~np.isnan(table)
    for row in range(len(table)):
        others, shared = np.delete(table, row, axis=0), np.delete(rated, row, axis=0)
        items = np.flatnonzero(rated[row] & shared.any(axis=0))
        if len(items) < FEWEST:
            continue
        means = np.nanmean(others[:, items], axis=0)
        if not is_constant(means) and not is_constant(table[row, items]):
            yield row, items, means


def _mean_pearson(
    parts: Sequence[tuple[npt.NDArray[np.intp], Floats, Floats]],
) -> Callable[[Floats], Floats]:
    """A function of how often each item occurs: the mean of Pearson's r over the parts, by their sizes."""
    sizes = np.array([len(items) for items, _, _ in parts], np.float64)
    moments = []
    for items, x, y in parts:
        x, y = x - x.mean(), y - y.mean()
        moments.append((items, np.column_stack([np.ones(len(x)), x, y, x * x, y * y, x * y])))

    def statistic(times: Floats) -> Floats:
        found = np.stack([_pearson_of(times[:, items] @ columns) for items, columns in moments])
        weights = np.where(np.isnan(found), 0.0, sizes[:, None])
        total = weights.sum(axis=0)
        sums = (np.nan_to_num(found) * weights).sum(axis=0)
        mean: Floats = np.full(len(total), math.nan)
        np.divide(sums, total, out=mean, where=total > 0)
        return mean

    return statistic


def _pearson_of(sums: Floats) -> Floats:
    """r of each row of sums (n, x, y, xx, yy, xy); nan where a column does not vary."""
    n, x, y, xx, yy, xy = sums.T
    spread = (n * xx - x * x) * (n * yy - y * y)
    out: Floats = np.full(len(n), math.nan)
    np.divide(n * xy - x * y, np.sqrt(np.maximum(spread, 0)), out=out, where=spread > 1e-12)
    return out


def _replicates(
    statistics: Sequence[Callable[[Floats], Floats]], n: int, bootstrap: int, seed: int
) -> Sequence[Floats]:
    """Each statistic of the same resamples."""
    found: list[list[Floats]] = [[np.empty(0)] for _ in statistics]
    for times in resamples(n, bootstrap, seed):
        for values, statistic in zip(found, statistics, strict=True):
            values.append(statistic(times))
    return [np.concatenate(values) for values in found]


def _beside(value: float, drawn: Floats, person: Floats, sign: float) -> BesidePerson:
    both = ~(np.isnan(drawn) | np.isnan(person))
    share = float((sign * drawn >= person)[both].mean()) if both.any() else math.nan
    return BesidePerson(value, percentile_interval(drawn, 0.95), share)


def _split_half(table: Floats, seed: int) -> float:
    """Mean Pearson between the means of two halves of each item's raters, over random halvings."""
    rated = ~np.isnan(table)
    items = rated.sum(axis=0) >= 2
    table, rated = table[:, items], rated[:, items]
    if table.shape[1] < FEWEST:
        return math.nan
    filled, counts = np.where(rated, table, 0.0), rated.sum(axis=0)
    rng = np.random.default_rng(seed)
    found = []
    for _ in range(_SPLITS):
        order = np.where(rated, rng.random(table.shape), np.inf).argsort(axis=0).argsort(axis=0)
        # Where the number is odd, chance says which half is the larger one.
        first = rated & (order < (counts + rng.integers(2, size=len(counts))) // 2)
        halves = [(filled * part).sum(axis=0) / part.sum(axis=0) for part in (first, rated & ~first)]
        if not any(map(is_constant, halves)):
            found.append(float(np.corrcoef(*halves)[0, 1]))
    return float(np.mean(found)) if found else math.nan
