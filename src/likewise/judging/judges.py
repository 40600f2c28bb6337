"""How far judges agree with each other, the ceiling for any metric (Chen and Dolan 2011, Table 4, first row).

Judges may have rated different items: nan stands for "not rated", and a pair is judged on what both rated.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import numpy.typing as npt

from likewise.errors import InputError
from likewise.judging._checks import FEWEST, Floats, is_constant, numbers, same_length
from likewise.judging.correlation import kendall, pearson, spearman


@dataclass(frozen=True, slots=True)
class Between:
    """Three coefficients between two judges over the n items that both rated."""

    n: int
    pearson: float
    spearman: float
    kendall: float


@dataclass(frozen=True, slots=True)
class JudgePair:
    """Pearson of judges a and b over the n items that both rated; None where it is undefined."""

    a: str
    b: str
    n: int
    pearson: float | None


def between(
    ratings_a: npt.ArrayLike, ratings_b: npt.ArrayLike, *, names: tuple[str, str] = ("judge A", "judge B")
) -> Between:
    """Agreement of two judges."""
    a, b = numbers(ratings_a, names[0], missing=True), numbers(ratings_b, names[1], missing=True)
    same_length({names[0]: a, names[1]: b})
    x, y = _shared(a, b)
    r = pearson(x, y, names=names)
    return Between(len(x), r, spearman(x, y), kendall(x, y))


def pairwise(ratings: Mapping[str, npt.ArrayLike]) -> list[JudgePair]:
    """Every pair of judges, in the order of the mapping."""
    columns = {name: numbers(column, name, missing=True) for name, column in ratings.items()}
    if len(columns) < 2:
        raise InputError(f"{len(columns)} judges, at least 2 are needed")
    same_length(columns)
    return [_pair(a, b, columns[a], columns[b]) for a, b in combinations(columns, 2)]


def mean_agreement(pairs: Sequence[JudgePair]) -> float | None:
    """Mean Pearson over the pairs for which it is defined."""
    values = [pair.pearson for pair in pairs if pair.pearson is not None]
    return sum(values) / len(values) if values else None


def _shared(a: Floats, b: Floats) -> tuple[Floats, Floats]:
    both = ~(np.isnan(a) | np.isnan(b))
    return a[both], b[both]


def _pair(name_a: str, name_b: str, a: Floats, b: Floats) -> JudgePair:
    x, y = _shared(a, b)
    defined = len(x) >= FEWEST and not is_constant(x) and not is_constant(y)
    return JudgePair(name_a, name_b, len(x), pearson(x, y) if defined else None)
