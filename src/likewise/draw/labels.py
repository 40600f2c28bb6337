"""Finding room for names beside points, so that no name covers another name or a point.

Greedy: each label in turn takes the cheapest of a fixed ring of places around its point. That is not optimal,
but it is quick, and the same input always gives the same picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from likewise.draw.palette import colour
from likewise.draw.svg import NORMAL, element, text, text_width

__all__ = ["Place", "draw_labels", "place_labels"]

_DIRECTIONS = ((1, 0), (0, -1), (-1, 0), (0, 1), (1, -1), (-1, -1), (1, 1), (-1, 1))


@dataclass(frozen=True, slots=True)
class Place:
    """The box that a label takes, and whether it sits so far off that it needs a line to its point."""

    left: float
    top: float
    right: float
    bottom: float
    apart: bool

    def overlap(self, other: Place) -> float:
        """The shared area."""
        wide = min(self.right, other.right) - max(self.left, other.left)
        high = min(self.bottom, other.bottom) - max(self.top, other.top)
        return wide * high if wide > 0 and high > 0 else 0.0


def _candidates(x: float, y: float, width: float, height: float) -> list[Place]:
    places = []
    for reach in (8.0, 20.0, 36.0, 56.0):
        for dx, dy in _DIRECTIONS:
            centre_x = x + dx * (reach + width / 2)
            centre_y = y + dy * (reach + height / 2)
            box = (centre_x - width / 2, centre_y - height / 2, centre_x + width / 2, centre_y + height / 2)
            places.append(Place(*box, apart=reach > 10))
    return places


def _outside(place: Place, bounds: Place) -> float:
    return (
        max(0.0, bounds.left - place.left)
        + max(0.0, place.right - bounds.right)
        + max(0.0, bounds.top - place.top)
        + max(0.0, place.bottom - bounds.bottom)
    )


def place_labels(
    names: Sequence[str],
    points: Sequence[tuple[float, float]],
    bounds: tuple[float, float, float, float],
    *,
    size: float = NORMAL,
    avoid: Sequence[tuple[float, float, float, float]] = (),
) -> list[Place]:
    """A place for every name beside its point, inside (left, top, right, bottom) if that can be done."""
    area = Place(*bounds, apart=False)
    taken = [Place(x - 6, y - 6, x + 6, y + 6, apart=False) for x, y in points]
    taken += [Place(*box, apart=False) for box in avoid]
    chosen: list[Place] = []
    for name, (x, y) in zip(names, points, strict=True):
        options = _candidates(x, y, text_width(name, size), size * 1.2)
        costs = [
            sum(option.overlap(other) for other in taken) + 40 * _outside(option, area) + 0.02 * rank
            for rank, option in enumerate(options)
        ]
        best = options[costs.index(min(costs))]
        taken.append(best)
        chosen.append(best)
    return chosen


def draw_labels(
    names: Sequence[str],
    points: Sequence[tuple[float, float]],
    places: Sequence[Place],
    *,
    size: float = NORMAL,
) -> str:
    """The names at their places, with a thin line to the point where a name had to move away."""
    parts = []
    for name, (x, y), place in zip(names, points, places, strict=True):
        if place.apart:
            parts.append(
                element(
                    "line",
                    x1=x,
                    y1=y,
                    x2=min(max(x, place.left), place.right),
                    y2=min(max(y, place.top), place.bottom),
                    stroke="currentColor",
                    stroke_width=0.8,
                    class_="lw-muted",
                    color=colour("muted"),
                )
            )
        parts.append(text(name, place.left, place.bottom - size * 0.25, size=size))
    return "".join(parts)
