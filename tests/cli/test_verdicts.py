"""`likewise verdicts`, and the metric `verdict` on the command line, as a user goes through them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from likewise.cli.main import run
from likewise.data import copy_examples

GROUP = "verdicts"
Say = Callable[..., tuple[str, str]]


@pytest.fixture
def folder(say: Say, tmp_path: Path) -> Path:
    copy_examples(tmp_path)
    return tmp_path


@pytest.mark.usefixtures("folder")
def test_the_whole_way(say: Say, capsys: pytest.CaptureFixture[str]) -> None:
    out, err = say("outputs.jsonl", "--judge", "judge.toml", "--dry-run")
    assert json.loads(out)["texts"].keys() == {"source", "candidate"}
    assert "asks the program `python standin_judge.py` on this machine" in err
    assert "sends the rubric and these fields: source, candidate; no ids" in err
    assert "176 to send" in err
    assert not Path("verdicts.jsonl").exists()
    out, _ = say("outputs.jsonl", "--judge", "judge.toml", "--json")
    assert json.loads(out)["verdicts"] == 176
    assert run(["score", "outputs.jsonl", "-m", "verdict", "--by", "system", "--json"]) == 0
    scored = json.loads(capsys.readouterr().out)
    assert 1 <= scored["systems"]["free"]["metrics"]["verdict"]["score"] <= 5
    assert run(["judge", "outputs.jsonl", "--human", "meaning", "-m", "verdict", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["metrics"]["verdict"]["pearson"] > 0
    assert run(["compare", "outputs.jsonl", "-m", "verdict", "--samples", "20", "--json"]) == 0
    capsys.readouterr()
    assert run(["explain", "outputs.jsonl", "--id", "clip-07", "--system", "free", "-m", "verdict"]) == 0
    assert "of the words are shared" in capsys.readouterr().out
    assert run(["score", "outputs.jsonl", "-m", "verdict", "--report", "r.html"]) == 0


@pytest.mark.usefixtures("folder")
def test_missing_verdicts_are_counted_and_told(say: Say, capsys: pytest.CaptureFixture[str]) -> None:
    say("outputs.jsonl", "--judge", "judge.toml", "--limit", "100", "--out", "some.jsonl")
    assert run(["score", "outputs.jsonl", "-m", "verdict", "--set", "verdict.file=some.jsonl", "--json"]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["metrics"]["verdict"]["not_asked"] == 76
    assert "likewise verdicts SEGMENTS --judge JUDGE.toml --out some.jsonl" in err


def test_bad_calls(say: Say, folder: Path) -> None:
    for arguments, told in (
        (["outputs.jsonl"], "expected --judge FILE"),
        (["outputs.jsonl", "--judge", "no.toml"], "no.toml: no such file"),
        (["outputs.jsonl", "--judge", "judge.toml", "--out", "-"], "--out -"),
        (["outputs.jsonl", "--judge", "judge.toml", "--out", "no/v.jsonl"], "its folder does not exist"),
        (
            ["outputs.jsonl", "--judge", "judge.toml", "--against", "free"],
            "against='free' (--against) has no effect",
        ),
        (["outputs.jsonl", "--judge", "pair_judge.toml", "--against", "fre"], "no such system"),
        (["outputs.jsonl", "--judge", "judge.toml", "--max-cost", "1"], "no price_in"),
    ):
        _, err = say(*arguments, code=2)
        assert told in err
    assert not list(folder.glob("*verdicts*"))
    run(["score", "outputs.jsonl", "-m", "verdict"])


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_interrupted_and_gone_on_with(folder: Path) -> None:
    judge = (folder / "judge.toml").read_text(encoding="utf-8")
    slow = '["python", "-m", "likewise.testing.judge_command", "--pause", "0.02"]'
    (folder / "slow.toml").write_text(judge.replace('["python", "standin_judge.py"]', slow), encoding="utf-8")
    words = [sys.executable, "-m", "likewise", "verdicts", "outputs.jsonl", "--judge", "slow.toml"]
    program = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    out = folder / "verdicts.jsonl"
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline and (not out.exists() or out.read_bytes().count(b"\n") < 5):
        time.sleep(0.02)
    program.send_signal(signal.SIGINT)
    _, err = program.communicate(timeout=30)
    assert program.returncode == 130
    assert "interrupted" in err
    kept = out.read_bytes()
    count = kept.count(b"\n")
    assert 5 <= count < 176
    assert run(["verdicts", "outputs.jsonl", "--judge", "slow.toml", "--limit", "3"]) == 0
    assert out.read_bytes().startswith(kept)
    assert out.read_bytes().count(b"\n") == count + 3
