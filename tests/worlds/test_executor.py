"""The walker: each behaviour by hand, the search against brute force, and what always holds."""

from __future__ import annotations

import pickle
from dataclasses import fields, replace
from itertools import groupby

import pytest
from hypothesis import given, settings, strategies as st

from likewise.errors import InputError
from likewise.worlds import Corridor, Map, Plan, Pose, Travel, Turn, Verify, loads
from likewise.worlds.executor import Behaviour, Costs, Executor, Walk
from likewise.worlds.executor.walker import _parts
from likewise.worlds.poses import FORWARD, HEADINGS, LEFT, RIGHT, ahead, moves_of

# A corridor of brick with a sofa; halfway a side way of one blue and one wooden step, round a bend to a lamp:
#
#   (0,0) -brick- (1,0) -brick- (2,0) sofa -brick- (3,0)
#                   |
#                 blue
#                 (1,1)
#                 wood
#                 (1,2) -wood- (2,2) lamp                     (9,9) alone
BRICK, BLUE, WOOD = Corridor("brick", "fish"), Corridor("blue", "tower"), Corridor("wood")
ATTIC = Map(
    "Attic",
    {(0, 0): "", (1, 0): "", (2, 0): "sofa", (3, 0): "", (1, 1): "", (1, 2): "", (2, 2): "lamp", (9, 9): ""},
    {
        ((0, 0), (1, 0)): BRICK,
        ((1, 0), (2, 0)): BRICK,
        ((2, 0), (3, 0)): BRICK,
        ((1, 0), (1, 1)): BLUE,
        ((1, 1), (1, 2)): WOOD,
        ((1, 2), (2, 2)): WOOD,
    },
)
UNTIL_SOFA = "Travel ( ) , Verify ( at: SOFA )"
UNTIL_LAMP = "Travel ( ) , Verify ( at: LAMP )"

NO_BLUE = "no BLUE HALLWAY is visible ahead from (1, 0)"
BLUE_AHEAD = "Verify ( front: BLUE HALLWAY )"
WALL_AHEAD = "Verify ( front: WALL )"

# For each switch: a plan, the start, where it ends with the switch on, and with it off, and why.
At = tuple[int, int, int]
Case = tuple[str, At, At, At, str | None]
CASES: dict[str, Case] = {
    "turn_before_travel": (
        "Travel ( steps: 1 )",
        (0, 0, 270),
        (1, 0, 90),
        (0, 0, 270),
        "the way ahead is blocked at (0, 0)",
    ),
    "turn_after_travel": (f"Travel ( ) , {BLUE_AHEAD}", (0, 0, 90), (1, 0, 180), (1, 0, 90), NO_BLUE),
    "turn_to_verify": (BLUE_AHEAD, (1, 0, 90), (1, 0, 180), (1, 0, 90), NO_BLUE),
    "turn_back": ("Verify ( at: SOFA )", (3, 0, 90), (2, 0, 270), (3, 0, 90), "no SOFA is at (3, 0)"),
    "choose_turn": (f"Turn ( LEFT ) , {BLUE_AHEAD}", (1, 0, 90), (1, 0, 180), (1, 0, 0), NO_BLUE),
    "travel_until": (UNTIL_SOFA, (0, 0, 90), (2, 0, 90), (1, 0, 90), "no SOFA is at (1, 0)"),
    "mend_steps": (
        "Travel ( steps: 1 ) , Verify ( at: SOFA )",
        (0, 0, 90),
        (2, 0, 90),
        (1, 0, 90),
        "no SOFA is at (1, 0)",
    ),
    "follow_bends": (UNTIL_LAMP, (1, 0, 180), (2, 2, 90), (1, 1, 180), "no LAMP is at (1, 1)"),
    "turn_at_crossings": (UNTIL_LAMP, (0, 0, 90), (2, 2, 90), (1, 0, 90), "no LAMP is at (1, 0)"),
    "walk_before_turn": (
        f"Turn ( RIGHT ) , {BLUE_AHEAD}",
        (0, 0, 90),
        (1, 0, 180),
        (0, 0, 180),
        "no BLUE HALLWAY is visible from (0, 0)",
    ),
    "walk_to_verify": ("Verify ( at: SOFA )", (0, 0, 90), (2, 0, 90), (0, 0, 90), "no SOFA is at (0, 0)"),
    "near_first": (f"Travel ( ) , {WALL_AHEAD}", (0, 0, 90), (3, 0, 90), (1, 0, 90), None),
    "look_ahead": (
        f"Turn ( ) , Travel ( steps: 1 ) , {WALL_AHEAD}",
        (1, 0, 0),
        (0, 0, 270),
        (2, 0, 90),
        None,
    ),
}


