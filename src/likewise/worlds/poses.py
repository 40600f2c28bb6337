"""Where the walker stands and looks, and the three moves that change it.

Headings are degrees as in the corpus of MacMahon et al. (2006): 0 = -y (up), 90 = +x, 180 = +y, 270 = -x. A
heading of -1 is unknown: a route starts with the walker turned at random.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

__all__ = [
    "FORWARD",
    "HEADINGS",
    "LEFT",
    "RIGHT",
    "STEPS",
    "UNKNOWN",
    "Place",
    "Pose",
    "ahead",
    "moves_of",
    "turned",
    "turns_to",
]

Place = tuple[int, int]
HEADINGS = (0, 90, 180, 270)
STEPS = {0: (0, -1), 90: (1, 0), 180: (0, 1), 270: (-1, 0)}
UNKNOWN = -1
LEFT, RIGHT, FORWARD = "LEFT", "RIGHT", "FORWARD"
_QUARTERS = {LEFT: -90, RIGHT: 90}


class Pose(NamedTuple):
    """A place and a heading."""

    x: int
    y: int
    heading: int

    @property
    def place(self) -> Place:
        """Where the walker stands."""
        return (self.x, self.y)

    def facing(self, heading: int) -> Pose:
        """The same place, another heading."""
        return Pose(self.x, self.y, heading)


def turned(heading: int, side: str) -> int:
    """The heading after a quarter turn to LEFT or RIGHT; of an unknown heading nothing is known after it."""
    if side not in _QUARTERS or heading not in STEPS:
        raise ValueError(f"no turn to '{side}' from heading {heading}")
    return (heading + _QUARTERS[side]) % 360


def ahead(place: Place, heading: int) -> Place:
    """The neighbouring place in a heading, whether or not a corridor leads there."""
    dx, dy = STEPS[heading]
    return (place[0] + dx, place[1] + dy)


def turns_to(heading: int, goal: int) -> list[str]:
    """The fewest quarter turns from one heading to another; half a turn is two to the right."""
    if heading not in STEPS or goal not in STEPS:
        raise ValueError(f"no turns lead from heading {heading} to {goal}")
    quarters = (goal - heading) // 90 % 4
    return [LEFT] if quarters == 3 else [RIGHT] * quarters


def moves_of(path: Sequence[Pose]) -> list[str]:
    """The moves that make a path of poses.

    From an unknown heading the sense of a turn is unknown too: it is `TURN`. A half turn in one pose pair
    becomes two moves to the right. A pair that no move can make raises ValueError.
    """
    moves: list[str] = []
    for before, after in pairwise(path):
        if before.place == after.place:
            if before.heading == UNKNOWN:
                moves.append("TURN")
            else:
                moves += turns_to(before.heading, after.heading)
        elif before.heading in STEPS and after == Pose(*ahead(before.place, before.heading), before.heading):
            moves.append(FORWARD)
        else:
            raise ValueError(f"no move leads from {tuple(before)} to {tuple(after)}")
    return moves
