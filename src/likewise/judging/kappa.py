"""How often raters say the same of an item, what chance would give, and what is left beyond it.

Cohen's kappa (1960; 1968 with weights) as the mean over pairs of raters, Fleiss' kappa (1971) and Gwet's AC1
and AC2 (2008; Handbook of Inter-Rater Reliability, 4th edition, chapters 2 to 5) for any number of ratings an
item. They differ in what they expect of chance, which follows from the rates of the categories.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from likewise.errors import InputError
from likewise.judging._checks import Floats, share, whole
from likewise.judging.correlation import Interval
from likewise.judging.reliability import Weights, percentile_interval, rating_table

__all__ = ["CategoryAgreement", "CategoryRate", "Coefficient", "category_agreement"]

_CHUNK = 4_000_000
"""So many counts of resampled items are held at a time."""


@dataclass(frozen=True, slots=True)
class Coefficient:
    """A coefficient of agreement with its interval; nan where it is undefined."""

    value: float
    ci: Interval


@dataclass(frozen=True, slots=True)
class CategoryRate:
    """How often a category is given, and the chance that another rater of the same item gives it too."""

    category: float
    ratings: int
    share: float
    repeated: float


@dataclass(frozen=True, slots=True)
class CategoryAgreement:
    """Agreement of `judges` raters over the `items` that at least two of them rated, `ratings` in all.

    `same` is the share of pairs of ratings of one item that are the same (with weights: nearly the same, by
    how near), `chance` what two raters would reach who guess at the rates of the categories.
    """

    items: int
    judges: int
    ratings: int
    rates: tuple[CategoryRate, ...]
    same: Coefficient
    chance: float
    cohen: Coefficient
    fleiss: Coefficient
    ac1: Coefficient


def category_agreement(
    ratings: npt.ArrayLike,
    weights: Weights | None = None,
    *,
    bootstrap: int = 1000,
    seed: int = 12345,
    confidence: float = 0.95,
) -> CategoryAgreement:
    """Agreement of (judges, items) ratings that are categories; nan is "not rated".

    With weights two categories are the nearer, the fewer others lie between them (AC1 is then AC2, Fleiss'
    kappa weighted too). Intervals are percentiles of a bootstrap over items; `bootstrap=0` asks for none.
    Items with one rating count for the rates, as in Gwet's book, and for nothing else.
    """
    whole(bootstrap, "bootstrap", 0)
    share(confidence)
    table = rating_table(ratings, "ratings")
    if len(table) < 2:
        raise InputError(f"{len(table)} judges, at least 2 are needed")
    table = table[:, ~np.isnan(table).all(axis=0)]
    values = np.unique(table[~np.isnan(table)])
    counts = np.stack([(table == value).sum(axis=0) for value in values], axis=1).astype(np.float64)
    raters = counts.sum(axis=1)
    if not (raters >= 2).any():
        raise InputError("no item was rated by two judges, nothing can be said of their agreement")
    near = _nearness(len(values), weights)
    statistics = _pooled(counts, near)
    pairs = list(_pair_parts(table, values, near))
    everything = np.ones((1, len(counts)))
    same, fleiss, ac1, chance = statistics(everything)[0]
    cohen = _mean_kappa(pairs, everything, near)[0]
    drawn = [
        (statistics(times), _mean_kappa(pairs, times, near))
        for times in resamples(len(counts), bootstrap, seed)
    ]
    pooled = np.concatenate([one for one, _ in drawn]) if drawn else np.empty((0, 4))
    kappas = np.concatenate([one for _, one in drawn]) if drawn else np.empty(0)
    columns = [(same, pooled[:, 0]), (cohen, kappas), (fleiss, pooled[:, 1]), (ac1, pooled[:, 2])]
    found = [Coefficient(float(value), percentile_interval(drawn, confidence)) for value, drawn in columns]
    return CategoryAgreement(
        int((raters >= 2).sum()), len(table), int(raters.sum()), _rates(counts, values),
        found[0], float(chance), found[1], found[2], found[3],
    )  # fmt: skip


def _nearness(k: int, weights: Weights | None) -> Floats:
    """1 where two categories are the same, 0 where they are as far apart as can be."""
    if weights not in {None, "linear", "quadratic"}:
        raise InputError(f"unknown weights '{weights}', expected linear, quadratic or none")
    apart = np.abs(np.arange(k)[:, None] - np.arange(k)) / max(k - 1, 1)
    if weights is None:
        return np.eye(k)
    return np.asarray(1.0 - (apart if weights == "linear" else apart**2), np.float64)


def _pooled(counts: Floats, near: Floats) -> Callable[[Floats], Floats]:
    """A function of how often each item occurs: (same, Fleiss' kappa, AC1, chance), a row a resample."""
    raters = counts.sum(axis=1)
    twice = raters >= 2
    shares = counts / raters[:, None]
    agreed = np.zeros(len(counts))
    pairs = raters[twice] * (raters[twice] - 1)
    agreed[twice] = (counts[twice] * (counts[twice] @ near - 1)).sum(axis=1) / pairs
    k = len(near)

    def statistics(times: Floats) -> Floats:
        rated_twice = times @ twice
        same = _ratio(times @ agreed, rated_twice)
        rates = times @ shares / times.sum(axis=1, keepdims=True)
        chance = ((rates @ near) * rates).sum(axis=1)
        spread = near.sum() / (k * (k - 1)) if k > 1 else math.nan
        expected = spread * (rates * (1 - rates)).sum(axis=1)
        beyond = [_ratio(same - by, 1 - by) for by in (chance, expected)]
        return np.column_stack([same, *beyond, chance])

    return statistics


class _PairParts(NamedTuple):
    """Of two raters: the items that both rated, how near their ratings are, and each one's, one-hot."""

    both: npt.NDArray[np.intp]
    alike: Floats
    x: Floats
    y: Floats


def _pair_parts(table: Floats, values: Floats, near: Floats) -> Iterator[_PairParts]:
    places = np.searchsorted(values, np.nan_to_num(table, nan=values[0]))
    rated = ~np.isnan(table)
    for a, b in combinations(range(len(table)), 2):
        both = np.flatnonzero(rated[a] & rated[b])
        if len(both):
            x, y = places[a, both], places[b, both]
            one_hot = np.eye(len(values))
            yield _PairParts(both, near[x, y], one_hot[x], one_hot[y])


def _mean_kappa(pairs: list[_PairParts], times: Floats, near: Floats) -> Floats:
    """Cohen's kappa of each resample, the mean over pairs of raters by how many items they share."""
    total, weight = np.zeros(len(times)), np.zeros(len(times))
    for both, alike, x, y in pairs:
        own = times[:, both]
        n = own.sum(axis=1)
        expected = _ratio(((own @ x @ near) * (own @ y)).sum(axis=1), n * n)
        kappa = _ratio(_ratio(own @ alike, n) - expected, 1 - expected)
        defined = ~np.isnan(kappa)
        total[defined] += (n * kappa)[defined]
        weight[defined] += n[defined]
    return _ratio(total, weight)


def _ratio(part: Floats, whole: Floats) -> Floats:
    """The quotient, nan where there is none."""
    out: Floats = np.full(len(part), math.nan)
    np.divide(part, whole, out=out, where=whole > 1e-12)
    return out


def _rates(counts: Floats, values: Floats) -> tuple[CategoryRate, ...]:
    raters = counts.sum(axis=1, keepdims=True)
    totals = counts.sum(axis=0)
    several = (raters >= 2)[:, 0]
    given, others = counts[several], raters[several] - 1
    repeated = _ratio((given * (given - 1) / others).sum(axis=0), given.sum(axis=0))
    columns = zip(values, totals, repeated, strict=True)
    every = float(totals.sum())
    return tuple(CategoryRate(float(v), int(n), float(n) / every, float(r)) for v, n, r in columns)


def resamples(n: int, count: int, seed: int) -> Iterator[Floats]:
    """How often each of n items occurs, a row a resample, some rows at a time."""
    rng = np.random.default_rng(seed)
    rows = max(1, _CHUNK // n)
    for start in range(0, count, rows):
        size = min(rows, count - start)
        drawn = (np.bincount(rng.integers(n, size=n), minlength=n) for _ in range(size))
        yield np.stack(list(drawn)).astype(np.float64)
