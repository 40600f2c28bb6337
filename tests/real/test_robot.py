"""Readers learnt from the first 2,000 commands of the treebank, on the last 500, whose wording is newer."""

from __future__ import annotations

import time
from functools import cache

import pytest

from likewise.robot import (
    Command,
    Commander,
    NearestCommand,
    RobotScores,
    answer_by,
    command_words,
    confidence_bins,
    evaluate_robot,
    load_commands,
)
from likewise.robot.robust_reader.reference_ids import with_reference_ids, without_ids
from likewise.robot.robust_reader.tree_grammar import derivation, tree_of
from likewise.worlds.blocks import Layouts, load_layouts
from parts import needs_data, real_data

pytestmark = [needs_data("robot-commands"), pytest.mark.slow]
DATA = real_data("robot-commands")
HELD = 500


@cache
def layouts() -> Layouts:
    return load_layouts(DATA / "layouts.txt")


@cache
def commands() -> tuple[Command, ...]:
    return load_commands(DATA / "commands.tsv", DATA / "rcl.tsv")


@cache
def learnt() -> tuple[Commander, float]:
    """The commander, and how many CPU seconds it took to learn."""
    start = time.process_time()
    found = Commander.fit(commands()[:-HELD], layouts=layouts())
    return found, time.process_time() - start


@cache
def scores(planner: bool = True, reader: str = "combined") -> RobotScores:
    commander, _ = learnt()
    return evaluate_robot(
        lambda text, board: commander.answer(text, board, planner=planner, reader=reader),
        commands()[-HELD:],
        layouts(),
    )


def test_trees_come_back_from_their_derivations() -> None:
    lost = referring = 0
    for one in commands():
        assert one.rcl is not None
        root = derivation(one.rcl, len(command_words(one.text)))
        if root is None:
            lost += 1
            continue
        made = tree_of(root)
        assert made.bare() == without_ids(one.rcl).bare()
        referring += one.rcl.bare() not in [tree.bare() for tree, _ in with_reference_ids(made)]
    assert (lost, referring) == (1, 5)  # words not in one piece; ids that no reference repeats, or odd ones


def test_training_takes_less_than_a_minute() -> None:
    assert learnt()[1] < 60


def test_combined_with_planner() -> None:
    found = scores()
    assert found.n == HELD
    assert found.recall >= 98
    assert found.precision >= 98
    assert found.moved >= found.correct


def test_combined_without_planner() -> None:
    assert scores(planner=False).recall >= 88


def test_the_deep_reader_alone() -> None:
    found = scores(reader="deep")
    assert found.recall >= 85
    assert found.precision >= 95


def test_a_command_takes_less_than_50_ms() -> None:
    commander, _ = learnt()
    spent = []
    for one in commands()[-100:]:
        board = layouts().scene(one.scene).before
        start = time.process_time()
        commander.answer(one.text, board)
        spent.append(time.process_time() - start)
    assert sorted(spent)[len(spent) // 2] < 0.05


def test_it_is_right_as_often_as_it_says() -> None:
    for one in confidence_bins(scores().judged):
        low, high = one.as_dict()["right_ci"]
        assert low - 5 <= 100 * one.said <= high + 5


def test_the_nearest_command_is_far_behind() -> None:
    part = commands()[-HELD::4]
    nearest = evaluate_robot(answer_by(NearestCommand(commands()[:-HELD])), part, layouts())
    ours = sum(one.right for one in scores().judged[::4])
    assert nearest.correct < ours - 10
