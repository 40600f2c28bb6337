"""From data to positions, and the round numbers that an axis shows.

Ticks are multiples of 1, 2 or 5 times a power of ten, the only steps that readers can count along without
thinking. They are computed from integers, so that 0.3 is 0.3 and the same data give the same bytes.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeGuard

__all__ = ["Scale", "extent", "finite", "log_ticks", "nice_ticks", "tick_labels"]

_MINUS = "−"


def finite(value: float | None) -> TypeGuard[float]:
    """Whether there is a number here that can be drawn."""
    return value is not None and math.isfinite(value)


def extent(values: Iterable[float | None], *, pad: float = 0.06) -> tuple[float, float]:
    """The range of the finite values with a little air around it; (0, 1) where there are none."""
    known = [float(v) for v in values if finite(v)]
    if not known:
        return 0.0, 1.0
    low, high = min(known), max(known)
    if high - low <= 1e-9 * max(abs(low), abs(high), 1e-300):
        room = abs(low) * 0.1 or 1.0
        return low - room, high + room
    room = (high - low) * pad
    if not math.isfinite(room):
        return low, high
    return low - room, high + room


def nice_ticks(low: float, high: float, count: int = 5) -> list[float]:
    """About `count` round numbers in [low, high], evenly spaced and rising; never more than 4/3 of it + 1.

    Where the range is empty, not finite or too fine for round steps, its ends are the ticks.
    """
    span = high - low
    if not (math.isfinite(low) and math.isfinite(high)) or span <= 0:
        return [low] if math.isfinite(low) else []
    if not math.isfinite(span) or span < 1e-290 or span < 1e-12 * max(abs(low), abs(high)):
        return [low, high]
    exponent, mantissa = _step(span / max(count, 1))
    unit = mantissa * 10.0**exponent
    first, last = math.ceil(low / unit - 1e-9), math.floor(high / unit + 1e-9)
    ticks = [_times(k * mantissa, exponent) for k in range(first, last + 1)]
    # Rounding at the ends must never push a tick off the axis.
    ticks = [t for t in ticks if low <= t <= high]
    return ticks if ticks else [low, high]


def _step(raw: float) -> tuple[int, int]:
    """The smallest round step not far below `raw`, as (power of ten, 1 or 2 or 5)."""
    exponent = math.floor(math.log10(raw))
    for mantissa in (1, 2, 5):
        if mantissa * 10.0**exponent >= raw * 0.75:
            return exponent, mantissa
    return exponent + 1, 1


def _times(whole: int, exponent: int) -> float:
    """whole x 10^exponent, correctly rounded: dividing by an exact power leaves no 0.30000000000000004."""
    if exponent >= 0:
        return float(whole * 10**exponent)
    return whole / 10.0 ** (-exponent)


def log_ticks(low: float, high: float, count: int = 5) -> list[float]:
    """Round numbers inside [low, high] for a logarithmic axis; both ends must be above zero."""
    if not (0 < low < high) or not math.isfinite(high):
        return [low] if low > 0 and math.isfinite(low) else []
    first, last = math.floor(math.log10(low)), math.ceil(math.log10(high))
    powers = [_times(1, e) for e in range(max(first, -300), min(last, 300) + 1)]
    inside = [p for p in powers if low <= p <= high]
    if len(inside) > count + 1:
        return inside[:: math.ceil(len(inside) / (count + 1))]
    if len(inside) >= 3:
        return inside
    finer = [p * m for p in powers for m in (1, 2, 5) if low <= p * m <= high]
    return finer if len(finer) >= 2 else nice_ticks(low, high, count)


def tick_labels(ticks: list[float]) -> list[str]:
    """The ticks as text, with as many decimals as are needed to tell them apart and no more."""
    if not ticks:
        return []
    largest = max(abs(t) for t in ticks)
    gaps = [b - a for a, b in pairwise(ticks) if b > a]
    finest = min(gaps) if gaps else largest
    if largest >= 1e6 or (0 < largest < 1e-4) or finest < 1e-6:
        return [f"{t:.3g}".replace("-", _MINUS) for t in ticks]
    for decimals in range(7):
        if all(abs(round(t, decimals) - t) <= 1e-9 * max(largest, 1e-9) for t in ticks):
            return [f"{t:.{decimals}f}".replace("-", _MINUS) for t in ticks]
    return [f"{t:.3g}".replace("-", _MINUS) for t in ticks]


@dataclass(frozen=True, slots=True)
class Scale:
    """Takes [low, high] in the data to [start, stop] on the page, straight or by logarithm."""

    low: float
    high: float
    start: float
    stop: float
    log: bool = False

    def __call__(self, value: float) -> float:
        low, high = self.low, self.high
        if self.log:
            low, high, value = math.log10(low), math.log10(high), math.log10(value)
        # Halved, because the difference of two huge numbers may not be a number any more.
        width = high / 2 - low / 2
        share = (value / 2 - low / 2) / width if width else 0.5
        return self.start + share * (self.stop - self.start)

    def shows(self, value: float | None) -> bool:
        """Whether the value is a number inside the axis."""
        return finite(value) and self.low <= value <= self.high

    def ticks(self, count: int = 5) -> list[float]:
        """Round numbers along this axis."""
        return log_ticks(self.low, self.high, count) if self.log else nice_ticks(self.low, self.high, count)
