"""JSON lines: objects with their line, and every complaint with file, line and field."""

from __future__ import annotations

import json
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from likewise.errors import InputError
from likewise.io.jsonl import Row, check_text, read_rows

text = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=8)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | text,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(text, inner, max_size=3),
    max_leaves=8,
)


def written(folder: str | Path, raw: str | bytes) -> Path:
    path = Path(folder) / "rows.jsonl"
    path.write_bytes(raw.encode() if isinstance(raw, str) else raw)
    return path


def refused(path: Path) -> str:
    with pytest.raises(InputError) as caught:
        list(read_rows(path))
    return str(caught.value).removeprefix(str(path))


def test_a_hint_where_the_file_is_of_another_kind(tmp_path: Path) -> None:
    path = written(tmp_path, "id,candidate\n")
    for hint, shown in (("is it a table?", " (is it a table?)"), ("", "")):
        with pytest.raises(InputError, match="expected one object a line") as caught:
            list(read_rows(path, hint=hint))
        assert caught.value.message.partition("one object a line")[2] == shown
    begun = written(tmp_path, '{"a": }\n')
    with pytest.raises(InputError, match=r"one object a line$"):
        list(read_rows(begun, hint="is it a table?"))


def test_rows_with_their_lines(tmp_path: Path) -> None:
    path = written(tmp_path, '\ufeff{"a": 1}\r\n\r\n \t\n{"b": [null]}')
    assert list(read_rows(path)) == [Row({"a": 1}, str(path), 1), Row({"b": [None]}, str(path), 4)]


@given(rows=st.lists(st.dictionaries(text, values, max_size=4), min_size=1, max_size=4), ascii=st.booleans())
@settings(max_examples=60, deadline=None)
def test_what_json_writes_is_read(rows: list[dict[str, Any]], ascii: bool) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = written(folder, "".join(json.dumps(row, ensure_ascii=ascii) + "\n" for row in rows))
        assert [row.values for row in read_rows(path)] == rows


@pytest.mark.parametrize("raw", ["", "\n\n", " \n\t\n", "\ufeff"])
def test_empty_files_are_refused(tmp_path: Path, raw: str) -> None:
    assert refused(written(tmp_path, raw)) == ": is empty, expected JSON lines (one object a line)"


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ('{"a": 1}\n{"a": }', ":2: not valid JSON (Expecting value at column 7), expected one object a line"),
        ('{"a": 1} {"a": 2}', ":1: not valid JSON (Extra data at column 10), expected one object a line"),
        ('  {"a": }', ":1: not valid JSON (Expecting value at column 9), expected one object a line"),
        ("{} \u00a0", ":1: not valid JSON (Extra data at column 4), expected one object a line"),
        ("\u3000{}", ":1: not valid JSON (Expecting value at column 1), expected one object a line"),
        ("\n[1]", ":2: expected a JSON object, found a list"),
        ('"text"', ":1: expected a JSON object, found a string"),
        ("null", ":1: expected a JSON object, found null"),
        ("true", ":1: expected a JSON object, found true or false"),
        ("NaN", ":1: expected a JSON object, found a number"),
        ('{"a": "\\u0000"}', ":1: field 'a': holds a NUL character"),
        ('{"a": ["", "x\\ud800y"]}', ":1: field 'a[1]': holds a lone surrogate (half of a character)"),
        ('{"a": {"b": "\\udc00"}}', ":1: field 'a.b': holds a lone surrogate (half of a character)"),
        ('{"a": [{"b\\u0000": 1}]}', ":1: field 'a[0]': holds a NUL character"),
        ('{"\\ud800": 1}', ":1: holds a lone surrogate (half of a character)"),
        ('{"a": ' + "9" * 5000 + "}", ":1: JSON that is nested or long beyond reason"),
        ("[" * 200_000, ":1: JSON that is nested or long beyond reason"),
        ('{"a": ' * 200_000, ":1: JSON that is nested or long beyond reason"),
    ],
)
def test_refused(tmp_path: Path, raw: str, expected: str) -> None:
    assert refused(written(tmp_path, raw)) == expected


def test_blanks_around_an_object(tmp_path: Path) -> None:
    path = written(tmp_path, ' \t{"a": 1} \t\r\n')
    assert [row.values for row in read_rows(path)] == [{"a": 1}]


