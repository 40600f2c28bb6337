"""Williams' test: does one metric correlate better with people than another, on the same items?

Williams 1959, in the form of Steiger 1980. It joins the correlations of Chen and Dolan 2011, section 5.2.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from likewise.errors import InputError
from likewise.judging._checks import whole

# Correlations come rounded to double precision: below this, a difference is rounding.
_ROUNDING = 1e-12


@dataclass(frozen=True, slots=True)
class Williams:
    """t > 0: the first metric correlates more. p is two-sided."""

    t: float
    p: float
    df: int


def williams(r_xz: float, r_yz: float, r_xy: float, n: int) -> Williams:
    """Test r_xz against r_yz, the correlations of metrics x and y with people z over the same n items."""
    whole(n, "number of items", 4)
    for name, r in (("r_xz", r_xz), ("r_yz", r_yz), ("r_xy", r_xy)):
        if not -1.0 - _ROUNDING <= r <= 1.0 + _ROUNDING:
            raise InputError(f"{name} is {r}, expected a correlation from -1 to 1")
    t = _statistic(r_xz, r_yz, r_xy, n)
    return Williams(t, _two_sided(t, n - 3), n - 3)


def _statistic(r_xz: float, r_yz: float, r_xy: float, n: int) -> float:
    determinant = 1 - r_xz**2 - r_yz**2 - r_xy**2 + 2 * r_xz * r_yz * r_xy
    if determinant < -1e-9:
        raise InputError(
            f"correlations {r_xz:g}, {r_yz:g} and {r_xy:g} cannot hold together on the same items"
        )
    if r_xz == r_yz or r_xy >= 1 - _ROUNDING:
        return 0.0
    if r_xy <= -1 + _ROUNDING:
        return _opposites((r_xz - r_yz) / 2, n)
    spread = 2 * max(determinant, 0.0) * (n - 1) / (n - 3)
    spread += ((r_xz + r_yz) / 2) ** 2 * (1 - r_xy) ** 3
    return _ratio((r_xz - r_yz) * math.sqrt((n - 1) * (1 + r_xy)), spread)


def _opposites(r: float, n: int) -> float:
    """The limit for two metrics that are each other's mirror image, where the formula is 0/0."""
    return _ratio(r * math.sqrt(n - 3), 1 - r**2)


def _ratio(numerator: float, squared: float) -> float:
    return numerator / math.sqrt(squared) if squared > 0.0 else math.copysign(math.inf, numerator)


def _two_sided(t: float, df: int) -> float:
    from scipy.special import stdtr

    return float(2.0 * stdtr(df, -abs(t)))
