"""A bar moves while a slow metric works, where standard error is a terminal."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from likewise.cli.command import counted, progress
from likewise.cli.main import run
from likewise.metrics import work


class Terminal(io.StringIO):
    """Text for a terminal."""

    def isatty(self) -> bool:
        return True


def on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", Terminal())
    for name in ("start", "stop"):  # nothing is drawn
        monkeypatch.setattr(f"rich.progress.Progress.{name}", lambda self: None)


def rows(folder: Path) -> str:
    path = folder / "rows.jsonl"
    row = {"candidate": "A dog barks.", "references": ["A dog barks."]}
    path.write_text("".join(json.dumps({"id": str(n), **row}) + "\n" for n in range(200)), encoding="utf-8")
    return str(path)


def test_score_tells_how_far_the_metric_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    on_a_terminal(monkeypatch)
    told: list[str] = []
    monkeypatch.setattr(
        "rich.progress.Progress.update", lambda self, task, **new: told.append(new["description"])
    )
    assert run(["score", rows(tmp_path), "-m", "meaning", "--json"]) == 0
    assert told == [
        "scoring, meaning 0 of 200", "scoring, meaning 64 of 200", "scoring, meaning 128 of 200",
        "scoring, meaning 192 of 200", "scoring, meaning 200 of 200", "scoring",
    ]  # fmt: skip


def test_work_outside_of_a_bar_has_one_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    on_a_terminal(monkeypatch)
    path = Path(rows(tmp_path))
    lines = path.read_text(encoding="utf-8").splitlines()
    both = [json.dumps({**json.loads(line), "system": name}) for name in ("a", "b") for line in lines]
    path.write_text("\n".join(both), encoding="utf-8")
    moved: list[float] = []
    monkeypatch.setattr("rich.progress.Progress.advance", lambda self, task, step: moved.append(step))
    assert run(["compare", str(path), "-m", "meaning", "--samples", "10", "--json"]) == 0
    assert sum(step for step in moved if step <= 64) == 400


def test_a_bar_moves_on_a_small_file_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    on_a_terminal(monkeypatch)
    path = Path(rows(tmp_path))
    moved: list[float] = []
    monkeypatch.setattr("rich.progress.Progress.advance", lambda self, task, step: moved.append(step))
    with progress("reading", str(path)) as advance:
        assert advance is not None
        for line in path.read_bytes().splitlines(keepends=True):
            advance(len(line))
    assert len(moved) > 20


def test_no_terminal_no_bar(capsys: pytest.CaptureFixture[str]) -> None:
    with counted("asking", 3) as done, work("meaning", 3) as more:
        done(1)
        more(1)
    assert capsys.readouterr() == ("", "")
