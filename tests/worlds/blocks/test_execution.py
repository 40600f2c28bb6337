"""Moves carried out: blocks are neither lost nor made, nothing floats, everything can be undone."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, strategies as st

from likewise.errors import InputError
from likewise.worlds.blocks import (
    SIZE,
    Block,
    Board,
    Move,
    Position,
    arm_steps,
    execute,
    loads_move,
    loads_moves,
    opposite_move,
    same_blocks,
)

COLUMNS = st.dictionaries(
    st.tuples(st.integers(0, SIZE - 1), st.integers(0, SIZE - 1)),
    st.integers(1, SIZE),
    min_size=1,
    max_size=6,
)


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """Columns of cubes, and the arm anywhere that is free."""
    blocks: dict[Position, Block] = {
        (x, y, z): Block(draw(st.sampled_from(["red", "blue"])), "cube")
        for (x, y), height in draw(COLUMNS).items()
        for z in range(height)
    }
    cell = st.tuples(*[st.integers(0, SIZE - 1)] * 3)
    arm = draw(cell.filter(lambda at: at not in blocks))
    if draw(st.booleans()):
        return Board(blocks, arm)
    return Board({**blocks, arm: Block("green", "cube")}, arm, is_open=False)


def possible(board: Board) -> list[Move]:
    """All moves that can be made: the held block dropped, or the top of a column taken or moved."""
    if board.held:
        return [Move("drop")]
    squares = [(x, y) for x in range(SIZE) for y in range(SIZE)]
    tops = [(x, y, board.column(x, y)[-1]) for x, y in squares if board.column(x, y)]
    ends = [(x, y, z) for x, y in squares if (z := board.free_height(x, y)) is not None]
    carried = [Move("move", top, end) for top in tops for end in ends if top[:2] != end[:2]]
    return [Move("take", top) for top in tops] + carried


def floating(board: Board) -> list[Position]:
    return [
        (x, y, z)
        for (x, y, z), _ in board
        if (x, y, z) != board.arm and z and (x, y, z - 1) not in board.blocks
    ]


@given(boards(), st.randoms())
def test_laws(board: Board, chance) -> None:  # type: ignore[no-untyped-def]
    moves = possible(board)
    if not moves:
        return
    move = chance.choice(moves)
    blocks = Counter(board.blocks.values())
    steps = arm_steps(board, move)
    for step in steps:
        assert Counter(step.board.blocks.values()) == blocks
        assert step.text
    after = steps[-1].board
    assert after == execute(board, move)
    assert floating(after) == []
    assert (after.held is not None) == (move.kind == "take") == (not after.is_open)
    assert same_blocks(execute(after, opposite_move(move, board)), board)


def test_taking_step_by_step(board: Board) -> None:
    steps = arm_steps(board, loads_move("take (5,3,0)"))
    assert [(step.kind, step.board.arm, step.board.is_open) for step in steps] == [
        ("go", (5, 3, 6), True),
        ("reach", (5, 3, 0), True),
        ("close", (5, 3, 0), False),
        ("lift", (5, 3, 6), False),
    ]
    assert steps[0].text == "the arm goes over the white cube"
    assert steps[-1].board.held == Block("white", "cube")
    assert (5, 3, 0) not in steps[-1].board.blocks


def test_moving_step_by_step(board: Board) -> None:
    steps = arm_steps(board, loads_moves("(5,3,0)>(3,3,1)"))
    assert [step.kind for step in steps] == ["go", "reach", "close", "lift", "go", "reach", "open", "lift"]
    assert steps[4].text == "the arm carries the white cube to column (3, 3)"
    after = steps[-1].board
    assert after.blocks[3, 3, 1] == Block("white", "cube")
    assert (after.arm, after.is_open) == ((3, 3, 6), True)


def test_the_height_of_the_arm_stays(holding: Board) -> None:
    after = execute(holding, Move("drop"))
    assert after.arm == (4, 4, 6)
    assert after.blocks[4, 4, 0] == Block("gray", "prism")
    assert execute(after, loads_move("take (4,4,0)")) == holding


def test_a_held_block_can_be_carried(holding: Board) -> None:
    after = execute(holding, loads_move("(4,4,6)>(5,3,1)"))
    assert after.blocks[5, 3, 1] == Block("gray", "prism")
    assert after.held is None


def test_a_low_arm_goes_higher_where_it_must(board: Board) -> None:
    low = Board(board.blocks, (4, 4, 0))
    assert execute(low, loads_move("take (0,0,1)")).arm == (0, 0, 2)
    assert execute(low, loads_move("(5,3,0)>(5,2,3)")).blocks[5, 2, 3] == Block("white", "cube")


def test_a_block_at_the_greatest_height() -> None:
    tower = {(1, 1, z): Block("blue", "cube") for z in range(7)}
    board = Board({**tower, (0, 1, 0): Block("red", "cube")}, (4, 4, 7))
    after = execute(board, loads_move("(0,1,0)>(1,1,7)"))
    assert after.blocks[1, 1, 7] == Block("red", "cube")
    assert after.held is None
    assert after.arm == (0, 1, 7)  # it cannot stay where the block now is
    assert same_blocks(execute(after, loads_move("(1,1,7)>(0,1,0)")), board)


def test_several_moves(board: Board) -> None:
    after = execute(board, loads_moves("take (5,3,0); drop; (5,3,0)>(3,3,1)"))
    assert after.blocks[3, 3, 1] == Block("white", "cube")
    assert arm_steps(board, []) == ()
    assert execute(board, []) == board


@pytest.mark.parametrize(
    ("move", "said"),
    [
        ("drop", "the gripper is empty"),
        ("take (0,0,0)", "a blue cube stands on the red cube: take that first"),
        ("take (6,6,0)", "there is no block at"),
        ("(5,3,0)>(8,3,0)", "is not on the board"),
        ("(5,3,0)>(3,3,8)", "is not on the board"),
        ("(5,3,0)>(0,0,1)", "is not free"),
        ("(5,3,0)>(6,6,2)", "has nothing under it: the block would fall to 0"),
    ],
)
def test_what_cannot_be_done(board: Board, move: str, said: str) -> None:
    with pytest.raises(InputError, match="field 'move'") as error:
        execute(board, loads_move(move))
    assert said in str(error.value)


def test_what_cannot_be_done_with_a_full_gripper(holding: Board) -> None:
    with pytest.raises(InputError, match="already holds a gray prism"):
        execute(holding, loads_move("take (5,3,0)"))


def test_a_full_column_has_no_place() -> None:
    tall = {(1, 1, z): Block("blue", "cube") for z in range(8)}
    board = Board({**tall, (2, 2, 0): Block("red", "cube")}, (4, 4, 7))
    with pytest.raises(InputError, match="no free space there"):
        execute(board, loads_move("(2,2,0)>(1,1,7)"))


def test_boards_with_the_same_blocks(board: Board, holding: Board) -> None:
    assert same_blocks(board, Board(board.blocks, (0, 7, 5)))
    assert not same_blocks(board, holding)
    held = Block("gray", "prism")
    elsewhere = Board({**board.blocks, (2, 2, 7): held}, (2, 2, 7), is_open=False)
    assert same_blocks(holding, elsewhere)
