"""What a walker could do next from a pose, and what can be said about each choice.

A choice is a turn (none, right, round, left) and a number of steps, or to stop here. What can be said about
it are features, each a role and a thing: `at SOFA` (a sofa stands where the walk ends), `first-side BRICK
HALLWAY` (the walk ends where a brick corridor first leaves to a side), `passed-at LAMP`, `steps 3`. Words
learn which of these they speak for. Everything is relative to the walker, so a map seen from another side
looks the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from likewise.worlds import Map, Pose, Sight, sights

__all__ = ["STOP", "WalkChoice", "Choices"]

FAR = 9
STOP = (0, -1)
Feature = tuple[str, str]


@dataclass(frozen=True, slots=True)
class WalkChoice:
    """A turn in quarters to the right, so many steps (-1: stop), where that ends, and what is true of it."""

    quarters: int
    steps: int
    end: Pose
    features: tuple[Feature, ...]

    @property
    def stops(self) -> bool:
        """Whether the walk is over."""
        return self.steps < 0


class Choices:
    """All choices from every pose of one map, worked out when first asked for."""

    def __init__(self, world: Map) -> None:
        self.world = world
        self._made: dict[tuple[Pose, int], tuple[WalkChoice, ...]] = {}
        self._near: dict[Pose, frozenset[Feature]] = {}
        self._seen: dict[Pose, tuple[Sight, ...]] = {}

    def at(self, pose: Pose, before: int) -> tuple[WalkChoice, ...]:
        """Choices from a pose; `before`: 0 nothing was done yet, 1 a walk was the last choice, 2 a turn.

        A turn alone ends the walk: with steps after it, both would be one choice.
        """
        key = (pose, before)
        if key not in self._made:
            self._made[key] = tuple(self._all(pose, before))
        return self._made[key]

    def sights(self, pose: Pose) -> tuple[Sight, ...]:
        """What is seen from a pose."""
        if pose not in self._seen:
            self._seen[pose] = sights(self.world, pose)
        return self._seen[pose]

    def _all(self, pose: Pose, before: int) -> Iterator[WalkChoice]:
        yield WalkChoice(0, -1, pose, (("stop", str(before)), *self._view(pose, "s-")))
        for quarters in range(4):
            if before == 2 or (before == 1 and not quarters):  # steps after steps would be one choice
                continue
            facing = pose.facing((pose.heading + 90 * quarters) % 360)
            if quarters:
                yield WalkChoice(quarters, 0, facing, tuple(self._pivot(pose, facing, quarters, before)))
            run = [facing]
            while (further := self.world.step(run[-1])) is not None:
                run.append(further)
                yield WalkChoice(quarters, len(run) - 1, further, tuple(self._walk(run, quarters, before)))

    def _pivot(self, pose: Pose, facing: Pose, quarters: int, before: int) -> Iterator[Feature]:
        yield ("pivot", str(quarters))
        yield (f"pivot-{before}", str(quarters))
        yield from self._view(facing, "p-")
        floor, now = self._floor(facing), self._floor(pose)
        if floor:
            yield ("p-floor", "same" if floor == now else "other")

    def _walk(self, run: list[Pose], quarters: int, before: int) -> Iterator[Feature]:
        start, end, steps = run[0], run[-1], len(run) - 1
        yield ("turn", str(quarters))
        yield (f"turn-{before}", str(quarters))
        yield ("steps", str(min(steps, FAR)))
        yield from self._view(end, "")
        floors = [self._floor(pose) for pose in run]
        if floors[0]:
            yield ("floor", f"{floors[0]} HALLWAY")
            if all(floor == floors[0] for floor in floors[:-1]):
                yield ("way", f"{floors[0]} HALLWAY")
        yield ("ahead", "none" if not floors[-1] else "same" if floors[-1] == floors[-2] else "other")
        yield from self._first(run)
        yield from self._order(run)
        yield from (("from", s.thing) for s in self.sights(start) if s.direction == "at")
        for d, role in ((1, "past"), (2, "past-2")):
            if d < steps + 1:
                yield from ((role, s.thing) for s in self.sights(run[-1 - d]) if s.direction == "at")
        if quarters:
            yield from (
                (f"t-{role}", thing) for role, thing in self._view(start, "") if role.startswith("front")
            )

    def _first(self, run: list[Pose]) -> Iterator[Feature]:
        """What is true at the end and was not on the way; what was passed."""
        now = self._properties(run[-1])
        between = [self._properties(pose) for pose in run[1:-1]]
        earlier = frozenset().union(*between) if between else frozenset()
        for role, thing in sorted(now - earlier):
            yield (f"first-{role}", thing)
            if (role, thing) not in self._properties(run[0]):
                yield (f"new-{role}", thing)
        for role, thing in sorted(earlier):
            if role in ("at", "side"):
                yield (f"passed-{role}", thing)

    def _order(self, run: list[Pose]) -> Iterator[Feature]:
        """Which crossing, corridor to a side or piece of furniture this is, counted along the way."""
        for role, thing in (("at", "CROSSING"), ("at", "ITEM"), ("left", "HALLWAY"), ("right", "HALLWAY")):
            if (role, thing) in self._properties(run[-1]):
                count = sum((role, thing) in self._properties(pose) for pose in run[1:])
                yield (f"nth-{role}-{thing}", str(min(count, 6)))

    def _floor(self, pose: Pose) -> str:
        corridor = self.world.corridor(pose.place, pose.heading)
        return corridor.floor.upper() if corridor else ""

    def _properties(self, pose: Pose) -> frozenset[Feature]:
        """What may end a walk: furniture, crossings, corridors to the sides, what is ahead."""
        if pose not in self._near:
            self._near[pose] = frozenset(self._property(pose))
        return self._near[pose]

    def _property(self, pose: Pose) -> Iterator[Feature]:
        ways = len(self.world.ways(pose.place))
        if ways > 2:
            yield ("at", "CROSSING")
        if self.world.items[pose.place]:
            yield ("at", "ITEM")
        for direction, thing, distance in self.sights(pose):
            if direction == "at":
                yield ("at", thing)
            elif direction in ("left", "right") and not distance:
                yield (direction, thing)
                if thing != "WALL":
                    yield ("side", thing)
            elif direction == "front" and not distance:
                yield ("front", thing)
            elif direction == "front" and distance == 1 and thing != "WALL":
                yield ("front1", thing)

    def _view(self, pose: Pose, mark: str) -> Iterator[Feature]:
        """What is seen from a pose, near or far."""
        ways = len(self.world.ways(pose.place))
        yield (f"{mark}ways", str(ways))
        seen = set()
        for direction, thing, distance in self.sights(pose):
            if direction == "at":
                seen.add((f"{mark}at", thing))
            elif distance == 0:
                seen.add((f"{mark}{direction}", thing))
                if direction in ("left", "right"):
                    seen.add((f"{mark}side", thing))
            elif thing not in ("WALL", "HALLWAY") and "INTERSECTION" not in thing:
                seen.add((f"{mark}{direction}+", thing))
                if distance == 1:
                    seen.add((f"{mark}{direction}1", thing))
        yield from sorted(seen)
