"""Task types, and the preview of a task before a campaign is opened with it."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

from pydantic import Field

from likewise.collect.tasks import get_task, load_yaml, task_names
from likewise.studio.api.common import Body, group
from likewise.studio.identity import Reviewer

__all__ = ["preview_of", "router", "task_from_yaml", "type_views"]

router = group("tasks")


class Preview(Body):
    """A task with its settings and one stimulus."""

    task: Annotated[str, Field(min_length=1, max_length=64)]
    settings: dict[str, Any] = Field(default_factory=dict)
    stimulus: dict[str, Any] = Field(default_factory=dict)


class Definition(Body):
    """A task that a requester defines."""

    yaml: Annotated[str, Field(min_length=1, max_length=100_000)]


def type_views() -> list[dict[str, Any]]:
    """The task types that come with the house."""
    found = [get_task(name) for name in task_names()]
    return [{"name": task.name, "title": task.title, "pay": list(task.pay)} for task in found]


def task_from_yaml(text: str) -> dict[str, Any]:
    """Name and settings of a task defined in YAML, checked."""
    task = load_yaml(text)
    return {"task": task.name, "title": task.title, "settings": dict(task.settings)}


def preview_of(name: str, settings: dict[str, Any], stimulus: dict[str, Any]) -> tuple[dict[str, Any], Any]:
    """The checked settings and the form that a worker would see."""
    task = get_task(name, settings)
    checked = task.check_settings(settings)
    return checked, task.form(task.check_stimulus(stimulus, checked), checked)


@router.get("/tasks")
def listing(person: Reviewer) -> dict[str, Any]:
    """The task types."""
    return {"tasks": type_views()}


@router.post("/tasks/preview")
def preview(person: Reviewer, body: Preview) -> dict[str, Any]:
    """What a worker would be shown and asked, as the first problem of a piece of work."""
    settings, form = preview_of(body.task, body.settings, body.stimulus)
    return {"settings": settings, "problem": {"number": 1, "of": settings["problems"]}, "form": asdict(form)}


@router.post("/tasks/yaml")
def from_yaml(person: Reviewer, body: Definition) -> dict[str, Any]:
    """Check a task defined in YAML; gives the name and settings to open a campaign with."""
    return task_from_yaml(body.yaml)
