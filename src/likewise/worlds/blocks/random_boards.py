"""Boards and scenes by chance, of the kind that the Robot Commands Treebank has.

Blocks lie alone or in stacks; prisms only on top, as nothing can stand on them. A scene is a board, and the
board after one move that makes sense: a block put down elsewhere, taken, or dropped from the gripper.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from likewise.errors import InputError
from likewise.worlds.blocks.boards import COLORS, SIZE, Block, Board, Position
from likewise.worlds.blocks.execution import execute, same_blocks
from likewise.worlds.blocks.layouts import Layout, Scene
from likewise.worlds.blocks.moves import Move

__all__ = ["random_board", "random_layouts", "random_scene", "sensible_moves"]

_COLORS = tuple(COLORS.values())
_SQUARES = [(x, y) for x in range(SIZE) for y in range(SIZE)]
_HIGHEST = SIZE - 3
"""So high is the highest block of a random stack, so that there is room for another and the arm."""
_LAYOUTS = 5
_MOST = 100


def random_board(
    seed: int, *, blocks: tuple[int, int] = (3, 20), colors: int = 4, held: float = 0.15
) -> Board:
    """A board with so many blocks (least, most) of so many colours; the same seed gives the same board.

    `held` is how often one more block is in the gripper.
    """
    if not 1 <= colors <= len(_COLORS):
        raise InputError(f"expected 1 to {len(_COLORS)}, found {colors}", field="colors")
    if not 0 <= held <= 1:
        raise InputError(f"expected a share from 0 to 1, found {held}", field="held")
    return _board(Random(seed), blocks, colors, held)


def random_scene(
    seed: int,
    *,
    number: int = 1,
    blocks: tuple[int, int] = (3, 20),
    colors: int = 4,
    held: float = 0.15,
) -> Scene:
    """A board and the board after one sensible move; the same seed gives the same scene."""
    before = random_board(seed, blocks=blocks, colors=colors, held=held)
    return Scene(number, before, execute(before, _move(Random(f"move {seed}"), before)))


def random_layouts(groups: int, *, seed: int = 0, blocks: tuple[int, int] = (3, 20)) -> list[Layout]:
    """Groups of five layouts, the later ones each one move from the first; eight scenes a group."""
    if groups < 1:
        raise InputError(f"expected at least 1, found {groups}", field="groups")
    chance = Random(seed)
    layouts = []
    for group in range(1, groups + 1):
        first = _board(chance, blocks, colors=4, held=0.0)
        boards = [first]
        while len(boards) < _LAYOUTS:
            after = execute(first, _move(chance, first))
            if not any(same_blocks(after, one) for one in boards):
                boards.append(after)
        layouts += [Layout(group, image, board) for image, board in enumerate(boards, 1)]
    return layouts


def sensible_moves(board: Board) -> list[Move]:
    """All single moves that people would ask for: no prism is built on, and no stack grows too high."""
    if board.held:
        return [Move("drop")] if _has_room(board, *board.arm[:2]) else []
    tops = [(x, y, board.column(x, y)[-1]) for x, y in _SQUARES if board.column(x, y)]
    ends = [(x, y, len(board.column(x, y))) for x, y in _SQUARES if _has_room(board, x, y)]
    moves = [Move("move", top, end) for top in tops for end in ends if top[:2] != end[:2]]
    return moves + [Move("take", top) for top in tops]


def _has_room(board: Board, x: int, y: int) -> bool:
    """Whether a block can be put down on a square."""
    standing = [z for z in board.column(x, y) if (x, y, z) != board.arm]
    return not standing or (standing[-1] < _HIGHEST and board.blocks[x, y, standing[-1]].shape == "cube")


def _move(chance: Random, board: Board) -> Move:
    """A sensible move: mostly onto a block or into a corner, for which there are words."""
    moves = sensible_moves(board)
    onto = [move for move in moves if move.end and (move.end[2] or _is_corner(move.end))]
    taken = [move for move in moves if move.kind == "take"]
    kinds = [some for some, share in ((onto, 0.75), (taken, 0.6)) if some and chance.random() < share]
    return chance.choice(kinds[0] if kinds else moves)


def _is_corner(at: Position) -> bool:
    return at[0] in (0, SIZE - 1) and at[1] in (0, SIZE - 1)


def _board(chance: Random, blocks: tuple[int, int], colors: int, held: float) -> Board:
    least, most = blocks
    if not 1 <= least <= most <= _MOST:
        raise InputError(f"expected 1 <= least <= most <= {_MOST}, found {least} and {most}", field="blocks")
    some = chance.sample(_COLORS, colors)
    piled = _piled(chance, chance.randint(least, most), some)
    x, y = chance.choice([square for square in _SQUARES if _has_room(piled, *square)])
    arm = (x, y, max(len(piled.column(x, y)) + 1, chance.randint(3, SIZE - 1)))
    if chance.random() >= held:
        return Board(piled.blocks, arm)
    return Board({**piled.blocks, arm: _block(chance, some, 0.3)}, arm, is_open=False)


def _piled(chance: Random, count: int, colors: list[str]) -> Board:
    """Blocks put down one by one, half of them on others, and there often on their own colour."""
    board = Board({})
    for _ in range(count):
        squares = [square for square in _SQUARES if _has_room(board, *square)]
        stacks = [square for square in squares if board.column(*square)]
        x, y = chance.choice(stacks if stacks and chance.random() < 0.5 else squares)
        height = len(board.column(x, y))
        same = [board.blocks[x, y, height - 1].color] if height and chance.random() < 0.5 else colors
        board = Board({**board.blocks, (x, y, height): _block(chance, same, 0.15)})
    return board


def _block(chance: Random, colors: Sequence[str], prisms: float) -> Block:
    return Block(chance.choice(colors), "prism" if chance.random() < prisms else "cube")
