"""A board small enough to work out by hand.

back right corner   red cube, a blue one on it
middle              a red cube
(5, 2)              two blue cubes, a yellow prism on them
(5, 3)              a white cube
front left corner   a green prism
"""

from __future__ import annotations

import pytest

from likewise.worlds.blocks import Block, Board, Position

BLOCKS: dict[Position, Block] = {
    (0, 0, 0): Block("red", "cube"),
    (0, 0, 1): Block("blue", "cube"),
    (3, 3, 0): Block("red", "cube"),
    (5, 2, 0): Block("blue", "cube"),
    (5, 2, 1): Block("blue", "cube"),
    (5, 2, 2): Block("yellow", "prism"),
    (5, 3, 0): Block("white", "cube"),
    (7, 7, 0): Block("green", "prism"),
}


@pytest.fixture
def board() -> Board:
    return Board(BLOCKS, (4, 4, 6))


@pytest.fixture
def holding() -> Board:
    """The same, with a gray prism in the gripper."""
    return Board({**BLOCKS, (4, 4, 6): Block("gray", "prism")}, (4, 4, 6), is_open=False)
