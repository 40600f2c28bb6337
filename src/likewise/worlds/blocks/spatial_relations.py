"""Which things stand in a relation of RCL to which, as the planner of SemEval-2014 Task 6 has it."""

from __future__ import annotations

from math import hypot

from likewise.worlds.blocks.boards import SIZE
from likewise.worlds.blocks.things import BLOCKS, Thing

__all__ = ["BESIDE", "CENTER", "NoPlaceError", "distance", "holds", "is_on_side"]

_LAST = SIZE - 1
BESIDE = {"left": (0, 1), "right": (0, -1), "front": (1, 0)}
"""The neighbouring square that a relation means, as steps in x and y."""
CENTER = Thing("center")
"""The middle of the board; nothing stands there, but things are near to it or not."""


class NoPlaceError(Exception):
    """A thing without a square of its own was asked for it, or cannot stand in such a relation."""


def holds(relation: str, one: Thing, other: Thing) -> bool:
    """Whether `one` is above, within, left of .. `other`."""
    if relation in ("above", "within"):
        return _is_over(relation, one, other)
    if relation == "adjacent":
        return is_on_side(one, other.side) if other.kind == "edge" else _steps(one, other) in _ADJACENT
    return relation in BESIDE and _steps(one, other) == BESIDE[relation]


_ADJACENT = ((0, 1), (0, -1), (1, 0), (-1, 0))


def _is_over(relation: str, one: Thing, other: Thing) -> bool:
    if other.kind == "corner":
        return _place(one) == other.place
    if other.kind == "edge":
        return relation == "above" and is_on_side(one, other.side)
    if other.kind == "robot":
        return False
    if one.kind not in BLOCKS:
        raise NoPlaceError
    if relation == "within":
        return False
    if other.kind == "board":
        return one.height == 0
    return one.place == other.place and one.height == other.height + 1


def is_on_side(thing: Thing, side: str) -> bool:
    """Whether a thing is on the front, back, left or right edge."""
    x, y = _place(thing)
    return {"front": x == _LAST, "back": x == 0, "left": y == _LAST, "right": y == 0}.get(side, False)


def distance(thing: Thing, landmark: Thing) -> float:
    """How far a thing is from another, from the robot, from an edge or from the middle of the board."""
    x, y = _place(thing)
    if landmark.kind == "robot":
        return x
    if landmark.kind == "edge":
        return {"left": _LAST - y, "right": y, "front": _LAST - x, "back": x}[landmark.side]
    u, v = (_LAST / 2, _LAST / 2) if landmark is CENTER else _place(landmark)
    return hypot(x - u, y - v)


def _steps(one: Thing, other: Thing) -> tuple[int, int]:
    (x, y), (u, v) = _place(one), _place(other)
    return x - u, y - v


def _place(thing: Thing) -> tuple[int, int]:
    if thing.place is None:
        raise NoPlaceError
    return thing.place
