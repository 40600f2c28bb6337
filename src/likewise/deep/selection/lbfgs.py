"""L-BFGS (Nocedal 1980): a minimum of a smooth convex function from its slopes.

scipy has one too, and the tests hold this one against it; but scipy's keeps Python's lock while it works, and
the folds of a cross-validation are trained side by side in threads.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

__all__ = ["minimise"]

Array = npt.NDArray[Any]
Slope = Callable[[Array], tuple[float, Array]]


def minimise(
    function: Slope, start: Array, *, memory: int = 8, tolerance: float = 1e-3, most: int = 500
) -> tuple[Array, int]:
    """Where the function is smallest, and how often it was asked; it gives its value and a fresh gradient.

    It stops where the gradient is `tolerance` times as long as the point (at least 1), or where a step gains
    less than a ten-millionth.
    """
    point = start.copy()
    value, slope = function(point)
    asked = 1
    steps: list[tuple[Array, Array, float]] = []
    while asked < most and np.linalg.norm(slope) > tolerance * max(1.0, float(np.linalg.norm(point))):
        way = _direction(slope, steps)
        fall = float(way @ slope)
        if fall >= 0:
            steps, way, fall = [], -slope, -float(slope @ slope)
        size = 1.0 if steps else 1.0 / max(1.0, float(np.linalg.norm(slope)))
        fresh, fresh_slope, gained, tries = point, slope, value, 0
        while tries < 30:
            fresh = point + size * way
            gained, fresh_slope = function(fresh)
            tries += 1
            if gained <= value + 1e-4 * size * fall:
                break
            size *= 0.5 if not np.isfinite(gained) else _shorter(value, gained, fall, size)
        asked += tries
        if gained >= value:
            break
        moved, turned = fresh - point, fresh_slope - slope
        bend = float(moved @ turned)
        if bend > 1e-12:
            steps = [*steps[-(memory - 1) :], (moved, turned, 1.0 / bend)]
        small = value - gained <= 1e-7 * max(1.0, abs(value))
        point, slope, value = fresh, fresh_slope, gained
        if small:
            break
    return point, asked


def _shorter(value: float, gained: float, fall: float, size: float) -> float:
    """The factor for a step that went too far: where the parabola through what is known is lowest."""
    bend = 2.0 * (gained - value - size * fall)
    return min(0.5, max(0.1, -fall * size / bend)) if bend > 0 else 0.5


def _direction(slope: Array, steps: list[tuple[Array, Array, float]]) -> Array:
    """The way down that the last steps suggest: the two-loop recursion."""
    way = -slope
    shares = []
    for moved, turned, scale in reversed(steps):
        share = scale * float(moved @ way)
        shares.append(share)
        way -= share * turned
    if steps:
        moved, turned, scale = steps[-1]
        way *= 1.0 / (scale * float(turned @ turned))
    for (moved, turned, scale), share in zip(steps, reversed(shares), strict=True):
        way += (share - scale * float(turned @ way)) * moved
    return way
