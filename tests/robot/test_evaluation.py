"""Exact match, and the difference between a right tree and a right move."""

from __future__ import annotations

from dataclasses import replace

import pytest

from likewise.errors import InputError
from likewise.robot import Answer, Command, answer_by, confidence_bins, evaluate_robot, interval, mismatches
from likewise.worlds.blocks import Board, Layout, Layouts, loads_rcl
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


def test_confidence_beside_what_is_right() -> None:
    said = {"take red cube": 0.97, "take green prism": 0.96, "take blue cube": 0.4, "lift it": 0.0}
    asked = answer_by(READER)

    def answer(text: str, board: Board) -> Answer:
        given = replace(asked(text, board), confidence=said[text])
        return replace(given, chosen=None, suggestions=given.readings[:1]) if said[text] == 0.4 else given

    found = confidence_bins(evaluate_robot(answer, COMMANDS, LAYOUTS).judged)
    assert [(one.low, one.n, one.right) for one in found] == [(0.0, 1, 1), (0.95, 2, 1)]
    assert found[1].said == pytest.approx(0.965)
    assert found[1].as_dict() == {
        "from": 95.0,
        "n": 2,
        "said": 96.5,
        "right": 50.0,
        "right_ci": interval(1, 2),
    }


def test_times_and_no_commands() -> None:
    row = evaluate_robot(answer_by(READER), COMMANDS, LAYOUTS).as_dict()
    assert 0 <= row["median_ms"] <= row["p95_ms"] <= 1000 * row["seconds"] + 1
    empty = evaluate_robot(answer_by(READER), [], LAYOUTS).as_dict()
    assert (empty["n"], empty["precision"], empty["recall_ci"], empty["median_ms"]) == (0, 0.0, None, None)
