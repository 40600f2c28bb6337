"""Landmarks plans on a small map, by hand.

(0,0) -blue, fish- (1,0) -blue, fish- (2,0) sofa
                     |
                   brick
                     |
                   (1,1) lamp
"""

from __future__ import annotations

from likewise.navigate.landmarks_plan import Reach, basic, landmarks, seen
from likewise.worlds import Corridor, Map, Pose, Travel, Turn, Verify, dumps

WORLD = Map(
    "Small",
    {(0, 0): "", (1, 0): "", (2, 0): "sofa", (1, 1): "lamp"},
    {
        ((0, 0), (1, 0)): Corridor("blue", "fish"),
        ((1, 0), (2, 0)): Corridor("blue", "fish"),
        ((1, 0), (1, 1)): Corridor("brick", ""),
    },
)
PATH = [Pose(0, 0, -1), Pose(0, 0, 90), Pose(1, 0, 90), Pose(2, 0, 90), Pose(2, 0, 0), Pose(2, 0, 270)]


def test_basic_merges_steps() -> None:
    assert basic(PATH) == (Turn(), Travel(2), Turn("LEFT"), Turn("LEFT"))
    assert dumps(basic(PATH)) == "Turn ( ) , Travel ( steps: 2 ) , Turn ( LEFT ) , Turn ( LEFT )"
    assert basic([Pose(0, 0, 0), Pose(0, 0, 180)]) == (Turn("RIGHT"), Turn("RIGHT"))
    assert basic(PATH[:1]) == basic([]) == ()


def test_what_is_seen_and_how_far() -> None:
    found = seen(WORLD, Pose(1, 0, 90))
    assert ("at", "3-INTERSECTION") in found
    assert {("front", "SOFA"), ("front", "BLUE HALLWAY"), ("front", "FISH WALL")} <= set(found)
    assert {
        ("right", "BRICK HALLWAY"),
        ("side", "BRICK HALLWAY"),
        ("right", "LAMP"),
        ("side", "LAMP"),
    } <= set(found)
    assert {("left", "WALL"), ("side", "WALL")} <= set(found)
    assert ("front", "WALL") not in found
    assert len(set(found)) == len(found)
    start = Pose(0, 0, 90)
    assert ("front", "SOFA") in seen(WORLD, start)
    assert ("front", "SOFA") not in seen(WORLD, start, Reach(things=1))
    assert ("front", "WALL") in seen(WORLD, start, Reach(walls=None))
    assert ("front", "3-INTERSECTION") in seen(WORLD, start, Reach(crossings=1))


def test_each_move_is_followed_by_what_is_seen() -> None:
    plan = landmarks(WORLD, PATH)
    assert plan[::2] == basic(PATH)
    assert [step.conditions for step in plan[1::2] if isinstance(step, Verify)] == [
        seen(WORLD, pose) for pose in (PATH[1], PATH[3], PATH[4], PATH[5])
    ]


def test_a_sentence_without_moves_describes() -> None:
    here = Pose(1, 0, 0)
    assert landmarks(WORLD, [here]) == (Verify(seen(WORLD, here)),)
    assert landmarks(WORLD, [Pose(1, 0, -1)]) == ()
    first = landmarks(WORLD, PATH[1:3], Reach(first=True))
    assert first == (Verify(seen(WORLD, PATH[1])), *landmarks(WORLD, PATH[1:3]))
