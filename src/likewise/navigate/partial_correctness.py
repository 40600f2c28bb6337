"""Partial correctness of plans against gold plans (the metric of Chen and Mooney 2011, fixed here).

No public code of theirs exists, so this is one definition: the steps of both plans are aligned in order, only
steps of one type with each other, so that the points are as many as can be. An aligned step earns one point
for its type and one for each right argument (the side of a turn, the number of steps, each condition); the
condition `side: X` is met by `left: X` or `right: X` and the other way round. Precision divides the points by
those the plans could have earned, recall by those of the gold plans, both summed over all sentences. Beside
it, `types` gives points for types alone, `exact` one point for a step whose arguments are all right.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from likewise.worlds import SIDE, Plan, Step, Travel, Turn, Verify

__all__ = ["PlanPoints", "Points", "arguments", "partial_correctness", "points", "right_arguments"]


@dataclass(frozen=True, slots=True)
class Points:
    """Points earned, points the plan and the gold plan hold; sums of these are scored."""

    earned: int = 0
    plan: int = 0
    gold: int = 0

    def __add__(self, other: Points) -> Points:
        return Points(self.earned + other.earned, self.plan + other.plan, self.gold + other.gold)

    @property
    def precision(self) -> float:
        """Share of the plan's points that are right; 1 where nothing was claimed."""
        return self.earned / self.plan if self.plan else 1.0

    @property
    def recall(self) -> float:
        """Share of the gold plan's points that were found; 1 where there are none."""
        return self.earned / self.gold if self.gold else 1.0

    @property
    def f1(self) -> float:
        """Harmonic mean of precision and recall."""
        both = self.plan + self.gold
        return 2 * self.earned / both if both else 1.0


@dataclass(frozen=True, slots=True)
class PlanPoints:
    """Points under the three readings of the metric."""

    partial: Points = Points()
    types: Points = Points()
    exact: Points = Points()

    def __add__(self, other: PlanPoints) -> PlanPoints:
        return PlanPoints(self.partial + other.partial, self.types + other.types, self.exact + other.exact)


def partial_correctness(pairs: Iterable[tuple[Plan, Plan]]) -> PlanPoints:
    """Points of many plans, each with its gold plan."""
    return sum((points(plan, gold) for plan, gold in pairs), PlanPoints())


def points(plan: Plan, gold: Plan) -> PlanPoints:
    """Points of one plan against its gold plan."""
    most, sizes = _aligned(plan, gold, _partly), (_weight(plan), _weight(gold))
    return PlanPoints(
        Points(most, *sizes),
        Points(_aligned(plan, gold, lambda a, b: 1), len(plan), len(gold)),
        Points(_aligned(plan, gold, _exactly), len(plan), len(gold)),
    )


def arguments(step: Step) -> int:
    """Number of arguments of a step."""
    if isinstance(step, Verify):
        return len(step.conditions)
    return int(bool(step.side)) if isinstance(step, Turn) else int(step.steps is not None)


def right_arguments(one: Step, other: Step) -> int:
    """Number of arguments that two steps of one type share."""
    if isinstance(one, Verify) and isinstance(other, Verify):
        return _shared(one, other)
    if isinstance(one, Turn) and isinstance(other, Turn):
        return int(bool(one.side) and one.side == other.side)
    if isinstance(one, Travel) and isinstance(other, Travel):
        return int(one.steps is not None and one.steps == other.steps)
    return 0


def _weight(plan: Plan) -> int:
    return sum(1 + arguments(step) for step in plan)


def _partly(one: Step, other: Step) -> int:
    return 1 + right_arguments(one, other)


def _exactly(one: Step, other: Step) -> int:
    return int(arguments(one) == arguments(other) == right_arguments(one, other))


def _shared(one: Verify, other: Verify) -> int:
    """Largest number of pairs of conditions that say the same.

    Equal ones first, but `side` with `side` last: it may be the only partner of a left or a right.
    """
    mine, theirs = Counter(one.conditions), Counter(other.conditions)
    direct = Counter({c: n for c, n in (mine & theirs).items() if c[0] != "side"})
    mine, theirs = mine - direct, theirs - direct
    shared = direct.total()
    for left, right in ((mine, theirs), (theirs, mine)):
        for where, thing in [c for c in left if c[0] in SIDE]:
            pairs = min(left[where, thing], right["side", thing])
            left[where, thing] -= pairs
            right["side", thing] -= pairs
            shared += pairs
    return shared + (+mine & +theirs).total()


def _aligned(plan: Plan, gold: Plan, worth: Callable[[Step, Step], int]) -> int:
    """The most points that an ordered alignment of steps can earn."""
    row = [0] * (len(gold) + 1)
    for step in plan:
        before = row
        row = [0]
        for k, other in enumerate(gold):
            pair = worth(step, other) if type(step) is type(other) else 0
            row.append(max(before[k] + pair, before[k + 1], row[k]))
    return row[-1]
