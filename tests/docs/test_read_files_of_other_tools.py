"""The page about files of other tools: two models under lm-evaluation-harness are compared as it says."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from likewise.cli.main import run

PAGE = Path(__file__).resolve().parents[2] / "docs" / "how-to" / "read-files-of-other-tools.md"

pytestmark = pytest.mark.skipif(
    not PAGE.is_file(), reason="the folder docs is not there: run from a checkout"
)


def samples(folder: Path, *answers: str) -> None:
    """A model's answers on the same documents, each once a filter."""
    folder.mkdir()
    rows = [
        {
            "doc_id": number, "doc": {}, "target": target, "arguments": {"gen_args_0": {"arg_0": "Q:"}},
            "filtered_resps": [answer], "filter": name, "metrics": ["exact_match"],
            "exact_match": float(answer == target),
        }
        for number, (answer, target) in enumerate(zip(answers, ("Paris", "four", "blue"), strict=True))
        for name in ("strict-match", "flexible-extract")
    ]  # fmt: skip
    text = "".join(json.dumps(row) + "\n" for row in rows)
    (folder / "samples_gsm8k.jsonl").write_text(text, encoding="utf-8")


def test_two_models_are_compared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    samples(tmp_path / "first", "Paris", "four", "blue")
    samples(tmp_path / "second", "Paris", "five", "red")
    section = PAGE.read_text(encoding="utf-8").partition("## Two models")[2].partition("\n## ")[0]
    lines = re.findall(r"^    (likewise [^\n]*)$", section, re.MULTILINE)
    assert lines
    assert [run(shlex.split(line)[1:]) for line in lines] == [0] * len(lines)
    capsys.readouterr()
    for block in re.findall(r"^```python\n(.*?)^```$", section, re.DOTALL | re.MULTILINE):
        exec(compile(block, str(PAGE), "exec"), {"__name__": "__main__"})
    printed = capsys.readouterr().out
    assert "{'first': 1.0, 'second': 0.3333333333333333}" in printed
    assert "3 items, 2 with another text" in printed
    assert "3 segments a system" in printed
