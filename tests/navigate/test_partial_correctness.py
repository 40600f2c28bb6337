"""Partial correctness of plans, worked by hand, and against every alignment and every matching."""

from __future__ import annotations

from itertools import combinations, permutations, product

import pytest
from hypothesis import given, settings, strategies as st

from likewise.navigate.partial_correctness import (
    PlanPoints,
    Points,
    arguments,
    partial_correctness,
    points,
    right_arguments,
)
from likewise.worlds import Plan, Travel, Turn, Verify, loads

CASES = [
    ("NULL", "NULL", 0, 0, 0),
    ("Turn ( LEFT )", "NULL", 0, 2, 0),
    ("NULL", "Travel ( )", 0, 0, 1),
    ("Turn ( LEFT )", "Turn ( LEFT )", 2, 2, 2),
    ("Turn ( LEFT )", "Turn ( RIGHT )", 1, 2, 2),
    ("Turn ( )", "Turn ( RIGHT )", 1, 1, 2),
    ("Travel ( steps: 2 )", "Travel ( )", 1, 2, 1),
    ("Turn ( LEFT ) , Travel ( )", "Travel ( ) , Turn ( LEFT )", 2, 3, 3),
    ("Verify ( side: SOFA )", "Verify ( left: SOFA )", 2, 2, 2),
    ("Verify ( left: SOFA )", "Verify ( side: SOFA )", 2, 2, 2),
    ("Verify ( left: SOFA )", "Verify ( right: SOFA )", 1, 2, 2),
    ("Verify ( side: SOFA , left: SOFA )", "Verify ( right: SOFA , side: SOFA )", 3, 3, 3),
    ("Verify ( at: SOFA , front: LAMP )", "Verify ( front: LAMP )", 2, 3, 2),
]


@pytest.mark.parametrize(("plan", "gold", "earned", "held", "wanted"), CASES)
def test_by_hand(plan: str, gold: str, earned: int, held: int, wanted: int) -> None:
    assert points(loads(plan), loads(gold)).partial == Points(earned, held, wanted)


def test_variants_and_sums() -> None:
    one = points(loads("Turn ( LEFT ) , Travel ( steps: 2 )"), loads("Turn ( LEFT ) , Travel ( )"))
    assert (one.types, one.exact) == (Points(2, 2, 2), Points(1, 2, 2))
    other = points((), loads("Travel ( )"))
    both = partial_correctness(
        [
            (loads("Turn ( LEFT ) , Travel ( steps: 2 )"), loads("Turn ( LEFT ) , Travel ( )")),
            ((), loads("Travel ( )")),
        ]
    )
    assert both == one + other
    assert (both.partial.precision, both.partial.recall) == (3 / 4, 3 / 4)
    assert Points(2, 4, 3).f1 == pytest.approx(2 * 0.5 * (2 / 3) / (0.5 + 2 / 3))
    assert (Points().precision, Points().recall, Points().f1) == (1, 1, 1)
    assert partial_correctness([]) == PlanPoints()


WHERE = st.sampled_from(["at", "left", "right", "side"])
VERIFY = st.builds(
    lambda found: Verify(tuple(found)),
    st.lists(st.tuples(WHERE, st.sampled_from(["SOFA", "LAMP"])), min_size=1, max_size=4),
)
STEP = st.one_of(
    VERIFY,
    st.builds(Turn, st.sampled_from(["", "LEFT", "RIGHT"])),
    st.builds(Travel, st.sampled_from([None, 1, 2])),
)
PLAN = st.lists(STEP, max_size=4).map(tuple)


def agree(one: tuple[str, str], other: tuple[str, str]) -> bool:
    sides = {one[0], other[0]}
    return one[1] == other[1] and (
        len(sides) == 1 or ("side" in sides and sides <= {"side", "left", "right"})
    )


@settings(max_examples=40, deadline=None)
@given(VERIFY, VERIFY)
def test_conditions_are_matched_as_well_as_can_be(one: Verify, other: Verify) -> None:
    short, long = sorted((one.conditions, other.conditions), key=len)
    best = max(sum(map(agree, short, order)) for order in permutations(long, len(short)))
    assert right_arguments(one, other) == right_arguments(other, one) == best


def every_alignment(plan: Plan, gold: Plan) -> int:
    best = 0
    for many in range(min(len(plan), len(gold)) + 1):
        for mine, theirs in product(combinations(plan, many), combinations(gold, many)):
            if all(type(a) is type(b) for a, b in zip(mine, theirs, strict=True)):
                best = max(best, sum(1 + right_arguments(a, b) for a, b in zip(mine, theirs, strict=True)))
    return best


@settings(max_examples=40, deadline=None)
@given(PLAN, PLAN)
def test_steps_are_aligned_as_well_as_can_be(plan: Plan, gold: Plan) -> None:
    found = points(plan, gold)
    assert found.partial.earned == every_alignment(plan, gold)
    assert found.exact.earned <= found.types.earned <= found.partial.earned <= found.partial.gold
    assert points(plan, plan).partial.f1 == points(plan, plan).exact.f1 == 1
    assert found.partial.plan == sum(1 + arguments(step) for step in plan)
