"""Maps as plain data, and how a follower moves on them (Chen 2012, section 4.1; conventions of the corpus).

A map is `{"nodes": [{"x", "y", "item"?}], "edges": [{"from": [x, y], "to": [x, y], "floor"?, "wall"?}]}`:
crossings with the furniture that stands there, and corridors of unit length between neighbours with
their floor and the pictures on their walls. Neighbours without an edge are parted by a wall. A pose is
`[x, y, heading]`, heading in degrees: 0 is up (-y), 90 right (+x), 180 down, 270 left. What is checked here,
with the field that is wrong, becomes a `likewise.worlds.Map`, on which people move.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from likewise.collect.tasks.clean_text import clean
from likewise.collect.tasks.value_checks import inside, listing, mapping, only, whole
from likewise.errors import InputError
from likewise.worlds import HEADINGS, MOVES, Corridor, Map, Pose

__all__ = ["ACTIONS", "as_map", "check_actions", "check_map", "check_pose", "plain_map", "replay"]

ACTIONS = MOVES
_FARTHEST = 1000
_MOST_NODES = 2500


def check_map(value: Any, field: str = "map") -> dict[str, Any]:
    """The map: nodes at different places, edges between neighbouring nodes, each once."""
    values = mapping(value, field)
    only(values, ("name", "nodes", "edges"), field)
    checked: dict[str, Any] = {}
    if values.get("name") is not None:
        checked["name"] = clean(values["name"], inside(field, "name"), 100)
    here = inside(field, "nodes")
    places: set[tuple[int, int]] = set()
    checked["nodes"] = [
        _node(node, f"{here}[{place}]", places)
        for place, node in enumerate(listing(values.get("nodes"), here, _MOST_NODES, least=1))
    ]
    here = inside(field, "edges")
    seen: set[tuple[int, int, int, int]] = set()
    checked["edges"] = [
        _edge(edge, f"{here}[{place}]", places, seen)
        for place, edge in enumerate(listing(values.get("edges"), here, 2 * _MOST_NODES))
    ]
    return checked


def check_pose(value: Any, world: Mapping[str, Any], field: str = "start") -> list[int]:
    """A pose on a node of the (checked) map."""
    x, y, heading = listing(value, field, 3, least=3)
    pose = [
        whole(x, f"{field}[0]", -_FARTHEST, _FARTHEST),
        whole(y, f"{field}[1]", -_FARTHEST, _FARTHEST),
        whole(heading, f"{field}[2]", 0, 270),
    ]
    if pose[2] not in HEADINGS:
        raise InputError("expected a heading of 0, 90, 180 or 270 degrees", field=f"{field}[2]")
    if not any(node["x"] == pose[0] and node["y"] == pose[1] for node in world["nodes"]):
        raise InputError("there is no such place on the map", field=field)
    return pose


def check_actions(value: Any, field: str, most: int) -> list[str]:
    """Actions as a list, or as words between blanks or commas, as a form sends them."""
    if isinstance(value, str):
        if len(value) > 20 * most + 20:
            raise InputError(f"is too long, expected at most {most} actions", field=field)
        value = value.replace(",", " ").split()
    actions = []
    for place, action in enumerate(listing(value, field, most)):
        word = action.upper() if isinstance(action, str) else None
        if word not in ACTIONS:
            raise InputError("expected LEFT, RIGHT or FORWARD", field=f"{field}[{place}]")
        actions.append(word)
    return actions


def replay(
    world: Mapping[str, Any], start: Sequence[int], actions: Sequence[str], field: str = "actions"
) -> list[list[int]]:
    """The poses from the start on, one more than actions; a step into a wall is refused."""
    here = as_map(world)
    path = [Pose(*start)]
    for place, action in enumerate(actions):
        after = here.moved(path[-1], action)
        if after is None:
            raise InputError("there is a wall ahead, no way FORWARD", field=f"{field}[{place}]")
        path.append(after)
    return [list(pose) for pose in path]


def as_map(world: Mapping[str, Any]) -> Map:
    """A checked map as a world to walk in."""
    return Map(
        world.get("name", ""),
        {(node["x"], node["y"]): node.get("item", "") for node in world["nodes"]},
        {
            (_end(edge["from"]), _end(edge["to"])): Corridor(edge.get("floor", ""), edge.get("wall", ""))
            for edge in world["edges"]
        },
    )


def plain_map(world: Map) -> dict[str, Any]:
    """A world as plain data, as `check_map` takes it."""
    nodes = [{"x": x, "y": y} | _named(item=world.items[x, y]) for x, y in world.places]
    edges = [
        {"from": list(one), "to": list(other)} | _named(floor=look.floor, wall=look.wall)
        for (one, other), look in world.corridors.items()
    ]
    return {"name": world.name, "nodes": nodes, "edges": edges}


def _end(place: Sequence[int]) -> tuple[int, int]:
    return place[0], place[1]


def _named(**landmarks: str) -> dict[str, Any]:
    return {name: text for name, text in landmarks.items() if text}


def _node(value: Any, field: str, places: set[tuple[int, int]]) -> dict[str, Any]:
    values = mapping(value, field)
    only(values, ("x", "y", "item"), field)
    x = whole(values.get("x"), inside(field, "x"), -_FARTHEST, _FARTHEST)
    y = whole(values.get("y"), inside(field, "y"), -_FARTHEST, _FARTHEST)
    if (x, y) in places:
        raise InputError(f"there is a node at {x}, {y} already", field=field)
    places.add((x, y))
    return {"x": x, "y": y} | _landmarks(values, ("item",), field)


def _edge(
    value: Any, field: str, places: set[tuple[int, int]], seen: set[tuple[int, int, int, int]]
) -> dict[str, Any]:
    values = mapping(value, field)
    only(values, ("from", "to", "floor", "wall"), field)
    ends = []
    for name in ("from", "to"):
        here = inside(field, name)
        end = [whole(c, here, -_FARTHEST, _FARTHEST) for c in listing(values.get(name), here, 2, least=2)]
        if (end[0], end[1]) not in places:
            raise InputError("there is no such node", field=here)
        ends.append(end)
    (ax, ay), (bx, by) = ends
    if abs(ax - bx) + abs(ay - by) != 1:
        raise InputError("expected an edge between neighbours", field=field)
    if (ax, ay, bx, by) in seen:
        raise InputError("this edge is there already", field=field)
    seen |= {(ax, ay, bx, by), (bx, by, ax, ay)}
    return {"from": ends[0], "to": ends[1]} | _landmarks(values, ("floor", "wall"), field)


def _landmarks(values: Mapping[str, Any], names: Sequence[str], field: str) -> dict[str, str]:
    return {
        name: text
        for name in names
        if values.get(name) is not None and (text := clean(values[name], inside(field, name), 60))
    }
