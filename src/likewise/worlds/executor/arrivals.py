"""Where one part of a plan can bring the walker, and at what price, before anything is verified.

An arrival is the end of a short walk from one pose, linked to the poses before it. It depends on the action
and the map, not on what the plan hopes to see: the arrivals of a pose are found once, for all plans.
"""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from likewise.worlds.executor.behaviour import Behaviour, Costs
from likewise.worlds.maps import Map
from likewise.worlds.plans import Travel, Turn
from likewise.worlds.poses import LEFT, RIGHT, Pose, ahead, turned

__all__ = ["Arrival", "Arrivals", "Kind", "Ways"]

_WALKING, _ENDED, _TURNING = range(3)
_TURNS = (1, 3, 2)  # quarters to the right: right, left, about


class Kind(NamedTuple):
    """A kind of part: its action, whether a Verify follows, which action went before a Travel.

    Without an action it is a Verify alone.
    """

    action: Turn | Travel | None
    verified: bool
    after: str = ""


class Arrival(NamedTuple):
    """A pose, the price of coming here, the arrival before, and two marks on the last move.

    `late`: it was made for the Verify, not for the action. `blocked`: a wall kept the walker from going on.
    """

    cost: int
    pose: Pose
    before: Arrival | None = None
    late: bool = False
    blocked: bool = False

    def dearer(self, cost: int) -> Arrival:
        """The same for more."""
        return self._replace(cost=self.cost + cost) if cost else self

    def turns(self, side: str, times: int, cost: int, late: bool = False) -> Arrival:
        """So many quarter turns to one side."""
        last = self.dearer(cost)
        for _ in range(times):
            facing = last.pose.facing(turned(last.pose.heading, side))
            last = Arrival(last.cost, facing, last, late, self.blocked)
        return last

    def quarters(self, count: int, cost: int, late: bool = False) -> Arrival:
        """Turned right by so many quarters; three are one to the left."""
        return self.turns(LEFT, 1, cost, late) if count == 3 else self.turns(RIGHT, count, cost, late)

    def moved(self, pose: Pose | None, cost: int) -> Arrival | None:
        """One step further; None where there is none."""
        return None if pose is None else Arrival(self.cost + cost, pose, self)


class Arrivals:
    """The arrivals of one kind of part from one pose, cheapest first, found as far as asked for."""

    __slots__ = ("_found", "_more", "_poses")

    def __init__(self, more: Iterable[Arrival]) -> None:
        self._more = iter(more)
        self._found: list[Arrival] = []
        self._poses: set[Pose] = set()

    def get(self, rank: int) -> Arrival | None:
        """The arrival of this rank, each pose at its cheapest only; None when there are no more."""
        arrivals = self._found
        while len(arrivals) <= rank:
            arrival = next(self._more, None)
            if arrival is None:
                return None
            if arrival.pose not in self._poses:
                self._poses.add(arrival.pose)
                arrivals.append(arrival)
        return arrivals[rank]


