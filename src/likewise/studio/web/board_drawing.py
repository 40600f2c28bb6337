"""The boards that people see who write or carry out an order to the robot."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from markupsafe import Markup

from likewise.collect.tasks import as_board
from likewise.worlds.blocks import Board, Move, Position, board_words, draw_board, move_between

__all__ = ["ShownBoard", "draw_boards"]


class ShownBoard(NamedTuple):
    """A board for a template: what stands under it, its drawing, and what is on it in words."""

    caption: str
    drawing: Markup
    words: str


def draw_boards(view: Mapping[str, Any]) -> list[ShownBoard]:
    """The boards of a task's view, `before` and where people may see it `after`; what moves is marked."""
    before = as_board(view["before"])
    if "after" not in view:
        return [_shown("The board", before, {})]
    after = as_board(view["after"])
    move = move_between(before, after)
    start, end = (None, None) if move is None else _ends(move, before, after)
    return [
        _shown("Before: 1 marks the block that moves", before, {"1": start} if start else {}),
        _shown("After: 2 marks where it is then", after, {"2": end} if end else {}),
    ]


def _shown(caption: str, board: Board, marks: Mapping[str, Position]) -> ShownBoard:
    places = {label: [place] for label, place in marks.items()}
    title = caption.partition(":")[0]
    return ShownBoard(
        caption, Markup(draw_board(board, marks=places, title=title, names=True)), board_words(board)
    )


def _ends(move: Move, before: Board, after: Board) -> tuple[Position, Position]:
    """Where the block is before, and where it is after; the gripper is a place too."""
    start = move.start or before.arm
    if move.kind == "take":
        return start, next(at for at, _ in after if at not in before.blocks)
    x, y, _ = before.arm
    return start, move.end or next(at for at, _ in after if at not in before.blocks and at[:2] == (x, y))
