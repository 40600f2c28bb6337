"""Maps on disk: both formats, and every way in which a file can be wrong."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from likewise.errors import InputError
from likewise.worlds import Corridor, Map, dump_map, dumps_map, load_map, load_maps, loads_map, random_map

XML = """<?xml version="1.0"?>
<map name="Two">
  <nodes><node x="0" y="5" item=""></node><node x="1" y="5" item="chair"></node></nodes>
  <edges><edge node1="0,5" node2="1,5" wall="fish" floor="blue"></edge></edges>
</map>
"""
TWO = Map("Two", {(0, 5): "", (1, 5): "chair"}, {((0, 5), (1, 5)): Corridor("blue", "fish")})


def as_json(**changed: Any) -> str:
    row = {
        "name": "Two",
        "places": [{"x": 0, "y": 5}, {"x": 1, "y": 5, "item": "chair"}],
        "corridors": [{"from": [0, 5], "to": [1, 5], "floor": "blue", "wall": "fish"}],
    }
    return json.dumps({key: value for key, value in {**row, **changed}.items() if value is not ...})


def test_both_formats_say_the_same() -> None:
    assert loads_map(XML) == loads_map(as_json()) == TWO
    assert loads_map(f"<maps>{XML[XML.index('<map') :]}</maps>") == TWO


def test_a_declared_encoding_does_not_garble_names() -> None:
    text = XML.replace('version="1.0"', 'version="1.0" encoding="ISO-8859-1"').replace(
        "chair", "fauteuil doré"
    )
    assert loads_map(text).items[1, 5] == "fauteuil doré"


def test_an_isolated_place_is_legal() -> None:
    alone = loads_map(as_json(places=[{"x": 3, "y": 3}], corridors=[]))
    assert alone.ways((3, 3)) == ()
    assert loads_map(dumps_map(alone)) == alone


def test_blanks_in_names_are_made_one() -> None:
    assert loads_map(XML.replace("chair", " arm \t chair ")).items[1, 5] == "arm chair"


@settings(max_examples=20)
@given(st.integers(0, 10**6), st.integers(1, 40))
def test_written_maps_read_back(seed: int, places: int) -> None:
    world = random_map(seed, places=places, items=["椅子", 'a "b"', "lamp"])
    assert loads_map(dumps_map(world)) == world


def test_files(tmp_path: Path) -> None:
    dump_map(TWO, tmp_path / "two.json")
    (tmp_path / "bom.json").write_bytes(b"\xef\xbb\xbf" + as_json(name="Bom").encode())
    (tmp_path / "three.xml").write_text(XML.replace("Two", "Three"))
    (tmp_path / "notes.txt").write_text("not a map")
    assert sorted(load_maps(tmp_path)) == ["Bom", "Three", "Two"]
    (tmp_path / "packed.json.gz").write_bytes(gzip.compress(as_json().encode()))
    assert load_map(tmp_path / "packed.json.gz") == TWO
    (tmp_path / "again.xml").write_text(XML)
    with pytest.raises(InputError, match="a second map named 'Two'"):
        load_maps(tmp_path)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "is empty"),
        (b" \n", "is empty"),
        (b'{"name": "caf\xe9"}', "not valid UTF-8"),
        (XML.encode("utf-16"), "is UTF-16"),
        (b"\x00\x01", "NUL"),
    ],
)
def test_bytes_that_are_no_text(tmp_path: Path, data: bytes, said: str) -> None:
    path = tmp_path / "map.json"
    path.write_bytes(data)
    with pytest.raises(InputError, match=said) as caught:
        load_map(path)
    assert caught.value.file == str(path)


def test_no_file_and_no_maps(tmp_path: Path) -> None:
    for missing in (tmp_path / "none.json", tmp_path):
        with pytest.raises(InputError, match=r"no such file|is a folder"):
            load_map(missing)
    for folder in (tmp_path, tmp_path / "none"):
        with pytest.raises(InputError, match="holds no maps"):
            load_maps(folder)


ENTITY = '<!DOCTYPE map [<!ENTITY a "b">]>'


@pytest.mark.parametrize(
    ("text", "said", "field"),
    [
        ("nonsense", "not valid JSON", None),
        ("[1]", "expected a JSON object", None),
        ("[" * 100_000, "JSON", None),
        (as_json(name=...), "missing, expected the map's name", "name"),
        (as_json(name=7), "missing, expected the map's name", "name"),
        (as_json(name="a\ud800"), "no text", "name"),
        (as_json(places=...), "expected a list of objects", "places"),
        (as_json(places={}), "expected a list of objects", "places"),
        (as_json(places=[[0, 5]]), "expected a list of objects", "places"),
        (as_json(places=[], corridors=[]), "holds no places", "places"),
        (as_json(places=[{"x": 0, "y": 5}] * 2), r"place \(0, 5\) is there twice", "places"),
        (as_json(places=[{"x": "0", "y": 5}]), 'whole number, found "0"', "x"),
        (as_json(places=[{"x": 0, "y": 5.0}]), "whole number, found 5.0", "y"),
        (as_json(places=[{"x": True, "y": 5}]), "whole number, found true", "x"),
        (as_json(places=[{"x": 0}]), "whole number, found null", "y"),
        (as_json(places=[{"x": 10**9, "y": 0}]), "whole number", "x"),
        (as_json(places=[{"x": 0, "y": 5, "item": ["sofa"]}]), "expected text", "item"),
        (as_json(places=[{"x": 0, "y": 5, "item": 0}]), "expected text, found 0", "item"),
        (as_json(places=[{"x": 0, "y": 5, "item": "sofa (red)"}]), "no bracket, comma or colon", "item"),
        (as_json(corridors=...), "expected a list of objects", "corridors"),
        (as_json(corridors=[{"from": [0, 5]}]), r"expected \[x, y\]", "to"),
        (as_json(corridors=[{"from": [0, 5, 0], "to": [1, 5]}]), r"expected \[x, y\]", "from"),
        (as_json(corridors=[{"from": [0, 5], "to": [1, None]}]), "whole number, found null", "to"),
        (as_json(corridors=[{"from": [0, 5], "to": [2, 5]}]), r"leads to \(2, 5\), no such place", None),
        (as_json(corridors=[{"from": [0, 5], "to": [1, 5]}] * 2), "is there twice", "corridors"),
        (as_json(corridors=[{"from": [0, 5], "to": [1, 5], "wall": 3}]), "expected text", "wall"),
        ("<map", "not valid XML", None),
        ("<map name='\ud800'/>", "no text", None),
        ("<world/>", "expected <map>, found <world>", None),
        (ENTITY + "<map name='&a;'/>", "no document type and no entities", None),
        ("<map/>", "missing, expected the map's name", "name"),
        ("<map name='m'/>", "holds no places", "places"),
        (XML.replace('x="1"', 'x="one"'), "whole number, found 'one'", "x"),
        (XML.replace('x="1"', 'x="1_0"'), "whole number, found '1_0'", "x"),
        (XML.replace('x="1"', ""), "whole number, found ''", "x"),
        (XML.replace('x="1"', 'x="0"'), r"place \(0, 5\) is there twice", "places"),
        (XML.replace('node2="1,5"', 'node2="1"'), "expected 'x,y', found '1'", "node2"),
        (XML.replace('node2="1,5"', ""), "expected 'x,y', found ''", "node2"),
        (XML.replace('node2="1,5"', 'node2="0,5"'), "does not join neighbours", None),
        (XML.replace('floor="blue"', 'floor="a,b"'), "no bracket, comma or colon", "floor"),
    ],
)
def test_wrong_maps(text: str, said: str, field: str | None) -> None:
    with pytest.raises(InputError, match=said) as caught:
        loads_map(text, file="map.xml")
    assert caught.value.file == "map.xml"
    assert caught.value.field == field
    assert "\n" not in str(caught.value)


def test_the_line_is_told_where_it_is_known() -> None:
    for text in ('{\n"name": "m",\n,}', "<map>\n<nodes>\n</map>"):
        with pytest.raises(InputError) as caught:
            loads_map(text)
        assert caught.value.line == 3
