"""Maps on disk: the XML of the corpus and a plain JSON, read by what the file says, not by its name.

{"name": "Attic", "places": [{"x": 0, "y": 0, "item": "sofa"}, ..],
 "corridors": [{"from": [0, 0], "to": [1, 0], "floor": "brick", "wall": "fish"}, ..]}
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from likewise.errors import InputError
from likewise.io import Source, name_of, read_lines, write_text
from likewise.worlds.maps import Corridor, Map
from likewise.worlds.poses import Place

__all__ = ["dump_map", "dumps_map", "load_map", "load_maps", "loads_map"]


def load_map(path: Source) -> Map:
    """A map from a file, XML or JSON."""
    return loads_map("\n".join(line for _, line in read_lines(path)), file=name_of(path))


def load_maps(folder: Source) -> dict[str, Map]:
    """All maps of a folder, by name."""
    maps: dict[str, Map] = {}
    for path in sorted(p for p in Path(folder).glob("*") if p.suffix in (".xml", ".json")):
        world = load_map(path)
        if world.name in maps:
            raise InputError(f"a second map named '{world.name}'", file=str(path))
        maps[world.name] = world
    if not maps:
        raise InputError("holds no maps (.xml or .json)", file=str(folder))
    return maps


def loads_map(text: str, *, file: str | None = None) -> Map:
    """A map from the text of its file."""
    if not text.strip():
        raise InputError("is empty, expected a map", file=file)
    try:
        return _from_xml(text) if text.lstrip().startswith("<") else _from_json(text)
    except InputError as error:
        raise InputError(error.message, file=file, line=error.line, field=error.field) from None


def dump_map(world: Map, path: Source) -> None:
    """Write a map as JSON."""
    with write_text(path) as stream:
        stream.write(dumps_map(world))


def dumps_map(world: Map) -> str:
    """A map as JSON text, one place and one corridor a line."""
    places = [
        json.dumps({"x": x, "y": y, "item": world.items[x, y]}, ensure_ascii=False) for x, y in world.places
    ]
    corridors = [
        json.dumps({"from": list(a), "to": list(b), "floor": c.floor, "wall": c.wall}, ensure_ascii=False)
        for (a, b), c in world.corridors.items()
    ]
    rows = [",\n    ".join(part) for part in (places, corridors)]
    name = json.dumps(world.name, ensure_ascii=False)
    lists = f'"places": [\n    {rows[0]}\n  ],\n  "corridors": [\n    {rows[1]}\n  ]'
    return f'{{\n  "name": {name},\n  {lists}\n}}\n'


def _built(name: Any, places: list[tuple[Place, str]], corridors: list[tuple[Place, Place, Corridor]]) -> Map:
    if not isinstance(name, str) or not name:
        raise InputError("missing, expected the map's name", field="name")
    _check_name(name, "name")
    if not places:
        raise InputError("holds no places", field="places")
    items = dict(places)
    if len(items) < len(places):
        twice = next(p for i, (p, _) in enumerate(places) if p in dict(places[:i]))
        raise InputError(f"the place {twice} is there twice", field="places")
    ways: dict[tuple[Place, Place], Corridor] = {}
    for a, b, corridor in corridors:
        if (a, b) in ways:
            raise InputError(f"the corridor {a} to {b} is there twice", field="corridors")
        ways[a, b] = corridor
    return Map(name, items, ways)


def _from_xml(text: str) -> Map:
    if "<!ENTITY" in text or "<!DOCTYPE" in text:
        raise InputError("a map's XML declares no document type and no entities")
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        raise InputError(f"not valid XML ({error})", line=error.position[0]) from None
    except UnicodeEncodeError:
        raise InputError("holds characters that are no text") from None
    world = root if root.tag == "map" else root.find("map")
    if world is None:
        raise InputError(f"expected <map>, found <{root.tag}>")
    places = [
        ((_digits(n.get("x"), "x"), _digits(n.get("y"), "y")), _name(n.attrib, "item"))
        for n in world.iter("node")
    ]
    corridors = [
        (
            _corner(e.get("node1"), "node1"),
            _corner(e.get("node2"), "node2"),
            Corridor(_name(e.attrib, "floor"), _name(e.attrib, "wall")),
        )
        for e in world.iter("edge")
    ]
    return _built(world.get("name"), places, corridors)


def _corner(value: str | None, field: str) -> Place:
    parts = (value or "").split(",")
    if len(parts) != 2:
        raise InputError(f"expected 'x,y', found '{value or ''}'", field=field)
    return _digits(parts[0], field), _digits(parts[1], field)


def _digits(value: str | None, field: str) -> int:
    if not re.fullmatch(r"\s*-?[0-9]{1,6}\s*", value or ""):
        raise InputError(f"expected a whole number, found '{value or ''}'", field=field)
    return int(value or "")


def _number(value: Any, field: str) -> int:
    if type(value) is not int or abs(value) > 999_999:
        raise InputError(f"expected a whole number, found {json.dumps(value)[:40]}", field=field)
    return value


def _from_json(text: str) -> Map:
    try:
        row = json.loads(text)
    except ValueError as error:
        line = error.lineno if isinstance(error, json.JSONDecodeError) else None
        raise InputError(f"not valid JSON ({error})", line=line) from None
    except RecursionError:
        raise InputError("JSON that is nested beyond reason") from None
    if not isinstance(row, dict):
        raise InputError("expected a JSON object with name, places, corridors")
    places = [
        ((_number(p.get("x"), "x"), _number(p.get("y"), "y")), _name(p, "item")) for p in _rows(row, "places")
    ]
    corridors = [
        (_pair(c, "from"), _pair(c, "to"), Corridor(_name(c, "floor"), _name(c, "wall")))
        for c in _rows(row, "corridors")
    ]
    return _built(row.get("name"), places, corridors)


def _rows(row: dict[str, Any], field: str) -> list[dict[str, Any]]:
    rows = row.get(field)
    if not isinstance(rows, list) or not all(isinstance(r, dict) for r in rows):
        raise InputError("expected a list of objects", field=field)
    return rows


def _pair(row: dict[str, Any], field: str) -> Place:
    value = row.get(field)
    if not isinstance(value, list) or len(value) != 2:
        raise InputError("expected [x, y]", field=field)
    return _number(value[0], field), _number(value[1], field)


def _name(row: Mapping[str, Any], field: str) -> str:
    """What a thing is called; plans write it down, so it holds nothing that their language needs."""
    value = row.get(field)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise InputError(f"expected text, found {json.dumps(value)[:40]}", field=field)
    name = " ".join(value.split())
    _check_name(name, field)
    if any(sign in name for sign in "(),:"):
        raise InputError(f"a name holds no bracket, comma or colon, found '{name}'", field=field)
    return name


def _check_name(name: str, field: str) -> None:
    """Refuse half of a character and control characters: no file could hold them."""
    if any(ord(c) < 32 or 0xD800 <= ord(c) <= 0xDFFF for c in name):
        raise InputError("holds characters that are no text", field=field)
