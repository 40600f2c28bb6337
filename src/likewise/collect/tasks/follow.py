"""Follower: drives through a map with three keys as an instruction says (Chen 2012, section 4.1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from likewise.collect.tasks.grid import check_map, check_pose, replay
from likewise.collect.tasks.kit import (
    Field,
    InputError,
    Option,
    Task,
    check_about,
    check_fields,
    clean,
    flag,
    mapping,
    require_words,
    stimulus_values,
    whole,
)

__all__ = ["KEYS", "FollowTask"]

KEYS = {"LEFT": "ArrowLeft", "RIGHT": "ArrowRight", "FORWARD": "ArrowUp"}


class FollowTask(Task):
    """Stimulus: `map` (see `grid`), `start` pose, `instruction`. Settings: `most_actions` (200).

    Answer: `actions`, or `skipped`; `comment`. The check replays the actions on the map and returns
    `skipped`, `actions` and the `path` of poses; a path that is sent along is never believed. `problems`
    is 5. The paper paid 5 cents for five problems.
    """

    name = "follow"
    title = "Follow the way"
    pay = (1, 2)
    exports = ("navigation",)
    problems: ClassVar[int] = 5
    own_settings: ClassVar[tuple[str, ...]] = ("most_actions",)
    guidance = (
        "You stand at the start. Follow the instruction as well as you can.",
        "The left and right arrow keys turn you on the spot, the up arrow takes one step forward. The "
        "buttons below the map do the same.",
        "If you do not understand the instruction, or it leads nowhere, skip it.",
    )

    def check_stimulus(self, stimulus: Any, settings: Mapping[str, Any] | None) -> dict[str, Any]:
        """An instruction, and a place to begin."""
        values = stimulus_values(stimulus, "map", "start", "instruction")
        world = check_map(values.get("map"))
        start = check_pose(values.get("start"), world)
        instruction = clean(values.get("instruction"), "instruction", 5000, lines=True)
        require_words(instruction, "instruction")
        return {"map": world, "start": start, "instruction": instruction} | check_about(values)

    def check_answer(
        self, answer: Any, stimulus: Mapping[str, Any], settings: Mapping[str, Any] | None
    ) -> dict[str, Any]:
        """The actions with the poses they lead through, or that the instruction was skipped."""
        settings = self.check_settings(settings)
        values = mapping(answer, None)
        values.pop("path", None)
        skipped = flag(values.pop("skipped", False), "skipped")
        if skipped:
            values.pop("actions", None)
        fields = [field for field in self._all_fields(stimulus, settings) if field.name != "skipped"]
        checked = check_fields(values, fields)
        actions = checked.get("actions", [])
        if not actions and not skipped:
            raise InputError("move at least once, or skip the instruction", field="actions")
        path = replay(stimulus["map"], stimulus["start"], actions)
        return {"skipped": skipped, "actions": actions, "path": path} | {
            key: value for key, value in checked.items() if key == "comment"
        }

    def _settings(self, values: dict[str, Any]) -> dict[str, Any]:
        return {"most_actions": whole(values.get("most_actions", 200), "most_actions", 1, 1000)}

    def _fields(self, stimulus: Mapping[str, Any], settings: Mapping[str, Any]) -> tuple[Field, ...]:
        skip = Option("true", "I do not understand it, or it leads nowhere")
        return (
            Field("actions", "path", "Your way", required=False, max=settings["most_actions"]),
            Field("skipped", "choice", "Skip this instruction", required=False, options=(skip,)),
        )

    def _view(self, stimulus: Mapping[str, Any], settings: Mapping[str, Any]) -> dict[str, Any]:
        shown = {key: stimulus[key] for key in ("map", "start", "instruction")}
        return {"kind": "map", **shown, "drive": True, "keys": dict(KEYS)}
