"""How far judges agree beyond chance, and what the truth is when they do not.

Krippendorff's alpha (2011), Cohen's kappa (1960, 1968), Fleiss' kappa (1971), and the worker model of
Dawid and Skene (1979). Arrays only; nan stands for "not rated". Where all ratings are one and the same
value, nothing can differ by chance, and the coefficients are undefined: nan.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from likewise.errors import InputError
from likewise.judging._checks import Floats, Ints, numbers, same_length, share, whole
from likewise.judging.correlation import Interval

Level = Literal["nominal", "ordinal", "interval", "ratio"]
Weights = Literal["linear", "quadratic"]
LEVELS = ("nominal", "ordinal", "interval", "ratio")


@dataclass(frozen=True, slots=True)
class Alpha:
    """Krippendorff's alpha over the items that at least two judges rated; nan where it is undefined."""

    alpha: float
    ci: Interval
    items: int
    judges: int
    level: str


@dataclass(frozen=True, slots=True)
class DawidSkene:
    """What the labels say of items and judges.

    `posterior` is (items, classes); `confusion` is (judges, true class, given class); `accuracy` is how
    often a judge is right, weighted by how often each class occurs; `prior` is how often that is.
    """

    posterior: Floats
    confusion: Floats
    accuracy: Floats
    prior: Floats
    iterations: int
    converged: bool
    log_likelihood: float

    @property
    def labels(self) -> Ints:
        """The likeliest class of each item."""
        return np.asarray(self.posterior.argmax(axis=1), np.int64)


def krippendorff_alpha(
    ratings: npt.ArrayLike,
    level: Level = "nominal",
    *,
    bootstrap: int = 1000,
    seed: int = 12345,
    confidence: float = 0.95,
) -> Alpha:
    """Alpha of (judges, items) ratings with a percentile bootstrap interval over items.

    Items with fewer than two ratings say nothing of agreement and are left out. `bootstrap=0` asks for no
    interval; it is (nan, nan) where fewer than half of the resamples have an alpha.
    """
    if level not in LEVELS:
        raise InputError(f"unknown level '{level}', expected one of {', '.join(LEVELS)}")
    whole(bootstrap, "bootstrap", 0)
    share(confidence)
    table = rating_table(ratings, "ratings")
    if len(table) < 2:
        raise InputError(f"{len(table)} judges, at least 2 are needed")
    if level == "ratio" and (table < 0).any():
        raise InputError("a rating is below 0, a ratio scale has none")
    table = table[:, (~np.isnan(table)).sum(axis=0) >= 2]
    if table.shape[1] == 0:
        raise InputError("no item was rated by two judges, nothing can be said of their agreement")
    values = np.unique(table[~np.isnan(table)])
    counts = np.stack([(table == value).sum(axis=0) for value in values], axis=1).astype(np.float64)
    n, alpha_of = len(counts), _alpha_of(counts, values, level)
    alpha = alpha_of(np.ones(n))
    rng = np.random.default_rng(seed)
    replicates = np.array(
        [alpha_of(np.bincount(rng.integers(n, size=n), minlength=n)) for _ in range(bootstrap)]
    )
    return Alpha(alpha, percentile_interval(replicates, confidence), n, len(table), level)


def cohen_kappa(a: npt.ArrayLike, b: npt.ArrayLike, weights: Weights | None = None) -> float:
    """Cohen's kappa of two judges over the items that both rated.

    With weights a disagreement counts by how far apart the two categories are in the order of all
    categories that occur.
    """
    if weights not in {None, "linear", "quadratic"}:
        raise InputError(f"unknown weights '{weights}', expected linear, quadratic or none")
    first, second = numbers(a, "judge A", missing=True), numbers(b, "judge B", missing=True)
    same_length({"judge A": first, "judge B": second})
    both = ~(np.isnan(first) | np.isnan(second))
    if not both.any():
        raise InputError("no item was rated by both judges, nothing can be said of their agreement")
    values, places = np.unique(np.concatenate((first[both], second[both])), return_inverse=True)
    x, y = np.split(places, 2)
    k = len(values)
    table = np.bincount(x * k + y, minlength=k * k).reshape(k, k) / len(x)
    apart = np.abs(np.arange(k)[:, None] - np.arange(k)).astype(np.float64)
    cost = {None: (apart > 0).astype(np.float64), "linear": apart, "quadratic": apart**2}[weights]
    expected = float((cost * np.outer(table.sum(axis=1), table.sum(axis=0))).sum())
    return 1.0 - float((cost * table).sum()) / expected if expected > 0 else math.nan


