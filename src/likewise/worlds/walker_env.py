"""The Gymnasium class behind `make_environment`; it imports Gymnasium, so only that function imports it."""

from __future__ import annotations

from importlib import import_module
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from likewise.errors import InputError
from likewise.worlds.map_svg import draw_map
from likewise.worlds.missions import ACTIONS, ROWS, Mission
from likewise.worlds.poses import HEADINGS, UNKNOWN, Pose
from likewise.worlds.views import sights

__all__ = ["WalkerEnv"]

# By name, so that types are checked alike with and without the extra.
gymnasium: Any = import_module("gymnasium")
_FARTHEST = int(np.iinfo(np.int16).max)


class WalkerEnv(gymnasium.Env):  # type: ignore[misc]
    """A walker on a map with a mission; see `likewise.worlds.environment` for its spaces."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["svg"], "render_fps": 4}

    def __init__(
        self, missions: tuple[Mission, ...], things: tuple[str, ...], max_steps: int, render_mode: str | None
    ) -> None:
        if render_mode not in (None, "svg"):
            raise InputError(f"expected svg, found '{render_mode}'", field="render_mode")
        self.missions, self.things, self.max_steps = missions, things, max_steps
        self.render_mode = render_mode
        self._columns = {thing: k for k, thing in enumerate(things)}
        spaces = gymnasium.spaces
        longest = max(len(mission.text) for mission in missions)
        letters = "".join(sorted({letter for mission in missions for letter in mission.text}))
        self.observation_space = spaces.Dict(
            {
                "mission": spaces.Text(max(longest, 1), min_length=0, charset=letters or " "),
                "view": spaces.Box(-1, _FARTHEST, (len(ROWS), len(things)), np.int16),
            }
        )
        self.action_space = spaces.Discrete(len(ACTIONS))
        self.mission = missions[0]
        self.path: list[Pose] = []
        self._taken = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a mission: the one that the options name, or one by chance."""
        super().reset(seed=seed)
        chosen = (options or {}).get("mission")
        if chosen is None:
            chosen = int(self.np_random.integers(len(self.missions)))
        elif type(chosen) is not int or not 0 <= chosen < len(self.missions):
            raise InputError(f"expected 0 to {len(self.missions) - 1}, found {chosen!r}", field="mission")
        self.mission = self.missions[chosen]
        start = self.mission.start
        if start.heading == UNKNOWN:
            start = start.facing(HEADINGS[int(self.np_random.integers(len(HEADINGS)))])
        self.path, self._taken = [start], 0
        return self._observation(), self._info(False)

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Take one action: what is seen after it, the reward, whether it is over, whether time is up."""
        if not self.path:
            raise InputError("a walk begins with reset()")
        if not self.action_space.contains(action):
            raise InputError(f"expected 0 to {len(ACTIONS) - 1}, found {action!r}", field="action")
        move = ACTIONS[int(action)]
        self._taken += 1
        over = move == "STOP"
        after = None if over else self.mission.world.moved(self.path[-1], move)
        if after is not None:
            self.path.append(after)
        blocked = after is None and not over
        reward = float(over and self.mission.met(self.path[-1]))
        late = not over and self._taken >= self.max_steps
        return self._observation(), reward, over, late, self._info(blocked)

    def render(self) -> str | None:
        """The map with the walk so far, as SVG text."""
        if self.render_mode is None:
            return None
        walker = self.path[-1] if self.path else self.mission.start
        return draw_map(self.mission.world, path=self.path, walker=walker, title=self.mission.text)

    def _observation(self) -> dict[str, Any]:
        view: npt.NDArray[np.int16] = np.full((len(ROWS), len(self.things)), -1, np.int16)
        for direction, thing, distance in sights(self.mission.world, self.path[-1]):
            row, column = ROWS.index(direction), self._columns.get(thing)
            if column is not None and view[row, column] == -1:  # sights come nearest first
                view[row, column] = min(distance, _FARTHEST)
        return {"mission": self.mission.text, "view": view}

    def _info(self, blocked: bool) -> dict[str, Any]:
        return {"pose": tuple(self.path[-1]), "blocked": blocked, "map": self.mission.world.name}