class Ways:
    """Finds arrivals on one map."""

    def __init__(self, world: Map, behaviour: Behaviour, costs: Costs) -> None:
        self._world, self._does, self._costs = world, behaviour, costs

    def arrivals(self, kind: Kind, pose: Pose) -> Arrivals:
        """All ends of a part; of equals the one found first comes first."""
        start = Arrival(0, pose)
        if not isinstance(kind.action, Travel):
            return Arrivals(_sorted(self._turning(kind, start)))
        if kind.action.steps is None and kind.verified and self._does.travel_until:
            return Arrivals(self._until(self._headings(kind, start)))
        return Arrivals(_sorted(self._counted(kind, kind.action.steps, start)))

    def _turning(self, kind: Kind, start: Arrival) -> Iterator[Arrival]:
        """A Turn or a lone Verify: here, or after a walk to where it can be meant."""
        does, costs = self._does, self._costs
        yield from self._turned(kind, start)
        if kind.action is not None:
            if kind.verified and does.walk_before_turn:
                yield from self._walked(kind, start, costs.walk_turn)
            return
        if does.walk_to_verify:
            yield from self._walked(kind, start, costs.walk_verify)
        if does.turn_back:
            yield from self._walked(kind, start.quarters(2, 0), costs.walk_back)

    def _walked(self, kind: Kind, start: Arrival, cost: int) -> Iterator[Arrival]:
        here = start.moved(self._world.step(start.pose), cost)
        while here is not None:
            yield from self._turned(kind, here)
            here = here.moved(self._world.step(here.pose), self._costs.walk_step)

    def _turned(self, kind: Kind, here: Arrival) -> Iterator[Arrival]:
        """The turns that a part may make on the spot."""
        if kind.action is None:
            yield here
            if self._does.turn_to_verify:
                yield from (here.quarters(n, self._costs.lone_turn, late=True) for n in _TURNS)
            return
        assert isinstance(kind.action, Turn)
        side = kind.action.side
        made = self._said(side, here) if side else self._open(here)
        if not self._does.choose_turn or (side and not kind.verified):
            made = made[: 1 if side else 2]
        for arrival in made:
            wall = not kind.verified and self._world.step(arrival.pose) is None
            yield arrival.dearer(self._costs.into_wall if wall else 0)

    def _said(self, side: str, here: Arrival) -> list[Arrival]:
        other, cost = (LEFT if side == RIGHT else RIGHT), self._costs.turn_other
        return [
            here.turns(side, 1, 0),
            here.turns(side, 2, cost),
            here.turns(other, 1, cost),
            here.dearer(cost),
        ]

    def _open(self, here: Arrival) -> list[Arrival]:
        about, none = self._costs.turn_about, self._costs.turn_none
        return [here.quarters(1, 0), here.quarters(3, 0), here.quarters(2, about), here.dearer(none)]

    def _headings(self, kind: Kind, start: Arrival) -> list[Arrival]:
        """The headings in which a Travel may set out."""
        costs = self._costs
        straight = kind.after == "Travel" and self._does.turn_between_travels
        ways = [start.dearer(costs.straight_on if straight else 0)]
        if self._does.turn_before_travel:
            cost = costs.travel_turn + (costs.against_turn if kind.after == "Turn" else 0)
            ways += [start.quarters(n, cost) for n in _TURNS]
        return ways

    def _ends(self, here: Arrival) -> list[Arrival]:
        """The end of a walk, and the turns that a Verify may ask for there."""
        turns = _TURNS if self._does.turn_after_travel else ()
        return [here, *(here.quarters(n, self._costs.end_turn, late=True) for n in turns)]

    def _until(self, ways: list[Arrival]) -> Iterator[Arrival]:
        """Ever further, cheapest first: straight on, round bends, with turns at crossings."""
        heap: list[tuple[int, int, int, Arrival]] = []
        order = itertools.count()
        passed: set[Pose] = set()

        def push(arrival: Arrival, state: int, cost: int = 0) -> None:
            heapq.heappush(heap, (arrival.cost + cost, next(order), state, arrival))

        for way in ways:
            after = self._world.step(way.pose)
            if (one := way.moved(after, 0)) is not None:
                push(one, _WALKING)
            push(way.dearer(self._costs.stay)._replace(blocked=after is None), _ENDED)
        while heap:
            _, _, state, here = heapq.heappop(heap)
            if state == _TURNING:
                yield from self._ends(here)[1:]
                continue
            if state == _WALKING:
                if here.pose in passed:
                    continue
                passed.add(here.pose)
                for onward in self._onward(here):
                    push(onward, _WALKING)
            yield here
            push(here, _TURNING, self._costs.end_turn)

    def _onward(self, here: Arrival) -> Iterator[Arrival]:
        """The steps that lead on from the middle of a walk."""
        costs, place, heading = self._costs, here.pose.place, here.pose.heading
        ways = self._world.ways(place)
        if heading in ways:
            yield Arrival(here.cost + costs.step, Pose(*ahead(place, heading), heading), here)
        bend = len(ways) == 2
        if not (self._does.follow_bends if bend else self._does.turn_at_crossings):
            return
        for way in ways:
            if (way - heading) % 180:
                turn = Arrival(
                    here.cost + (costs.bend if bend else costs.crossing), here.pose.facing(way), here
                )
                yield Arrival(turn.cost + costs.step, Pose(*ahead(place, way), way), turn)

    def _counted(self, kind: Kind, said: int | None, start: Arrival) -> Iterator[Arrival]:
        """As many steps as said, or one, or about as many."""
        wanted = 1 if said is None else said
        for way in self._headings(kind, start):
            here: Arrival | None = way
            steps = 0
            while here is not None:
                after = self._world.step(here.pose)
                short = after is None and steps < wanted
                if short or steps == wanted or self._allowed(kind, said, steps):
                    end = here.dearer(self._price(said, steps))._replace(blocked=short)
                    yield from self._ends(end) if kind.verified else (end,)
                here, steps = here.moved(after, 0), steps + 1

    def _allowed(self, kind: Kind, said: int | None, steps: int) -> bool:
        """Whether so many steps, not the number said, may be meant."""
        if said is None:
            return steps > 0 and not kind.verified and self._does.travel_until
        return self._does.mend_steps

    def _price(self, said: int | None, steps: int) -> int:
        costs = self._costs
        none = costs.no_step if not steps and said != 0 else 0
        if said is None:
            return none or costs.longer * (steps - 1)
        return none + (costs.short * (said - steps) if steps < said else costs.over * (steps - said))


def _sorted(arrivals: Iterable[Arrival]) -> list[Arrival]:
    return sorted(arrivals, key=lambda arrival: arrival.cost)
