"""Instructor: shown a random path on a map, writes the instruction for it (Chen 2012, section 4.1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from likewise.collect.tasks.grid import check_actions, check_map, check_pose, replay
from likewise.collect.tasks.kit import (
    ExampleAnswer,
    Field,
    InputError,
    Task,
    check_about,
    flag,
    language_field,
    require_words,
    stimulus_values,
    whole,
)

__all__ = ["InstructTask"]


class InstructTask(Task):
    """Stimulus: `map` (see `grid`), `start` pose, `actions` (1-4); the check adds their `path` of poses.

    Answer: `text`, `language`, `comment`. Settings: `most_actions` (4), `characters` (500), `ask_language`
    (as for `DescribeTask`); `problems` is 3. The paper paid 10 cents for three problems, 15 to proven
    workers.
    """

    name = "instruct"
    title = "Tell the way"
    pay = (3, 5)
    exports = ("clusters", "huggingface", "navigation")
    problems: ClassVar[int] = 3
    own_settings: ClassVar[tuple[str, ...]] = ("most_actions", "characters", "ask_language")
    guidance = (
        "The map shows a walk: where it starts, which way the walker looks, and each step and turn.",
        "Write a short instruction that would make someone who stands at the start and cannot see this map "
        "do exactly that.",
        "You may name what can be seen on the way: furniture, floors, pictures on the walls.",
    )
    examples = (
        ExampleAnswer(True, "Turn so that the lamp is behind you and walk one block to the stool."),
        ExampleAnswer(True, "Go left, then two steps along the brick floor."),
        ExampleAnswer(False, "Go to (3, 5).", "nobody inside the building sees coordinates"),
        ExampleAnswer(False, "Have a nice walk!", "says nothing about the way"),
    )

    def check_stimulus(self, stimulus: Any, settings: Mapping[str, Any] | None) -> dict[str, Any]:
        """A walk that the map allows."""
        settings = self.check_settings(settings)
        values = stimulus_values(stimulus, "map", "start", "actions", "path")
        world = check_map(values.get("map"))
        start = check_pose(values.get("start"), world)
        actions = check_actions(values.get("actions"), "actions", settings["most_actions"])
        if not actions:
            raise InputError("expected at least one action", field="actions")
        path = replay(world, start, actions)
        return {"map": world, "start": start, "actions": actions, "path": path} | check_about(values)

    def texts(self, stimulus: Mapping[str, Any], answer: Mapping[str, Any]) -> list[str]:
        """The instruction: those for one walk mean the same."""
        return [answer["text"]]

    def _settings(self, values: dict[str, Any]) -> dict[str, Any]:
        return {
            "most_actions": whole(values.get("most_actions", 4), "most_actions", 1, 100),
            "characters": whole(values.get("characters", 500), "characters", 1, 5000),
            "ask_language": flag(values.get("ask_language", True), "ask_language"),
        }

    def _fields(self, stimulus: Mapping[str, Any], settings: Mapping[str, Any]) -> tuple[Field, ...]:
        text = Field("text", "text", "Your instruction", max=settings["characters"], dir_auto=True)
        return (language_field(), text) if settings["ask_language"] else (text,)

    def _together(
        self, values: dict[str, Any], stimulus: Mapping[str, Any], settings: Mapping[str, Any]
    ) -> dict[str, Any]:
        require_words(values["text"], "text")
        return values

    def _view(self, stimulus: Mapping[str, Any], settings: Mapping[str, Any]) -> dict[str, Any]:
        shown = {key: stimulus[key] for key in ("map", "start", "actions", "path")}
        return {"kind": "map", **shown, "drive": False}
