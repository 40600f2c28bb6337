"""A world of places and corridors: what stands where, what the floors and the walls look like.

The worlds of MacMahon et al. (2006): crossings on a grid, unit corridors between neighbours, a floor
pattern and a picture on the wall for each corridor, furniture at some crossings. Names of things are
free: a map brings its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from likewise.errors import InputError
from likewise.worlds.poses import FORWARD, HEADINGS, LEFT, RIGHT, UNKNOWN, Place, Pose, ahead, turned

__all__ = ["MOVES", "Corridor", "Map"]

MOVES = (LEFT, RIGHT, FORWARD)


@dataclass(frozen=True, slots=True)
class Corridor:
    """What a corridor looks like: its floor, and the picture on its wall; "" where there is none."""

    floor: str = ""
    wall: str = ""


class Map:
    """Places with their furniture, corridors between neighbours; nothing in it changes.

    `items` maps every place to what stands there ("" for nothing). `corridors` maps pairs of neighbouring
    places to how the corridor between them looks; either order of the pair will do.
    """

    def __init__(
        self, name: str, items: Mapping[Place, str], corridors: Mapping[tuple[Place, Place], Corridor]
    ) -> None:
        self.name = name
        self.items = MappingProxyType(dict(items))
        self._ways: dict[tuple[Place, int], Corridor] = {}
        for (one, other), corridor in corridors.items():
            heading = next((h for h in HEADINGS if ahead(one, h) == other), None)
            if one not in self.items or other not in self.items:
                raise InputError(
                    f"a corridor leads to {one if one not in self.items else other}, no such place"
                )
            if heading is None:
                raise InputError(f"the corridor {one} to {other} does not join neighbours, one step apart")
            if (one, heading) in self._ways:
                raise InputError(f"the corridor {one} to {other} is there twice")
            self._ways[one, heading] = self._ways[other, (heading + 180) % 360] = corridor

    @property
    def places(self) -> tuple[Place, ...]:
        """All places, sorted."""
        return tuple(sorted(self.items))

    @property
    def corridors(self) -> dict[tuple[Place, Place], Corridor]:
        """Each corridor once, by its two ends in order."""
        return {
            (place, ahead(place, h)): corridor
            for (place, h), corridor in sorted(self._ways.items(), key=lambda way: way[0])
            if h in (90, 180)
        }

    def corridor(self, place: Place, heading: int) -> Corridor | None:
        """The corridor that leaves a place in a heading; None where there is a wall."""
        return self._ways.get((place, heading))

    def ways(self, place: Place) -> tuple[int, ...]:
        """The headings in which corridors leave a place."""
        return tuple(h for h in HEADINGS if (place, h) in self._ways)

    def step(self, pose: Pose) -> Pose | None:
        """One step forward; None into a wall."""
        if (pose.place, pose.heading) not in self._ways:
            return None
        return Pose(*ahead(pose.place, pose.heading), pose.heading)

    def moved(self, pose: Pose, move: str) -> Pose | None:
        """The pose after LEFT, RIGHT or FORWARD; None for a step into a wall."""
        return self.step(pose) if move == FORWARD else pose.facing(turned(pose.heading, move))

    def walk(self, start: Pose, moves: Iterable[str]) -> list[Pose]:
        """All poses of a walk; a step into a wall, or a start that looks nowhere, raises InputError."""
        if start.place not in self.items or start.heading not in HEADINGS:
            raise InputError(f"a walk cannot start at {tuple(start)} on map '{self.name}'")
        path = [start]
        for move in moves:
            if move not in MOVES:
                raise InputError(f"unknown move '{move}', expected {', '.join(MOVES)}")
            after = self.moved(path[-1], move)
            if after is None:
                raise InputError(
                    f"the walk goes through a wall at {path[-1].place}, heading {path[-1].heading}"
                )
            path.append(after)
        return path

    def check_path(self, path: Iterable[Pose]) -> None:
        """Refuse, with the reason, a path that leaves the map or that no moves can make."""
        before: Pose | None = None
        for pose in path:
            if pose.place not in self.items:
                raise InputError(f"the path visits {pose.place}, which is not on map '{self.name}'")
            if pose.heading not in HEADINGS and not (before is None and pose.heading == UNKNOWN):
                raise InputError(f"heading {pose.heading}, expected 0, 90, 180 or 270 (-1 at the start)")
            if before is not None and before.place != pose.place:
                if before.heading == UNKNOWN or pose.heading != before.heading:
                    raise InputError(f"the path turns and moves at once at {before.place}")
                if ahead(before.place, before.heading) != pose.place:
                    raise InputError(f"the path jumps from {before.place} to {pose.place}")
                if self.step(before) is None:
                    raise InputError(
                        f"the path walks through a wall at {before.place}, heading {before.heading}"
                    )
            before = pose

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Map) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash((self.name, len(self.items), len(self._ways)))

    def __reduce__(self) -> tuple[Any, ...]:
        return Map, (self.name, dict(self.items), self.corridors)

    def _key(self) -> tuple[Any, ...]:
        return self.name, dict(self.items), self._ways

    def __repr__(self) -> str:
        return f"Map({self.name!r}, {len(self.items)} places, {len(self._ways) // 2} corridors)"
