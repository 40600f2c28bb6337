"""Boards in short, from which the embedded layouts are written.

    # 3 two towers
    arm 4 4 7
    2,2 red red blue^
    5,5 white
    2: 2,2 > 5,5
    3: 5,5 up 6

A line a column, from below, ^ a prism. Then how layouts 2 to 5 differ from the first: the top of a column
moved (`> x,y`), or taken and held over its column (`up z`).
"""

from __future__ import annotations

import re

from likewise.worlds.blocks import Block, Board, Layout, Position

__all__ = ["read_group"]

_COLUMN = re.compile(r"(\d),(\d) ((?:[a-z]+\^? ?)+)")
_ARM = re.compile(r"arm (\d) (\d) (\d)")
_CHANGE = re.compile(r"([2-5]): (\d),(\d) (?:> (\d),(\d)|up (\d))")


def read_group(number: int, lines: list[str]) -> list[Layout]:
    """The five layouts of a group."""
    blocks: dict[Position, Block] = {}
    arm, changes = (0, 0, 7), {}
    for line in lines:
        if found := _COLUMN.fullmatch(line):
            x, y = int(found[1]), int(found[2])
            blocks |= {(x, y, z): _block(word) for z, word in enumerate(found[3].split())}
        elif found := _ARM.fullmatch(line):
            arm = (int(found[1]), int(found[2]), int(found[3]))
        elif found := _CHANGE.fullmatch(line):
            changes[int(found[1])] = found
        else:
            raise ValueError(f"group {number}: {line}")
    board = Board(blocks, arm)
    return [Layout(number, 1, board)] + [
        Layout(number, image, _changed(board, change)) for image, change in sorted(changes.items())
    ]


def _block(word: str) -> Block:
    return Block(word.rstrip("^"), "prism" if word.endswith("^") else "cube")


def _changed(board: Board, change: re.Match[str]) -> Board:
    blocks = dict(board.blocks)
    x, y = int(change[2]), int(change[3])
    moved = blocks.pop((x, y, max(board.column(x, y))))
    if change[6]:
        arm = (x, y, int(change[6]))
        return Board(blocks | {arm: moved}, arm, False)
    x, y = int(change[4]), int(change[5])
    blocks[x, y, Board(blocks).free_height(x, y) or 0] = moved
    return Board(blocks, (x, y, 7), True)
