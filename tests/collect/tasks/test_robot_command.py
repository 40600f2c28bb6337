"""The order for a board before and after: what is one move, how hard an item is, what an order must be."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from likewise.collect.tasks import as_board, get_task, level_of, plain_board
from likewise.collect.tasks.boards import block_place, check_board
from likewise.errors import InputError
from likewise.worlds.blocks import (
    Block,
    Board,
    Move,
    execute,
    move_between,
    random_board,
    random_scene,
    sensible_moves,
)

TASK = get_task("robot-command")
RED, BLUE, PRISM = Block("red", "cube"), Block("blue", "cube"), Block("green", "prism")
BOARD = Board({(1, 2, 0): RED, (4, 4, 0): BLUE, (4, 5, 0): PRISM}, arm=(6, 6, 7))
HOLDING = Board({**BOARD.blocks, (6, 6, 7): RED}, arm=(6, 6, 7), is_open=False)


def item(before: Board, after: Board, **more: Any) -> dict[str, Any]:
    return {"before": plain_board(before), "after": plain_board(after)} | more


ITEM = item(BOARD, execute(BOARD, [Move("move", (1, 2, 0), (4, 4, 1))]), scene=7, id="s7")


@pytest.mark.parametrize(
    ("board", "move"),
    [
        (BOARD, Move("move", (1, 2, 0), (4, 4, 1))),
        (BOARD, Move("move", (4, 5, 0), (0, 7, 0))),
        (BOARD, Move("take", (4, 4, 0))),
        (HOLDING, Move("drop")),
    ],
)
def test_the_move_between_two_boards(board: Board, move: Move) -> None:
    assert move_between(board, execute(board, [move])) == move


def test_what_is_no_single_move() -> None:
    moved = execute(BOARD, [Move("move", (1, 2, 0), (4, 4, 1))])
    again = execute(moved, [Move("move", (4, 5, 0), (0, 0, 0))])
    other = Board({**moved.blocks, (4, 4, 1): BLUE}, arm=moved.arm)
    less = Board({at: one for at, one in BOARD if at != (1, 2, 0)}, arm=BOARD.arm)
    # The gripper holds a block, and another one moves.
    beside = Board({(0, 0, 0): RED, (4, 4, 0): BLUE, (4, 5, 0): PRISM, (6, 6, 7): RED}, arm=(6, 6, 7))
    assert [move_between(BOARD, after) for after in (BOARD, again, other, less)] == [None] * 4
    assert move_between(HOLDING, beside) is None


@settings(max_examples=60)
@given(st.integers(0, 10_000), st.data())
def test_every_sensible_move_is_found_again(seed: int, data: st.DataObject) -> None:
    board = random_board(seed)
    moves = sensible_moves(board)
    if moves:
        move = data.draw(st.sampled_from(moves))
        assert move_between(board, execute(board, [move])) == move
    assert as_board(plain_board(board)) == board
    assert check_board(plain_board(board), "before") == plain_board(board)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"arm": [0, 0]}, "before.arm"),
        ({"arm": [0, 0, 8]}, "before.arm"),
        ({"blocks": [[1, 2, 0, "red"]]}, "before.blocks[0]"),
        ({"blocks": [[1, 2, 0, "pink", "cube"]]}, "before.blocks[0]"),
        ({"blocks": [[1, 2, 0, "red", "ball"]]}, "before.blocks[0]"),
        ({"blocks": [[1, 2, 0, "red", "cube"], [1, 2, 0, "blue", "cube"]]}, "before.blocks[1]"),
        ({"open": "wide"}, "before.open"),
        ({"size": 8}, "before.size"),
    ],
)
def test_bad_boards(change: dict[str, Any], field: str) -> None:
    with pytest.raises(InputError) as caught:
        TASK.check_stimulus({**ITEM, "before": {**ITEM["before"], **change}}, None)
    assert caught.value.field == field


def test_bad_items() -> None:
    for wrong, field in (
        ({"after": None}, "after"),
        ({"after": ITEM["before"]}, "after"),
        ({"scene": 0}, "scene"),
    ):
        with pytest.raises(InputError) as caught:
            TASK.check_stimulus({**ITEM, **wrong}, None)
        assert caught.value.field == field
    assert TASK.check_stimulus(ITEM, None) == ITEM


def test_an_order() -> None:
    answer = TASK.check_answer({"text": " put  it\tthere ", "language": "english"}, ITEM, None)
    assert answer == {"language": "English", "text": "put  it there"}
    assert TASK.texts(ITEM, answer) == ["put  it there"]
    for wrong, field in (({"text": "..."}, "text"), ({"text": ""}, "text"), ({"text": "x" * 201}, "text")):
        with pytest.raises(InputError) as caught:
            TASK.check_answer({"language": "English", **wrong}, ITEM, None)
        assert caught.value.field == field
    one = {"ask_language": False, "language": "Spanish"}
    assert TASK.check_answer({"text": "ponlo"}, ITEM, one) == {"language": "Spanish", "text": "ponlo"}


def test_levels_and_points() -> None:
    alike = Board({(0, y, 0): RED for y in range(8)} | {(3, 3, 0): BLUE})
    assert level_of(alike, Move("take", (0, 0, 0))) == 5
    assert level_of(alike, Move("move", (3, 3, 0), (7, 7, 0))) == 1
    assert level_of(HOLDING, Move("drop")) == 1
    view = TASK.form(ITEM, None).stimulus_view
    assert (view["kind"], view["level"], view["points"]) == ("boards", 1, 10)
    assert TASK.check_settings(None)["problems"] == 5


def test_boards_by_chance_are_items() -> None:
    for seed in range(20):
        scene = random_scene(seed)
        assert TASK.check_stimulus(item(scene.before, scene.after), None)


def test_blocks_in_words() -> None:
    stacked = execute(BOARD, [Move("move", (1, 2, 0), (4, 4, 1))])
    assert block_place(stacked, (4, 4, 1)) == "red cube, row 5, column 4, on a blue cube"
    assert block_place(HOLDING, (6, 6, 7)) == "red cube, in the gripper"
