"""The commands that hold one run against another: exit codes, files, JSON."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

import likewise as lw
from likewise import data
from likewise.cli.main import run

RULES = '[[rule]]\nmetric = "bleu"\nmax_drop = 0.5\n[[rule]]\nmetric = "negation"\nmax_new = 0\n'


@pytest.fixture
def runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for system in ("free", "broken"):
        rows = [replace(s, system=None) for s in data.outputs() if s.system == system]
        lw.dump_segments(rows, f"{system}.jsonl")
    Path("gate.toml").write_text(RULES, encoding="utf-8")
    return tmp_path


def hold(candidate: str, *more: str) -> int:
    return run(["gate", "--baseline", "free.jsonl", "--candidate", candidate, "--rules", "gate.toml", *more])


def test_gate_passes_with_0_and_fails_with_3(runs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert hold("free.jsonl", "--json") == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["passed"] is True
    assert "the same texts" in err
    assert hold("broken.jsonl", "--json", "--summary", "s.md", "--junit", "j.xml") == 3
    answer = json.loads(capsys.readouterr().out)
    assert [(rule["rule"], rule["passed"]) for rule in answer["rules"]] == [
        ("bleu does not drop by more than 0.5", False),
        ("no new flag of negation", False),
    ]
    assert all(rule["why"] for rule in answer["rules"])
    assert Path("s.md").read_text(encoding="utf-8").startswith("## Gate not passed: 2 of 2")
    assert ElementTree.parse("j.xml").getroot().attrib["failures"] == "2"
    assert hold("broken.jsonl") == 3
    assert "FAILED" in capsys.readouterr().out


def test_gate_with_bad_input_leaves_no_file(runs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("gate.toml").write_text('[[rule]]\nmetric = "blue"\nmax_drop = 1\n', encoding="utf-8")
    assert hold("broken.jsonl", "--junit", "j.xml") == 2
    assert "gate.toml: unknown metric 'blue' (did you mean bleu?)" in capsys.readouterr().err
    assert hold("none.jsonl", "--junit", "j.xml") == 2
    assert not Path("j.xml").exists()


def test_diff_runs_shows_the_worst_and_writes_all(runs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = ["diff-runs", "free.jsonl", "broken.jsonl", "-m", "chrf", "--samples", "100"]
    assert run([*line, "--worst", "2", "--better", "1", "--items", "items.jsonl", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["n"], answer["changed"], len(answer["items"])) == (44, 44, 3)
    written = [json.loads(row) for row in Path("items.jsonl").read_text(encoding="utf-8").splitlines()]
    assert len(written) == 44
    assert answer["items"] == [*written[:2], written[-1]]
    assert run(line) == 0
    assert "Items, from the worst to the best" in capsys.readouterr().out


def test_explain_worst(runs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["explain", "broken.jsonl", "--worst", "3", "-m", "chrf", "--json"]) == 0
    scores = [one["metrics"]["chrf"]["score"] for one in json.loads(capsys.readouterr().out)["worst"]]
    assert scores == sorted(scores)
    assert len(scores) == 3
    for wrong in ([], ["--id", "clip-01", "--worst", "3"]):
        assert run(["explain", "broken.jsonl", *wrong]) == 2
        assert "expected one of --id ID and --worst NUMBER" in capsys.readouterr().err
