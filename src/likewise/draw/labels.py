"""Names beside points, so that no name covers another name, a point, or a word of the plot.

Greedy: each label in turn takes the best free place of a fixed set around its point. That is not optimal, but
it is quick, and the same input always gives the same picture. Where the names do not all find room, or too
many only far off, numbers stand beside the points, and a key below the plot says whose they are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from likewise.draw.marks import marker
from likewise.draw.palette import colour, series
from likewise.draw.svg import NORMAL, SMALL, element, shortened, text, text_width

__all__ = ["Labels", "Place", "label_points", "place_labels"]

_DIRECTIONS = (
    (1.0, 0.0), (0.0, -1.0), (-1.0, 0.0), (0.0, 1.0), (1.0, -1.0), (-1.0, -1.0), (1.0, 1.0), (-1.0, 1.0),
)  # fmt: skip
_BETWEEN = (
    (1.0, -0.5),
    (-1.0, -0.5),
    (1.0, 0.5),
    (-1.0, 0.5),
    (0.5, -1.0),
    (-0.5, -1.0),
    (0.5, 1.0),
    (-0.5, 1.0),
)
_REACHES = (8.0, 20.0, 36.0, 56.0, 80.0, 110.0, 145.0)
_LONGEST = 150.0
"""Names wider than this are cut; the whole name stands where the pointer rests."""
_MOST = 120
"""More points than this have no labels: names are told where the pointer rests."""
_APART = 40.0
"""What a line to the point costs, in places and in square pixels of lines that run through the name."""
_MANY = 25
"""From so many points on, fewer orders of choosing are tried."""
_FAR = 4
"""How many names may need a line to their point; of many names a quarter may."""
_FILLED = 0.4
"""The share of the plot that names may take."""
_KEY_LINE = 18.0
_KEY_MARK = 36.0

Box = tuple[float, float, float, float]
Point = tuple[float, float]


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

    def is_inside(self, other: Place) -> bool:
        """Whether the other box holds this one."""
        across = other.left <= self.left and self.right <= other.right
        return across and other.top <= self.top and self.bottom <= other.bottom

    def is_near(self, other: Place, x: float, y: float) -> bool:
        """Whether the other box may stand between this one and a point."""
        across = other.right >= min(self.left, x) and other.left <= max(self.right, x)
        return across and other.bottom >= min(self.top, y) and other.top <= max(self.bottom, y)

    def end(self, x: float, y: float) -> Point:
        """The end of the line from a point."""
        return min(max(x, self.left), self.right), min(max(y, self.top), self.bottom)


@dataclass(frozen=True, slots=True)
class Labels:
    """What stands beside the points, as markup, and the names that go into a key below the plot, if any."""

    markup: str
    key: tuple[str, ...] = ()

    def key_height(self, width: float) -> float:
        """The room that the key takes below a plot of this width."""
        return self._rows(width) * _KEY_LINE + 8 if self.key else 0.0

    def draw_key(self, x: float, y: float, width: float) -> str:
        """The key, in columns that fill the width: mark, number and name."""
        if not self.key:
            return ""
        rows, parts = self._rows(width), []
        for k, name in enumerate(self.key):
            column, row = divmod(k, rows)
            left, middle = x + column * self._column(), y + 8 + row * _KEY_LINE
            role = series(k)
            mark = marker(k, left + 5, middle, 3.6)
            parts.append(element("g", mark, class_=f"lw-{role}", color=colour(role), fill="currentColor"))
            parts.append(text(str(k + 1), left + 30, middle + 4, anchor="end", size=SMALL, role="muted"))
            parts.append(text(name, left + _KEY_MARK, middle + 4, size=SMALL, within=_LONGEST))
        return "".join(parts)

    def _column(self) -> float:
        return _KEY_MARK + min(max(text_width(name, SMALL) for name in self.key), _LONGEST) + 14

    def _rows(self, width: float) -> int:
        columns = max(1, int((width + 14) // self._column()))
        return -(-len(self.key) // columns)


def label_points(
    names: Sequence[str],
    points: Sequence[Point],
    bounds: Box,
    *,
    size: float = NORMAL,
    avoid: Sequence[Box] = (),
    lines: Sequence[Box] = (),
) -> Labels:
    """The name of every point beside it; where the names do not all fit, numbers, and the names as a key.

    `avoid` are boxes that no label covers, `lines` boxes that labels keep off where they can.
    """
    if len(points) > _MOST:
        return Labels("")
    shown = [shortened(name, _LONGEST, size) for name in names]
    left, top, right, bottom = bounds
    needed = sum(text_width(name, size) * size * 1.25 for name in shown)
    places: list[Place | None] = [None]
    if needed < _FILLED * (right - left) * (bottom - top):
        places = place_labels(shown, points, bounds, size=size, avoid=avoid, lines=lines)
    far = sum(place.apart for place in places if place is not None)
    # Lines to names far off run across each other; numbers beside the points are then easier to follow.
    if None not in places and far <= max(_FAR, len(names) / 4):
        return Labels(_drawn(names, points, places, size, _LONGEST))
    numbers = [str(k + 1) for k in range(len(names))]
    places = place_labels(numbers, points, bounds, size=SMALL, avoid=avoid, lines=lines)
    return Labels(_drawn(numbers, points, places, SMALL, None), tuple(names))


def place_labels(
    names: Sequence[str],
    points: Sequence[Point],
    bounds: Box,
    *,
    size: float = NORMAL,
    avoid: Sequence[Box] = (),
    lines: Sequence[Box] = (),
) -> list[Place | None]:
    """A free place inside (left, top, right, bottom) for every name; None for one that finds none.

    Who comes first has the most to choose from, so several orders are tried and the best outcome is taken.
    """
    sizes = [(text_width(name, size), size * 1.25) for name in names]
    outcomes = (_placed(order, sizes, points, bounds, avoid, lines) for order in _orders(points))
    return min(outcomes, key=lambda outcome: (outcome[0].count(None), outcome[1]))[0]


def _orders(points: Sequence[Point]) -> list[list[int]]:
    """Those with many neighbours first, as given, and from each side."""
    near = [sum(abs(x - a) < 60 and abs(y - b) < 24 for a, b in points) for x, y in points]
    given = range(len(points))
    keys: list[Callable[[int], float]] = [
        lambda k: -near[k], lambda k: k, lambda k: points[k][0], lambda k: -points[k][0],
        lambda k: points[k][1], lambda k: -points[k][1],
    ]  # fmt: skip
    return [sorted(given, key=key) for key in keys[: 6 if len(points) < _MANY else 2]]


def _placed(
    order: Sequence[int],
    sizes: Sequence[tuple[float, float]],
    points: Sequence[Point],
    bounds: Box,
    avoid: Sequence[Box],
    lines: Sequence[Box],
) -> tuple[list[Place | None], float]:
    """The places in this order of choosing, and what they cost together."""
    area = Place(*bounds, apart=False)
    taken = [Place(x - 6, y - 6, x + 6, y + 6, apart=False) for x, y in points]
    taken += [Place(*box, apart=False) for box in avoid]
    crossed = [Place(*box, apart=False) for box in lines]
    chosen: list[Place | None] = [None] * len(points)
    total = 0.0
    for k in order:
        x, y = points[k]
        best, least = None, float("inf")
        for rank, option in enumerate(_options(x, y, *sizes[k])):
            cost = rank + _APART * option.apart
            if cost >= least:
                break
            if not option.is_inside(area) or any(map(option.overlap, taken)):
                continue
            cost += sum(map(option.overlap, crossed))
            if option.apart:
                way = _along((x, y), option.end(x, y))
                others = [
                    other for place, other in enumerate(taken) if place != k and option.is_near(other, x, y)
                ]
                cost += 3 * sum(one.overlap(other) for one in way for other in others)
            if cost < least:
                best, least = option, cost
        if best is not None:
            total += least
            chosen[k] = best
            taken.append(best)
            if best.apart:
                crossed += _along((x, y), best.end(x, y))
    return chosen, total


def _options(x: float, y: float, width: float, height: float) -> list[Place]:
    places = []
    for reach in _REACHES:
        for dx, dy in _DIRECTIONS if reach < 30 else _DIRECTIONS + _BETWEEN:
            centre_x = x + dx * (reach + width / 2)
            centre_y = y + dy * (reach + height / 2)
            box = (centre_x - width / 2, centre_y - height / 2, centre_x + width / 2, centre_y + height / 2)
            places.append(Place(*box, apart=reach > 10))
    return places


def _along(start: Point, end: Point) -> list[Place]:
    """Small boxes along a line."""
    (a, b), (c, d) = start, end
    steps = max(1, round(max(abs(c - a), abs(d - b)) / 5))
    spots = [(a + (c - a) * k / steps, b + (d - b) * k / steps) for k in range(steps + 1)]
    return [Place(x - 2, y - 2, x + 2, y + 2, apart=False) for x, y in spots]


def _drawn(
    names: Sequence[str],
    points: Sequence[Point],
    places: Sequence[Place | None],
    size: float,
    within: float | None,
) -> str:
    """The names at their places, with a thin line to the point where a name had to move away."""
    parts = []
    for name, (x, y), place in zip(names, points, places, strict=True):
        if place is None:
            continue
        if place.apart:
            end_x, end_y = place.end(x, y)
            ink = {"stroke": "currentColor", "class_": "lw-muted", "color": colour("muted")}
            parts.append(element("line", x1=x, y1=y, x2=end_x, y2=end_y, stroke_width=0.8, **ink))
        parts.append(text(name, place.left, place.bottom - size * 0.3, size=size, within=within))
    return "".join(parts)
