"""The page about language models as judges: its commands and its Python run in order in an empty folder."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from likewise.cli.main import run

PAGE = Path(__file__).resolve().parents[2] / "docs" / "how-to" / "judge-with-a-language-model.md"

pytestmark = pytest.mark.skipif(
    not PAGE.is_file(), reason="the folder docs is not there: run from a checkout"
)


def test_the_page_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    text = PAGE.read_text(encoding="utf-8")
    steps = re.findall(r"^    (likewise [^\n]*)$|^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    assert len(steps) > 10
    for line, code in steps:
        if line:
            assert run(shlex.split(line)[1:]) == 0, line
        else:
            exec(compile(code, str(PAGE), "exec"), {"__name__": "__main__"})
    out, err = capsys.readouterr()
    printed = out + err
    for block in re.findall(r"^```text\n(.*?)^```$", text, re.DOTALL | re.MULTILINE):
        for shown in block.strip().splitlines():
            today = re.sub(r"asked:[\d-]+", "asked:", shown)
            assert today in re.sub(r"asked:[\d-]+", "asked:", printed), shown
