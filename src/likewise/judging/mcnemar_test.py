"""McNemar's exact test: of two systems that are right or wrong on the same items, is one right more often?

McNemar 1947, with the binomial distribution in place of chi squared. Items on which both are right, or both
wrong, say nothing; the others are tosses of a fair coin if the systems are alike.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from likewise.errors import InputError
from likewise.judging._checks import Floats, numbers, same_length

__all__ = ["McNemar", "mcnemar"]


@dataclass(frozen=True, slots=True)
class McNemar:
    """`only_a` items are right in a alone, `only_b` in b alone; p is exact and two-sided."""

    only_a: int
    only_b: int
    p: float


def mcnemar(right_a: npt.ArrayLike, right_b: npt.ArrayLike) -> McNemar:
    """Test two columns of right (1, true) and wrong (0, false) over the same items."""
    a, b = _marks(right_a, "system a"), _marks(right_b, "system b")
    same_length({"system a": a, "system b": b})
    only_a, only_b = int(((a == 1) & (b == 0)).sum()), int(((a == 0) & (b == 1)).sum())
    return McNemar(only_a, only_b, _two_sided(min(only_a, only_b), only_a + only_b))


def _marks(values: npt.ArrayLike, name: str) -> Floats:
    marks = numbers(values, name)
    odd = marks[~np.isin(marks, (0.0, 1.0))]
    if len(odd):
        raise InputError(f"{name}: found {odd[0]:g}, expected 1 (right) or 0 (wrong)")
    return marks


def _two_sided(fewer: int, tosses: int) -> float:
    from scipy.special import bdtr

    return min(1.0, 2.0 * float(bdtr(fewer, tosses, 0.5))) if tosses else 1.0