def walk(plan: str, start: At, **switches: bool) -> Walk:
    return Executor(ATTIC, Behaviour(**switches)).run(loads(plan), Pose(*start))


@pytest.mark.parametrize("switch", CASES)
def test_each_behaviour(switch: str) -> None:
    plan, start, on, off, reason = CASES[switch]
    done, undone = walk(plan, start), walk(plan, start, **{switch: False})
    assert (done.path[-1], done.reason) == (on, None)
    assert (undone.path[-1], undone.reason) == (off, reason)


def test_every_switch_has_a_case() -> None:
    # turn_between_travels is a leaning only: it shows in the price, and in what is chosen of near equals.
    named = set(CASES) | {"turn_between_travels"}
    assert named == {field.name for field in fields(Behaviour)}
    twice = "Travel ( steps: 1 ) , Travel ( steps: 1 )"
    assert walk(twice, (0, 0, 90)).cost == Costs().straight_on
    assert walk(twice, (0, 0, 90), turn_between_travels=False).cost == 0
    assert walk("Travel ( steps: 1 ) , Turn ( RIGHT ) , Travel ( steps: 1 )", (0, 0, 90)).cost == 0


def test_path_and_the_steps_that_caused_it() -> None:
    plan = "Turn ( ) , Verify ( front: BRICK HALLWAY ) , Travel ( ) , Verify ( front: BLUE HALLWAY )"
    done = walk(plan, (0, 0, 180))
    assert done.path == ((0, 0, 180), (0, 0, 90), (1, 0, 90), (1, 0, 180))
    assert done.steps == (0, 2, 3)
    about = walk("Travel ( steps: 1 )", (0, 0, 270))
    assert about.path == ((0, 0, 270), (0, 0, 0), (0, 0, 90), (1, 0, 90))
    assert about.steps == (0, 0, 0)


def test_to_the_letter_costs_nothing() -> None:
    for plan in (
        UNTIL_SOFA,
        "Travel ( steps: 3 )",
        "Travel ( )",
        "Travel ( steps: 0 )",
        "Verify ( front: WALL )",
    ):
        done = walk(plan, (3, 0, 90) if "WALL" in plan else (0, 0, 90))
        assert done.reason is None
        assert done.cost <= Costs().step
    assert walk("Travel ( steps: 0 )", (0, 0, 90)).path == ((0, 0, 90),)


def test_the_empty_plan_stays() -> None:
    assert walk("NULL", (2, 0, 90)) == Walk((Pose(2, 0, 90),), None, ())


def test_corridors_that_start_here_are_here() -> None:
    assert walk("Travel ( ) , Verify ( at: BLUE HALLWAY )", (0, 0, 90)).path[-1] == (1, 0, 90)


def test_a_side_is_left_or_right() -> None:
    for start, end in (((0, 0, 90), (1, 0, 90)), ((3, 0, 270), (1, 0, 270))):
        assert walk("Travel ( ) , Verify ( side: BLUE HALLWAY )", start).path[-1] == end


def test_an_open_travel_goes_on_to_where_the_next_turn_is_meant() -> None:
    done = walk("Travel ( ) , Turn ( LEFT ) , Verify ( front: BLUE HALLWAY )", (3, 0, 270))
    assert done.path[-1] == (1, 0, 180)


def test_what_cannot_be_followed_has_a_reason_and_the_rest_is_tried() -> None:
    done = walk(
        "Travel ( ) , Verify ( at: PIANO ) , Turn ( RIGHT ) , Verify ( front: BLUE HALLWAY )", (0, 0, 90)
    )
    assert done.path[-1] == (1, 0, 180)
    assert done.reason == "no PIANO is at (1, 0)"
    assert walk("Verify ( front: PIANO )", (0, 0, 90)).reason == "no PIANO is visible from (0, 0)"
    assert walk("Travel ( steps: 99 )", (0, 0, 90)).reason == "the way ahead is blocked at (3, 0)"
    assert walk("Travel ( steps: 99 )", (0, 0, 90)).path[-1] == (3, 0, 90)


def test_an_isolated_place_and_contradictory_steps() -> None:
    alone = walk("Travel ( ) , Verify ( at: SOFA )", (9, 9, 0))
    assert (alone.path, alone.reason) == (((9, 9, 0),), "the way ahead is blocked at (9, 9)")
    both = walk("Verify ( front: WALL , front: BLUE HALLWAY ) , Turn ( LEFT ) , Turn ( RIGHT )", (1, 0, 180))
    assert both.path[-1] == (1, 0, 180)


