"""Boards of blocks as plain data.

A board is `{"arm": [x, y, z], "open": true, "blocks": [[x, y, z, "red", "cube"], ..]}`, each number from 0 to
7: x grows away from the robot, y to the left, z upwards; the block at the arm's place is in the gripper. What
is checked here, with the field that is wrong, becomes a `likewise.worlds.blocks.Board`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from likewise.collect.tasks.value_checks import flag, inside, listing, mapping, only, whole
from likewise.errors import InputError
from likewise.worlds.blocks import COLORS, SHAPES, SIZE, Block, Board, Position

__all__ = ["as_board", "block_place", "check_board", "plain_board", "square_words"]

_MOST = 300
_LOOKS = {"color": tuple(COLORS.values()), "shape": tuple(SHAPES.values())}


def check_board(value: Any, field: str) -> dict[str, Any]:
    """The board in its normal form: blocks in order, no two at one place."""
    values = mapping(value, field)
    only(values, ("arm", "open", "blocks"), field)
    arm = _position(listing(values.get("arm"), inside(field, "arm"), 3, least=3), inside(field, "arm"))
    here = inside(field, "blocks")
    blocks: dict[Position, Block] = {}
    for place, row in enumerate(listing(values.get("blocks"), here, _MOST)):
        its = inside(here, place)
        parts = listing(row, its, 5, least=5)
        at = _position(parts[:3], its)
        if at in blocks:
            raise InputError("there is a block at this place already", field=its)
        blocks[at] = Block(_look(parts[3], "color", its), _look(parts[4], "shape", its))
    return plain_board(Board(blocks, arm, flag(values.get("open", True), inside(field, "open"))))


def _position(parts: list[Any], field: str) -> Position:
    x, y, z = (whole(part, field, 0, SIZE - 1) for part in parts)
    return x, y, z


def _look(value: Any, kind: str, field: str) -> str:
    if not isinstance(value, str) or value not in _LOOKS[kind]:
        raise InputError(f"expected a {kind}, one of {', '.join(_LOOKS[kind])}", field=field)
    return value


def as_board(board: Mapping[str, Any]) -> Board:
    """A checked board as one to draw and to plan on."""
    blocks = {(x, y, z): Block(color, shape) for x, y, z, color, shape in board["blocks"]}
    x, y, z = board["arm"]
    return Board(blocks, (x, y, z), board["open"])


def plain_board(board: Board) -> dict[str, Any]:
    """A board as plain data, as `check_board` takes it."""
    blocks = [[*at, block.color, block.shape] for at, block in board]
    return {"arm": list(board.arm), "open": board.is_open, "blocks": blocks}


def square_words(x: int, y: int) -> str:
    """A square as people count: rows from the robot, columns from the left."""
    return f"row {x + 1}, column {SIZE - y}"


def block_place(board: Board, at: Position) -> str:
    """A block by its look and its place: "red cube, row 1, column 8, on a blue cube"."""
    block, below = board.blocks[at], board.blocks.get((at[0], at[1], at[2] - 1))
    name = f"{block.color} {block.shape}"
    if at == board.arm:
        return f"{name}, in the gripper"
    standing = f", on a {below.color} {below.shape}" if below else ""
    return f"{name}, {square_words(*at[:2])}{standing}"
