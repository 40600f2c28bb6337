"""The tour and the reports of commands: one file each, the promised keys, and the note on examples."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

import likewise as lw
from likewise import data
from likewise.cli.main import run

OUTPUTS, TABLE = data.path("outputs.jsonl"), data.path("scores.csv")
Here = Callable[..., tuple[str, str]]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Here:
    """Run a command in a folder of its own; it must succeed."""
    monkeypatch.chdir(tmp_path)

    def check(*arguments: str) -> tuple[str, str]:
        assert run(list(arguments)) == 0
        out, err = capsys.readouterr()
        return out, err

    return check


def self_contained(path: str) -> str:
    """The text of a report, which must be one whole page that fetches nothing."""
    text = Path(path).read_text(encoding="utf-8")
    assert text.lower().startswith("<!doctype html>")
    assert text.rstrip().endswith("</html>")
    for fetched in ('src="http', "src='http", '<link rel="stylesheet" href', "@import", "url(http"):
        assert fetched not in text
    return text


def test_tour_as_text_and_as_json(here: Here) -> None:
    """Twice with the same seed, since it takes a while: what is said differs, the report does not."""
    out, _ = here("tour", "--seed", "7")
    assert os.listdir() == ["likewise-report.html"]
    first = Path("likewise-report.html").read_bytes()
    Path("likewise-report.html").unlink()
    check_text(out)
    out, err = here("tour", "--report", "t.html", "--json", "--seed", "7")
    assert os.listdir() == ["t.html"]
    assert Path("t.html").read_bytes() == first
    assert "Traceback" not in err
    check_json(out)
    page = self_contained("t.html")
    assert data.NOTE in page
    assert "novelty 0.4" in page
    assert "examples" in data.NOTE


def check_json(out: str) -> None:
    assert out.count("\n") == 1
    found = json.loads(out)
    assert {"report", "bleu", "pinc", "seconds"} <= set(found)
    assert found["report"] == "t.html"
    assert found["seconds"] > 0
    expected = lw.score(data.outputs(), by="system", settings={"lowercase": True}).systems
    assert expected is not None
    for system, scores in expected.items():
        assert found["systems"][system]["metrics"]["bleu"]["score"] == scores["bleu"].score
    ours = [system for system in found["systems"] if system not in expected]
    assert ours == ["novelty 0.2", "novelty 0.4", "novelty 0.6"]
    assert found["system"] == "novelty 0.4"
    middle = found["systems"]["novelty 0.4"]["metrics"]
    assert (found["bleu"], found["pinc"]) == (middle["bleu"]["score"], middle["pinc"]["score"])
    pinc = [found["systems"][system]["metrics"]["pinc"]["score"] for system in ours]
    assert pinc == sorted(pinc)
    assert found["judge"]["n"] == 176


def check_text(out: str) -> None:
    assert "written examples, not measurements" in out
    assert "likewise-report.html" in out
    # Where to go next: every line is a command that this program knows.
    lines = [line.removeprefix("  uv run") for line in out.splitlines()]
    following = [line.split()[1] for line in lines if line.lstrip().startswith("likewise ")]
    assert following == [
        "paraphrase",
        "explain",
        "compare",
        "judge",
        "score",
        "agree",
        "dimple",
        "diff",
        "score",
        "studio",
    ]


@pytest.mark.parametrize(
    ("arguments", "key"),
    [
        (["score", OUTPUTS, "--by", "system"], "systems"),
        (["judge", OUTPUTS, "--human", "meaning", "--bootstrap", "50"], "metrics"),
        (["agree", TABLE], "spearman"),
    ],
)
def test_reports_of_commands(here: Here, arguments: list[str], key: str) -> None:
    out, err = here(*arguments, "--report", "r.html", "--json")
    assert key in json.loads(out)
    assert err == "likewise: wrote r.html\n"
    assert os.listdir() == ["r.html"]
    self_contained("r.html")


def test_texts_cannot_break_out_of_a_report(here: Here) -> None:
    bad = "</script><script>alert(1)</script><img src=x onerror=alert(1)>"
    row = {"source": bad, "candidate": bad, "references": [bad], "system": bad}
    Path("f.jsonl").write_text("".join(json.dumps({"id": f"{n}{bad}", **row}) + "\n" for n in range(3)))
    here("score", "f.jsonl", "--by", "system", "--report", "r.html")
    text = self_contained("r.html")
    assert "<script>alert(1)" not in text
    assert "<img src=x" not in text


@pytest.mark.parametrize(
    "arguments",
    [["score", OUTPUTS], ["judge", OUTPUTS, "--human", "meaning", "--bootstrap", "20"], ["agree", TABLE]],
)
def test_a_report_into_a_folder_that_is_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run([*arguments, "--report", "absent/r.html"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err == "likewise: absent/r.html: its folder does not exist\n"
    assert os.listdir() == []
