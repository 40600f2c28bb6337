"""Segments: four ways in, one way out, and bad input told with its place."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from likewise.errors import InputError
from likewise.io import dump_segments, read_parallel, read_segments
from likewise.io.foreign import FOREIGN_FORMATS
from likewise.records import Segment

GOOD = {
    "id": "1",
    "source": "a b",
    "candidate": "a c",
    "references": ["a d"],
    "system": "s",
    "human": {"m": 4},
}

text = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=12)
numbers = st.floats(allow_nan=False, allow_infinity=False)
segments = st.builds(
    Segment,
    id=text,
    candidate=text,
    source=st.none() | text,
    references=st.lists(text, max_size=3).map(tuple),
    system=st.none() | text,
    human=st.dictionaries(text, numbers, max_size=2),
    lang=st.none() | text,
    source_lang=st.none() | text,
)


def written(folder: str | Path, *rows: Any, name: str = "segments.jsonl") -> Path:
    path = Path(folder) / name
    lines = (row if isinstance(row, str) else json.dumps(row) for row in rows)
    path.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    return path


def refused(path: Path, **options: Any) -> str:
    with pytest.raises(InputError) as caught:
        list(read_segments(path, **options))
    return str(caught.value).removeprefix(str(path))


class TestJsonLines:
    def test_every_field(self, tmp_path: Path) -> None:
        row = {**GOOD, "human": {"m": 4, "f@j": 2.5}, "lang": "en", "source_lang": "fr", "unknown": [1]}
        path = written(tmp_path, row, "", {"id": 2, "candidate": "", "source": None, "references": None})
        assert list(read_segments(path)) == [
            Segment("1", "a c", "a b", ("a d",), "s", {"m": 4.0, "f@j": 2.5}, "en", "fr"),
            Segment("2", ""),
        ]

    @given(rows=st.lists(segments, min_size=1, max_size=5, unique_by=lambda s: (s.system, s.id)))
    @settings(max_examples=80, deadline=None)
    def test_what_is_written_is_read(self, rows: list[Segment]) -> None:
        with tempfile.TemporaryDirectory() as folder:
            for name in ("s.jsonl", "s.jsonl.gz"):
                path = Path(folder, name)
                assert dump_segments(rows, path) == len(rows)
                assert list(read_segments(path)) == rows

    def test_as_they_come(self, tmp_path: Path) -> None:
        """Reading is a stream: the first segment is there before the broken line is met."""
        stream = read_segments(written(tmp_path, GOOD, "{broken"))
        assert next(stream).id == "1"
        with pytest.raises(InputError, match="not valid JSON"):
            next(stream)

    @pytest.mark.parametrize(
        ("change", "expected"),
        [
            ({"id": None}, "field 'id': missing, expected a string"),
            ({"id": 1.5}, "field 'id': expected a string, found a number"),
            ({"id": True}, "field 'id': expected a string, found true or false"),
            ({"candidate": None}, "field 'candidate': missing, expected a string"),
            ({"candidate": 3}, "field 'candidate': expected a string, found a number"),
            ({"candidate": ["x"]}, "field 'candidate': expected a string, found a list"),
            ({"source": {}}, "field 'source': expected a string, found an object"),
            ({"references": "a d"}, "field 'references': expected a list of strings, found a string"),
            ({"references": ""}, "field 'references': expected a list of strings, found a string"),
            ({"references": 0}, "field 'references': expected a list of strings, found a number"),
            ({"references": False}, "field 'references': expected a list of strings, found true or false"),
            ({"references": {}}, "field 'references': expected a list of strings, found an object"),
            ({"references": [["a"]]}, "field 'references[0]': expected a string, found a list"),
            ({"references": ["a", 2]}, "field 'references[1]': expected a string, found a number"),
            ({"system": False}, "field 'system': expected a string, found true or false"),
            ({"human": [4]}, "field 'human': expected an object of numbers, found a list"),
            ({"human": []}, "field 'human': expected an object of numbers, found a list"),
            ({"human": ""}, "field 'human': expected an object of numbers, found a string"),
            ({"human": 0}, "field 'human': expected an object of numbers, found a number"),
            ({"human": False}, "field 'human': expected an object of numbers, found true or false"),
            ({"human": {"m": True}}, "field 'human.m': expected a number, found true or false"),
            ({"human": {"m": "4"}}, "field 'human.m': expected a number, found a string"),
            ({"human": {"m": None}}, "field 'human.m': expected a number, found null"),
            ({"lang": 1}, "field 'lang': expected a string, found a number"),
            ({"source_lang": 1}, "field 'source_lang': expected a string, found a number"),
            ({"candidate": "\0"}, "field 'candidate': holds a NUL character"),
            ({"candidate": "\ud800"}, "field 'candidate': holds a lone surrogate (half of a character)"),
            ({"human": {"\ud800": 1}}, "field 'human': holds a lone surrogate (half of a character)"),
        ],
    )
    def test_refused_fields(self, tmp_path: Path, change: dict[str, Any], expected: str) -> None:
        path = written(tmp_path, {**GOOD, "id": "0"}, {**GOOD, **change})
        assert refused(path) == f":2: {expected}"

    @pytest.mark.parametrize(
        ("number", "found"), [("NaN", "nan"), ("Infinity", "inf"), ("-Infinity", "-inf"), ("1e999", "inf")]
    )
    def test_refused_numbers(self, tmp_path: Path, number: str, found: str) -> None:
        path = written(
            tmp_path, '{"id": "1", "candidate": "a", "human": {"m": NUMBER}}'.replace("NUMBER", number)
        )
        assert refused(path) == f":1: field 'human.m': expected a finite number, found {found}"

    @pytest.mark.parametrize("missing", ["id", "candidate"])
    def test_missing_fields(self, tmp_path: Path, missing: str) -> None:
        path = written(tmp_path, {key: value for key, value in GOOD.items() if key != missing})
        assert refused(path) == f":1: field '{missing}': missing, expected a string"

    @pytest.mark.parametrize(
        ("field", "expected"),
        [
            ("references", "field 'references': missing or empty, expected one or more references"),
            ("source", "field 'source': missing, expected a string"),
            ("system", "field 'system': missing, expected the system's name"),
            ("human.m", "field 'human.m': missing, expected a number"),
        ],
    )
    def test_required_fields(self, tmp_path: Path, field: str, expected: str) -> None:
        path = written(tmp_path, GOOD, {"id": "2", "candidate": "x", "references": [], "human": {"mm@a": 1}})
        assert refused(path, require=[field]) == f":2: {expected}"
        assert len(list(read_segments(path))) == 2

    def test_a_judges_score_counts_as_the_criterion(self, tmp_path: Path) -> None:
        path = written(tmp_path, {"id": "1", "candidate": "x", "human": {"m@anna": 3}})
        assert len(list(read_segments(path, require=["human.m"]))) == 1

    def test_unknown_format(self, tmp_path: Path) -> None:
        known = ", ".join(["jsonl", "csv", "tsv", *FOREIGN_FORMATS])
        message = refused(written(tmp_path, GOOD), format="xml")
        assert message == f": unknown format 'xml', expected one of {known}"

    def test_a_segment_of_five_megabytes(self, tmp_path: Path) -> None:
        path = written(tmp_path, {**GOOD, "candidate": "word " * 1_000_000})
        assert [len(s.candidate) for s in read_segments(path)] == [5_000_000]

    def test_standard_input_of_a_process(self, tmp_path: Path) -> None:
        code = "import likewise as lw; print([s.id for s in lw.read_segments('-')])"
        for raw in (b'{"id": 1, "candidate": "a"}\n', gzip.compress(b'{"id": 1, "candidate": "a"}\n')):
            done = subprocess.run([sys.executable, "-c", code], input=raw, capture_output=True, check=True)
            assert done.stdout == b"['1']\n"


class TestRepeatedIds:
    def test_within_a_system_with_both_lines(self, tmp_path: Path) -> None:
        path = written(tmp_path, GOOD, {**GOOD, "id": "2"}, "", {**GOOD, "id": 1})
        assert refused(path) == (
            ":4: field 'id': the id '1' was already used on line 1 (ids must differ within a system)"
        )
        assert len(list(read_segments(path, unique=False))) == 3

    def test_without_a_system(self, tmp_path: Path) -> None:
        row = {"id": "1", "candidate": "x"}
        assert "already used on line 1" in refused(written(tmp_path, row, row))

    def test_of_another_system(self, tmp_path: Path) -> None:
        path = written(tmp_path, GOOD, {**GOOD, "system": "t"}, {"id": "1", "candidate": "x"})
        assert [s.system for s in read_segments(path)] == ["s", "t", None]

    def test_far_apart(self, tmp_path: Path) -> None:
        path = tmp_path / "far.csv"
        with path.open("w") as stream:
            stream.write("id,candidate\n")
            stream.writelines(f"{n},x\n" for n in range(310_000))
            stream.write("3,x\n")
        assert refused(path).startswith(":310002: field 'id': the id was already used earlier in the file")


class TestTables:
    def test_csv(self, tmp_path: Path) -> None:
        path = written(
            tmp_path,
            "id,candidate,source,references,system,human.meaning,human.fluency@a,lang,note",
            'one,"a, ""b""\nc",s,r1 ||| r2,x,4,2.5,en,ignored',
            "two,,,,,,,,",
            name="s.csv",
        )
        assert list(read_segments(path)) == [
            Segment("one", 'a, "b"\nc', "s", ("r1", "r2"), "x", {"meaning": 4.0, "fluency@a": 2.5}, "en"),
            Segment("two", ""),
        ]

    @pytest.mark.parametrize("name", ["s.tsv", "s.TAB", "s.tsv.gz"])
    def test_tsv(self, tmp_path: Path, name: str) -> None:
        raw = b"\xef\xbb\xbfid\tcandidate\treferences\r\n1\ta, b\tx ||| y|||z\r\n"
        path = tmp_path / name
        path.write_bytes(gzip.compress(raw) if name.endswith(".gz") else raw)
        with pytest.warns(UserWarning, match="without a blank on each side parts no references"):
            assert list(read_segments(path)) == [Segment("1", "a, b", None, ("x", "y|||z"))]

    def test_format_may_be_said(self, tmp_path: Path) -> None:
        path = written(tmp_path, "id,candidate", "1,a", name="s.txt")
        assert list(read_segments(path, format="csv")) == [Segment("1", "a")]
        assert "not valid JSON" in refused(path)

    @pytest.mark.parametrize(
        ("lines", "expected"),
        [
            (["id,text", "1,a"], ":1: field 'candidate': no column 'candidate' in the header"),
            (["name,candidate", "1,a"], ":1: field 'id': no column 'id' in the header"),
            (["id,candidate"], ": holds a header but no row, expected segments"),
            ([], ": is empty, expected a header line"),
            (["id,candidate,id", "1,a,1"], ":1: column 'id' is named twice in the header"),
            (["id,candidate", "1,a,b"], ":2: expected 2 columns as in the header, found 3"),
            (["id,candidate", ",a"], ":2: field 'id': missing, expected a string"),
            (["id,candidate", "1,a", "1,b"], ":3: field 'id': the id '1' was already used on line 2"),
            (["id,candidate,human.m", "1,a,x"], ":2: field 'human.m': expected a finite number, found 'x'"),
            (
                ["id,candidate,human.m", "1,a,nan"],
                ":2: field 'human.m': expected a finite number, found 'nan'",
            ),
            (["id,candidate,human.m", "1,a,1e999"], ":2: field 'human.m': expected a finite number"),
            (["id,candidate,human.m", "1,a,1_0"], ":2: field 'human.m': expected a finite number"),
        ],
    )
    def test_refused(self, tmp_path: Path, lines: list[str], expected: str) -> None:
        assert refused(written(tmp_path, *lines, name="s.csv")).startswith(expected)

    def test_a_huge_bad_cell_is_not_shown_whole(self, tmp_path: Path) -> None:
        path = written(tmp_path, "id,candidate,human.m", "1,a," + "x" * 1_000_000, name="s.csv")
        assert len(refused(path)) < 1000


class TestParallel:
    def files(self, folder: Path, **columns: str) -> dict[str, Path]:
        paths = {}
        for name, content in columns.items():
            paths[name] = folder / name
            paths[name].write_bytes(content.encode())
        return paths

    def test_lines_side_by_side(self, tmp_path: Path) -> None:
        f = self.files(tmp_path, c="\ufeffa\r\n\r\n", s="x\ny\n", r="p\nq", t="u\nv\n")
        found = list(read_parallel(f["c"], source=f["s"], references=[f["r"], f["t"]], system="z"))
        assert found == [
            Segment("1", "a", "x", ("p", "u"), "z"),
            Segment("2", "", "y", ("q", "v"), "z"),
        ]
        assert list(read_parallel(f["c"])) == [Segment("1", "a"), Segment("2", "")]

    @pytest.mark.parametrize(
        ("candidate", "reference", "short", "lines"),
        [("a\nb\n", "x\n", "r", 1), ("a\n", "x\ny\nz\n", "c", 1), ("", "x\n", "c", 0), ("a\n", "", "r", 0)],
    )
    def test_unequal_files(
        self, tmp_path: Path, candidate: str, reference: str, short: str, lines: int
    ) -> None:
        f = self.files(tmp_path, c=candidate, r=reference)
        other = f["r" if short == "c" else "c"]
        with pytest.raises(InputError) as caught:
            list(read_parallel(f["c"], references=[f["r"]]))
        expected = f"{f[short]}:{lines + 1}: ends after {lines} lines, but {other} goes on"
        assert str(caught.value) == expected

    def test_empty_files(self, tmp_path: Path) -> None:
        f = self.files(tmp_path, c="", r="")
        with pytest.raises(InputError, match="is empty, expected one text a line"):
            list(read_parallel(f["c"], references=[f["r"]]))

    def test_a_missing_reference_file(self, tmp_path: Path) -> None:
        f = self.files(tmp_path, c="a\n")
        with pytest.raises(InputError, match="absent: no such file"):
            list(read_parallel(f["c"], references=[tmp_path / "absent"]))


class TestDump:
    @pytest.mark.parametrize(
        ("bad", "expected"),
        [
            (Segment("2", "x", human={"m": float("nan")}), ":2: field 'human.m': expected a finite number"),
            (Segment("2", "\0"), ":2: field 'candidate': holds a NUL character"),
            (Segment("2", "x", references=("\ud800",)), ":2: field 'references[0]': holds a lone surrogate"),
            (Segment("2", None), ":2: field 'candidate': missing"),  # type: ignore[arg-type]
        ],
    )
    def test_what_could_not_be_read_is_not_written(self, tmp_path: Path, bad: Segment, expected: str) -> None:
        path = tmp_path / "out.jsonl"
        with pytest.raises(InputError) as caught:
            dump_segments([Segment("1", "fine"), bad], path)
        assert str(caught.value).startswith(f"{path}{expected}")
        assert os.listdir(tmp_path) == []

    def test_an_error_of_the_stream_leaves_the_old_file(self, tmp_path: Path) -> None:
        def broken() -> Iterator[Segment]:
            yield Segment("1", "new")
            raise InputError("stopped")

        path = written(tmp_path, GOOD)
        before = path.read_bytes()
        with pytest.raises(InputError, match="stopped"):
            dump_segments(broken(), path)
        assert path.read_bytes() == before
        assert os.listdir(tmp_path) == [path.name]

    def test_a_file_can_be_rewritten_from_itself(self, tmp_path: Path) -> None:
        path = written(tmp_path, GOOD, {**GOOD, "id": "2"})
        before = list(read_segments(path))
        dump_segments(read_segments(path), path)
        assert list(read_segments(path)) == before
