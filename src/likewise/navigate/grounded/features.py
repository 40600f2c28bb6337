"""Features as numbers: what the words of a map's things speak for, and what all other words speak for.

A feature about a thing (a piece of furniture, a floor, a picture) is split into its role and the thing. The
role is shared by all things of a kind, so what "past the sofa" teaches about *past* holds for lamps too, and
a network cannot learn two maps by heart: it never sees which sofa. All other features (turns, steps, walls,
crossings) are plain.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from likewise.navigate.grounded.choices import Choices, Feature, WalkChoice
from likewise.worlds import HEADINGS, Map, Pose

__all__ = ["KINDS", "Inventory", "State", "Terrain", "mirrored", "things_of"]

KINDS = ("item", "floor", "picture")
_OTHER = {"left": "right", "right": "left"}
Array = npt.NDArray[Any]


def things_of(worlds: Iterable[Map]) -> dict[str, int]:
    """The names of all things on maps, as they stand in plans, each with the number of its kind."""
    things: dict[str, int] = {}
    for world in worlds:
        things |= {item.upper(): 0 for item in world.items.values() if item}
        for corridor in world.corridors.values():
            if corridor.floor:
                things[f"{corridor.floor.upper()} HALLWAY"] = 1
            if corridor.wall:
                things[f"{corridor.wall.upper()} WALL"] = 2
    return dict(sorted(things.items(), key=lambda thing: (thing[1], thing[0])))


def mirrored(feature: Feature) -> Feature:
    """What a feature is called in a mirror: left is right, a quarter to the right is one to the left."""
    role, thing = feature
    if role.startswith(("turn", "pivot")):
        thing = {"1": "3", "3": "1"}.get(thing, thing)
    return re.sub("left|right", lambda side: _OTHER[side.group()], role), thing


@dataclass(frozen=True)
class Inventory:
    """Numbers of things (with their kinds), of roles (with the kind they are for), of plain features.

    One row of weights has a place for each plain feature, then one for each role with each thing.
    """

    things: Mapping[str, int]
    roles: Sequence[tuple[str, int]]
    plain: Sequence[Feature]

    def __post_init__(self) -> None:
        numbers = {thing: i for i, thing in enumerate(self.things)}
        roles = {role: i for i, role in enumerate(self.roles)}
        plain = {feature: i for i, feature in enumerate(self.plain)}
        object.__setattr__(self, "_numbers", (numbers, roles, plain))

    @classmethod
    def of(cls, worlds: Sequence[Map]) -> Inventory:
        """Everything that can be said about any choice on these maps."""
        things = things_of(worlds)
        roles: set[tuple[str, int]] = set()
        plain: set[Feature] = set()
        for world in worlds:
            choices = Choices(world)
            poses = [Pose(*place, heading) for place in world.places for heading in HEADINGS]
            said = {
                f for p in poses for before in range(3) for c in choices.at(p, before) for f in c.features
            }
            for role, thing in said | {mirrored(feature) for feature in said}:
                if thing in things:
                    roles.add((role, things[thing]))
                else:
                    plain.add((role, thing))
        return cls(things, sorted(roles), sorted(plain))

    @property
    def width(self) -> int:
        """How many weights a row has."""
        return len(self.plain) + len(self.roles) * len(self.things)

    def number(self, feature: Feature) -> int:
        """The place of a feature in a row of weights; -1 where no map to learn from had it."""
        things, roles, plain = self._numbers  # type: ignore[attr-defined]
        role, thing = feature
        if thing not in things:
            return int(plain.get(feature, -1))
        at = roles.get((role, self.things[thing]), -1)
        return -1 if at < 0 else len(plain) + at * len(things) + things[thing]

    @cached_property
    def mirror(self) -> Array:
        """For each place in a row of weights the place of the mirrored feature."""
        images = np.arange(self.width)
        pairs = (
            (role, thing) for role, kind in self.roles for thing in self.things if self.things[thing] == kind
        )
        for feature in (*self.plain, *pairs):
            image = self.number(mirrored(feature))
            if image >= 0:
                images[self.number(feature)] = image
        return images

    def role_of(self, numbers: Array) -> Array:
        """What is shared: the plain feature itself, or the role, in one numbering."""
        plain = len(self.plain)
        return np.where(numbers < plain, numbers, plain + (numbers - plain) // max(len(self.things), 1))


@dataclass(frozen=True, slots=True)
class State:
    """The choices from a pose, and their features: each a number and the choice it belongs to."""

    choices: tuple[WalkChoice, ...]
    features: Array
    owner: Array

    def plain_of(self, choice: int, plain: int) -> Array:
        """The plain features of one choice."""
        its: Array = self.features[(self.owner == choice) & (self.features < plain)]
        return its

    def mirrored(self, inventory: Inventory) -> State:
        """The same choices as a mirror shows them."""
        return replace(self, features=inventory.mirror[self.features])

    def find(self, quarters: int, steps: int) -> int:
        """The number of a choice; every legal path is made of choices, so it is there."""
        return next(i for i, c in enumerate(self.choices) if (c.quarters, c.steps) == (quarters, steps))


class Terrain:
    """One map's choices in an inventory's numbers, worked out when first asked for."""

    def __init__(self, world: Map, inventory: Inventory) -> None:
        self.world, self.inventory = world, inventory
        self.choices = Choices(world)
        self._states: dict[tuple[Pose, int], State] = {}

    def at(self, pose: Pose, before: int) -> State:
        """The state of a pose; `before` as in `Choices.at`."""
        key = (pose, before)
        if key not in self._states:
            self._states[key] = self._state(pose, before)
        return self._states[key]

    def _state(self, pose: Pose, before: int) -> State:
        choices = self.choices.at(pose, before)
        pairs = [
            (number, i)
            for i, choice in enumerate(choices)
            for number in map(self.inventory.number, choice.features)
            if number >= 0
        ]
        table = np.array(pairs, dtype=np.int64).reshape(-1, 2)
        return State(choices, table[:, 0].copy(), table[:, 1].copy())

    def route(self, path: Sequence[Pose]) -> list[tuple[State, int]]:
        """A path from a known heading as states and the choice made in each, to stop at the end included."""
        made: list[tuple[State, int]] = []
        pose, before = path[0], 0
        for quarters, steps in [*_pieces(path), (0, -1)]:
            state = self.at(pose, before)
            chosen = state.find(quarters, steps)
            made.append((state, chosen))
            pose, before = state.choices[chosen].end, 1 if steps > 0 else 2
        return made


def _pieces(path: Sequence[Pose]) -> list[tuple[int, int]]:
    """A path as turns with steps; turns that cancel out leave one longer walk."""
    pieces: list[tuple[int, int]] = []
    quarters = steps = 0
    for before, after in pairwise(path):
        if before.place == after.place:
            if steps:
                pieces.append((quarters, steps))
                quarters = steps = 0
            quarters = (quarters + (after.heading - before.heading) // 90) % 4
        else:
            if not steps and not quarters and pieces:
                quarters, steps = pieces.pop()
            steps += 1
    return pieces + ([(quarters, steps)] if steps or quarters else [])
