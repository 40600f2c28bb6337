"""What the robot arm is to do: `drop`, `take (3,3,1)` or `(3,3,1)>(0,7,0)`; when two lists do the same."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from likewise.errors import InputError
from likewise.worlds.blocks.boards import Board, Position

__all__ = ["Move", "dumps_moves", "loads_move", "loads_moves", "same_moves"]

_POSITION = r"\((-?[0-9]{1,2}),(-?[0-9]{1,2}),([0-9]{1,2})\)"
_TAKE = re.compile(f"take {_POSITION}")
_MOVE = re.compile(f"{_POSITION}>{_POSITION}")


@dataclass(frozen=True, slots=True)
class Move:
    """One thing to do: take the block at `start`, drop the held one, or move from `start` to `end`."""

    kind: str
    start: Position | None = None
    end: Position | None = None

    def __post_init__(self) -> None:
        wanted = {"drop": (True, True), "take": (False, True), "move": (False, False)}.get(self.kind)
        if wanted != (self.start is None, self.end is None):
            raise InputError(f"expected a drop, a take with its start, or a move with both, found {self!r}")

    def __str__(self) -> str:
        if self.kind == "move":
            return f"{_written(self.start)}>{_written(self.end)}"
        return f"take {_written(self.start)}" if self.kind == "take" else self.kind


def loads_move(text: str) -> Move:
    """A move from its text."""
    text = text.strip()
    if text == "drop":
        return Move("drop")
    if found := _TAKE.fullmatch(text):
        return Move("take", _position(found.groups()))
    if found := _MOVE.fullmatch(text):
        return Move("move", _position(found.groups()[:3]), _position(found.groups()[3:]))
    raise InputError(f"expected drop, take (x,y,z) or (x,y,z)>(x,y,z), found '{text}'", field="move")


def dumps_moves(moves: Iterable[Move]) -> str:
    """Moves in one line, semicolons between."""
    return "; ".join(map(str, moves))


def loads_moves(text: str) -> tuple[Move, ...]:
    """Moves from one line."""
    return tuple(map(loads_move, text.split(";")))


def same_moves(a: Sequence[Move], b: Sequence[Move], board: Board) -> bool:
    """Whether two lists do the same on a board.

    As the organisers' check has it: carrying the held block straight down is to drop it, and a move to
    where the block already is can never be right.
    """
    if any(move.kind == "move" and move.start == move.end for move in (*a, *b)):
        return False
    return [_plain(move, board) for move in a] == [_plain(move, board) for move in b]


def _plain(move: Move, board: Board) -> Move:
    x, y, _ = board.arm
    if move.kind != "move" or board.held is None or move.start != board.arm:
        return move
    return Move("drop") if move.end == (x, y, board.free_height(x, y)) else move


def _written(position: Position | None) -> str:
    return f"({','.join(map(str, position or ()))})"


def _position(numbers: Sequence[str]) -> Position:
    x, y, z = map(int, numbers)
    return x, y, z
