"""How the tests of a group of commands speak to it."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from likewise.cli.main import run


@pytest.fixture
def say(
    request: pytest.FixtureRequest,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Callable[..., tuple[str, str]]:
    """Run a sub-command of the module's `GROUP` in a folder of its own, with lines as its input."""
    monkeypatch.chdir(tmp_path)
    capsys.readouterr()

    def check(*arguments: str, lines: str = "", code: int = 0) -> tuple[str, str]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(lines.encode()), encoding="utf-8"))
        found = run([request.module.GROUP, *arguments])
        out, err = capsys.readouterr()
        assert found == code, err
        return out, err

    return check
