"""`--plane X,Y`: the metrics of the plane that a report shows first, or one line on what is wrong."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from likewise import data
from likewise.cli.main import run

OUTPUTS = str(data.path("outputs.jsonl"))


def planes(page: Path) -> list[tuple[str, str]]:
    """The pairs of metrics, across and up, whose plane is shown at first."""
    found = re.findall(r'data-x="([^"]*)" data-y="([^"]*)"( hidden)?>', page.read_text(encoding="utf-8"))
    return [(x, y) for x, y, hidden in found if not hidden]


@pytest.mark.parametrize("command", ["score", "compare"])
def test_the_plane_has_the_axes_asked_for(command: str, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    more = ["--by", "system"] if command == "score" else ["--samples", "20"]
    words = [command, OUTPUTS, *more, "-m", "bleu,pinc,wer", "--report", str(page)]
    assert run([*words]) == 0
    assert planes(page) == [("pinc", "bleu")]
    assert run([*words, "--plane", "wer, bleu"]) == 0
    assert planes(page) == [("wer", "bleu")]
    assert "← wer (word errors)" in page.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["--plane", "pinc,bleu"], "--plane has no effect here: it goes with --report"),
        (
            ["--report", "r.html", "--plane", "pinc,wer"],
            "'wer' is not scored here, expected two of",
        ),
        (["--report", "r.html", "--plane", "pinc"], "--plane pinc: expected two metrics, X,Y"),
        (["--report", "r.html", "--plane", "pinc,pinc"], "--plane pinc,pinc: expected two metrics, X,Y"),
    ],
)
def test_what_cannot_be_drawn_is_refused(
    given: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    assert run(["score", OUTPUTS, *given]) == 2
    told = capsys.readouterr().err
    assert said in told
    assert told.count("\n") == 1
    assert not (tmp_path / "r.html").exists()
