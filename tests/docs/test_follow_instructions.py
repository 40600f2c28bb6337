"""The Python on the page about following instructions runs, and prints what the page shows."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from xml.etree import ElementTree

import pytest

from likewise.cli.main import run

PAGE = Path(__file__).resolve().parents[2] / "docs" / "how-to" / "follow-instructions.md"

pytestmark = pytest.mark.skipif(
    not PAGE.is_file(), reason="the folder docs is not there: run from a checkout"
)


def test_the_page_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    section = PAGE.read_text(encoding="utf-8").partition("## In Python\n")[2].partition("\n## ")[0]
    train, code, shown = (
        re.findall(pattern, section, re.DOTALL | re.MULTILINE)
        for pattern in (r"^    (likewise [^\n]*)$", r"^```python\n(.*?)^```$", r"^```text\n(.*?)^```$")
    )
    assert [run(shlex.split(line)[1:]) for line in train] == [0]
    capsys.readouterr()
    for block in code:
        exec(compile(block, str(PAGE), "exec"), {"__name__": "__main__"})
    assert capsys.readouterr().out == "".join(shown) != ""
    assert ElementTree.parse("walk.svg").getroot().tag.endswith("svg")