def test_a_whole_surrogate_pair_is_a_character(tmp_path: Path) -> None:
    path = written(tmp_path, '{"a": "\\ud83d\\ude42"}')
    assert next(read_rows(path)).values == {"a": "🙂"}


def test_nesting_that_can_be_parsed_but_hardly_be_walked(tmp_path: Path) -> None:
    """Around the depth at which parser and checker give up, each in its own way, nothing else escapes."""
    limit = sys.getrecursionlimit()
    for depth in (limit // 4, *range(limit - 120, limit + 10, 3), 4 * limit):
        path = written(tmp_path, '{"a": "\\u0041", "b": ' + "[" * depth + "]" * depth + "}")
        with suppress(InputError):
            assert len(list(read_rows(path))) == 1


class TestRow:
    def row(self, **fields: Any) -> Row:
        return Row(fields, "file", 7)

    def complaint(self, ask: Any) -> str:
        with pytest.raises(InputError) as caught:
            ask()
        return str(caught.value)

    def test_text(self) -> None:
        assert self.row(a="x").text("a") == "x"
        assert self.row(a="").text("a") == ""
        assert self.row(a=None).text("a", required=False) is None
        assert self.row().text("a", required=False) is None
        assert self.complaint(lambda: self.row(a=None).text("a")) == (
            "file:7: field 'a': missing, expected a string"
        )

    @pytest.mark.parametrize(
        ("value", "kind"),
        [(1, "a number"), (1.5, "a number"), (True, "true or false"), ([], "a list"), ({}, "an object")],
    )
    def test_text_of_another_type(self, value: Any, kind: str) -> None:
        complaint = self.complaint(lambda: self.row(a=value).text("a", required=False))
        assert complaint == f"file:7: field 'a': expected a string, found {kind}"

    def test_label(self) -> None:
        assert self.row(a="x").label("a") == "x"
        assert self.row(a=12).label("a") == "12"
        assert self.row(a=-3).label("a") == "-3"
        assert "true or false" in self.complaint(lambda: self.row(a=True).label("a"))
        assert "a number" in self.complaint(lambda: self.row(a=1.0).label("a"))
        assert "missing" in self.complaint(lambda: self.row().label("a"))

    def test_texts(self) -> None:
        assert self.row(a=["x", ""]).texts("a") == ("x", "")
        assert self.row(a=None).texts("a") == ()
        assert self.row().texts("a") == ()
        assert "expected a list of strings, found a string" in self.complaint(
            lambda: self.row(a="x").texts("a")
        )
        assert "field 'a[1]': expected a string, found null" in self.complaint(
            lambda: self.row(a=["x", None]).texts("a")
        )

    def test_numbers(self) -> None:
        assert self.row(a={"x": 1, "y": 2.5}).numbers("a") == {"x": 1.0, "y": 2.5}
        assert self.row(a=None).numbers("a") == {}
        assert "expected an object of numbers, found a number" in self.complaint(
            lambda: self.row(a=4).numbers("a")
        )

    @pytest.mark.parametrize(
        ("value", "found"),
        [
            (True, "expected a number, found true or false"),
            ("4", "expected a number, found a string"),
            (None, "expected a number, found null"),
            ([4], "expected a number, found a list"),
            (float("nan"), "expected a finite number, found nan"),
            (float("-inf"), "expected a finite number, found -inf"),
            (10**400, "expected a finite number, found inf"),
        ],
    )
    def test_refused_numbers(self, value: Any, found: str) -> None:
        complaint = self.complaint(lambda: self.row(a={"x": value}).numbers("a"))
        assert complaint == f"file:7: field 'a.x': {found}"


def test_check_text() -> None:
    check_text("fine é 🙂 \x01", "file", 1)
    for bad in ("\0", "a\ud800", "\udfffb"):
        with pytest.raises(InputError):
            check_text(bad, "file", 1, "field")


def test_complaints_are_one_short_printable_line(tmp_path: Path) -> None:
    path = written(tmp_path, json.dumps({"a": {"\u2028\n\x1b[31m" + "k" * 100_000: "x"}}))
    with pytest.raises(InputError) as caught:
        next(read_rows(path)).numbers("a")
    complaint = str(caught.value)
    assert complaint.isprintable()
    assert len(complaint) < 1000
    assert complaint.endswith("expected a number, found a string")
