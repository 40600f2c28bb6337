"""A plain view of a grid map: crossings, corridors, what stands where, and a walk."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

__all__ = ["draw_map"]

_CELL = 64


def draw_map(view: Mapping[str, Any]) -> dict[str, Any]:
    """Places and lines in the units of the drawing; the map's own coordinates times the size of a cell."""
    world = view["map"]
    xs = [node["x"] * _CELL for node in world["nodes"]]
    ys = [node["y"] * _CELL for node in world["nodes"]]
    left, top = min(xs) - 48, min(ys) - 48
    width, height = max(xs) + 64 - left, max(ys) + 48 - top
    poses = view.get("path") or [view["start"]]
    way = " ".join(f"{x * _CELL},{y * _CELL}" for x, y, _ in poses)
    halls, marks, ways = [], [], []
    for edge in world["edges"]:
        (ax, ay), (bx, by) = edge["from"], edge["to"]
        floor, wall = edge.get("floor"), edge.get("wall")
        halls.append((ax * _CELL, ay * _CELL, bx * _CELL, by * _CELL, floor))
        ways += [f"{ax},{ay},{bx},{by}", f"{bx},{by},{ax},{ay}"]
        shown = " · ".join(part for part in (floor, wall) if part)
        if shown:
            upright = ax == bx
            x, y = (ax + bx) * _CELL / 2, (ay + by) * _CELL / 2
            marks.append((x + 8, y + 4, shown, True) if upright else (x, y + 16, shown, False))
    x, y, _ = view["start"]
    return {
        "width": round(1.25 * width),
        "height": round(1.25 * height),
        "box": f"{left} {top} {width} {height}",
        "label": f"Map of {len(world['nodes'])} places",
        "halls": halls,
        "places": [(n["x"] * _CELL, n["y"] * _CELL, n.get("item")) for n in world["nodes"]],
        "marks": marks,
        "ways": " ".join(ways),
        "way": way,
        "goal": [c * _CELL for c in poses[-1][:2]] if view.get("path") else None,
        "at": [x * _CELL, y * _CELL],
    }
