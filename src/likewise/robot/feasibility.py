"""What the arm can really do of what the planner allows.

The planner of the task lets orders pass that take a block from under another, or with a full gripper; that
put something where something stands; and several moves, each planned on the same board. The robot makes one
move at a time, and none of these.
"""

from __future__ import annotations

from likewise.errors import InputError
from likewise.worlds.blocks import SIZE, Board, Move, Rcl, Verdict, execute

__all__ = ["TWO_MOVES", "feasible"]

TWO_MOVES = "these are two orders in one: give them one after the other"


def feasible(tree: Rcl, verdict: Verdict, board: Board) -> Verdict:
    """The verdict on a tree, or a rejection with a reason where the arm cannot do it."""
    if len(verdict.moves) > 1 or (not verdict and _is_two_orders(tree)):
        return Verdict((), TWO_MOVES)
    if not verdict:
        return verdict
    reason = _hindrance(verdict.moves[0], board)
    return Verdict((), reason) if reason else verdict


def _is_two_orders(tree: Rcl) -> bool:
    """Whether the second event is about something else: not "take it and put it there"."""
    entities = [event.child("entity") for event in tree.all("event")[1:]]
    return any(one is not None and one.get("type") != "reference" for one in entities)


def _hindrance(move: Move, board: Board) -> str:
    """Why the arm cannot make a move; "" where it can."""
    start, end = move.start, move.end
    if start is not None and start not in board.blocks:
        return "there is no block that the arm could lift"
    if start is not None and end is not None and start[:2] == end[:2]:
        return "that is where it stands already"
    if end is not None and not all(0 <= n < SIZE for n in end):
        return "that place is not on the board"
    if end is not None and board.held is None and board.free_height(*end[:2]) != end[2]:
        return "something stands there already" if end in board.blocks else "nothing would hold it there"
    try:
        execute(board, move)
    except InputError as error:
        return error.message
    return ""