def test_a_walker_travels_between_processes() -> None:
    walker = Executor(ATTIC, Behaviour(turn_back=False))
    before = walker.run(loads(UNTIL_LAMP), Pose(0, 0, 90))
    again = pickle.loads(pickle.dumps(walker))
    assert again.behaviour == walker.behaviour
    assert again.run(loads(UNTIL_LAMP), Pose(0, 0, 90)) == before


def test_bad_starts() -> None:
    with pytest.raises(InputError, match=r"\(5, 5\), which is not on map 'Attic'"):
        walk("Turn ( LEFT )", (5, 5, 0))
    with pytest.raises(InputError, match="heading -1, expected 0, 90, 180 or 270"):
        walk("Turn ( LEFT )", (0, 0, -1))


GRID = [(x, y) for x in range(3) for y in range(3)]
EDGES = [(place, ahead(place, h)) for place in GRID for h in (90, 180) if ahead(place, h) in GRID]
THINGS = ["SOFA", "LAMP", "WALL", "HALLWAY", "BRICK HALLWAY", "TOWER WALL", "3-INTERSECTION"]


@st.composite
def maps(draw: st.DrawFn) -> Map:
    items = {place: draw(st.sampled_from(["", "", "sofa", "lamp"])) for place in GRID}
    corridors = draw(st.dictionaries(st.sampled_from(EDGES), st.sampled_from([BRICK, BLUE, WOOD])))
    return Map("Grid", items, corridors)


conditions = st.tuples(
    st.sampled_from(["at", "front", "back", "left", "right", "side"]), st.sampled_from(THINGS)
)
steps = st.one_of(
    st.sampled_from([Turn(), Turn(LEFT), Turn(RIGHT), Travel(), Travel(1), Travel(2)]),
    st.lists(conditions, min_size=1, max_size=2).map(lambda found: Verify(tuple(found))),
)
plans = st.lists(steps, max_size=5).map(tuple)
starts = st.builds(Pose, st.integers(0, 2), st.integers(0, 2), st.sampled_from(HEADINGS))
behaviours = st.builds(Behaviour, **{field.name: st.booleans() for field in fields(Behaviour)})


@settings(max_examples=60, deadline=None)
@given(maps(), plans, starts, behaviours)
def test_it_ends_on_a_legal_path_and_twice_the_same(
    world: Map, plan: Plan, start: Pose, behaviour: Behaviour
) -> None:
    walker = Executor(world, behaviour)
    done = walker.run(plan, start)
    assert done.path[0] == start
    world.check_path(done.path)
    assert len(moves_of(done.path)) == len(done.path) - 1 == len(done.steps)
    assert list(done.steps) == sorted(done.steps)
    assert all(0 <= step < len(plan) for step in done.steps)
    walker.run(plan[::-1], start)
    assert walker.run(plan, start) == Executor(world, behaviour).run(plan, start) == done


def cheapest(walker: Executor, plan: Plan, start: Pose) -> int:
    """All ends of all parts, one part after the other."""
    costs = {start: 0}
    for part in _parts(plan, len(walker.world.items)):
        after: dict[Pose, int] = {}
        for pose, cost in costs.items():
            arrivals, rank = walker._ways.arrivals(part.kind, pose), 0
            while (end := arrivals.get(rank)) is not None:
                total = cost + end.cost + walker.misfit(part.conditions, end.pose)
                after[end.pose] = min(total, after.get(end.pose, total))
                rank += 1
        costs = after
    return min(costs.values())


@settings(max_examples=40, deadline=None)
@given(maps(), plans, starts, behaviours)
def test_no_walk_is_cheaper(world: Map, plan: Plan, start: Pose, behaviour: Behaviour) -> None:
    walker = Executor(world, replace(behaviour, look_ahead=True))
    assert walker.run(plan, start).cost == cheapest(walker, plan, start)
    step_by_step = Executor(world, replace(behaviour, look_ahead=False))
    assert step_by_step.run(plan, start).cost >= walker.run(plan, start).cost


@settings(max_examples=40, deadline=None)
@given(maps(), starts, st.lists(st.sampled_from([LEFT, RIGHT, FORWARD]), max_size=10))
def test_what_is_said_in_full_is_done_in_full(world: Map, start: Pose, moves: list[str]) -> None:
    path, made = [start], []
    for move in moves:
        if (after := world.moved(path[-1], move)) is not None:
            path.append(after)
            made.append(move)
    plan: list[Turn | Travel] = []
    for move, run in groupby(made):
        times = len(list(run))
        plan += [Travel(times)] if move == FORWARD else [Turn(move)] * times
    assert Executor(world).run(tuple(plan), start).path == tuple(path)
