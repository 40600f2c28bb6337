"""The page about Python and notebooks: all its code runs in order, in a folder with the examples."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from likewise.cli.main import run
from likewise.data import copy_examples

PAGE = Path(__file__).resolve().parents[2] / "docs" / "how-to" / "use-in-python-and-notebooks.md"

pytestmark = pytest.mark.skipif(
    not PAGE.is_file(), reason="the folder docs is not there: run from a checkout"
)


def test_the_page_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("pandas")
    monkeypatch.chdir(tmp_path)
    copy_examples(tmp_path)
    text = PAGE.read_text(encoding="utf-8")
    steps = re.findall(r"^    (likewise [^\n]*)$|^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    assert len(steps) > 12
    names: dict[str, Any] = {"__name__": "__main__"}
    for line, code in steps:
        if line:
            assert run(shlex.split(line)[1:]) == 0, line
        else:
            exec(compile(code, str(PAGE), "exec"), names)
    # What the comments beside the calls say.
    bleu, segment = names["lw"].metrics.BLEU(), ("The hound barks.", ["A dog is barking."])
    assert f"# candidate, references: {bleu.segment(*segment):.1f}" in text
    pinc = names["lw"].metrics.PINC().segment("The dog barks.", "The hound barks.")
    assert f"# source, candidate: {pinc:.1f}" in text
    assert "\\toprule" in capsys.readouterr().out
