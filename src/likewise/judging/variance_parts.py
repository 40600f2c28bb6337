"""Where ratings vary: from item to item, from judge to judge, and for no reason that shows.

Every judge need not have rated every item. The three parts follow from the mean squared differences of pairs
of ratings: of one item by two judges, of two items by one judge, and of two items by two judges.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from likewise.errors import InputError
from likewise.judging._checks import Floats, numbers, same_length

__all__ = ["RatingVariance", "rating_variance"]


@dataclass(frozen=True, slots=True)
class RatingVariance:
    """Variances of items, of judges (severity), and of what is left; `judges_an_item` ratings on average."""

    item: float
    judge: float
    residual: float
    judges: int
    judges_an_item: float


def rating_variance(ratings: Mapping[str, npt.ArrayLike]) -> RatingVariance:
    """The parts of the variance; nan stands for "not rated". A part that comes out below 0 counts as 0."""
    columns = {name: numbers(column, name, missing=True) for name, column in ratings.items()}
    if len(columns) < 2:
        raise InputError(f"{len(columns)} judge, at least 2 are needed")
    same_length(columns)
    table = np.column_stack(list(columns.values()))
    same_item, same_judge = _within(table), _within(table.T)
    if np.isnan(same_item) or np.isnan(same_judge):
        raise InputError("no item was rated by two judges, or no judge rated two items")
    everything = _between(table)
    residual = same_item + same_judge - everything
    item, judge = everything - same_item, everything - same_judge
    counts = (~np.isnan(table)).sum(axis=1)
    return RatingVariance(
        item=max(0.0, item),
        judge=max(0.0, judge),
        residual=max(0.0, residual),
        judges=len(columns),
        judges_an_item=float(counts[counts > 0].mean()),
    )


def _sums(table: Floats) -> tuple[float, float]:
    """Half the squared differences over all pairs in the rows of a table, and how many pairs these are."""
    rated = ~np.isnan(table)
    filled = np.where(rated, table, 0.0)
    counts = rated.sum(axis=1)
    squares = counts * (filled**2).sum(axis=1) - filled.sum(axis=1) ** 2
    return float(squares.sum() / 2), float((counts * (counts - 1) / 2).sum())


def _within(table: Floats) -> float:
    total, pairs = _sums(table)
    return total / pairs if pairs else float("nan")


def _between(table: Floats) -> float:
    """The same over pairs of neither one item nor one judge: all pairs less those of either."""
    centred = table - np.nanmean(table)
    whole, pairs = _sums(centred.reshape(1, -1))
    for part in (centred, centred.T):
        own, count = _sums(part)
        whole, pairs = whole - own, pairs - count
    if pairs <= 0:
        raise InputError("no two items were rated by two judges")
    return whole / pairs
