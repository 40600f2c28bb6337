"""Tasks to choose from, tasks of one's own in YAML, and the form that a worker would see."""

from __future__ import annotations

from typing import Any

from likewise.collect.tasks import get_task, load_yaml, read_yaml, task_names
from likewise.errors import InputError

__all__ = ["OWN", "definition", "preview_of", "task_choices", "task_from_yaml", "type_views", "values_of"]

OWN = "custom"


def task_choices() -> list[tuple[str, str]]:
    """The task types for a form, and the requester's own."""
    return [(name, name) for name in task_names()] + [(OWN, "your own (defined in YAML)")]


def type_views() -> list[dict[str, Any]]:
    """The task types that come with the house."""
    tasks = [get_task(name) for name in task_names()]
    return [{"name": task.name, "title": task.title, "pay": list(task.pay)} for task in tasks]


def task_from_yaml(text: str) -> dict[str, Any]:
    """Name and settings of a task defined in YAML, checked."""
    task = load_yaml(text)
    return {"task": task.name, "title": task.title, "settings": dict(task.settings)}


def preview_of(name: str, settings: dict[str, Any], stimulus: dict[str, Any]) -> tuple[dict[str, Any], Any]:
    """The checked settings and the form that a worker would see."""
    task = get_task(name, settings)
    checked = task.check_settings(settings)
    return checked, task.form(task.check_stimulus(stimulus, checked), checked)


def values_of(text: str, field: str) -> dict[str, Any]:
    """A small YAML object; nothing is an empty one."""
    if not text.strip():
        return {}
    try:
        value = read_yaml(text)
    except InputError as error:
        raise InputError(error.message, line=error.line, field=field) from None
    if not isinstance(value, dict) or not all(isinstance(key, str) for key in value):
        raise InputError("expected names with values", field=field)
    return value


def definition(task: str, text: str) -> tuple[str, dict[str, Any]]:
    """Name and settings of a task: a type of ours with settings, or a requester's own definition."""
    if task != OWN:
        return task, values_of(text, "settings")
    own = load_yaml(text)
    return own.name, dict(own.settings)
