"""A large JSON document read item by item equals the whole read at once, wherever it is cut."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st

from likewise.errors import InputError
from likewise.io.foreign import json_document
from likewise.io.foreign.json_document import ANY, JsonDocument, document_head

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\0")),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3),
    max_leaves=8,
)


@given(
    items=st.lists(VALUES, max_size=5),
    before=VALUES,
    indent=st.none() | st.integers(0, 3),
    size=st.integers(1, 9),
)
def test_items_are_those_of_the_whole(
    items: list[Any], before: Any, indent: int | None, size: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("document") / "d.json"
    path.write_text(json.dumps({"a": before, "r": {"x": 1, "list": items}, "z": [1]}, indent=indent), "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(json_document, "_CHUNK", size)
        document = JsonDocument(path, ("r", "list"), keep=("a",))
        assert [item for _, _, item in document.items()] == items
    assert document.kept == {"a": before}
    assert list(document.passed) == ["r.x", "z"]


def test_any_key_and_lines(tmp_path: Path) -> None:
    path = tmp_path / "d.json"
    path.write_text('{\n "one": [\n  1,\n  {"b": 2}],\n "no": 3, "two": [4]\n}\n')
    assert list(JsonDocument(path, (ANY,)).items()) == [("one", 3, 1), ("one", 4, {"b": 2}), ("two", 5, 4)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected {, found the end of the file"),
        ('{"r": {"list": [1,\n 2', ":2: not valid JSON (expected , or ], found the end of the file)"),
        ('{"r": {"list": [1 2]}}', "expected , or ], found '2'"),
        ('{"r": {"list": [1]}} x', "goes on behind its end"),
        ('{"r": {"list": ["a', "not valid JSON (Unterminated string"),
        ("{1: 2}", "expected a key, found a number"),
        ('{"r": {"list": ["\\ud800"]}}', "lone surrogate"),
        ('{"r": ' + '{"r":' * 3000, "nested or long beyond reason"),
    ],
)
def test_broken_documents_are_refused(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "d.json"
    path.write_text(text)
    with pytest.raises(InputError) as caught:
        list(JsonDocument(path, ("r", "list")).items())
    assert message in str(caught.value)


def test_what_is_no_utf8_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "d.json"
    path.write_bytes(b'{"r": {"list": ["\xff"]}}')
    with pytest.raises(InputError, match="not valid UTF-8"):
        list(JsonDocument(path, ("r", "list")).items())


def test_head_of_what_is_cut_off() -> None:
    whole = {"a": 1, "b": {"c": [{"d": 2}, 3]}}
    text = json.dumps(whole)
    assert document_head(text) == whole
    assert document_head(" \n" + text[:-4]) == {"a": 1, "b": {"c": [{"d": 2}]}}
    assert document_head('{"a": 1, "b": "xy') == {"a": 1, "b": None}
    assert document_head('{"a": [{"b": 1, "c') == {"a": [{"b": 1}]}
    assert document_head("[1]") is None
    assert not document_head('{"a":' * 5000)


def test_a_list_that_stands_elsewhere_in_other_versions(tmp_path: Path) -> None:
    path = tmp_path / "d.json"
    for text in ('{"n": 1, "list": [7]}', '{"run": {"n": 1, "list": [7]}}'):
        path.write_text(text)
        document = JsonDocument(path, ("list",), ("n", "run.n"), or_keys=[("run", "list")])
        assert [item for _, _, item in document.items()] == [7]
        assert list(document.kept.values()) == [1]
