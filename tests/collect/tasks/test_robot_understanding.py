"""Somebody's order carried out by others: what they may answer, and whether it was what was meant."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from likewise.collect.tasks import answered_move, as_board, get_task, is_as_intended, plain_board
from likewise.errors import InputError
from likewise.worlds.blocks import Block, Board, Move, execute, random_board, sensible_moves

TASK = get_task("robot-understanding")
RED, BLUE, PRISM = Block("red", "cube"), Block("blue", "cube"), Block("green", "prism")
BOARD = Board({(1, 2, 0): RED, (4, 4, 0): BLUE, (4, 5, 0): PRISM}, arm=(6, 6, 7))
HOLDING = Board({**BOARD.blocks, (6, 6, 7): RED}, arm=(6, 6, 7), is_open=False)


def item(before: Board, *moves: Move) -> dict[str, Any]:
    after = {"after": plain_board(execute(before, moves))} if moves else {}
    return {"before": plain_board(before), **after, "text": "Put the red cube on the blue one."}


ITEM = item(BOARD, Move("move", (1, 2, 0), (4, 4, 1)))
RIGHT = {"verdict": "carried-out", "block": "1,2,0", "to": "4,4"}


@pytest.mark.parametrize(
    ("answer", "move", "intended"),
    [
        (RIGHT, Move("move", (1, 2, 0), (4, 4, 1)), True),
        (RIGHT | {"to": "0,0"}, Move("move", (1, 2, 0), (0, 0, 0)), False),
        (RIGHT | {"block": "4,5,0"}, Move("move", (4, 5, 0), (4, 4, 1)), False),
        (RIGHT | {"to": "gripper"}, Move("take", (1, 2, 0)), False),
        ({"verdict": "unclear"}, None, False),
        ({"verdict": "impossible"}, None, False),
    ],
)
def test_answers(answer: dict[str, Any], move: Move | None, intended: bool) -> None:
    assert TASK.check_answer(answer, ITEM, None) == answer
    assert answered_move(ITEM, answer) == move
    assert is_as_intended(ITEM, answer) is intended
    assert TASK.ratings(ITEM, answer) == {"understood": float(intended)}


def test_a_block_that_is_held_is_dropped() -> None:
    held = item(HOLDING, Move("drop"))
    answer = {"verdict": "carried-out", "block": "6,6,7", "to": "6,6"}
    assert TASK.check_answer(answer, held, None) == answer
    assert answered_move(held, answer) == Move("drop")
    assert is_as_intended(held, answer) is True
    assert is_as_intended(held, answer | {"to": "4,4"}) is False


def test_what_was_meant_may_be_unknown() -> None:
    assert is_as_intended(item(BOARD), RIGHT) is None
    assert TASK.ratings(item(BOARD), RIGHT) == {}


def test_verdicts_without_a_move_leave_it_out() -> None:
    assert TASK.check_answer(RIGHT | {"verdict": "unclear"}, ITEM, None) == {"verdict": "unclear"}


@pytest.mark.parametrize(
    ("answer", "field"),
    [
        ({}, "verdict"),
        ({"verdict": "perhaps"}, "verdict"),
        ({"verdict": "carried-out"}, "block"),
        ({"verdict": "carried-out", "block": "1,2,0"}, "to"),
        (RIGHT | {"block": "0,0,0"}, "block"),
        (RIGHT | {"to": "8,0"}, "to"),
        (RIGHT | {"to": "1,2"}, "to"),
        (RIGHT | {"speed": 3}, "speed"),
    ],
)
def test_bad_answers(answer: dict[str, Any], field: str) -> None:
    with pytest.raises(InputError) as caught:
        TASK.check_answer(answer, ITEM, None)
    assert caught.value.field == field


def test_a_block_is_in_the_gripper_already() -> None:
    with pytest.raises(InputError, match="in the gripper already"):
        TASK.check_answer({"verdict": "carried-out", "block": "6,6,7", "to": "gripper"}, item(HOLDING), None)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"before": None}, "before"),
        ({"before": {"arm": [0, 0, 7], "blocks": []}}, "before"),
        ({"after": {"arm": [0, 0, 7], "blocks": []}}, "after"),
        ({"text": " "}, "text"),
        ({"scene": "one"}, "scene"),
    ],
)
def test_bad_items(change: dict[str, Any], field: str) -> None:
    with pytest.raises(InputError) as caught:
        TASK.check_stimulus({**ITEM, **change}, None)
    assert caught.value.field == field


def test_nobody_sees_what_was_meant() -> None:
    form = TASK.form(ITEM, None)
    assert set(form.stimulus_view) == {"kind", "before", "instruction", "pick"}
    (blocks,) = [field.options for field in form.fields if field.name == "block"]
    assert [one.value for one in blocks] == ["1,2,0", "4,5,0", "4,4,0"]  # from the robot on, from the left
    held = [field.options for field in TASK.form(item(HOLDING), None).fields if field.name == "block"]
    assert held[0][0].label == "red cube, in the gripper"
    (places,) = [field.options for field in form.fields if field.name == "to"]
    assert len(places) == 65
    assert ("4,4", "row 5, column 4, on the blue cube") in places


def test_decisions_are_about_each_option() -> None:
    made = TASK.decisions(ITEM, RIGHT)
    assert [name for name, value in made["block"].items() if value] == ["1,2,0"]
    assert [sum(values.values()) for values in made.values()] == [1.0, 1.0, 1.0]
    unclear = TASK.decisions(ITEM, {"verdict": "unclear"})
    assert sum(unclear["block"].values()) + sum(unclear["to"].values()) == 0


@settings(max_examples=60)
@given(st.integers(0, 10_000), st.data())
def test_who_does_what_was_meant_is_understood(seed: int, data: st.DataObject) -> None:
    """For any board and move there is one answer that does it, and it does what the arm would do."""
    board = random_board(seed)
    if not (moves := sensible_moves(board)):
        return
    move = data.draw(st.sampled_from(moves))
    stimulus = TASK.check_stimulus(item(board, move), None)
    start, end = move.start or board.arm, move.end
    to = "gripper" if move.kind == "take" else ",".join(map(str, (end or board.arm)[:2]))
    answer = {"verdict": "carried-out", "block": ",".join(map(str, start)), "to": to}
    assert is_as_intended(stimulus, TASK.check_answer(answer, stimulus, None)) is True
    assert answered_move(stimulus, answer) == move
    assert execute(as_board(stimulus["before"]), [move]) == execute(board, [move])
