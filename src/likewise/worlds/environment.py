"""Following instructions as a Gymnasium environment: a mission in words, three moves and STOP.

Gymnasium is an extra; it is imported when `make_environment` is called, not before.

Observation, a `Dict`:

- `mission`: `Text`, the instruction.
- `view`: `Box` of whole numbers with a row for each of `ROWS` (at, front, right, back, left) and a column for
  each of the environment's `things`: how many steps away the nearest such thing is seen there, -1 where there
  is none. It says what `likewise.worlds.sights` says.

Actions, `Discrete(4)`: `ACTIONS` = LEFT, RIGHT, FORWARD, STOP. FORWARD into a wall leaves the walker where it
is (`info["blocked"]`). STOP ends the episode, with reward 1 at the goal and 0 elsewhere; all other rewards
are 0. After `max_steps` actions it is truncated. `info["pose"]` is the walker's pose; `render()` draws it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from likewise.errors import InputError, MissingPartError
from likewise.worlds.missions import Mission, things_of

__all__ = ["make_environment"]


def make_environment(
    missions: Sequence[Mission],
    *,
    things: Sequence[str] | None = None,
    max_steps: int = 60,
    render_mode: str | None = None,
) -> Any:
    """A Gymnasium environment over some missions.

    `reset(options={"mission": k})` chooses the k-th mission, otherwise one is drawn. `things` fixes the
    columns of the view, for an agent that is to be used on maps other than those it learns from; what is not
    among them is not seen. `render_mode="svg"` makes `render()` give the drawing as SVG text.
    """
    if not missions:
        raise InputError("expected at least one mission", field="missions")
    if max_steps < 1:
        raise InputError(f"expected at least 1, found {max_steps}", field="max_steps")
    try:
        from likewise.worlds.walker_env import WalkerEnv
    except ModuleNotFoundError as error:
        if error.name != "gymnasium":
            raise
        raise MissingPartError("gymnasium", "likewise[gym]") from None
    known = tuple(things) if things is not None else things_of([mission.world for mission in missions])
    return WalkerEnv(tuple(missions), known, max_steps, render_mode)
