"""Pairs of candidates: which of two is better, said by a metric and by people, ties included.

Pairs are those of all items, or of items of one group (the systems' outputs for one segment). Groups are
weighed alike, as by-item figures are (Deutsch, Foster and Freitag 2023, "Ties Matter").
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Literal

import numpy as np
import numpy.typing as npt

from likewise.errors import InputError
from likewise.judging._checks import Floats, Ints, numbers, same_length

__all__ = ["PairCounts", "darr_counts", "kendall_by_group", "pair_counts"]

DARR_MARGIN = 25.0
"""Points of 100 by which direct assessments must differ to count as an order (WMT17 and later, "DARR")."""


@dataclass(frozen=True, slots=True)
class PairCounts:
    """How often a metric and people order pairs alike or not, and which of them ties."""

    concordant: int
    discordant: int
    tied_metric: int
    """Tied by the metric alone."""
    tied_human: int
    """Tied by people alone."""
    tied_both: int

    @property
    def pairs(self) -> int:
        """All pairs."""
        return self.ordered + self.tied_human + self.tied_both

    @property
    def ordered(self) -> int:
        """Pairs that people order."""
        return self.concordant + self.discordant + self.tied_metric

    @property
    def tau_10(self) -> float:
        """Kendall's tau of WMT 2010-12 and of DARR: pairs that people tie are left out, a tie of the metric
        is an error."""
        return _share(self.concordant - self.discordant - self.tied_metric, self.ordered)

    @property
    def tau_13(self) -> float:
        """That of WMT 2013: pairs that either ties are left out."""
        return _share(self.concordant - self.discordant, self.concordant + self.discordant)

    @property
    def tau_14(self) -> float:
        """That of WMT 2014: a tie of the metric is neither right nor wrong, but counts in the denominator."""
        return _share(self.concordant - self.discordant, self.ordered)

    @property
    def tau_b(self) -> float:
        """Kendall's tau-b."""
        metric = self.pairs - self.tied_metric - self.tied_both
        return _share(self.concordant - self.discordant, sqrt(metric * self.ordered))

    @property
    def accuracy(self) -> float:
        """Share of pairs ordered or tied as people do, `acc_eq` without tie calibration."""
        return _share(self.concordant + self.tied_both, self.pairs)


def pair_counts(
    metric: npt.ArrayLike,
    human: npt.ArrayLike,
    *,
    groups: Sequence[Hashable] | None = None,
    margin: float = 0.0,
) -> PairCounts:
    """Counts over all pairs of items, or over those of one group.

    Pairs that people rate less than `margin` apart are left out; with the margin 0 all pairs count.
    """
    x, y, places = grouped(metric, human, groups)
    counts = np.zeros(5, np.int64)
    for gap, preferred in gaps(x, y, places):
        kept = np.abs(preferred) >= margin
        order, wanted = np.sign(gap[kept]), np.sign(preferred[kept])
        tied, level = order == 0, wanted == 0
        agreed = order * wanted
        kinds = (agreed > 0, agreed < 0, tied & ~level, level & ~tied, tied & level)
        counts += [int(kind.sum()) for kind in kinds]
    return PairCounts(*map(int, counts))


def darr_counts(
    metric: npt.ArrayLike, human: npt.ArrayLike, groups: Sequence[Hashable], margin: float = DARR_MARGIN
) -> PairCounts:
    """Counts over the pairs of a segment that direct assessments (0 to 100) put at least 25 points apart.

    Its `tau_10` is the segment-level Kendall's tau of the WMT metrics tasks from 2017 on.
    """
    ratings = numbers(human, "human")
    if len(ratings) and (ratings.min() < 0 or ratings.max() > 100 or np.ptp(ratings) < margin):
        raise InputError(
            f"ratings from {ratings.min():g} to {ratings.max():g} are no direct assessments from 0 to 100, "
            f"of which a margin of {margin:g} points could be asked"
        )
    return pair_counts(metric, human, groups=groups, margin=margin)


def kendall_by_group(
    metric: npt.ArrayLike, human: npt.ArrayLike, groups: Sequence[Hashable], variant: Literal["b", "c"] = "b"
) -> tuple[float, int]:
    """Mean Kendall's tau (`b` or `c`) within the groups, and in how many of them it is defined.

    A group in which the metric or people give all items the same has none and is left out.
    """
    from scipy.stats import kendalltau

    if variant not in ("b", "c"):
        raise InputError(f"variant {variant!r} is unknown, expected b or c")
    x, y, places = grouped(metric, human, groups)
    taus = [
        float(kendalltau(x[own], y[own], variant=variant).statistic)
        for own in places
        if np.ptp(x[own]) > 0 and np.ptp(y[own]) > 0
    ]
    return (float(np.mean(taus)) if taus else float("nan")), len(taus)


def grouped(
    metric: npt.ArrayLike, human: npt.ArrayLike, groups: Sequence[Hashable] | None
) -> tuple[Floats, Floats, list[Ints]]:
    """Both columns, and the places of the items of each group that has a pair."""
    x, y = numbers(metric, "metric"), numbers(human, "human")
    n = same_length({"metric": x, "human": y})
    if groups is not None and len(groups) != n:
        raise InputError(f"{len(groups)} groups of {n} items, expected a group for each")
    members: dict[Hashable, list[int]] = {}
    for place, group in enumerate(groups if groups is not None else [0] * n):
        members.setdefault(group, []).append(place)
    places = [np.array(own) for own in members.values() if len(own) > 1]
    if not places:
        raise InputError("there is no pair of items to compare")
    return x, y, places


def gaps(x: Floats, y: Floats, places: Sequence[Ints]) -> Iterator[tuple[Floats, Floats]]:
    """Differences of both columns over the pairs of each group, in blocks that fit in memory."""
    for own in places:
        first, second = x[own], y[own]
        if len(own) <= _SQUARE:
            rows, columns = np.triu_indices(len(own), 1)
            yield first[rows] - first[columns], second[rows] - second[columns]
        else:
            for place in range(len(own) - 1):
                yield first[place] - first[place + 1 :], second[place] - second[place + 1 :]


_SQUARE = 1000
"""Groups up to this size are compared at once."""


def _share(part: float, whole: float) -> float:
    return part / whole if whole else float("nan")
