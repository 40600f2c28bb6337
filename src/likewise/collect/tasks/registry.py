"""Which task types there are: ours by name, a requester's by what the settings of its campaign hold."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from likewise.collect.tasks.base import Task, TaskType
from likewise.collect.tasks.clip import ClipTask
from likewise.collect.tasks.custom import CustomTask, load_definition, task_from
from likewise.collect.tasks.describe import DescribeTask
from likewise.collect.tasks.follow import FollowTask
from likewise.collect.tasks.instruct import InstructTask
from likewise.collect.tasks.meaning import MeaningTask
from likewise.collect.tasks.paraphrase import ParaphraseTask
from likewise.collect.tasks.pattern import PatternTask
from likewise.collect.tasks.rate import RateTask
from likewise.collect.tasks.survey import SurveyTask
from likewise.errors import InputError

__all__ = ["get_task", "load_yaml", "task_names"]

_TYPES: tuple[Task, ...] = (
    DescribeTask(),
    ClipTask(),
    ParaphraseTask(),
    RateTask(),
    MeaningTask(),
    PatternTask(),
    InstructTask(),
    FollowTask(),
    SurveyTask(),
)
_BUILT_IN: dict[str, Any] = {task.name: task for task in _TYPES}


def task_names() -> list[str]:
    """The names of the types that come with the house."""
    return list(_BUILT_IN)


def get_task(name: str, settings: Mapping[str, Any] | None = None) -> TaskType:
    """The type of this name: one of ours, or the one that the settings define.

    A requester's type is found by its own name, or as "custom" whatever its name is.
    """
    if name in _BUILT_IN:
        ours: TaskType = _BUILT_IN[name]
        return ours
    task = task_from(settings)
    if task is None:
        raise InputError(f"unknown task '{name}', expected one of {', '.join(_BUILT_IN)}", field="task")
    if name not in (task.name, "custom"):
        raise InputError(f"the settings define the task '{task.name}', not '{name}'", field="task")
    return _not_ours(task)


def load_yaml(text: str) -> CustomTask:
    """The task type that a requester defines in YAML; its `settings` are what a campaign keeps."""
    return _not_ours(CustomTask(load_definition(text)))


def _not_ours(task: CustomTask) -> CustomTask:
    if task.name in (*_BUILT_IN, "custom"):
        raise InputError(f"the name '{task.name}' is taken", field="name")
    return task
