"""The instructor."""

from __future__ import annotations

from typing import Any

import pytest

from likewise.collect.tasks import get_task
from likewise.errors import InputError

TASK = get_task("instruct")
MAP = {
    "nodes": [{"x": 0, "y": 0}, {"x": 1, "y": 0, "item": "chair"}],
    "edges": [{"from": [0, 0], "to": [1, 0]}],
}
ITEM: dict[str, Any] = {"map": MAP, "start": [0, 0, 0], "actions": ["RIGHT", "FORWARD"]}


def test_the_walk_is_replayed() -> None:
    checked = TASK.check_stimulus(ITEM | {"path": "forged"}, None)
    assert checked == ITEM | {"path": [[0, 0, 0], [0, 0, 90], [1, 0, 90]]}
    assert TASK.check_stimulus(checked, None) == checked
    view = TASK.form(checked, None).stimulus_view
    assert (view["kind"], view["drive"], view["path"]) == ("map", False, checked["path"])


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"actions": []}, "actions"),
        ({"actions": ["LEFT"] * 5}, "actions"),
        ({"actions": ["FORWARD"]}, "actions[0]"),
        ({"actions": ["RIGHT", "FORWARD", "FORWARD"]}, "actions[2]"),
        ({"actions": None}, "actions"),
        ({"start": [7, 7, 0]}, "start"),
        ({"map": {}}, "map.nodes"),
    ],
)
def test_bad_stimuli(change: dict[str, Any], field: str) -> None:
    with pytest.raises(InputError) as caught:
        TASK.check_stimulus(ITEM | change, None)
    assert caught.value.field == field


def test_answers() -> None:
    stimulus = TASK.check_stimulus(ITEM, None)
    answer = {"text": "向右轉，走到椅子。", "language": "中文"}
    assert TASK.check_answer(answer, stimulus, None) == answer
    assert TASK.texts(stimulus, answer) == [answer["text"]]
    with pytest.raises(InputError):
        TASK.check_answer({"text": "?", "language": "English"}, stimulus, None)


def test_three_problems_and_four_actions_are_settings() -> None:
    assert TASK.check_settings(None)["problems"] == 3
    settings = TASK.check_settings({"problems": 1, "most_actions": 5})
    assert TASK.check_stimulus(ITEM | {"actions": ["LEFT"] * 5}, settings)["path"][-1] == [0, 0, 270]
