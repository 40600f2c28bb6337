"""Which task types there are: ours by name, a requester's by what the settings of its campaign hold."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Any

from likewise.collect.tasks.base import TaskType
from likewise.collect.tasks.custom import CustomTask, load_definition, task_from
from likewise.errors import InputError
from likewise.io import read_lines

__all__ = ["get_task", "load_yaml", "read_task", "task_names"]

_TYPES = {
    "describe": "DescribeTask",
    "clip": "ClipTask",
    "paraphrase": "ParaphraseTask",
    "rate": "RateTask",
    "meaning": "MeaningTask",
    "pattern": "PatternTask",
    "instruct": "InstructTask",
    "follow": "FollowTask",
    "rhyme": "RhymeTask",
    "frames": "FramesTask",
    "robot-command": "RobotCommandTask",
    "robot-understanding": "RobotUnderstandingTask",
    "keyword-translation": "KeywordTranslationTask",
    "survey": "SurveyTask",
}
"""The types that come with the house: each is a class in the module of its name, with _ for -."""


@cache
def _built_in(name: str) -> TaskType:
    made: TaskType = getattr(
        import_module(f"likewise.collect.tasks.{name.replace('-', '_')}"), _TYPES[name]
    )()
    return made


def task_names() -> list[str]:
    """The names of the types that come with the house."""
    return list(_TYPES)


def get_task(name: str, settings: Mapping[str, Any] | None = None) -> TaskType:
    """The type of this name: one of ours, or the one that the settings define.

    A requester's type is found by its own name, or as "custom" whatever its name is.
    """
    if name in _TYPES:
        return _built_in(name)
    task = task_from(settings)
    if task is None:
        raise InputError(f"unknown task '{name}', expected one of {', '.join(_TYPES)}", field="task")
    if name not in (task.name, "custom"):
        raise InputError(f"the settings define the task '{task.name}', not '{name}'", field="task")
    return _not_ours(task)


def load_yaml(text: str) -> CustomTask:
    """The task type that a requester defines in YAML; its `settings` are what a campaign keeps."""
    return _not_ours(CustomTask(load_definition(text)))


def read_task(task: str) -> tuple[str, dict[str, Any]]:
    """Name and settings of a task: one of ours by its name, a requester's by its YAML file."""
    if not task.endswith((".yaml", ".yml")):
        return task, {}
    text = "\n".join(line for _, line in read_lines(task))
    try:
        own = load_yaml(text)
    except InputError as error:
        raise InputError(error.message, file=task, line=error.line, field=error.field) from None
    return own.name, dict(own.settings)


def _not_ours(task: CustomTask) -> CustomTask:
    if task.name in (*_TYPES, "custom"):
        raise InputError(f"the name '{task.name}' is taken", field="name")
    return task
