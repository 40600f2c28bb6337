"""What can be seen from a pose, in the words of the plan language.

A sight is a thing in a direction (at, front, left, right, back) at a distance in steps. A corridor that
starts here has distance 0, one that starts a step further 1; what stands at the next place has distance 1.
WALL ends the view: at distance 0 the way is blocked here.
"""

from __future__ import annotations

from typing import NamedTuple

from likewise.worlds.maps import Map
from likewise.worlds.poses import Place, Pose, ahead

__all__ = ["DIRECTIONS", "HALLWAY", "SIDE", "WALL", "Sight", "here", "holds", "sights"]

DIRECTIONS = ("front", "right", "back", "left")
"""Clockwise: direction k is the heading plus k quarter turns."""
SIDE = ("left", "right")
WALL, HALLWAY = "WALL", "HALLWAY"


class Sight(NamedTuple):
    """A thing, where it is seen, and how far away."""

    direction: str
    thing: str
    distance: int


def here(world: Map, place: Place) -> tuple[str, ...]:
    """What is at a place: its furniture, and the kind of crossing where three or four corridors meet."""
    item, ways = world.items[place], len(world.ways(place))
    crossing = (f"{ways}-INTERSECTION",) if ways > 2 else ()
    return ((item.upper(),) if item else ()) + crossing


def _along(world: Map, direction: str, place: Place, heading: int) -> list[Sight]:
    """Everything down one line of sight, nearest first."""
    seen: list[Sight] = []
    distance = 0
    while (corridor := world.corridor(place, heading)) is not None:
        seen.append(Sight(direction, HALLWAY, distance))
        if corridor.floor:
            seen.append(Sight(direction, f"{corridor.floor.upper()} {HALLWAY}", distance))
        if corridor.wall:
            seen.append(Sight(direction, f"{corridor.wall.upper()} {WALL}", distance))
        place, distance = ahead(place, heading), distance + 1
        seen += [Sight(direction, thing, distance) for thing in here(world, place)]
    return [*seen, Sight(direction, WALL, distance)]


def sights(world: Map, pose: Pose) -> tuple[Sight, ...]:
    """All that can be seen from a pose with a known heading; what is here first."""
    seen = [Sight("at", thing, 0) for thing in here(world, pose.place)]
    for quarter, direction in enumerate(DIRECTIONS):
        seen += _along(world, direction, pose.place, (pose.heading + 90 * quarter) % 360)
    return tuple(seen)


def holds(world: Map, pose: Pose, direction: str, thing: str, reach: int | None = None) -> bool:
    """Whether a thing is seen in a direction (`side`: left or right), no further than `reach` steps away."""
    wanted = SIDE if direction == "side" else (direction,)
    return any(
        sight.thing == thing and sight.direction in wanted and (reach is None or sight.distance <= reach)
        for sight in sights(world, pose)
    )
