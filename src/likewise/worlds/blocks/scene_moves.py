"""What the arm did between two boards, such as those of a scene."""

from __future__ import annotations

from likewise.worlds.blocks.boards import Board
from likewise.worlds.blocks.moves import Move

__all__ = ["move_between"]


def move_between(before: Board, after: Board) -> Move | None:
    """The one thing that the arm did; None where that is not all that differs.

    It is the move of the gold trees of all commands of the treebank.
    """
    gone = [(at, block) for at, block in before if after.blocks.get(at) != block]
    new = [(at, block) for at, block in after if before.blocks.get(at) != block]
    if len(gone) != 1 or len(new) != 1 or gone[0][1] != new[0][1]:
        return None
    start, end = gone[0][0], new[0][0]
    x, y, z = end
    if before.held is not None:
        if start != before.arm:
            return None
        return Move("drop") if (x, y) == start[:2] else Move("move", start, end)
    is_held = end == after.arm or (z > 0 and (x, y, z - 1) not in after.blocks)
    return Move("take", start) if is_held else Move("move", start, end)
