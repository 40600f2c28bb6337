"""Ratings of one criterion as a table, a row a rater and a column an item, for what judges of judges ask."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from likewise.errors import InputError
from likewise.io import ratings_of
from likewise.records import Rating

__all__ = ["RaterTable", "rater_tables"]

Floats = npt.NDArray[np.float64]
Item = tuple[str | None, str]


@dataclass(frozen=True, eq=False)
class RaterTable:
    """`values[rater, item]`, nan where that rater did not rate that item; an item is (system, name).

    Where ratings are labels, `labels` holds them in order and the values are their places.
    """

    criterion: str
    raters: tuple[str, ...]
    items: tuple[Item, ...]
    values: Floats
    labels: tuple[str, ...] = ()

    @property
    def shared(self) -> int:
        """The items that at least two rated."""
        return int(((~np.isnan(self.values)).sum(axis=0) >= 2).sum())

    def category(self, value: float) -> str:
        """A rating as people wrote it."""
        return self.labels[int(value)] if self.labels else f"{value:g}"


def rater_tables(
    ratings: object,
    criterion: str | Sequence[str] = "all",
    raters: Sequence[str] | None = None,
) -> dict[str, RaterTable]:
    """A table of each criterion that is named, or of all; human scores without a rater are passed over.

    `raters` keeps the ratings of those who are named. Ratings are what `likewise.io.ratings_of` takes.
    """
    by_criterion: dict[str, list[Rating]] = {}
    for rating in ratings_of(ratings):
        by_criterion.setdefault(rating.criterion, []).append(rating)
    if raters is not None:
        by_criterion = _of_raters(by_criterion, raters)
    if not by_criterion:
        raise InputError("no rating names its rater, expected ratings such as 'meaning@anna'", field="human")
    if criterion == "all" and "all" not in by_criterion:
        names = list(by_criterion)
    else:
        names = [criterion] if isinstance(criterion, str) else list(dict.fromkeys(criterion))
    for name in names:
        if name not in by_criterion:
            known = ", ".join(by_criterion)
            raise InputError(f"no rater rated '{name}' (criteria found: {known})", field=f"human.{name}")
    return {name: _table(name, by_criterion[name]) for name in names}


def _of_raters(by_criterion: dict[str, list[Rating]], raters: Sequence[str]) -> dict[str, list[Rating]]:
    known = dict.fromkeys(one.rater for ratings in by_criterion.values() for one in ratings)
    for name in raters:
        if name not in known:
            raise InputError(f"no rater is called '{name}' (found: {', '.join(known) or 'none'})")
    kept = {name: [one for one in ratings if one.rater in raters] for name, ratings in by_criterion.items()}
    return {name: ratings for name, ratings in kept.items() if ratings}


def _table(criterion: str, ratings: Sequence[Rating]) -> RaterTable:
    raters = {name: row for row, name in enumerate(dict.fromkeys(one.rater for one in ratings))}
    items = {item: place for place, item in enumerate(dict.fromkeys((r.system, r.item) for r in ratings))}
    is_label = {isinstance(one.value, str) for one in ratings}
    if len(is_label) > 1:
        raise InputError(f"ratings of '{criterion}' are labels and numbers, expected one kind")
    labels = tuple(sorted({str(one.value) for one in ratings})) if is_label == {True} else ()
    places = {label: float(place) for place, label in enumerate(labels)}
    values = np.full((len(raters), len(items)), np.nan)
    for one in ratings:
        cell = raters[one.rater], items[one.system, one.item]
        if not np.isnan(values[cell]):
            raise InputError(f"'{one.rater}' rated '{one.item}' on '{criterion}' twice")
        values[cell] = places[one.value] if isinstance(one.value, str) else one.value
    return RaterTable(criterion, tuple(raters), tuple(items), values, labels)
