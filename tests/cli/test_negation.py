"""likewise negation: a filter, training, scores."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from likewise.cli.main import run
from likewise.negation import conll
from likewise.negation.embedded import embedded_sentences


def test_resolve_is_a_filter(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    text = b"He did not answer.\n\nShe sings.\n"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text), encoding="utf-8"))
    assert run(["negation", "resolve", "--json"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(rows) == 3
    one = rows[0]["negations"][0]
    assert (one["cue"], one["scope"], one["event"]) == ([2], [0, 1, 3], [3])
    assert rows[0]["method"] == "words"
    assert [row["method"] for row in rows[1:]] == ["no cue", "no cue"]


def test_train_and_evaluate(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gold = tmp_path / "gold.conll"
    conll.dump(embedded_sentences()[:60], gold)
    model = str(tmp_path / "model")
    assert run(["negation", "train", "--data", str(gold), "--out", model, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["sentences"] == 60
    asked = ["negation", "evaluate", "--gold", str(gold)]
    assert run([*asked, "--model", model, "--gold-cues", "--raw", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["cues"]["f1"] == 100.0
    assert found["scopes"]["f1"] > 90
    assert found["sentences_per_second"] > 0
    assert run([*asked, "--system", str(gold)]) == 0
    assert "100.00" in capsys.readouterr().out


def test_bad_input_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    gold = tmp_path / "gold.conll"
    conll.dump(embedded_sentences()[:2], gold)
    assert run(["negation", "evaluate", "--gold", str(gold), "--method", "x"]) == 2
    assert "--method x: expected one of best, ranker, tagger" in capsys.readouterr().err
    assert run(["negation", "evaluate", "--gold", str(tmp_path / "none")]) == 2
    assert run(["negation", "evaluate", "--gold", str(gold), "--model", str(tmp_path)]) == 2
    assert run(["negation", "train", "--data", str(gold), "--out", str(tmp_path)]) == 2
