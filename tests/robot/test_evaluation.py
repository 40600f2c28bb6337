"""Exact match, and the difference between a right tree and a right move."""

from __future__ import annotations

import pytest

from likewise.errors import InputError
from likewise.robot import Command, answer_by, evaluate_robot, interval, mismatches
from likewise.worlds.blocks import Layout, Layouts, loads_rcl
from robot_orders import BOARD, Fixed, take

LAYOUTS = Layouts([Layout(1, 1, BOARD), Layout(1, 2, BOARD)])
COMMANDS = [
    Command("1", 1, "take red cube", loads_rcl(take("red"))),
    Command("2", 1, "take green prism", loads_rcl(take("green", "prism"))),
    Command("3", 1, "take blue cube", loads_rcl(take("blue"))),
    Command("4", 1, "lift it", loads_rcl(take("red"))),
]
READER = Fixed(
    "robust",
    {
        "take red cube": [(take("red"), 0.0)],
        "take green prism": [
            ("(event: (action: take) (entity: (type: prism)))", 0.0)
        ],  # right move, other tree
        "take blue cube": [
            (take("blue"), 0.0),
            (take("green", "prism"), -1.0),
        ],  # two blue cubes: the next one
    },
)


def test_counts_with_and_without_the_planner() -> None:
    found = evaluate_robot(answer_by(READER), COMMANDS, LAYOUTS)
    assert (found.n, found.answered, found.correct, found.moved) == (4, 3, 1, 2)
    assert (round(found.precision, 1), found.recall) == (33.3, 25.0)
    alone = evaluate_robot(answer_by(READER, planner=False), COMMANDS, LAYOUTS)
    assert (alone.answered, alone.correct) == (3, 2)


def test_mismatches_name_place_and_both_values() -> None:
    found = evaluate_robot(answer_by(READER), COMMANDS, LAYOUTS)
    rows = {(one.place, one.gold, one.system): one.ids for one in mismatches(found.judged)}
    assert rows["command", "answered", "not answered"] == ("4",)
    assert rows["event/entity/color", "green", ""] == ("2",)
    assert rows["event/entity/color", "blue", "green"] == ("3",)
    assert rows["event/entity/type", "cube", "prism"] == ("3",)


def test_commands_without_trees_are_refused() -> None:
    with pytest.raises(InputError, match="command 7 has no tree"):
        evaluate_robot(answer_by(READER), [Command("7", 1, "go")], LAYOUTS)


def test_intervals() -> None:
    assert interval(0, 0) is None
    assert interval(50, 100) == pytest.approx([40.4, 59.6], abs=0.1)  # Wilson
    assert interval(100, 100) == pytest.approx([96.3, 100], abs=0.1)
