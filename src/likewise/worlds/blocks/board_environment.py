"""Carrying out orders on a board as a Gymnasium environment.

Gymnasium is an extra; it is imported when `make_board_environment` is called, not before.

Observation, a `Dict`:

- `order`: `Text`, what is asked for.
- `blocks`: `Box` of whole numbers by x, y and z: 0 where nothing is, k where the k-th of `BLOCK_KINDS` is.
- `arm`: `Box`, its x, y and z. A block there is in the gripper.
- `open`: `Discrete(2)`, whether the gripper is open.

Actions are of one of two kinds:

- `actions="rcl"`: `Text`, an order in RCL, which the planner plans, or moves as text: `(3,3,1)>(0,7,0)`.
- `actions="moves"`: `MultiDiscrete`, what to do (0 drop, 1 take, 2 move), x and y of the column whose highest
  block is meant, x and y of the square where it goes; what an action does not need is not looked at.

What cannot be done changes nothing; `info["reason"]` says why, `info["moves"]` what was done. The reward is 1
where the board is as it should be, which ends the episode, and 0 before. After `max_steps` actions it is
truncated. `render()` draws the board.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from likewise.errors import InputError, MissingPartError
from likewise.worlds.blocks.orders import Order

__all__ = ["make_board_environment"]


def make_board_environment(
    orders: Sequence[Order],
    *,
    actions: str = "rcl",
    max_steps: int = 10,
    render_mode: str | None = None,
) -> Any:
    """A Gymnasium environment over some orders.

    `reset(options={"order": k})` chooses the k-th order, otherwise one is drawn. `render_mode="svg"` makes
    `render()` give the drawing as SVG text.
    """
    if not orders:
        raise InputError("expected at least one order", field="orders")
    if max_steps < 1:
        raise InputError(f"expected at least 1, found {max_steps}", field="max_steps")
    try:
        from likewise.worlds.blocks.arm_env import ArmEnv
    except ModuleNotFoundError as error:
        if error.name != "gymnasium":
            raise
        raise MissingPartError("gymnasium", "likewise[gym]") from None
    return ArmEnv(tuple(orders), actions, max_steps, render_mode)