def fleiss_kappa(counts: npt.ArrayLike | None = None, *, ratings: npt.ArrayLike | None = None) -> float:
    """Fleiss' kappa from (items, categories) counts, or from (judges, items) ratings.

    Every item must have the same number of ratings, at least two; the judges need not be the same
    people. Where numbers differ, `krippendorff_alpha` is the measure to take.
    """
    if (counts is None) == (ratings is None):
        raise InputError("expected either counts or ratings")
    if ratings is not None:
        given = rating_table(ratings, "ratings")
        values = np.unique(given[~np.isnan(given)])
        table = np.stack([(given == value).sum(axis=0) for value in values], axis=1).astype(np.float64)
    else:
        assert counts is not None
        table = rating_table(counts, "counts")
        if np.isnan(table).any() or (table < 0).any() or (table != np.floor(table)).any():
            raise InputError("counts: expected whole numbers from 0")
    raters = table.sum(axis=1)
    if (raters != raters[0]).any():
        low, high = int(raters.min()), int(raters.max())
        raise InputError(f"items have from {low} to {high} ratings, Fleiss' kappa needs the same number")
    m = float(raters[0])
    if m < 2:
        raise InputError(f"{int(m)} ratings an item, at least 2 are needed")
    observed = float(((table * (table - 1)).sum(axis=1) / (m * (m - 1))).mean())
    expected = float(((table.sum(axis=0) / table.sum()) ** 2).sum())
    return (observed - expected) / (1.0 - expected) if expected < 1.0 else math.nan


def dawid_skene(
    labels: npt.ArrayLike,
    classes: int | None = None,
    *,
    iterations: int = 200,
    tolerance: float = 1e-6,
    smoothing: float = 0.01,
    seed: int | None = None,
) -> DawidSkene:
    """Expectation maximisation of true classes and of each judge's confusion matrix.

    `labels` is (items, judges) with classes from 0, and -1 for "not labelled". It starts at the majority,
    or, with a seed, at the majority shaken at random, to see whether another start ends elsewhere.
    `smoothing` is added to every cell of a confusion matrix, so that a judge who never met a class counts
    as one who guesses it. An item without a label ends at the prior. It is done when no posterior moves
    by more than `tolerance`.
    """
    given, k = _labels(labels, classes)
    whole(iterations, "iterations", 1)
    if not tolerance > 0 or not smoothing > 0:
        raise InputError("tolerance and smoothing: expected numbers above 0")
    # (items, judges, classes): 1 where the judge gave that class.
    chosen = (given[:, :, None] == np.arange(k)).astype(np.float64)
    posterior = chosen.sum(axis=1) + smoothing
    if seed is not None:
        posterior *= np.random.default_rng(seed).uniform(0.5, 1.5, posterior.shape)
    posterior /= posterior.sum(axis=1, keepdims=True)
    step, moved = 0, math.inf
    while step < iterations and moved > tolerance:
        step += 1
        prior = (posterior.sum(axis=0) + smoothing) / (len(given) + k * smoothing)
        confusion = np.einsum("it,ijc->jtc", posterior, chosen) + smoothing
        confusion /= confusion.sum(axis=2, keepdims=True)
        joint = np.log(prior) + np.einsum("ijc,jtc->it", chosen, np.log(confusion))
        top = joint.max(axis=1, keepdims=True)
        weights = np.exp(joint - top)
        total = weights.sum(axis=1, keepdims=True)
        moved = float(np.abs(weights / total - posterior).max())
        posterior = weights / total
    likelihood = float((np.log(total) + top).sum())
    accuracy = np.einsum("jtt,t->j", confusion, prior)
    return DawidSkene(posterior, confusion, accuracy, prior, step, moved <= tolerance, likelihood)


