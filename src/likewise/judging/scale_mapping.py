"""A metric's scores brought to the scale on which people rate, each item by what the other items show.

`quantile`: the score that exceeds a third of the scores becomes the rating that exceeds a third of the
ratings, so a metric rates as often high and low as people do. `isotonic`: the rising curve with the least
squared error (Barlow et al. 1972), which keeps to the middle where the metric knows little.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import numpy as np
import numpy.typing as npt

from likewise.errors import InputError
from likewise.judging._checks import Floats, is_constant, numbers
from likewise.judging.combination import assign_folds
from likewise.judging.correlation import spearman
from likewise.judging.reliability import rating_table

__all__ = ["MAPPINGS", "on_human_scale"]

MAPPINGS = ("quantile", "isotonic")

_FOLDS = 10


def on_human_scale(
    scores: npt.ArrayLike,
    ratings: npt.ArrayLike,
    mapping: str = "quantile",
    *,
    groups: Sequence[Hashable] | None = None,
    seed: int = 12345,
) -> Floats:
    """Scores as ratings; `ratings` are (judges, items), nan is "not rated".

    Cross-fitted: the items of a fold are mapped by what the others show, the metric's direction included.
    Items of one group (outputs for one source) share a fold; there are ten folds, or as many as groups.
    """
    if mapping not in MAPPINGS:
        raise InputError(f"unknown mapping '{mapping}', expected one of {', '.join(MAPPINGS)}")
    values, table = numbers(scores, "scores"), rating_table(ratings, "ratings")
    if table.shape[1] != len(values):
        raise InputError(f"{len(values)} scores and ratings of {table.shape[1]} items, expected as many")
    keys = list(range(len(values))) if groups is None else list(groups)
    folds = min(_FOLDS, len(set(keys)))
    if folds < 2:
        raise InputError("all items are of one source, none can be held out to map the metric")
    fold = assign_folds(keys, folds, seed)
    mapped = np.empty_like(values)
    for k in range(folds):
        held = fold == k
        mapped[held] = _mapped(values[held], values[~held], table[:, ~held], mapping)
    return mapped


def _mapped(new: Floats, scores: Floats, table: Floats, mapping: str) -> Floats:
    rated = (~np.isnan(table)).any(axis=0)
    if not rated.any():
        raise InputError("a fold leaves no rated item to map the metric by")
    means = np.nanmean(table[:, rated], axis=0)
    known = scores[rated]
    sign = 1.0
    if len(known) > 2 and not is_constant(known) and not is_constant(means):
        sign = -1.0 if spearman(known, means) < 0 else 1.0
    if mapping == "isotonic":
        return _isotonic(sign * new, sign * known, means)
    ordered = np.sort(sign * known)
    below = np.searchsorted(ordered, sign * new, side="left")
    upto = np.searchsorted(ordered, sign * new, side="right")
    places = (below + upto) / (2 * len(ordered))
    return np.asarray(np.quantile(table[~np.isnan(table)], places, method="inverted_cdf"), np.float64)


def _isotonic(new: Floats, scores: Floats, means: Floats) -> Floats:
    from scipy.optimize import isotonic_regression

    points, place, counts = np.unique(scores, return_inverse=True, return_counts=True)
    sums = np.bincount(place, weights=means, minlength=len(points))
    fitted = isotonic_regression(sums / counts, weights=counts.astype(np.float64)).x
    return np.asarray(np.interp(new, points, fitted), np.float64)
