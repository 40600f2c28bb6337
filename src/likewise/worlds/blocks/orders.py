"""Orders: what somebody asks the robot for, the board it starts from and the board it should make."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

from likewise.worlds.blocks.boards import COLORS, SHAPES, Block, Board
from likewise.worlds.blocks.execution import same_blocks

__all__ = ["BLOCK_KINDS", "Order"]

BLOCK_KINDS = tuple(Block(color, shape) for color, shape in product(COLORS.values(), SHAPES.values()))
"""All blocks that there are; in an observation the first of them is 1."""


@dataclass(frozen=True, slots=True)
class Order:
    """An order in words or RCL, the board before it and the board to be reached."""

    text: str
    before: Board
    goal: Board

    def met(self, board: Board) -> bool:
        """Whether a board is the one to be reached; where the arm is does not matter."""
        return same_blocks(board, self.goal)
