"""Moves carried out by the arm, step by step, each with the board after it.

To take, the arm goes over the block, reaches down, closes its gripper and comes up to its height again, the
block in it. To drop, it reaches down to the lowest free cell, opens and comes up. An arm that is too low to
pass over a column goes higher; the organisers' robot, which nobody looks at, would pass through.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from likewise.errors import InputError
from likewise.worlds.blocks.boards import SIZE, Block, Board, Position
from likewise.worlds.blocks.moves import Move

__all__ = ["ArmStep", "arm_steps", "execute", "opposite_move", "same_blocks"]

_HIGHEST = SIZE - 1


@dataclass(frozen=True, slots=True)
class ArmStep:
    """One thing that the arm does: go, reach, close, open or lift, and the board after it."""

    kind: str
    board: Board
    text: str


def arm_steps(board: Board, moves: Move | Iterable[Move]) -> tuple[ArmStep, ...]:
    """All that the arm does for some moves, one after the other; InputError where it cannot be done."""
    steps: list[ArmStep] = []
    for move in [moves] if isinstance(moves, Move) else moves:
        steps += _steps(steps[-1].board if steps else board, move)
    return tuple(steps)


def execute(board: Board, moves: Move | Iterable[Move]) -> Board:
    """The board after some moves; InputError where they cannot be done."""
    steps = arm_steps(board, moves)
    return steps[-1].board if steps else board


def same_blocks(one: Board, other: Board) -> bool:
    """Whether two boards have the same blocks on them and in the gripper, wherever the arm is."""
    return one.held == other.held and _standing(one) == _standing(other)


def opposite_move(move: Move, before: Board) -> Move:
    """The move that puts back what a move did to the board before it."""
    if move.kind == "move":
        return Move("move", move.end, move.start)
    if move.kind == "take":
        return Move("drop")
    x, y, _ = before.arm
    return Move("take", (x, y, _landing(before, x, y)))


def _steps(board: Board, move: Move) -> Iterator[ArmStep]:
    start = move.start
    if start is not None and not (move.kind == "move" and board.held and start == board.arm):
        for step in _taken(board, start):
            yield step
            board = step.board
    if move.end is not None:
        step = _carried(board, move.end)
        yield step
        board = step.board
    if move.kind != "take":
        yield from _dropped(board)


def _taken(board: Board, start: Position) -> Iterator[ArmStep]:
    block = _free_block(board, start)
    x, y, z = start
    above = (x, y, min(_HIGHEST, max(board.arm[2], z + 1)))
    name, blocks = _name(block), board.blocks
    yield ArmStep("go", Board(blocks, above), f"the arm goes over the {name}")
    yield ArmStep("reach", Board(blocks, start), f"the arm reaches down to the {name}")
    yield ArmStep("close", Board(blocks, start, False), "the gripper closes")
    others = {at: one for at, one in blocks.items() if at != start}
    yield ArmStep("lift", Board({**others, above: block}, above, False), f"the arm lifts the {name}")


def _free_block(board: Board, start: Position) -> Block:
    """The block that is to be taken, where that can be done."""
    x, y, z = start
    block, higher = board.blocks.get(start), board.blocks.get((x, y, z + 1))
    if board.held is not None:
        raise InputError(f"the gripper already holds a {_name(board.held)}", field="move")
    if block is None:
        raise InputError(f"there is no block at {start}", field="move")
    if higher is not None:
        raise InputError(f"a {_name(higher)} stands on the {_name(block)}: take that first", field="move")
    return block


def _carried(board: Board, end: Position) -> ArmStep:
    x, y, z = end
    block = _held(board)
    if not all(0 <= n < SIZE for n in end):
        raise InputError(f"{end} is not on the board", field="move")
    landing = _landing(board, x, y)
    if landing != z:
        said = "is not free" if landing > z else f"has nothing under it: the block would fall to {landing}"
        raise InputError(f"{end} {said}", field="move")
    height = max(board.arm[2], z)
    after = Board({**_standing(board), (x, y, height): block}, (x, y, height), False)
    return ArmStep("go", after, f"the arm carries the {_name(block)} to column ({x}, {y})")


def _dropped(board: Board) -> Iterator[ArmStep]:
    block = _held(board)
    x, y, height = board.arm
    landing = (x, y, _landing(board, x, y))
    name, blocks = _name(block), {**_standing(board), landing: block}
    yield ArmStep("reach", Board(blocks, landing, False), f"the arm lets the {name} down")
    yield ArmStep("open", Board(blocks, landing), "the gripper opens")
    away = (x, y, max(height, landing[2] + 1)) if landing[2] < _HIGHEST else _aside(blocks, landing)
    yield ArmStep("lift", Board(blocks, away), "the arm comes up")


def _aside(blocks: Mapping[Position, Block], at: Position) -> Position:
    """Where the arm goes from a block that is as high as the arm can be: to the next free place."""
    x, y, z = at
    squares = [(u, v, z) for u in range(SIZE) for v in range(SIZE) if (u, v, z) not in blocks]
    return min(squares, key=lambda one: (abs(one[0] - x) + abs(one[1] - y), one), default=at)


def _held(board: Board) -> Block:
    if board.held is None:
        raise InputError("the gripper is empty: there is nothing to drop", field="move")
    return board.held


def _standing(board: Board) -> dict[Position, Block]:
    """The blocks that are not in the gripper."""
    return {at: block for at, block in board if at != board.arm}


def _landing(board: Board, x: int, y: int) -> int:
    """Where a block comes to rest over a square; what is in the gripper is not in its own way."""
    free = Board(_standing(board)).free_height(x, y)
    if free is None:
        raise InputError("no free space there: the stack is as high as it can be", field="move")
    return free


def _name(block: Block) -> str:
    return f"{block.color} {block.shape}"
