"""Landmarks plans (Chen and Mooney 2011): what was done, and all that could have been meant on the way.

The moves of an observed path, each followed by a Verify of what is seen then: one of them holds what the
instruction said, the lexicon finds out which part. `basic` is the moves alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from likewise.worlds import (
    FORWARD,
    HALLWAY,
    SIDE,
    UNKNOWN,
    WALL,
    Map,
    Plan,
    Pose,
    Sight,
    Step,
    Travel,
    Turn,
    Verify,
    moves_of,
    sights,
)

__all__ = ["Reach", "basic", "landmarks", "seen"]


@dataclass(frozen=True, slots=True)
class Reach:
    """How far away, in steps, a thing may be to count as seen; None: as far as the eye can see."""

    things: int | None = None
    floors: int | None = 0
    pictures: int | None = 0
    walls: int | None = 0
    crossings: int | None = 0
    first: bool = False

    def of(self, sight: Sight) -> int | None:
        """The reach for what a sight shows."""
        if sight.thing == WALL:
            return self.walls
        if sight.thing.endswith(f" {WALL}"):
            return self.pictures
        if sight.thing.endswith(HALLWAY):
            return self.floors
        return self.crossings if sight.thing.endswith("-INTERSECTION") else self.things


REACH = Reach()


def seen(world: Map, pose: Pose, reach: Reach = REACH) -> tuple[tuple[str, str], ...]:
    """The conditions that hold at a pose: all near enough, `side` beside each left and right."""
    near = [s for s in sights(world, pose) if (far := reach.of(s)) is None or s.distance <= far]
    conditions = [(s.direction, s.thing) for s in near]
    conditions += [("side", s.thing) for s in near if s.direction in SIDE]
    return tuple(dict.fromkeys(conditions))


def basic(path: Sequence[Pose]) -> Plan:
    """The moves of a path alone; consecutive steps are one Travel."""
    return tuple(step for step, _ in _moved(path))


def landmarks(world: Map, path: Sequence[Pose], reach: Reach = REACH) -> Plan:
    """The moves of a path, each followed by a Verify of what is seen then."""
    plan: list[Step] = []
    moves = _moved(path)
    if path and path[0].heading != UNKNOWN and (reach.first or not moves):
        plan += _verify(world, path[0], reach)
    for step, pose in moves:
        plan += [step, *_verify(world, pose, reach)]
    return tuple(plan)


def _verify(world: Map, pose: Pose, reach: Reach) -> list[Step]:
    conditions = seen(world, pose, reach)
    return [Verify(conditions)] if conditions else []


def _moved(path: Sequence[Pose]) -> list[tuple[Step, Pose]]:
    """The steps of a path with the pose after each."""
    steps: list[tuple[Step, Pose]] = []
    for before, after in pairwise(path):
        for move in moves_of((before, after)):
            last = steps[-1][0] if steps else None
            if move == FORWARD and isinstance(last, Travel):
                steps[-1] = Travel((last.steps or 0) + 1), after
            else:
                made = Travel(1) if move == FORWARD else Turn("" if move == "TURN" else move)
                steps.append((made, after))
    return steps
