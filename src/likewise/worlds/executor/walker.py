"""The walker: carries out a plan on a map as MARCO does (MacMahon et al. 2006; used by Chen and Mooney 2011).

A plan is read in parts, an action with the Verify right after it. A best-first search over poses finds the
walk that takes the fewest liberties with the plan as a whole. Deviation: MARCO decides step by step.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass
from typing import NamedTuple

from likewise.errors import InputError
from likewise.worlds.executor.arrivals import Arrival, Arrivals, Kind, Ways
from likewise.worlds.executor.behaviour import Behaviour, Costs
from likewise.worlds.maps import Map
from likewise.worlds.plans import Plan, Travel, Verify
from likewise.worlds.poses import HEADINGS, Pose
from likewise.worlds.views import HALLWAY, SIDE, WALL, sights

__all__ = ["Executor", "Walk"]

Condition = tuple[str, str]
View = dict[Condition, int]
_BEHAVIOUR, _COSTS = Behaviour(), Costs()
_WHERE = {
    "front": "ahead",
    "back": "behind",
    "left": "to the left",
    "right": "to the right",
    "side": "to a side",
}


@dataclass(frozen=True, slots=True)
class Walk:
    """Where the walker went, and why the plan could not be followed to the end, if so.

    `path` has all poses, the start first, one for each step and quarter turn. `steps` names for each pose
    after the first the step of the plan that caused it. `cost` is the price of the liberties taken: 0 if the
    plan was carried out to the letter.
    """

    path: tuple[Pose, ...]
    reason: str | None
    steps: tuple[int, ...]
    cost: int = 0


class _PlanPart(NamedTuple):
    """An action with its Verify, or a Verify alone, and where both stand in the plan."""

    kind: Kind
    conditions: tuple[Condition, ...]
    action: int
    verify: int


class _Taken(NamedTuple):
    """The arrivals of the parts so far, last first."""

    arrival: Arrival
    before: _Taken | None


class _Options:
    """The arrivals of a part in order of their price with its conditions, found as far as asked for."""

    __slots__ = ("_arrivals", "_conditions", "_found", "_next", "_pending", "_walker")

    def __init__(self, walker: Executor, arrivals: Arrivals, conditions: tuple[Condition, ...]) -> None:
        self._walker, self._arrivals, self._conditions = walker, arrivals, conditions
        self._found: list[tuple[int, Arrival]] = []
        self._pending: list[tuple[int, int, Arrival]] = []
        self._next = 0

    def get(self, rank: int) -> tuple[int, Arrival] | None:
        """The price and the arrival of this rank; None when there are no more."""
        options, pending = self._found, self._pending
        while len(options) <= rank:
            arrival = self._arrivals.get(self._next)
            # Arrivals come cheapest first: none to come can cost less than the next one does unverified.
            if arrival is not None and not (pending and pending[0][0] <= arrival.cost):
                cost = arrival.cost + self._walker.misfit(self._conditions, arrival.pose)
                heapq.heappush(pending, (cost, self._next, arrival))
                self._next += 1
            elif pending:
                cost, _, arrival = heapq.heappop(pending)
                options.append((cost, arrival))
            else:
                return None
        return options[rank]


class Executor:
    """Carries out plans on one map; for one thread at a time.

    What is seen and where parts lead is kept for each pose, so the more plans it runs the faster it is.
    """

    def __init__(self, world: Map, behaviour: Behaviour = _BEHAVIOUR, costs: Costs = _COSTS) -> None:
        self.world, self.behaviour, self.costs = world, behaviour, costs
        self._ways = Ways(world, behaviour, costs)
        self._arrivals: dict[tuple[Kind, Pose], Arrivals] = {}
        self._views: dict[Pose, View] = {}

    def run(self, plan: Plan, start: Pose) -> Walk:
        """The walk for a plan, from a pose with a known heading.

        It always ends. What cannot be met is passed over, with the first such thing as the reason.
        """
        if start.place not in self.world.items:
            raise InputError(f"the walk starts at {start.place}, which is not on map '{self.world.name}'")
        if start.heading not in HEADINGS:
            raise InputError(f"the walk starts with heading {start.heading}, expected 0, 90, 180 or 270")
        parts = _parts(plan, len(self.world.items))
        if not parts:
            return Walk((start,), None, ())
        cost, taken = self._cheapest(parts, start)
        return self._told(parts, start, taken, cost)

    def __reduce__(self) -> tuple[type[Executor], tuple[Map, Behaviour, Costs]]:
        # What is kept is half-run searches, which do not travel between processes.
        return Executor, (self.world, self.behaviour, self.costs)

    def misfit(self, conditions: tuple[Condition, ...], pose: Pose) -> int:
        """The price of what should be seen at a pose and is not, or only far off."""
        view, unmet, cost = self._view(pose), self.costs.unmet, 0
        for condition in conditions:
            cost += view.get(condition, unmet)
        return cost

    def _cheapest(self, parts: list[_PlanPart], start: Pose) -> tuple[int, list[Arrival]]:
        """Best-first over the parts; when an option leaves the heap, the next best of its part goes in."""
        heap: list[tuple[int, int, int, int, _Options, int, _Taken | None]] = []
        count, done = 0, set()

        def push(at: int, base: int, options: _Options, rank: int, before: _Taken | None) -> None:
            nonlocal count
            if (option := options.get(rank)) is not None:
                count += 1
                heapq.heappush(heap, (base + option[0], -at, count, base, options, rank, before))

        push(0, 0, self._options(parts[0], start), 0, None)
        while True:
            cost, minus, _, base, options, rank, before = heapq.heappop(heap)
            option = options.get(rank)
            assert option is not None
            taken = _Taken(option[1], before)
            if 1 - minus == len(parts):
                return cost, _in_order(taken)
            pose = option[1].pose
            if self.behaviour.look_ahead:
                push(-minus, base, options, rank + 1, before)
            if (minus, pose) not in done:
                done.add((minus, pose))
                push(1 - minus, cost, self._options(parts[1 - minus], pose), 0, taken)

    def _options(self, part: _PlanPart, pose: Pose) -> _Options:
        arrivals = self._arrivals.get((part.kind, pose))
        if arrivals is None:
            arrivals = self._arrivals[part.kind, pose] = self._ways.arrivals(part.kind, pose)
        return _Options(self, arrivals, part.conditions)

    def _told(self, parts: list[_PlanPart], start: Pose, taken: list[Arrival], cost: int) -> Walk:
        path, steps = [start], []
        reason: str | None = None
        for part, arrival in zip(parts, taken, strict=True):
            for move in _moves(arrival):
                path.append(move.pose)
                steps.append(part.verify if move.late else part.action)
            reason = reason or self._reason(part, arrival)
        return Walk(tuple(path), reason, tuple(steps), cost)

    def _reason(self, part: _PlanPart, arrival: Arrival) -> str | None:
        view, place = self._view(arrival.pose), arrival.pose.place
        missing = [condition for condition in part.conditions if condition not in view]
        if arrival.blocked and (missing or not part.conditions):
            return f"the way ahead is blocked at {place}"
        if not missing:
            return None
        where, thing = missing[0]
        if where == "at":
            return f"no {thing} is at {place}"
        elsewhere = any(seen == thing for _, seen in view)
        return f"no {thing} is visible {_WHERE[where] + ' ' if elsewhere else ''}from {place}"

    def _view(self, pose: Pose) -> View:
        """What is seen at a pose, with the price of its distance."""
        view = self._views.get(pose)
        if view is None:
            view = self._views[pose] = {}
            for direction, thing, distance in sights(self.world, pose):
                wheres = [direction, "side"] if direction in SIDE else [direction]
                if distance == 0 and thing.endswith((HALLWAY, WALL)):
                    wheres.append("at")  # a corridor that starts here is here
                for where in wheres:
                    price = self._far(thing, distance)
                    view[where, thing] = min(price, view.get((where, thing), price))
        return view

    def _far(self, thing: str, distance: int) -> int:
        costs = self.costs
        if not distance or not self.behaviour.near_first:
            return 0
        if thing.endswith(HALLWAY):
            return costs.far_hallway * distance
        if thing.endswith(WALL):
            return (costs.far_wall if thing == WALL else costs.far_picture) * distance
        return costs.far_item * (distance - 1)


def _moves(arrival: Arrival) -> list[Arrival]:
    """The moves of an arrival, first to last."""
    moves: list[Arrival] = []
    here = arrival
    while here.before is not None:
        moves.append(here)
        here = here.before
    return moves[::-1]


def _in_order(taken: _Taken | None) -> list[Arrival]:
    arrivals: list[Arrival] = []
    while taken is not None:
        arrivals.append(taken.arrival)
        taken = taken.before
    return arrivals[::-1]


def _parts(plan: Plan, most: int) -> list[_PlanPart]:
    """A plan in parts; no walk has more than `most` steps, so more are not told apart."""
    parts: list[_PlanPart] = []
    at, after = 0, ""
    while at < len(plan):
        step = plan[at]
        if isinstance(step, Verify):
            parts.append(_PlanPart(Kind(None, True), step.conditions, at, at))
        else:
            following = plan[at + 1] if at + 1 < len(plan) else None
            conditions = following.conditions if isinstance(following, Verify) else ()
            if isinstance(step, Travel):
                action = step if step.steps is None else Travel(min(step.steps, most))
                kind = Kind(action, bool(conditions), after)
            else:
                kind = Kind(step, bool(conditions))
            parts.append(_PlanPart(kind, conditions, at, at + 1))
            after = type(step).__name__
            at += isinstance(following, Verify)
        at += 1
    return parts
