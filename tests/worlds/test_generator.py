"""Laws of random maps and random paths."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given, settings, strategies as st

from likewise.errors import InputError
from likewise.worlds import Corridor, Map, Pose, dumps_map, random_map, random_path
from likewise.worlds.generator import FLOORS, ITEMS, WALLS, runs
from likewise.worlds.poses import FORWARD, LEFT, RIGHT, Place, ahead, moves_of

seeds = st.integers(0, 10**9)


def reached(world: Map) -> set[Place]:
    found, waiting = {world.places[0]}, [world.places[0]]
    while waiting:
        place = waiting.pop()
        for heading in world.ways(place):
            if (other := ahead(place, heading)) not in found:
                found.add(other)
                waiting.append(other)
    return found


@settings(max_examples=30)
@given(seeds, st.integers(1, 60), st.floats(0, 1), st.floats(0, 1))
def test_maps_are_connected_and_as_ordered(seed: int, places: int, furnished: float, loops: float) -> None:
    world = random_map(seed, places=places, furnished=furnished, loops=loops)
    assert len(world.places) == places
    assert reached(world) == set(world.places)
    assert min(x for x, _ in world.places) == min(y for _, y in world.places) == 0
    assert sum(item != "" for item in world.items.values()) == round(furnished * places)
    assert {c.floor for c in world.corridors.values()} <= set(FLOORS)
    assert {c.wall for c in world.corridors.values()} <= set(WALLS)
    assert set(world.items.values()) <= {"", *ITEMS}
    if loops == 0:
        assert len(world.corridors) == places - 1


@settings(max_examples=20)
@given(seeds)
def test_floors_run_along_lines_and_only_the_plain_one_is_used_again(seed: int) -> None:
    world = random_map(seed)
    lines = runs(world.corridors)
    assert sorted(way for line in lines for way in line) == sorted(world.corridors)
    floors = [{world.corridors[way].floor for way in line} for line in lines]
    assert all(len(kinds) == 1 for kinds in floors)
    used = Counter(next(iter(kinds)) for kinds in floors)
    assert all(count == 1 for floor, count in used.items() if floor != FLOORS[0])


@settings(max_examples=20)
@given(seeds)
def test_each_picture_hangs_in_one_region(seed: int) -> None:
    world = random_map(seed)
    for wall in WALLS:
        ways = {way: c for way, c in world.corridors.items() if c.wall == wall}
        if ways:
            region = Map(wall, dict.fromkeys({place for way in ways for place in way}, ""), ways)
            assert reached(region) == set(region.places)


def test_the_same_seed_gives_the_same_map() -> None:
    assert dumps_map(random_map(7)) == dumps_map(random_map(7))
    assert len({dumps_map(random_map(seed)) for seed in range(20)}) == 20
    assert random_map(7).name == "Random 7"
    assert random_map(7, name="Attic").name == "Attic"


def test_own_names_or_none() -> None:
    world = random_map(1, floors=["moss"], walls=[], items=["piano"], furnished=1)
    assert set(world.corridors.values()) == {Corridor("moss")}
    assert set(world.items.values()) == {"piano"}
    bare = random_map(1, floors=(), items=())
    assert {c.floor for c in bare.corridors.values()} == set(bare.items.values()) == {""}


def test_runs_by_hand() -> None:
    ways = [((0, 0), (1, 0)), ((1, 0), (2, 0)), ((1, 0), (1, 1)), ((4, 0), (3, 0))]
    assert runs(ways) == [
        [((0, 0), (1, 0)), ((1, 0), (2, 0))],
        [((1, 0), (1, 1))],
        [((3, 0), (4, 0))],
    ]


@settings(max_examples=50)
@given(seeds, st.integers(1, 12), st.integers(0, 12), st.integers(2, 20))
def test_paths_are_legal_and_turn_for_a_reason(seed: int, least: int, more: int, places: int) -> None:
    world = random_map(seed, places=places)
    path = random_path(world, seed, actions=(least, least + more))
    world.check_path(path)
    moves = moves_of(path)
    assert least <= len(moves) == len(path) - 1 <= least + more
    assert path == random_path(world, seed, actions=(least, least + more))
    for k, (move, after) in enumerate(pairwise(moves)):
        if FORWARD not in (move, after):
            assert move == after  # no turn undoes the one before
            # and only a dead end is turned round in
            assert world.ways(path[k].place) == ((path[k].heading + 180) % 360,)
    turns = "".join("-" if move == FORWARD else "T" for move in moves)
    assert "TTT" not in turns
    assert path[-1].heading in world.ways(path[-1].place) or moves[-1] == FORWARD


def test_paths_of_all_lengths_and_kinds() -> None:
    world = random_map(1)
    moves = [moves_of(random_path(world, seed)) for seed in range(200)]
    assert {len(m) for m in moves} == {1, 2, 3, 4}
    assert {m[0] for m in moves} == {LEFT, RIGHT, FORWARD}


def test_there_and_back_in_one_corridor() -> None:
    world = Map("m", {(0, 0): "", (1, 0): ""}, {((0, 0), (1, 0)): Corridor()})
    for seed in range(10):
        for count in range(1, 8):
            assert len(random_path(world, seed, actions=(count, count))) == count + 1


def test_an_isolated_place_is_never_stood_on(tiny: Map) -> None:
    visited = {pose.place for seed in range(60) for pose in random_path(tiny, seed)}
    assert visited == set(tiny.places) - {(2, 1)}
    with pytest.raises(InputError, match="no corridor to walk in"):
        random_path(random_map(1, places=1), 1)
    assert random_map(1, places=1).step(Pose(0, 0, 0)) is None


@pytest.mark.parametrize("actions", [(0, 1), (2, 1), (1, 101)])
def test_wrong_lengths(tiny: Map, actions: tuple[int, int]) -> None:
    with pytest.raises(InputError, match="expected 1 <= least <= most"):
        random_path(tiny, 1, actions=actions)


def test_wrong_settings() -> None:
    for places in (0, 5001):
        with pytest.raises(InputError, match="expected 1 to 5000 places"):
            random_map(1, places=places)
    with pytest.raises(InputError, match="share from 0 to 1"):
        random_map(1, furnished=1.5)
    with pytest.raises(InputError, match="share from 0 to 1"):
        random_map(1, loops=-1)
