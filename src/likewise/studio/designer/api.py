"""Task types, and the preview of a task before a campaign is opened with it."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

from pydantic import Field

from likewise.studio.designer.service import preview_of, task_from_yaml, type_views
from likewise.studio.web import Body, Reviewer, api_router

__all__ = ["router"]

router = api_router("tasks")


class Preview(Body):
    """A task with its settings and one stimulus."""

    task: Annotated[str, Field(min_length=1, max_length=64)]
    settings: dict[str, Any] = Field(default_factory=dict)
    stimulus: dict[str, Any] = Field(default_factory=dict)


class Definition(Body):
    """A task that a requester defines."""

    yaml: Annotated[str, Field(min_length=1, max_length=100_000)]


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
