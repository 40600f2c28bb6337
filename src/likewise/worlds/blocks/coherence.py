"""Whether an order makes sense on a board in the sense of Packard (2014) and Dukes (2014).

That asks less than a plan does: each thing that is spoken of is there, and the gripper is empty to take or
move and holds something to drop. Which of several things is meant, and where it goes, does not matter.
"""

from __future__ import annotations

from likewise.worlds.blocks.boards import Board
from likewise.worlds.blocks.groundings import EntityGrounder, PlanError
from likewise.worlds.blocks.rcl import Rcl

__all__ = ["is_coherent"]

_NOT_ON_BOARD = ("tile", "region", "reference", "type-reference", "type-reference-group")


def is_coherent(tree: Rcl, board: Board) -> bool:
    """Whether what the order speaks of exists and the arm can begin it."""
    return _arm_fits(tree, board) and _all_exist(tree, board)


def _arm_fits(tree: Rcl, board: Board) -> bool:
    is_holding = board.held is not None
    for event in tree.children if tree.name == "sequence" else (tree,):
        action = event.get("action")
        if event.name != "event" or (action == "drop") != is_holding:
            return False
        is_holding = action == "take"
    return True


def _all_exist(tree: Rcl, board: Board) -> bool:
    grounder = EntityGrounder(tree, board)
    try:
        for entity in tree.walk():
            if entity.name != "entity":
                continue
            if entity.get("type") == "reference" and entity.child("spatial-relation") is not None:
                return False
            if entity.get("type") not in _NOT_ON_BOARD:
                grounder.things(entity)
    except PlanError:
        return False
    return True
