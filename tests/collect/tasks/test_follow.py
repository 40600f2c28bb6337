"""The follower: replay equals a plain simulator."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, strategies as st

from likewise.collect.tasks import get_task
from likewise.errors import InputError

TASK = get_task("follow")
MAP = {"nodes": [{"x": 0, "y": 0}, {"x": 1, "y": 0}], "edges": [{"from": [0, 0], "to": [1, 0]}]}
ITEM: dict[str, Any] = {"map": MAP, "start": [0, 0, 90], "instruction": "Take one step."}


def test_a_walk() -> None:
    assert TASK.check_stimulus(ITEM, None) == ITEM
    expected = {"skipped": False, "actions": ["FORWARD"], "path": [[0, 0, 90], [1, 0, 90]]}
    assert TASK.check_answer({"actions": "FORWARD"}, ITEM, None) == expected
    forged = {"actions": ["FORWARD"], "path": [[9, 9, 9]], "skipped": "false", "comment": "Easy."}
    assert TASK.check_answer(forged, ITEM, None) == expected | {"comment": "Easy."}
    assert TASK.texts(ITEM, expected) == []


def test_skipping() -> None:
    expected = {"skipped": True, "actions": [], "path": [[0, 0, 90]]}
    assert TASK.check_answer({"skipped": "true"}, ITEM, None) == expected
    assert TASK.check_answer({"skipped": True, "actions": ["LEFT"]}, ITEM, None) == expected


@pytest.mark.parametrize(
    ("answer", "field"),
    [
        ({}, "actions"),
        ({"actions": []}, "actions"),
        ({"actions": ["FORWARD", "FORWARD"]}, "actions[1]"),
        ({"actions": ["UP"]}, "actions[0]"),
        ({"actions": ["LEFT"] * 201}, "actions"),
        ({"skipped": "perhaps"}, "skipped"),
        ({"actions": ["LEFT"], "speed": 3}, "speed"),
    ],
)
def test_bad_answers(answer: dict[str, Any], field: str) -> None:
    with pytest.raises(InputError) as caught:
        TASK.check_answer(answer, ITEM, None)
    assert caught.value.field == field


def test_five_problems_and_three_keys() -> None:
    assert TASK.check_settings(None)["problems"] == 5
    view = TASK.form(ITEM, None).stimulus_view
    assert view["drive"] is True
    assert view["instruction"] == "Take one step."
    assert sorted(view["keys"]) == ["FORWARD", "LEFT", "RIGHT"]
    with pytest.raises(InputError):
        TASK.check_stimulus(ITEM | {"instruction": " "}, None)


@st.composite
def worlds(draw: st.DrawFn) -> dict[str, Any]:
    places = draw(
        st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=12, unique=True)
    )
    pairs = [(a, b) for a in places for b in places if a < b and abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1]
    kept = [pair for pair in pairs if draw(st.booleans())]
    return {
        "nodes": [{"x": x, "y": y} for x, y in places],
        "edges": [{"from": list(a), "to": list(b)} for a, b in kept],
    }


def simulate(world: dict[str, Any], start: list[int], actions: list[str]) -> list[list[int]] | None:
    """The plain twin: compass points in a circle, edges looked up one by one."""
    compass = ["up", "right", "down", "left"]
    x, y, facing = start[0], start[1], compass[start[2] // 90]
    path = [list(start)]
    for action in actions:
        turn = {"LEFT": -1, "RIGHT": 1, "FORWARD": 0}[action]
        facing = compass[(compass.index(facing) + turn) % 4]
        if action == "FORWARD":
            ahead = {"up": (x, y - 1), "right": (x + 1, y), "down": (x, y + 1), "left": (x - 1, y)}[facing]
            if not any(sorted([e["from"], e["to"]]) == sorted([[x, y], list(ahead)]) for e in world["edges"]):
                return None
            x, y = ahead
        path.append([x, y, 90 * compass.index(facing)])
    return path


@given(
    worlds(),
    st.sampled_from([0, 90, 180, 270]),
    st.lists(st.sampled_from(["LEFT", "RIGHT", "FORWARD"]), min_size=1),
)
def test_replay_equals_a_plain_simulator(world: dict[str, Any], heading: int, actions: list[str]) -> None:
    node = world["nodes"][0]
    item = {"map": world, "start": [node["x"], node["y"], heading], "instruction": "Walk."}
    item = TASK.check_stimulus(item, None)
    expected = simulate(world, item["start"], actions)
    try:
        checked = TASK.check_answer({"actions": actions}, item, None)
    except InputError:
        assert expected is None
    else:
        assert checked["path"] == expected
        assert TASK.check_answer(checked, item, None) == checked
