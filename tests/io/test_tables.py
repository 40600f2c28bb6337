"""CSV and TSV tables: strict about their shape, kind about quoted line breaks."""

from __future__ import annotations

import csv
import io
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from likewise.errors import InputError
from likewise.io.tables import cell_number, read_table

cell = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0\r\ufeff"), max_size=8)


def written(folder: str | Path, raw: str | bytes) -> Path:
    path = Path(folder) / "table.csv"
    path.write_bytes(raw.encode() if isinstance(raw, str) else raw)
    return path


def refused(path: Path) -> str:
    with pytest.raises(InputError) as caught:
        list(read_table(path))
    return str(caught.value).removeprefix(str(path))


def test_rows_by_column_with_their_last_line(tmp_path: Path) -> None:
    path = written(tmp_path, '\ufeffa,b\r\n1,"x, y"\r\n\r\n2,"one\r\ntwo ""q"""\r\n3,\r\n')
    assert list(read_table(path)) == [
        (2, {"a": "1", "b": "x, y"}),
        (5, {"a": "2", "b": 'one\ntwo "q"'}),
        (6, {"a": "3", "b": ""}),
    ]


@given(
    header=st.lists(cell.filter(bool), min_size=2, max_size=4, unique=True),
    data=st.data(),
    delimiter=st.sampled_from([",", "\t"]),
)
@settings(max_examples=60, deadline=None)
def test_what_csv_writes_is_read(header: list[str], data: st.DataObject, delimiter: str) -> None:
    rows = data.draw(st.lists(st.lists(cell, min_size=len(header), max_size=len(header)), max_size=4))
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter, lineterminator="\n").writerows([header, *rows])
    with tempfile.TemporaryDirectory() as folder:
        path = written(folder, out.getvalue())
        read = [list(row.values()) for _, row in read_table(path, delimiter=delimiter)]
    assert read == rows


@pytest.mark.parametrize(("delimiter", "mark"), [(",", ";"), (",", "\t"), ("\t", ","), ("\t", ";")])
def test_a_header_with_another_mark_is_read_by_that(tmp_path: Path, delimiter: str, mark: str) -> None:
    path = written(tmp_path, f"\ufeffa{mark}b\n1{mark}x y\n")
    assert list(read_table(path, delimiter=delimiter)) == [(2, {"a": "1", "b": "x y"})]


def test_marks_inside_columns_part_nothing(tmp_path: Path) -> None:
    path = written(tmp_path, "a,b;c\n1,2;3\n")
    assert list(read_table(path)) == [(2, {"a": "1", "b;c": "2;3"})]


def test_blank_lines_before_the_header(tmp_path: Path) -> None:
    path = written(tmp_path, "\n\na,b\n1,2\n")
    assert list(read_table(path)) == [(4, {"a": "1", "b": "2"})]


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("", ": is empty, expected a header line"),
        ("\n\n", ": is empty, expected a header line"),
        ("a,b\n1,2\n1,2,3\n", ":3: expected 2 columns as in the header, found 3"),
        ("a,b\n1\n", ":2: expected 2 columns as in the header, found 1"),
        ("a,b,a\n", ":1: column 'a' is named twice in the header"),
        ('a,b\n1,"open\n2,3\n', ":3: not a valid table: unexpected end of data"),
        ('a,b\n"x"y,2\n', ":2: not a valid table: ',' expected after '\"'"),
        ("a,b\n1\r2,3\n", ":2: not a valid table: new-line character seen in unquoted field"),
        (b"a,b\n1,\xff\n", ":2: not valid UTF-8 (byte 0xff at column 3)"),
        (b"a,b\n1,\0\n", ":2: NUL character at column 3"),
    ],
)
def test_refused(tmp_path: Path, raw: str | bytes, expected: str) -> None:
    assert refused(written(tmp_path, raw)).startswith(expected)


def test_a_cell_of_five_megabytes(tmp_path: Path) -> None:
    path = written(tmp_path, "a,b\n1," + "x" * 5_000_000 + "\n")
    assert [len(row["b"]) for _, row in read_table(path)] == [5_000_000]


def test_a_quote_that_never_ends_does_not_take_in_the_whole_file(tmp_path: Path) -> None:
    path = written(tmp_path, 'a,b\n1,"' + ("x" * 1_000_000 + "\n") * 18)
    assert "field larger than field limit" in refused(path)


@pytest.mark.parametrize(
    ("text", "expected"), [("1", 1.0), ("-2.5", -2.5), (" 1e3 ", 1000.0), ("+.5", 0.5), ("0", 0.0)]
)
def test_numbers(text: str, expected: float) -> None:
    assert cell_number(text) == expected


@pytest.mark.parametrize("text", ["", "x", "nan", "inf", "-Infinity", "1e999", "1_000", "1,5", "0x10", "1 2"])
def test_no_numbers(text: str) -> None:
    assert cell_number(text) is None
