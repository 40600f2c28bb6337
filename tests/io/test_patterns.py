"""Pattern files: what is read, what is refused and in which words."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st

from likewise.errors import InputError
from likewise.io.patterns import dump_patterns, read_patterns
from likewise.records import Pattern

GOOD = {"source": "killed", "paraphrase": "shot", "rank": 1, "labels": [1, 0, 1]}


def written(tmp_path: Path, *rows: Any) -> Path:
    path = tmp_path / "patterns.jsonl"
    lines = (row if isinstance(row, str) else json.dumps(row) for row in rows)
    path.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    return path


def test_reads_in_file_order_and_skips_blank_lines(tmp_path: Path) -> None:
    path = written(tmp_path, {**GOOD, "rank": 2, "note": "ignored"}, "", GOOD)
    assert list(read_patterns(path)) == [
        Pattern("killed", "shot", 2, (1, 0, 1)),
        Pattern("killed", "shot", 1, (1, 0, 1)),
    ]


def test_gzip_and_byte_order_mark(tmp_path: Path) -> None:
    path = tmp_path / "patterns.jsonl.gz"
    path.write_bytes(gzip.compress(b"\xef\xbb\xbf" + json.dumps(GOOD).encode()))
    assert [pattern.rank for pattern in read_patterns(path)] == [1]


@pytest.mark.parametrize("nested", [True, False])
def test_both_judgements(tmp_path: Path, nested: bool) -> None:
    both = {"strict": [0, 1], "lenient": [1, 1]}
    plain = {key: value for key, value in GOOD.items() if key != "labels"}
    path = written(tmp_path, {**plain, "labels": both} if nested else {**plain, **both})
    assert [pattern.labels for pattern in read_patterns(path)] == [(0, 1)]
    assert [pattern.labels for pattern in read_patterns(path, judgement="lenient")] == [(1, 1)]


def test_a_plain_list_is_not_taken_for_lenient(tmp_path: Path) -> None:
    path = written(tmp_path, GOOD)
    assert len(list(read_patterns(path, judgement="strict"))) == 1
    with pytest.raises(InputError, match="expected lenient labels"):
        list(read_patterns(path, judgement="lenient"))


def test_unknown_judgement_is_refused_at_once(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="expected strict or lenient"):
        read_patterns(tmp_path / "absent", judgement="kind")


def without(field: str) -> dict[str, Any]:
    return {key: value for key, value in GOOD.items() if key != field}


@pytest.mark.parametrize(
    ("row", "field", "message"),
    [
        ('{"source": ', None, "not valid JSON"),
        ("[" * 100_000, None, "nested or long"),
        ('{"rank": ' + "1" * 5000 + "}", None, "nested or long"),
        ([1, 2], None, "expected a JSON object, found a list"),
        ("null", None, "expected a JSON object, found null"),
        (without("source"), "source", "missing"),
        (without("paraphrase"), "paraphrase", "missing"),
        (without("rank"), "rank", "missing"),
        (without("labels"), "labels", "missing"),
        ({**GOOD, "source": 3}, "source", "expected a text"),
        ({**GOOD, "source": " "}, "source", "not empty"),
        ({**GOOD, "paraphrase": None}, "paraphrase", "got null"),
        ({**GOOD, "rank": 0}, "rank", "from 1 up, got 0"),
        ({**GOOD, "rank": -1}, "rank", "got -1"),
        ({**GOOD, "rank": True}, "rank", "got true"),
        ({**GOOD, "rank": 1.0}, "rank", "got 1.0"),
        ({**GOOD, "rank": "1"}, "rank", 'got "1"'),
        ({**GOOD, "rank": float("nan")}, "rank", "got NaN"),
        ({**GOOD, "labels": []}, "labels", "at least one 0 or 1, got []"),
        ({**GOOD, "labels": 1}, "labels", "expected a list"),
        ({**GOOD, "labels": [1, 2]}, "labels[1]", "expected 0 or 1, got 2"),
        ({**GOOD, "labels": [True]}, "labels[0]", "got true"),
        ({**GOOD, "labels": [1.0]}, "labels[0]", "got 1.0"),
        ({**GOOD, "labels": {}}, "labels.strict", "missing"),
        ({**GOOD, "labels": {"lenient": [1]}}, "labels.strict", "missing"),
        ({**GOOD, "labels": {"strict": [1], "lenient": [3]}}, "labels.lenient[0]", "got 3"),
        ({**GOOD, "labels": {"strict": [1], "kind": [1]}}, "labels.kind", "unknown judgement"),
        ({**GOOD, "strict": [1]}, "labels", "got both"),
        ({**without("labels"), "lenient": [1]}, "strict", "missing"),
        ({**without("labels"), "strict": []}, "strict", "at least one"),
        ({**GOOD, "paraphrase": "x\ud800y"}, "paraphrase", "lone surrogate"),
        ({**GOOD, "paraphrase": "x\0y"}, "paraphrase", "NUL"),
        ({**GOOD, "source": "\udfff"}, "source", "lone surrogate"),
    ],
)
def test_refusals(tmp_path: Path, row: Any, field: str | None, message: str) -> None:
    path = written(tmp_path, {**GOOD, "source": "first"}, row)
    with pytest.raises(InputError) as caught:
        list(read_patterns(path))
    assert (caught.value.file, caught.value.line, caught.value.field) == (str(path), 2, field)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
    str(caught.value).encode("utf-8")


def test_a_rank_may_be_given_once(tmp_path: Path) -> None:
    path = written(tmp_path, GOOD, {**GOOD, "source": "found"}, {**GOOD, "paraphrase": "slain"})
    with pytest.raises(InputError, match=r":3: field 'rank': rank 1 of \"killed\" .* line 1"):
        list(read_patterns(path))


@pytest.mark.parametrize("content", ["", "\n\n"])
def test_an_empty_file_is_refused(tmp_path: Path, content: str) -> None:
    with pytest.raises(InputError, match="is empty"):
        list(read_patterns(written(tmp_path, content)))


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        list(read_patterns(tmp_path / "absent.jsonl"))


def test_long_values_are_cut_in_messages(tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        list(read_patterns(written(tmp_path, {**GOOD, "rank": "9" * 10_000})))
    assert len(caught.value.message) < 120


texts = st.text(st.characters(exclude_categories=["Cs"]), min_size=1).filter(
    lambda text: bool(text.strip()) and "\0" not in text
)


@given(rows=st.lists(st.tuples(texts, st.lists(st.integers(0, 1), min_size=1)), min_size=1, max_size=5))
def test_what_is_written_is_read_back(
    rows: list[tuple[str, list[int]]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    patterns = [Pattern("term", text, rank, tuple(labels)) for rank, (text, labels) in enumerate(rows, 1)]
    path = tmp_path_factory.mktemp("patterns") / "patterns.jsonl"
    dump_patterns(patterns, path)
    assert list(read_patterns(path)) == patterns


@pytest.mark.parametrize(
    "patterns",
    [
        [],
        [Pattern("killed", "shot", 1)],
        [Pattern("killed", "\ud800", 1, (1,))],
        [Pattern("killed", "\0", 1, (1,))],
        [Pattern("killed", "shot", 1, (1,)), Pattern("killed", "slain", 1, (1,))],
    ],
)
def test_what_could_not_be_read_back_is_not_written(tmp_path: Path, patterns: list[Pattern]) -> None:
    with pytest.raises(InputError):
        dump_patterns(patterns, tmp_path / "patterns.jsonl")
    assert list(tmp_path.iterdir()) == []


def test_writes_to_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    dump_patterns([Pattern("tué", "abattu", 1, (1,))], "-")
    assert json.loads(capsys.readouterr().out)["source"] == "tué"
