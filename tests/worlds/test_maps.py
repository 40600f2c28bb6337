"""Maps: what they refuse, where corridors lead, walks and paths."""

from __future__ import annotations

import copy
import pickle

import pytest

from likewise.errors import InputError
from likewise.worlds import Corridor, Map, Pose

PLAIN = Corridor()


def test_corridors_lead_both_ways_and_are_listed_once(tiny: Map) -> None:
    assert tiny.ways((1, 0)) == (90, 180, 270)
    assert tiny.ways((2, 1)) == ()
    assert tiny.corridor((1, 0), 90) == tiny.corridor((2, 0), 270) == Corridor("brick", "fish")
    assert tiny.corridor((1, 1), 90) is None
    assert list(tiny.corridors) == [((0, 0), (1, 0)), ((1, 0), (2, 0)), ((1, 0), (1, 1)), ((1, 1), (1, 2))]
    assert tiny.places == ((0, 0), (1, 0), (1, 1), (1, 2), (2, 0), (2, 1))
    assert repr(tiny) == "Map('Tiny', 6 places, 4 corridors)"


@pytest.mark.parametrize(
    ("corridors", "said"),
    [
        ({((0, 0), (1, 0)): PLAIN}, r"leads to \(1, 0\), no such place"),
        ({((9, 9), (0, 0)): PLAIN}, r"leads to \(9, 9\), no such place"),
        ({((0, 0), (0, 2)): PLAIN}, "does not join neighbours"),
        ({((0, 0), (0, 0)): PLAIN}, "does not join neighbours"),
        ({((0, 0), (1, 1)): PLAIN}, "does not join neighbours"),
        ({((0, 0), (0, 1)): PLAIN, ((0, 1), (0, 0)): PLAIN}, "is there twice"),
    ],
)
def test_refused(corridors: dict[tuple[tuple[int, int], tuple[int, int]], Corridor], said: str) -> None:
    with pytest.raises(InputError, match=said):
        Map("m", {(0, 0): "", (0, 1): "", (0, 2): "", (1, 1): ""}, corridors)


def test_a_walk(tiny: Map) -> None:
    path = tiny.walk(Pose(0, 0, 90), ["FORWARD", "RIGHT", "FORWARD", "LEFT"])
    assert path == [(0, 0, 90), (1, 0, 90), (1, 0, 180), (1, 1, 180), (1, 1, 90)]
    tiny.check_path(path)
    assert tiny.step(path[-1]) is None


@pytest.mark.parametrize(
    ("start", "moves", "said"),
    [
        (Pose(1, 1, 90), ["FORWARD"], r"through a wall at \(1, 1\), heading 90"),
        (Pose(0, 0, -1), ["LEFT"], "cannot start"),
        (Pose(7, 7, 0), [], "cannot start"),
        (Pose(0, 0, 90), ["STOP"], "unknown move 'STOP'"),
    ],
)
def test_walks_that_cannot_be(tiny: Map, start: Pose, moves: list[str], said: str) -> None:
    with pytest.raises(InputError, match=said):
        tiny.walk(start, moves)


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ([(5, 5, 0)], r"visits \(5, 5\), which is not on map 'Tiny'"),
        ([(0, 0, 45)], "heading 45, expected"),
        ([(0, 0, 90), (0, 0, -1)], "heading -1, expected"),
        ([(0, 0, -1), (1, 0, 90)], "turns and moves at once"),
        ([(0, 0, 90), (1, 0, 180)], "turns and moves at once"),
        ([(0, 0, 90), (2, 0, 90)], "jumps"),
        ([(2, 0, 90), (1, 0, 90)], "jumps"),
        ([(1, 1, 90), (2, 1, 90)], r"through a wall at \(1, 1\)"),
    ],
)
def test_paths_that_cannot_be(tiny: Map, path: list[tuple[int, int, int]], said: str) -> None:
    with pytest.raises(InputError, match=said):
        tiny.check_path([Pose(*pose) for pose in path])


def test_an_unknown_heading_may_only_begin_a_path(tiny: Map) -> None:
    tiny.check_path([Pose(0, 0, -1), Pose(0, 0, 90), Pose(1, 0, 90)])
    tiny.check_path([])


def test_maps_are_values(tiny: Map) -> None:
    assert pickle.loads(pickle.dumps(tiny)) == tiny == copy.deepcopy(tiny)
    other = Map("Tiny", {**tiny.items, (0, 0): "chair"}, tiny.corridors)
    assert other != tiny
    assert len({tiny, copy.copy(tiny), other}) == 2
    with pytest.raises(TypeError):
        tiny.items[0, 0] = "easel"  # type: ignore[index]
