"""Boards and files of layouts."""

from __future__ import annotations

import pickle

import pytest

from likewise.errors import InputError
from likewise.worlds.blocks import Block, Board, dumps_layouts, loads_layouts

TWO = "1\t1\n6\t5\t4\tO\n3\t3\t0\tB\t1\n3\t3\t1\tR\t2\n\n1\t2\n3\t3\t5\tC\n3\t3\t0\tB\t1\n3\t3\t5\tR\t2\n"


def test_layouts_are_read_and_written() -> None:
    layouts = loads_layouts(TWO)
    first, second = (one.board for one in layouts)
    assert first == Board({(3, 3, 0): Block("blue", "cube"), (3, 3, 1): Block("red", "prism")}, (6, 5, 4))
    assert first.held is None
    assert second.held == Block("red", "prism")
    assert not second.is_open
    assert dumps_layouts(layouts) == TWO
    assert pickle.loads(pickle.dumps(second)) == second


def test_scenes_of_a_group() -> None:
    layouts = loads_layouts(TWO)
    first, second = (one.board for one in layouts)
    assert layouts.numbers == (1, 2)
    assert (layouts.scene(1).before, layouts.scene(1).after) == (first, second)
    assert (layouts.scene(2).before, layouts.scene(2).after) == (second, first)
    with pytest.raises(InputError, match="no scene 3, expected one from 1 to 2"):
        layouts.scene(3)


def test_columns() -> None:
    board = Board({(0, 0, 0): Block("red", "cube"), (0, 0, 2): Block("blue", "cube")})
    assert board.column(0, 0) == (0, 2)
    assert (board.free_height(0, 0), board.free_height(1, 0), board.free_height(9, 9)) == (1, 0, 0)
    full = Board({(0, 0, z): Block("red", "cube") for z in range(8)}, (1, 1, 7))
    assert full.free_height(0, 0) is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "is empty"),
        ("1\n", "line 1: expected the group"),
        ("1 1\n", "line 1: expected a line about the arm"),
        ("1 1\n0 0 0\n", "line 2: expected the arm"),
        ("1 1\n0 0 9 O\n", "line 2: expected x, y, z"),
        ("1 1\n0 0 7 O\n1 1 0 P 1\n", "line 3: expected a block"),
        ("1 1\n0 0 7 O\n1 1 0 R 3\n", "line 3: expected a block"),
        ("1 1\n0 0 7 O\n1 1 0 R 1\n1 1 0 B 1\n", "line 4: two blocks"),
        ("1 1\n0 0 7 O\n\n1 1\n0 0 7 O\n", "is there twice"),
    ],
)
def test_broken_layouts(text: str, said: str) -> None:
    with pytest.raises(InputError) as error:
        loads_layouts(text)
    assert said in str(error.value)
