"""What an order can speak of on a board: blocks, stacks of them, corners, edges, the board, the robot."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from likewise.worlds.blocks.boards import SHAPES, SIZE, Board

__all__ = ["BLOCKS", "CORNERS", "EDGES", "STACK", "Thing", "things_on"]

BLOCKS = frozenset(SHAPES.values())
STACK = "stack"
_LAST = SIZE - 1
CORNERS = ((0, 0), (0, _LAST), (_LAST, 0), (_LAST, _LAST))
EDGES = ("front", "back", "left", "right")


class Thing(NamedTuple):
    """Something on a board.

    `place` is its square (none for an edge, the board, the robot), `height` that of a block or of the
    highest block of a stack. Each stack is there twice, the second time without its highest block
    (`headless`), so that "the red tower" fits one with a blue block on top (Dukes 2014).
    """

    kind: str
    place: tuple[int, int] | None = None
    height: int = 0
    colors: frozenset[str] = frozenset()
    side: str = ""
    is_free: bool = True
    headless: bool = False


@lru_cache(maxsize=256)
def things_on(board: Board) -> Mapping[str, tuple[Thing, ...]]:
    """The things of a board by their kind, the held block among them."""
    kinds: dict[str, list[Thing]] = {}
    for thing in _all(board):
        kinds.setdefault(thing.kind, []).append(thing)
    return {kind: tuple(things) for kind, things in kinds.items()}


def _all(board: Board) -> Iterator[Thing]:
    blocks = board.blocks
    for (x, y, z), block in board:
        is_free = (x, y, z + 1) not in blocks
        yield Thing(block.shape, (x, y), z, frozenset((block.color,)), is_free=is_free)
        if z == 0 and block.shape == "cube" and not is_free:
            yield from _stacks(board, x, y)
    yield from (Thing("corner", corner) for corner in CORNERS)
    yield from (Thing("edge", side=side) for side in EDGES)
    yield Thing("board")
    yield Thing("robot")


def _stacks(board: Board, x: int, y: int) -> Iterator[Thing]:
    colors: list[str] = []
    while block := board.blocks.get((x, y, len(colors))):
        colors.append(block.color)
    for count, headless in ((len(colors), False), (len(colors) - 1, True)):
        yield Thing(STACK, (x, y), count - 1, frozenset(colors[:count]), headless=headless)
