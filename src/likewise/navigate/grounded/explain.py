"""A way told as a plan, the words that caused each step, and the reason where it could not be followed.

A choice is what was done; what was asked for shows in the weights that the words gave to its features. Those
that counted become conditions; a turn or a number of steps is named only where words asked for it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from likewise.navigate.grounded.features import Inventory, Terrain
from likewise.navigate.grounded.instruction_reading import InstructionReading
from likewise.navigate.grounded.ways import Made, Way
from likewise.worlds import Plan, Pose, Step, Travel, Turn, Verify, turns_to

__all__ = ["path_of", "reason_for", "told"]

ENOUGH = 0.5
"""A feature counts as asked for from this weight on (in units of log-probability)."""
MUCH = 2.0
"""Walls and crossings have no words of their own, only a share of all: they must be asked for more loudly."""
MARGIN, PLAIN = 0.5, 1.5
"""By how much one side or number must be asked for more than the others to be told, and to be missed."""
ATTENDED = 0.2
_SIDES = {1: "RIGHT", 3: "LEFT"}
_WHERE = ("at", "side", "left", "right", "front", "back")
_UNNAMED = ("WALL", "3-INTERSECTION", "4-INTERSECTION")
_PREFIXES = ("first-", "new-", "s-", "p-", "t-")


def path_of(terrain: Terrain, way: Way) -> tuple[Pose, ...]:
    """All poses of a way, one for each quarter turn and step."""
    moves: list[str] = []
    for made in way.made:
        choice = made.state.choices[made.choice]
        moves += turns_to(0, 90 * choice.quarters) + ["FORWARD"] * max(choice.steps, 0)
    start = way.made[0].pose
    return tuple(terrain.world.walk(start, moves))


def told(
    inventory: Inventory,
    readings: Sequence[InstructionReading],
    way: Way,
    causes: Sequence[tuple[int, ...]] | None = None,
) -> tuple[Plan, tuple[tuple[int, ...], ...]]:
    """The plan of a way, and for each step the numbers of its words.

    A condition has the words that speak for its things. A turn or a walk has the `causes` of its choice where
    they are given (`ways.causes`), else those that the networks attended to: a hint, no proof.
    """
    steps: list[tuple[Step, tuple[int, ...]]] = []
    for at, made in enumerate(way.made):
        # What is asked for on stopping after a move was asked for on moving.
        if made.state.choices[made.choice].stops and steps:
            break
        asked = _StateWishes(inventory, readings, made)
        if causes is not None:
            asked.attended = causes[at]
        steps += _steps(asked)
    return tuple(step for step, _ in steps), tuple(words for _, words in steps)


class _StateWishes:
    """What was asked for in one state: weights of features, and the words behind them."""

    def __init__(self, inventory: Inventory, readings: Sequence[InstructionReading], made: Made) -> None:
        self.inventory, self.readings, self.made = inventory, readings, made
        self.choice = made.state.choices[made.choice]
        self.weights = np.mean([wish.weights for wish in made.wishes], axis=0)
        shares = np.mean([wish.shares for wish in made.wishes], axis=0)
        self.attended = tuple(int(i) for i in np.flatnonzero(shares > ATTENDED))

    def weight(self, role: str, thing: str) -> float:
        """The weight of a feature; 0 for one that is not known."""
        number = self.inventory.number((role, thing))
        return float(self.weights[number]) if number >= 0 else 0.0

    def speakers(self, thing: str) -> tuple[int, ...]:
        """The words that speak for a thing."""
        if thing not in self.inventory.things:
            return self.attended
        column = list(self.inventory.things).index(thing)
        return tuple(int(i) for i in np.flatnonzero(self.readings[0].things[:, column] > 0))

    def side(self) -> str:
        """The side of the turn where words asked for it."""
        side = _SIDES.get(self.choice.quarters, "")
        if not side:
            return ""
        this, other = str(self.choice.quarters), str(4 - self.choice.quarters)
        roles = [role for role, _ in self.choice.features if role.startswith(("turn", "pivot"))]
        lead = sum(self.weight(role, this) - self.weight(role, other) for role in roles)
        return side if lead > MARGIN else ""

    def conditions(self, *, before: bool = False) -> dict[tuple[str, str], float]:
        """Where things should be seen, each with its weight; `before` the walk rather than at its end."""
        weights: dict[tuple[str, str], float] = {}
        for role, thing in self.choice.features:
            where = _where(role, before)
            if where and (thing in self.inventory.things or thing in _UNNAMED):
                weights[where, thing] = weights.get((where, thing), 0.0) + self.weight(role, thing)
        return {key: w for key, w in weights.items() if w > (MUCH if key[1] in _UNNAMED else ENOUGH)}


def _where(role: str, before: bool) -> str | None:
    """The direction of the plan language that a role speaks of."""
    if before:
        return "front" if role in ("floor", "way") or role.startswith("t-front") else None
    if role.startswith("t-"):
        return None
    for prefix in _PREFIXES:
        role = role.removeprefix(prefix)
    role = role.rstrip("1+")
    return role if role in _WHERE else None


def _steps(asked: _StateWishes) -> list[tuple[Step, tuple[int, ...]]]:
    choice = asked.choice
    steps: list[tuple[Step, tuple[int, ...]]] = []
    if choice.quarters:
        steps.append((Turn(asked.side()), asked.attended))
        if choice.steps > 0:
            steps += _verify(asked, asked.conditions(before=True))
    if choice.steps > 0:
        steps.append((Travel(_count(asked)), asked.attended))
    return steps + _verify(asked, asked.conditions())


def _count(asked: _StateWishes) -> int | None:
    """The number of steps where words asked for it."""
    others = [asked.weight("steps", str(n)) for n in range(1, 10) if n != asked.choice.steps]
    return (
        asked.choice.steps if asked.weight("steps", str(asked.choice.steps)) > max(others) + MARGIN else None
    )


def _verify(asked: _StateWishes, weights: dict[tuple[str, str], float]) -> list[tuple[Step, tuple[int, ...]]]:
    """One direction a thing, the one most asked for; the strongest thing first."""
    best: dict[str, tuple[float, str]] = {}
    for (where, thing), weight in weights.items():
        if thing not in best or weight > best[thing][0]:
            best[thing] = (weight, where)
    if not best:
        return []
    ranked = sorted(best.items(), key=lambda pair: (-pair[1][0], pair[0]))
    words = sorted({word for thing, _ in ranked for word in asked.speakers(thing)})
    return [(Verify(tuple((where, thing) for thing, (_, where) in ranked)), tuple(words))]


def reason_for(
    terrain: Terrain, readings: Sequence[InstructionReading], way: Way, path: Sequence[Pose]
) -> str | None:
    """What could not be followed: a thing that is nowhere seen, steps into a wall, a cell."""
    spoken = readings[0].things.max(0) > ENOUGH
    seen = {sight.thing for pose in path for sight in terrain.choices.sights(pose)}
    missing = [
        t for t, named in zip(terrain.inventory.things, spoken, strict=True) if named and t not in seen
    ]
    if missing:
        x, y, _ = path[0]
        return f"no {missing[0].lower()} is visible from ({x}, {y}) or on the way"
    for made in way.made:
        asked = _StateWishes(terrain.inventory, readings, made)
        blocked = _blocked(terrain, asked)
        if blocked:
            return blocked
    if len(path) == 1 and not terrain.world.ways(path[0].place):
        return f"no corridor leaves {path[0].place}"
    return None


def _blocked(terrain: Terrain, asked: _StateWishes) -> str | None:
    """Said when the words ask for more steps than the corridor has."""
    choice = asked.choice
    if choice.steps <= 0 or terrain.world.step(choice.end) is not None:
        return None
    weights = {n: asked.weight("steps", str(n)) for n in range(1, 9)}
    wanted = max(weights, key=lambda n: weights[n])
    rest = max(weight for n, weight in weights.items() if n != wanted)
    if wanted <= choice.steps or weights[wanted] < rest + PLAIN:
        return None
    return f"the way is blocked at {choice.end.place} after {choice.steps} of {wanted} steps"
