"""Tables of scores: read strictly, written so that they read the same."""

from __future__ import annotations

import gzip
import os
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from likewise.errors import InputError
from likewise.io import ScoreTable, dump_scores, read_scores

name = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\0\r\ufeff"), min_size=1, max_size=8
)
number = st.floats(allow_nan=False, allow_infinity=False)


def written(folder: Path, text: str, called: str = "scores.csv") -> Path:
    path = folder / called
    path.write_text(text, encoding="utf-8")
    return path


def test_by_hand(tmp_path: Path) -> None:
    path = written(tmp_path, '\ufeffsystem,bleu,ter\r\n"a, b",1.5,-2\r\n\r\nc,1e2,0\r\n')
    assert read_scores(path) == ScoreTable(("a, b", "c"), ("bleu", "ter"), ((1.5, -2.0), (100.0, 0.0)))


@pytest.mark.parametrize("called", ["s.tsv", "s.TSV", "s.tab", "s.tsv.gz"])
def test_tsv(tmp_path: Path, called: str) -> None:
    raw = b"system\tbleu\na, b\t1\n"
    (tmp_path / called).write_bytes(gzip.compress(raw) if called.endswith("gz") else raw)
    assert read_scores(tmp_path / called) == ScoreTable(("a, b",), ("bleu",), ((1.0,),))


@given(
    metrics=st.lists(name.filter(lambda m: m != "system"), min_size=1, max_size=3, unique=True),
    systems=st.lists(name, min_size=1, max_size=4, unique=True),
    data=st.data(),
)
@settings(max_examples=60, deadline=None)
def test_what_is_written_is_read(metrics: list[str], systems: list[str], data: st.DataObject) -> None:
    scores = {system: {metric: data.draw(number) for metric in metrics} for system in systems}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "s.csv.gz")
        dump_scores(scores, path)
        table = read_scores(path)
    assert table.systems == tuple(systems)
    assert table.metrics == tuple(metrics)
    assert table.values == tuple(tuple(row.values()) for row in scores.values())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ": is empty, expected a header line"),
        ("system,bleu\n", ": holds no row, expected one row a system"),
        ("system,bleu\na,x\n", ":2: field 'bleu': expected a finite number, found 'x'"),
        ("system,bleu\na,\n", ":2: field 'bleu': expected a finite number, found ''"),
        ("system,bleu\na,nan\n", ":2: field 'bleu': expected a finite number, found 'nan'"),
        ("system,bleu\na,inf\n", ":2: field 'bleu': expected a finite number, found 'inf'"),
        ("system,bleu\na,1e999\n", ":2: field 'bleu': expected a finite number, found '1e999'"),
        ("system,bleu\na,1_0\n", ":2: field 'bleu': expected a finite number, found '1_0'"),
        ("system,bleu\na,1\na,2\n", ":3: field 'system': system 'a' stands twice"),
        ("system,bleu\n,1\n", ":2: field 'system': is empty, expected the system's name"),
        ("system,bleu,bleu\na,1,2\n", ":1: column 'bleu' is named twice in the header"),
        ("system,bleu\na,1,2\n", ":2: expected 2 columns as in the header, found 3"),
    ],
)
def test_refused(tmp_path: Path, text: str, expected: str) -> None:
    path = written(tmp_path, text)
    with pytest.raises(InputError) as caught:
        read_scores(path)
    assert str(caught.value) == f"{path}{expected}"


def test_a_system_without_a_metric_is_not_written(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="system 'b' has no score under 'ter'"):
        dump_scores({"a": {"bleu": 1.0, "ter": 2.0}, "b": {"bleu": 1.0}}, tmp_path / "s.csv")
    assert os.listdir(tmp_path) == []
