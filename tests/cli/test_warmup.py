"""likewise warmup, and the note on what is compiled first."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from likewise import data, kernel
from likewise.cli import manners
from likewise.cli.main import run

PROGRAM = [sys.executable, "-c", "from likewise.cli import main; main()"]


def test_a_second_warmup_has_nothing_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))

    def program(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([*PROGRAM, *arguments], capture_output=True, text=True, check=True)

    judge = ["judge", str(data.path("outputs.jsonl")), "--human", "overall", "--json"]
    first = program(*judge)
    assert first.stderr.count(manners.COMPILING) == 1
    assert manners.COMPILING not in first.stdout
    assert manners.COMPILING not in program(*judge).stderr
    found = json.loads(program("warmup", "judge", "--json").stdout)
    assert found["kernels"] == found["parts"]["judge"]["kernels"]
    assert found["seconds"] >= found["parts"]["judge"]["seconds"] > 0
    again = program("warmup", "judge")
    assert "Nothing to do: all kernels are there" in again.stdout
    assert "judge: 0 kernels compiled" in again.stderr


def test_a_part_that_is_none(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["warmup", "scores"]) == 2
    assert "warmup scores: expected one or more of score, judge," in capsys.readouterr().err


def test_the_note_is_told_once_and_not_with_quiet(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kernel._Account, "told", None)
    for quiet in (False, True):
        manners.speak(quiet=quiet)
        manners.note_compiling()
        for name in ("one", "other"):
            if kernel._Account.told:
                kernel._Account.told(name)
        assert capsys.readouterr().err.count(manners.COMPILING) == (not quiet)
    manners.speak()
