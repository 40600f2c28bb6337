"""Marker shapes and dashes, so that series can be told apart without seeing their colours."""

from __future__ import annotations

import math

from likewise.draw.palette import SERIES_COUNT
from likewise.draw.svg import element, number

__all__ = ["dash", "marker"]

_DASHES = (None, "6 3", "2 3", "8 3 2 3", "12 4")


def _polygon(x: float, y: float, r: float, corners: int, turn: float) -> str:
    """A regular polygon as path data, its first corner at `turn` degrees clockwise from the top."""
    points = []
    for k in range(corners):
        angle = math.radians(turn + 360.0 * k / corners - 90)
        points.append(f"{number(x + r * math.cos(angle))} {number(y + r * math.sin(angle))}")
    return "M" + "L".join(points) + "Z"


def _cross(x: float, y: float, r: float) -> str:
    """A plus sign with arms that have some body, so that it weighs as much as its neighbours."""
    thick, arm = number(r * 0.76), number(r * 0.67)
    start = f"M{number(x - r * 0.38)} {number(y - r * 1.05)}"
    right = f"h{thick}v{arm}h{arm}v{thick}h-{arm}v{arm}"
    left = f"h-{thick}v-{arm}h-{arm}v-{thick}h{arm}"
    return f"{start}{right}{left}Z"


def marker(index: int, x: float, y: float, radius: float, *children: str, data_id: str | None = None) -> str:
    """The index-th marker shape centred on (x, y), filled with the colour of its group."""
    kind = index % SERIES_COUNT
    if kind == 0:
        return element("circle", *children, cx=x, cy=y, r=radius, data_id=data_id)
    if kind == 1:
        path = _polygon(x, y, radius * 1.25, 4, 45)
    elif kind == 2:
        path = _polygon(x, y, radius * 1.35, 3, 0)
    elif kind == 3:
        path = _polygon(x, y, radius * 1.35, 4, 0)
    elif kind == 4:
        path = _polygon(x, y, radius * 1.35, 3, 180)
    elif kind == 5:
        path = _cross(x, y, radius * 1.1)
    elif kind == 6:
        path = _polygon(x, y, radius * 1.2, 5, 0)
    else:
        path = _polygon(x, y, radius * 1.3, 3, 90)
    return element("path", *children, d=path, data_id=data_id)


def dash(index: int) -> str | None:
    """The dash pattern of the index-th series; the first is solid."""
    return _DASHES[index % len(_DASHES)]
