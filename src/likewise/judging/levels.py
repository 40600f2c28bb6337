"""How many judgements are good, how many at least acceptable (Wu et al. 2013, Tables 1 and 4).

The judgements of all judges are pooled: 85 challenges by three judges are 255. What is drawn at random in the
bootstrap are challenges with all of their judgements, since those of one challenge are not independent.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from likewise.errors import InputError
from likewise.judging._checks import Floats, numbers, share, whole
from likewise.judging.correlation import Interval

__all__ = ["ACCEPTABLE", "GOOD", "LevelShares", "level_shares"]

GOOD, ACCEPTABLE = 3.0, 2.0
"""The points of a scale of labels: good 3, acceptable 2, bad 1."""


@dataclass(frozen=True, slots=True)
class LevelShares:
    """Shares from 0 to 1 of `judgements` judgements of `challenges` challenges, with their intervals."""

    good: float
    good_ci: Interval
    acceptable: float
    acceptable_ci: Interval
    judgements: int
    challenges: int

    def as_dict(self) -> dict[str, float | int | Interval]:
        """The shares as their JSON object."""
        return {name: getattr(self, name) for name in self.__slots__}


def level_shares(
    ratings: npt.ArrayLike,
    challenges: Sequence[Hashable],
    *,
    bootstrap: int = 1000,
    seed: int = 12345,
    confidence: float = 0.95,
) -> LevelShares:
    """The share of ratings that are good (3), and that are at least acceptable (2), nan being none.

    `challenges` names what each rating is of. The interval is a percentile bootstrap over challenges;
    `bootstrap=0` asks for none (nan, nan).
    """
    whole(bootstrap, "bootstrap", 0)
    share(confidence)
    given = numbers(ratings, "ratings", missing=True)
    if len(given) != len(challenges):
        raise InputError(
            f"{len(given)} ratings of {len(challenges)} challenges, expected a challenge for each"
        )
    rated = ~np.isnan(given)
    if not rated.any():
        raise InputError("ratings: holds no number")
    odd = given[rated & ~np.isin(given, (1.0, ACCEPTABLE, GOOD))]
    if len(odd):
        raise InputError(f"ratings: found {odd[0]:g}, expected 3 (good), 2 (acceptable) or 1 (bad)")
    names = list(dict.fromkeys(name for name, is_rated in zip(challenges, rated, strict=True) if is_rated))
    counts = _counts(given[rated], [name for name, one in zip(challenges, rated, strict=True) if one], names)
    good, acceptable, total = counts.sum(axis=0)
    intervals = _intervals(counts, bootstrap, seed, confidence)
    return LevelShares(good / total, intervals[0], acceptable / total, intervals[1], int(total), len(names))


def _counts(ratings: Floats, challenges: Sequence[Hashable], names: Sequence[Hashable]) -> Floats:
    """A row a challenge: how many judgements are good, how many at least acceptable, how many there are."""
    place = {name: row for row, name in enumerate(names)}
    rows = np.array([place[name] for name in challenges])
    kinds = (ratings >= GOOD, ratings >= ACCEPTABLE, np.ones(len(ratings)))
    return np.stack([np.bincount(rows, weights=kind, minlength=len(names)) for kind in kinds], axis=1)


def _intervals(counts: Floats, bootstrap: int, seed: int, confidence: float) -> tuple[Interval, Interval]:
    if not bootstrap:
        return (np.nan, np.nan), (np.nan, np.nan)
    drawn = np.random.default_rng(seed).integers(len(counts), size=(bootstrap, len(counts)))
    sums = np.stack([counts[row].sum(axis=0) for row in drawn])
    shares = sums[:, :2] / sums[:, 2:]
    low, high = np.quantile(shares, [(1 - confidence) / 2, (1 + confidence) / 2], axis=0)
    return (float(low[0]), float(high[0])), (float(low[1]), float(high[1]))
