"""What is seen from where, worked out by hand on the tiny map, and by its laws."""

from __future__ import annotations

from hypothesis import given, settings, strategies as st

from likewise.worlds import Map, Pose, random_map, sights
from likewise.worlds.poses import HEADINGS
from likewise.worlds.views import here, holds


def test_down_a_corridor(tiny: Map) -> None:
    assert sights(tiny, Pose(0, 0, 90)) == (
        ("at", "SOFA", 0),
        ("front", "HALLWAY", 0), ("front", "BRICK HALLWAY", 0), ("front", "FISH WALL", 0),
        ("front", "3-INTERSECTION", 1),
        ("front", "HALLWAY", 1), ("front", "BRICK HALLWAY", 1), ("front", "FISH WALL", 1),
        ("front", "LAMP", 2), ("front", "WALL", 2),
        ("right", "WALL", 0), ("back", "WALL", 0), ("left", "WALL", 0),
    )  # fmt: skip


def test_at_a_crossing(tiny: Map) -> None:
    assert sights(tiny, Pose(1, 0, 180)) == (
        ("at", "3-INTERSECTION", 0),
        ("front", "HALLWAY", 0), ("front", "WOOD HALLWAY", 0), ("front", "TOWER WALL", 0),
        ("front", "HALLWAY", 1), ("front", "WOOD HALLWAY", 1), ("front", "WALL", 2),
        ("right", "HALLWAY", 0), ("right", "BRICK HALLWAY", 0), ("right", "FISH WALL", 0),
        ("right", "SOFA", 1), ("right", "WALL", 1),
        ("back", "WALL", 0),
        ("left", "HALLWAY", 0), ("left", "BRICK HALLWAY", 0), ("left", "FISH WALL", 0),
        ("left", "LAMP", 1), ("left", "WALL", 1),
    )  # fmt: skip


def test_an_isolated_place_sees_four_walls(tiny: Map) -> None:
    assert sights(tiny, Pose(2, 1, 0)) == tuple((d, "WALL", 0) for d in ("front", "right", "back", "left"))
    assert here(tiny, (2, 1)) == ()


def test_holds(tiny: Map) -> None:
    crossing = Pose(1, 0, 180)
    assert holds(tiny, crossing, "left", "LAMP")
    assert not holds(tiny, crossing, "right", "LAMP")
    assert holds(tiny, crossing, "side", "LAMP")
    assert not holds(tiny, crossing, "side", "TOWER WALL")
    assert holds(tiny, Pose(0, 0, 90), "front", "LAMP")
    assert not holds(tiny, Pose(0, 0, 90), "front", "LAMP", reach=1)


@settings(max_examples=15)
@given(st.integers(0, 1000), st.data())
def test_turning_only_renames_the_directions(seed: int, data: st.DataObject) -> None:
    world = random_map(seed, places=12)
    place = data.draw(st.sampled_from(world.places))
    for heading in HEADINGS:
        before, after = (
            sights(world, Pose(*place, heading)),
            sights(world, Pose(*place, (heading + 90) % 360)),
        )
        # After a turn to the right, what was right is in front.
        renamed = {"at": "at", "right": "front", "back": "right", "left": "back", "front": "left"}
        assert sorted((renamed[d], thing, far) for d, thing, far in before) == sorted(after)
