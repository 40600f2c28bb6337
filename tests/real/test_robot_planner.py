"""The planner beside the one that came with SemEval-2014 Task 6, and gold moves carried out."""

from __future__ import annotations

import pytest

from likewise.robot import Command, load_commands
from likewise.worlds.blocks import (
    Layouts,
    Move,
    agreement,
    dumps_moves,
    execute,
    is_coherent,
    load_layouts,
    loads_move,
    opposite_move,
    plan,
    same_blocks,
    same_moves,
)
from parts import needs_data, real_data

pytestmark = needs_data("robot-commands")
DATA = real_data("robot-commands")


@pytest.fixture(scope="module")
def layouts() -> Layouts:
    return load_layouts(DATA / "layouts.txt")


@pytest.fixture(scope="module")
def commands() -> tuple[Command, ...]:
    return load_commands(DATA / "commands.tsv", DATA / "rcl.tsv")


@pytest.fixture(scope="module")
def moves() -> dict[str, Move]:
    rows = (line.split("\t") for line in (DATA / "moves.tsv").read_text().splitlines())
    return {key: loads_move(text) for key, text in rows}


def test_it_answers_as_the_organisers_planner(layouts: Layouts) -> None:
    assert agreement(layouts, DATA / "planner-cases.tsv.gz") == (5000, 5000, ())


def test_gold_trees_mean_the_gold_moves(
    layouts: Layouts, commands: tuple[Command, ...], moves: dict[str, Move]
) -> None:
    right = coherent = 0
    for command in commands:
        board = layouts.scene(command.scene).before
        assert command.rcl is not None
        verdict = plan(command.rcl, board)
        right += dumps_moves(verdict.moves) == str(moves[command.id])
        assert same_moves(verdict.moves, [moves[command.id]], board)
        coherent += is_coherent(command.rcl, board)
    assert (len(commands), right, coherent) == (2500, 2500, 2500)


def test_gold_moves_lead_to_the_board_after(
    layouts: Layouts, commands: tuple[Command, ...], moves: dict[str, Move]
) -> None:
    for scene, move in {(command.scene, moves[command.id]) for command in commands}:
        before, after = layouts.scene(scene).before, layouts.scene(scene).after
        done = execute(before, move)
        assert same_blocks(done, after)
        assert same_blocks(execute(done, opposite_move(move, before)), before)
