"""A series of orders on one board, as the page carries it along: the first board, and what was done since."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from likewise.errors import InputError
from likewise.studio.robot.service import layout_text
from likewise.worlds.blocks import (
    ArmStep,
    Board,
    Layouts,
    Move,
    arm_steps,
    dumps_moves,
    execute,
    loads_layouts,
    loads_moves,
)

__all__ = ["MOST_ORDERS", "GivenOrder", "OrderSeries", "uploaded_board"]

MOST_ORDERS = 200


@dataclass(frozen=True, slots=True)
class GivenOrder:
    """What somebody said, and what the arm did."""

    text: str
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class OrderSeries:
    """A board at the beginning, and the orders that were carried out on it; `board` is the one after them."""

    start: Board
    board: Board
    orders: tuple[GivenOrder, ...] = ()

    @classmethod
    def begin(cls, board: Board) -> Self:
        """No order was given yet."""
        return cls(board, board)

    @classmethod
    def loads(cls, layout: str, orders: str) -> Self:
        """The series that a form holds: a layout, and a line for each order, its moves and its text."""
        series = cls.begin(one_board(loads_layouts(layout)))
        lines = [line for line in orders.splitlines() if line.strip()]
        if len(lines) > MOST_ORDERS:
            raise InputError(
                f"expected at most {MOST_ORDERS} orders on one board: begin anew", field="orders"
            )
        for line in lines:
            moves, _, text = line.partition("\t")
            series = series.add(text, loads_moves(moves))
        return series

    def dumps(self) -> tuple[str, str]:
        """Layout and orders as `loads` takes them."""
        lines = [f"{dumps_moves(one.moves)}\t{one.text}\n" for one in self.orders]
        return layout_text(self.start), "".join(lines)

    def add(self, text: str, moves: Sequence[Move]) -> Self:
        """With one more order, carried out; InputError where the arm cannot."""
        done = GivenOrder(" ".join(text.split()), tuple(moves))
        return type(self)(self.start, execute(self.board, moves), (*self.orders, done))

    def undo(self) -> Self:
        """As it was before the last order."""
        series = type(self).begin(self.start)
        for one in self.orders[:-1]:
            series = series.add(one.text, one.moves)
        return series

    def last_steps(self) -> tuple[ArmStep, ...]:
        """What the arm did for the last order."""
        return arm_steps(self.undo().board, self.orders[-1].moves) if self.orders else ()


def one_board(layouts: Layouts) -> Board:
    """The first board of a file."""
    return next(iter(layouts)).board


def uploaded_board(data: bytes | None, scene: str) -> Board:
    """The board of a scene of a layouts file that was sent; the first board where no scene is named."""
    if data is None:
        raise InputError("choose a file", field="file")
    try:
        layouts = loads_layouts(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise InputError("expected a text file with board layouts", field="file") from None
    if not scene.strip():
        return one_board(layouts)
    if not scene.strip().isascii() or not scene.strip().isdigit():
        raise InputError("expected the number of a scene", field="scene")
    return layouts.scene(int(scene)).before
