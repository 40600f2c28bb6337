"""The map that people see who write or follow an instruction."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from markupsafe import Markup

from likewise.collect.tasks import as_map
from likewise.worlds import Pose, draw_map

__all__ = ["draw_view"]


def draw_view(view: Mapping[str, Any]) -> Markup:
    """The drawing of a task's view: its map with the walker at the start, or pose by pose with a walk."""
    world = as_map(view["map"])
    path = [Pose(*pose) for pose in view.get("path") or ()]
    walker = None if path else Pose(*view["start"])
    title = f"Map of {len(world.items)} places"
    drawn = draw_map(world, path=path, walker=walker, steps=bool(path), title=title)
    return Markup(drawn)