def rating_table(values: npt.ArrayLike, name: str) -> Floats:
    """A table of numbers with at least one that is not nan."""
    try:
        table = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise InputError(f"{name}: expected a table of numbers") from error
    if table.ndim != 2:
        raise InputError(f"{name}: expected a table, got an array of shape {table.shape}")
    if np.isinf(table).any():
        raise InputError(f"{name}: expected finite numbers, nan for missing ones")
    if np.isnan(table).all():
        raise InputError(f"{name}: holds no number")
    return table


def _labels(labels: npt.ArrayLike, classes: int | None) -> tuple[Ints, int]:
    table = rating_table(labels, "labels")
    if (table != np.floor(table)).any() or (table < -1).any():
        raise InputError("labels: expected classes from 0, and -1 where there is none")
    given = table.astype(np.int64)
    if (given < 0).all():
        raise InputError("labels: holds no label")
    count = int(given.max()) + 1
    k = count if classes is None else classes
    if k < max(count, 2):
        raise InputError(f"classes is {k}, expected at least {max(count, 2)}")
    if given.shape[1] < 2:
        raise InputError(f"{given.shape[1]} judges, at least 2 are needed")
    return given, k


def _alpha_of(counts: Floats, values: Floats, level: str) -> Callable[[npt.ArrayLike], float]:
    """Alpha as a function of how often each item occurs.

    Disagreement within an item does not change with the others, except for ordinal categories, whose
    distances are differences of places, so that sums and squares of places do.
    """
    raters = counts.sum(axis=1)
    fixed = None if level == "ordinal" else _distances(values, np.zeros(len(values)), level)
    within = None if fixed is None else ((counts @ fixed) * counts).sum(axis=1) / (raters - 1)

    def alpha(times: npt.ArrayLike) -> float:
        weights = np.asarray(times, np.float64)
        margin = weights @ counts
        if fixed is None or within is None:
            places = np.cumsum(margin) - margin / 2
            spread = raters * (counts @ places**2) - (counts @ places) ** 2
            own, distance = 2 * spread / (raters - 1), _distances(values, margin, level)
        else:
            own, distance = within, fixed
        expected = margin @ distance @ margin
        if expected <= 0:
            return math.nan
        return 1.0 - float((margin.sum() - 1) * (weights @ own) / expected)

    return alpha


def _distances(values: Floats, margin: Floats, level: str) -> Floats:
    if level == "nominal":
        return 1.0 - np.eye(len(values))
    if level == "ordinal":
        # All ratings from one category up to the other, half of those at both ends.
        places = np.cumsum(margin) - margin / 2
        return np.asarray((places[:, None] - places) ** 2, np.float64)
    # Scaled, so that no square overflows; alpha knows no unit.
    scaled = values / (np.abs(values).max() or 1.0)
    apart = scaled[:, None] - scaled
    if level == "ratio":
        total = scaled[:, None] + scaled
        apart = np.divide(apart, total, out=np.zeros_like(apart), where=total > 0)
    return np.asarray(apart**2, np.float64)


def percentile_interval(replicates: Floats, confidence: float) -> Interval:
    """The central share of the replicates; (nan, nan) where fewer than half of them are defined."""
    kept = replicates[~np.isnan(replicates)]
    if len(kept) == 0 or 2 * len(kept) < len(replicates):
        return math.nan, math.nan
    low, high = np.quantile(kept, [(1 - confidence) / 2, (1 + confidence) / 2])
    return float(low), float(high)
