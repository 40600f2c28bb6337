"""Missions: an instruction to follow on a map, what can be done about it and what is seen on the way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from likewise.worlds.maps import Map
from likewise.worlds.poses import FORWARD, HEADINGS, LEFT, RIGHT, UNKNOWN, Pose
from likewise.worlds.views import DIRECTIONS, sights

__all__ = ["ACTIONS", "ROWS", "Mission", "things_of"]

ACTIONS = (LEFT, RIGHT, FORWARD, "STOP")
ROWS = ("at", *DIRECTIONS)


@dataclass(frozen=True)
class Mission:
    """An instruction, the map it is for, where it starts and where it should end.

    An unknown heading at the start is drawn by chance at each reset; at the goal it means any.
    """

    text: str
    world: Map
    start: Pose
    goal: Pose

    def __post_init__(self) -> None:
        self.world.check_path([self.start])
        self.world.check_path([self.goal])

    def met(self, pose: Pose) -> bool:
        """Whether the walker is where the mission should end."""
        return pose.place == self.goal.place and self.goal.heading in (UNKNOWN, pose.heading)


def things_of(worlds: Sequence[Map]) -> tuple[str, ...]:
    """All that can be seen anywhere on these maps, sorted."""
    seen = {
        sight.thing
        for world in worlds
        for place in world.places
        for heading in HEADINGS
        for sight in sights(world, Pose(*place, heading))
    }
    return tuple(sorted(seen))
