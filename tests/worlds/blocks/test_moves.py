"""Moves as text, and when two lists of them do the same."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from likewise.errors import InputError
from likewise.worlds.blocks import Board, Move, Position, dumps_moves, loads_move, loads_moves, same_moves

cells = st.tuples(st.integers(-1, 8), st.integers(-1, 8), st.integers(0, 8))
moves = (
    st.just(Move("drop"))
    | st.builds(Move, st.just("take"), cells)
    | st.builds(Move, st.just("move"), cells, cells)
)


@pytest.mark.parametrize("text", ["drop", "take (1,2,3)", "(4,4,1)>(0,7,1)", "(3,3,3)>(8,0,0)"])
def test_texts(text: str) -> None:
    assert str(loads_move(text)) == text


@given(st.lists(moves, min_size=1, max_size=4))
def test_written_moves_read_back(several: list[Move]) -> None:
    assert loads_moves(dumps_moves(several)) == tuple(several)


@pytest.mark.parametrize(
    "text",
    ["", "Drop", "take", "take (1,2)", "(1,2,3)", "(1,2,3)>", "(1,2,3)>(1,2,3) x", "pak (1,2,3)", "放"],
)
def test_what_is_no_move(text: str) -> None:
    with pytest.raises(InputError, match="expected drop, take"):
        loads_move(text)


@pytest.mark.parametrize(
    ("kind", "start", "end"),
    [("drop", (0, 0, 0), None), ("take", None, None), ("move", (0, 0, 0), None), ("push", None, None)],
)
def test_impossible_moves(kind: str, start: Position | None, end: Position | None) -> None:
    with pytest.raises(InputError, match="expected a drop, a take"):
        Move(kind, start, end)


def test_which_lists_do_the_same(board: Board, holding: Board) -> None:
    one, other = loads_move("(5,3,0)>(3,3,1)"), loads_move("(5,3,0)>(0,0,2)")
    assert same_moves([one], [one], board)
    assert not same_moves([one], [other], board)
    assert not same_moves([one], [one, one], board)
    assert not same_moves([loads_move("drop")], [loads_move("(4,4,6)>(4,4,0)")], board)
    assert same_moves([loads_move("drop")], [loads_move("(4,4,6)>(4,4,0)")], holding)
    assert not same_moves([loads_move("drop")], [loads_move("(4,4,6)>(4,4,1)")], holding)


def test_a_move_to_its_own_place_is_never_right(board: Board) -> None:
    nowhere = loads_move("(5,3,0)>(5,3,0)")
    assert not same_moves([nowhere], [nowhere], board)
