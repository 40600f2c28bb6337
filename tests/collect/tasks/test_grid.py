"""Maps as plain data, and moving on them."""

from __future__ import annotations

from typing import Any

import pytest

from likewise.collect.tasks.grid import check_actions, check_map, check_pose, replay
from likewise.errors import InputError

# A corner: (0,0) - (1,0), and (1,0) - (1,1) below it.
CORNER: dict[str, Any] = {
    "name": "corner",
    "nodes": [{"x": 0, "y": 0, "item": "lamp"}, {"x": 1, "y": 0}, {"x": 1, "y": 1}, {"x": 0, "y": 1}],
    "edges": [
        {"from": [0, 0], "to": [1, 0], "floor": "brick", "wall": "fish"},
        {"from": [1, 1], "to": [1, 0]},
    ],
}


def test_a_map_stays_as_it_is() -> None:
    assert check_map(CORNER) == CORNER
    assert check_map(check_map(CORNER)) == CORNER


def test_the_conventions_of_the_corpus() -> None:
    actions = ["RIGHT", "FORWARD", "RIGHT", "FORWARD", "LEFT"]
    assert replay(CORNER, [0, 0, 0], actions) == [
        [0, 0, 0],
        [0, 0, 90],
        [1, 0, 90],
        [1, 0, 180],
        [1, 1, 180],
        [1, 1, 90],
    ]
    assert replay(CORNER, [0, 0, 0], ["LEFT"])[-1] == [0, 0, 270]


@pytest.mark.parametrize("start", [[0, 0, 0], [0, 0, 180], [0, 0, 270], [0, 1, 90]])
def test_walls_stop(start: list[int]) -> None:
    with pytest.raises(InputError, match="wall") as caught:
        replay(CORNER, start, ["FORWARD"])
    assert caught.value.field == "actions[0]"


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"nodes": []}, "map.nodes"),
        ({"nodes": None}, "map.nodes"),
        ({"nodes": [{"x": 0}]}, "map.nodes[0].y"),
        ({"nodes": [{"x": 0.5, "y": 0}]}, "map.nodes[0].x"),
        ({"nodes": [{"x": 0, "y": 0}, {"x": 0, "y": 0}]}, "map.nodes[1]"),
        ({"nodes": [{"x": 0, "y": 0, "colour": "red"}]}, "map.nodes[0].colour"),
        ({"nodes": [{"x": 0, "y": 10**9}]}, "map.nodes[0].y"),
        ({"edges": [{"from": [0, 0], "to": [5, 5]}]}, "map.edges[0].to"),
        ({"edges": [{"from": [0, 0], "to": [1, 1]}]}, "map.edges[0]"),
        ({"edges": [{"from": [0, 0], "to": [0, 0]}]}, "map.edges[0]"),
        ({"edges": [{"from": [0, 0], "to": [1, 0]}, {"from": [1, 0], "to": [0, 0]}]}, "map.edges[1]"),
        ({"edges": [{"from": [0], "to": [1, 0]}]}, "map.edges[0].from"),
        ({"edges": "none"}, "map.edges"),
        ({"extra": 1}, "map.extra"),
    ],
)
def test_bad_maps(change: dict[str, Any], field: str) -> None:
    with pytest.raises(InputError) as caught:
        check_map(CORNER | change)
    assert caught.value.field == field


@pytest.mark.parametrize(
    "pose", [None, [0, 0], [0, 0, 45], [0, 0, 360], [5, 5, 0], ["a", 0, 0], [0, 0, 0, 0]]
)
def test_bad_poses(pose: object) -> None:
    with pytest.raises(InputError) as caught:
        check_pose(pose, CORNER)
    assert (caught.value.field or "").startswith("start")


def test_actions_as_a_form_sends_them() -> None:
    assert check_actions("left, forward FORWARD", "actions", 9) == ["LEFT", "FORWARD", "FORWARD"]
    assert check_actions("", "actions", 9) == []
    for bad in (["UP"], [3], "JUMP", 7, ["LEFT"] * 10, "LEFT " * 10, "LEFT" + " " * 10_000, None):
        with pytest.raises(InputError):
            check_actions(bad, "actions", 9)
