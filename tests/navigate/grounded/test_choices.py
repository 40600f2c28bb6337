"""Choices on a hand-made map, and walks as rows of choices."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings, strategies as st

from likewise.navigate.grounded.choices import Choices
from likewise.navigate.grounded.explain import path_of
from likewise.navigate.grounded.features import Inventory, Terrain, things_of
from likewise.navigate.grounded.ways import Made, Way
from likewise.worlds import Corridor, Map, Pose, random_map, random_path

# A corridor to the east with a side way to the south:   (0,0) - (1,0) sofa - (2,0) lamp
#                                                                    |
#                                                                 (1,1)
WORLD = Map(
    "Small",
    {(0, 0): "", (1, 0): "sofa", (2, 0): "lamp", (1, 1): ""},
    {
        ((0, 0), (1, 0)): Corridor("brick", "fish"),
        ((1, 0), (2, 0)): Corridor("brick", "fish"),
        ((1, 0), (1, 1)): Corridor("grass"),
    },
)


def found(pose: Pose, before: int = 0) -> dict[tuple[int, int], set[tuple[str, str]]]:
    return {(c.quarters, c.steps): set(c.features) for c in Choices(WORLD).at(pose, before)}


def test_all_that_can_be_done_and_no_more() -> None:
    east = found(Pose(0, 0, 90))
    assert set(east) == {(0, -1), (0, 1), (0, 2), (1, 0), (2, 0), (3, 0)}
    assert set(found(Pose(1, 0, 90), 1)) == {(0, -1), (1, 0), (1, 1), (2, 0), (2, 1), (3, 0)}
    assert set(found(Pose(1, 0, 180), 2)) == {(0, -1)}


def test_what_is_said_of_a_walk() -> None:
    one, two = (found(Pose(0, 0, 90))[0, n] for n in (1, 2))
    assert {("at", "SOFA"), ("first-at", "SOFA"), ("at", "3-INTERSECTION"), ("steps", "1")} <= one
    assert {("side", "GRASS HALLWAY"), ("right", "GRASS HALLWAY"), ("front1", "LAMP")} <= one
    assert {("at", "LAMP"), ("passed-at", "SOFA"), ("past", "SOFA"), ("front", "WALL")} <= two
    assert {("way", "BRICK HALLWAY"), ("passed-side", "GRASS HALLWAY"), ("ahead", "none")} <= two
    assert ("nth-at-ITEM", "2") in two
    assert ("first-at", "SOFA") not in two


def test_a_turned_map_looks_the_same() -> None:
    turned = Map(
        "Turned",
        {(-y, x): item for (x, y), item in WORLD.items.items()},
        {((-a[1], a[0]), (-b[1], b[0])): c for (a, b), c in WORLD.corridors.items()},
    )
    here = [(c.quarters, c.steps, c.features) for c in Choices(WORLD).at(Pose(0, 0, 90), 0)]
    there = [(c.quarters, c.steps, c.features) for c in Choices(turned).at(Pose(0, 0, 180), 0)]
    assert here == there


def test_things_have_kinds_and_roles_are_shared() -> None:
    things = things_of([WORLD])
    assert things == {
        "LAMP": 0,
        "SOFA": 0,
        "BRICK HALLWAY": 1,
        "GRASS HALLWAY": 1,
        "FISH WALL": 2,
    }
    inventory = Inventory.of([WORLD])
    sofa, lamp = inventory.number(("at", "SOFA")), inventory.number(("at", "LAMP"))
    assert sofa != lamp
    shared = inventory.role_of(np.array([sofa, lamp]))
    assert shared[0] == shared[1]
    assert inventory.number(("at", "PIANO")) == -1
    assert 0 <= inventory.number(("steps", "1")) < len(inventory.plain)


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 10_000))
def test_a_path_is_a_row_of_choices_and_back(seed: int) -> None:
    world = random_map(seed % 7, places=14)
    path = random_path(world, seed, actions=(1, 6))
    terrain = Terrain(world, Inventory.of([world]))
    route = terrain.route(path)
    pose, made = path[0], []
    for state, choice in route:
        made.append(Made(pose, state, choice, ()))
        pose = state.choices[choice].end
    walked = path_of(terrain, Way(tuple(made), pose, 0.0))
    assert walked[-1] == path[-1]
    assert [p for i, p in enumerate(walked) if i == 0 or p.place != walked[i - 1].place] == [
        p for i, p in enumerate(path) if i == 0 or p.place != path[i - 1].place
    ]
