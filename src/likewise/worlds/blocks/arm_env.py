"""The Gymnasium class behind `make_board_environment`; imported by that function alone, as Gymnasium is."""

from __future__ import annotations

import string
from importlib import import_module
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from likewise.errors import InputError
from likewise.worlds.blocks.board_svg import draw_board
from likewise.worlds.blocks.boards import SIZE
from likewise.worlds.blocks.execution import execute
from likewise.worlds.blocks.moves import Move, dumps_moves, loads_moves
from likewise.worlds.blocks.orders import BLOCK_KINDS, Order
from likewise.worlds.blocks.planner import plan
from likewise.worlds.blocks.rcl import loads_rcl

__all__ = ["ArmEnv"]

# By name, so that types are checked alike with and without the extra.
gymnasium: Any = import_module("gymnasium")
_LONGEST = 2_000
_LETTERS = string.ascii_lowercase + string.digits + " ():;,->"
_NUMBERS = {block: number for number, block in enumerate(BLOCK_KINDS, 1)}
_KINDS = ("drop", "take", "move")


class ArmEnv(gymnasium.Env):  # type: ignore[misc]
    """A robot arm over a board with an order; its spaces are told in `board_environment`."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["svg"], "render_fps": 4}

    def __init__(
        self, orders: tuple[Order, ...], actions: str, max_steps: int, render_mode: str | None
    ) -> None:
        if render_mode not in (None, "svg"):
            raise InputError(f"expected svg, found '{render_mode}'", field="render_mode")
        if actions not in ("rcl", "moves"):
            raise InputError(f"expected rcl or moves, found '{actions}'", field="actions")
        self.orders, self.actions, self.max_steps = orders, actions, max_steps
        self.render_mode = render_mode
        spaces = gymnasium.spaces
        longest = max(len(order.text) for order in orders)
        letters = "".join(sorted({letter for order in orders for letter in order.text}))
        self.observation_space = spaces.Dict(
            {
                "order": spaces.Text(max(longest, 1), min_length=0, charset=letters or " "),
                "blocks": spaces.Box(0, len(BLOCK_KINDS), (SIZE, SIZE, SIZE), np.int8),
                "arm": spaces.Box(0, SIZE - 1, (3,), np.int8),
                "open": spaces.Discrete(2),
            }
        )
        self.action_space = (
            spaces.Text(_LONGEST, min_length=0, charset=_LETTERS)
            if actions == "rcl"
            else spaces.MultiDiscrete([len(_KINDS), SIZE, SIZE, SIZE, SIZE])
        )
        self.order, self.board = orders[0], orders[0].before
        self._taken: int | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin an order: the one that the options name, or one by chance."""
        super().reset(seed=seed)
        chosen = (options or {}).get("order")
        if chosen is None:
            chosen = int(self.np_random.integers(len(self.orders)))
        elif type(chosen) is not int or not 0 <= chosen < len(self.orders):
            raise InputError(f"expected 0 to {len(self.orders) - 1}, found {chosen!r}", field="order")
        self.order = self.orders[chosen]
        self.board, self._taken = self.order.before, 0
        return self._observation(), {"moves": "", "reason": ""}

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Take one action: the board after it, the reward, whether it is over, whether time is up."""
        if self._taken is None:
            raise InputError("an order begins with reset()")
        moves, reason = self._read(action)
        try:
            self.board = execute(self.board, moves)
        except InputError as error:
            moves, reason = (), error.message
        self._taken += 1
        over = self.order.met(self.board)
        late = not over and self._taken >= self.max_steps
        return self._observation(), float(over), over, late, {"moves": dumps_moves(moves), "reason": reason}

    def render(self) -> str | None:
        """The board, as SVG text."""
        return None if self.render_mode is None else draw_board(self.board, title=self.order.text)

    def _read(self, action: Any) -> tuple[tuple[Move, ...], str]:
        """The moves that an action means, or why there are none."""
        if self.actions == "moves":
            return self._columns(action)
        if not isinstance(action, str):
            raise InputError(f"expected RCL or moves as text, found {action!r}", field="action")
        try:
            if not action.lstrip().startswith(("(event", "(sequence")):
                return loads_moves(action), ""
            verdict = plan(loads_rcl(action), self.board)
        except InputError as error:
            return (), error.message
        return verdict.moves, verdict.reason

    def _columns(self, action: Any) -> tuple[tuple[Move, ...], str]:
        if not self.action_space.contains(action):
            raise InputError(f"expected five numbers, found {action!r}", field="action")
        kind, x, y, u, v = map(int, action)
        if _KINDS[kind] == "drop":
            return (Move("drop"),), ""
        column, height = self.board.column(x, y), self.board.free_height(u, v)
        if not column:
            return (), f"there is no block at ({x}, {y})"
        if _KINDS[kind] == "take":
            return (Move("take", (x, y, column[-1])),), ""
        if height is None:
            return (), "no free space there: the stack is as high as it can be"
        return (Move("move", (x, y, column[-1]), (u, v, height)),), ""

    def _observation(self) -> dict[str, Any]:
        blocks: npt.NDArray[np.int8] = np.zeros((SIZE, SIZE, SIZE), np.int8)
        for at, block in self.board:
            blocks[at] = _NUMBERS[block]
        arm = np.array(self.board.arm, np.int8)
        return {"order": self.order.text, "blocks": blocks, "arm": arm, "open": int(self.board.is_open)}
