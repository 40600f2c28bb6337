"""Flags of negation in `likewise score` and `likewise explain`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from likewise.cli.main import run

ROWS = [
    {"id": "1", "candidate": "He eats.", "references": ["He does not eat."], "system": "a"},
    {"id": "2", "candidate": "She is not unhappy.", "references": ["She is happy."], "system": "a"},
    {"id": "3", "candidate": "He left.", "references": ["He went away."], "system": "b"},
]


@pytest.fixture
def rows(tmp_path: Path) -> str:
    path = tmp_path / "rows.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in ROWS), encoding="utf-8")
    return str(path)


def test_score_writes_flags_and_counts(rows: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out.jsonl"
    assert run(["score", rows, "--metrics", "negation", "--segments", str(out), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["metrics"]["negation"]
    assert (found["score"], found["lost"], found["gained"]) == (pytest.approx(200 / 3), 1, 0)
    written = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert [row["scores"]["negation"] for row in written] == [0.0, 100.0, 100.0]
    assert [[flag["kind"] for flag in row["flags"]["negation"]] for row in written] == [["lost"], [], []]
    assert run(["score", rows, "--metrics", "negation", "--by", "system"]) == 0
    text = capsys.readouterr().out
    table = [line.split() for line in text.partition("Counts of negation")[2].splitlines()]
    assert ["system", "lost", "gained", "moved", "negated", "unread"] in table
    assert ["a", "1", "0", "0", "2", "0"] in table
    assert ["b", "0", "0", "0", "0", "0"] in table


def test_rows_without_the_metric_have_no_flags(
    rows: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out.jsonl"
    assert run(["score", rows, "--metrics", "bleu", "--segments", str(out)]) == 0
    assert "flags" not in out.read_text(encoding="utf-8")
    assert "lost" not in capsys.readouterr().out


def test_explain_shows_both_sides(rows: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["explain", rows, "--id", "1", "--metrics", "bleu"]) == 0
    text = capsys.readouterr().out
    assert "  candidate  He eats .\n" in text
    assert "{not} [*eat*]" in text
    assert "  lost       reference 1 has 'not' over 'eat'; the candidate says 'eats'" in text
    assert run(["explain", rows, "--id", "2", "--metrics", "negation"]) == 0
    text = capsys.readouterr().out
    assert "{un}[*happy*]" in text
    assert "(affix, cancelled)" in text
    assert "  agrees\n" in text
    assert run(["explain", rows, "--id", "3", "--metrics", "bleu"]) == 0
    assert "agrees" not in capsys.readouterr().out
    assert run(["explain", rows, "--id", "1", "--metrics", "bleu", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["negation"]["flags"][0]["kind"] == "lost"


def test_explain_takes_the_metrics_that_the_segment_allows(
    rows: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["explain", rows, "--id", "1", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert list(found["metrics"]) == ["bleu"]
    assert found["negation"]["flags"][0]["said"] == ["eats"]
    assert run(["explain", rows, "--id", "1", "--metrics", "bleu,pinc"]) == 2
    assert "segment '1' has no source, and the metric 'pinc' needs one" in capsys.readouterr().err
    path = tmp_path / "bare.jsonl"
    path.write_text('{"id": "7", "candidate": "He eats."}\n')
    assert run(["explain", str(path), "--id", "7"]) == 2
    err = capsys.readouterr().err
    assert "segment '7' has no reference, and the metric 'bleu' needs one or more" in err
    assert err.count("\n") == 1


def test_another_language_is_told_and_has_no_score(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text('{"id": "7", "candidate": "Nein.", "references": ["Ja."], "lang": "de"}\n')
    assert run(["score", str(path), "--metrics", "negation", "--json"]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["metrics"]["negation"]["score"] is None
    assert "1 of 1 segments are not English, so they are not read and left out (first: segment '7'" in err
