"""likewise navigate map: the maps that there are, and a drawing of one."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from likewise.cli.command import InputError, Json, check_outputs, print_json, print_table, said
from likewise.cli.navigate.inputs import Data, map_of, maps_of
from likewise.io import write_text

if TYPE_CHECKING:
    from likewise.worlds import Map

__all__ = ["show_map"]


def show_map(
    name: Annotated[
        str | None,
        typer.Argument(metavar="[NAME]", help="A map: its name, or its file; without it, all are listed."),
    ] = None,
    data: Data = None,
    svg: Annotated[str | None, typer.Option("--svg", metavar="FILE", help="Draw the map here.")] = None,
    json_out: Json = False,
) -> None:
    """List the maps, or show one: its places, what stands where, how its corridors look.

    Example: likewise navigate map Museum --svg museum.svg
    """
    if name is None:
        if svg is not None:
            raise InputError("--svg draws one map: give its name as an argument")
        _list(maps_of(data), json_out)
        return
    check_outputs(svg, inputs=[name], json_out=json_out)
    world = map_of(name, data)
    if svg is not None:
        _draw(world, svg)
        said(svg)
    if svg == "-":
        return
    if json_out:
        from likewise.worlds import dumps_map

        print_json(json.loads(dumps_map(world)))
    else:
        _tell(world)


def _list(maps: dict[str, Map], json_out: bool) -> None:
    rows = [_counts(world) for world in maps.values()]
    if json_out:
        print_json({"maps": rows})
        return
    heads = ["name", "places", "corridors", "furniture", "x", "y"]
    cells = [
        [*(row[head] for head in heads[:4]), *(f"{low} to {high}" for low, high in (row["x"], row["y"]))]
        for row in rows
    ]
    print_table("Maps", heads, cells)


def _counts(world: Map) -> dict[str, Any]:
    xs, ys = ([place[axis] for place in world.places] for axis in (0, 1))
    furnished = sum(map(bool, world.items.values()))
    return {
        "name": world.name, "places": len(world.places), "corridors": len(world.corridors),
        "furniture": furnished, "x": [min(xs), max(xs)], "y": [min(ys), max(ys)],
    }  # fmt: skip


def _tell(world: Map) -> None:
    rows = [[f"{x},{y}", world.items[x, y] or "-", _headings(world, x, y)] for x, y in world.places]
    counts = _counts(world)
    size = f"{counts['places']} places, {counts['corridors']} corridors"
    summary = f"{size}; headings: 0 up, 90 right, 180, 270"
    print_table(f"Map {world.name}", ["place", "furniture", "corridors lead"], rows, summary)


def _headings(world: Map, x: int, y: int) -> str:
    return " ".join(map(str, world.ways((x, y)))) or "-"


def _draw(world: Map, path: str) -> None:
    from likewise.worlds import draw_map

    with write_text(path) as out:
        out.write(draw_map(world, standalone=True))
