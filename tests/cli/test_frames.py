"""likewise frames: a filter over texts, frames from files, drawings, bad input in one line."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from likewise.cli.main import run

TEXTS = "The dog bit the man.\n\n小狗咬人\nHe ran. She slept.\n12 + 3\n"


def asked(monkeypatch: pytest.MonkeyPatch, text: bytes | str, *arguments: str) -> int:
    raw = text.encode() if isinstance(text, str) else text
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw), encoding="utf-8"))
    return run(["frames", *arguments])


def test_a_line_a_text(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert asked(monkeypatch, TEXTS, "--model", "small", "--json") == 0
    out, err = capsys.readouterr()
    rows: list[dict[str, Any]] = [json.loads(line) for line in out.splitlines()]
    assert [row["flags"] for row in rows if row is not rows[2]] == [[], ["empty"], [], ["no predicate"]]
    assert "other script" in rows[2]["flags"]
    assert list(rows[0])[:2] == ["tokens", "frames"]
    roles = [{"label": "ARG0", "span": [0, 2]}, {"label": "ARG1", "span": [3, 5]}]
    assert rows[0]["frames"] == [{"predicate": [2, 3], "roles": roles}]
    assert rows[1]["tokens"] == rows[1]["frames"] == []
    assert rows[3]["heads"].count(-1) == 2
    assert "line 3: most letters are of another script" in err


@pytest.mark.parametrize("way", [["--model", "small"], ["--draw"]])
def test_an_empty_file_is_told(
    way: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert asked(monkeypatch, "", *way) == 0
    assert capsys.readouterr() == ("", "likewise: <stdin>: nothing to read\n")


def test_arcs_and_drawings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert asked(monkeypatch, TEXTS, "--model", "small", "--draw") == 0
    out = capsys.readouterr().out
    assert "● bit" in out
    assert "(empty)" in out
    assert "(no predicate)" in out
    target = tmp_path / "arcs.svg"
    assert asked(monkeypatch, TEXTS, "--model", "small", "--svg", str(target)) == 0
    assert "wrote" in capsys.readouterr().err
    assert "bit: ARG0 The dog" in ElementTree.parse(target).getroot()[1].text  # type: ignore[operator]
    assert asked(monkeypatch, "a\n" * 201, "--model", "small", "--svg", str(tmp_path / "b.svg")) == 2
    assert "room for 200 texts" in capsys.readouterr().err
    assert not (tmp_path / "b.svg").exists()


def test_frames_of_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = "[ARG0 The dog] [TARGET bit] [ARG1 the man]\n"
    assert asked(monkeypatch, lines, "--format", "auto", "--json") == 0
    printed = capsys.readouterr().out
    assert json.loads(printed)["frames"][0]["predicate"] == [2, 3]
    again = tmp_path / "frames.jsonl"
    again.write_text(printed, encoding="utf-8")
    assert run(["frames", str(again), "--format", "json-lines"]) == 0
    assert capsys.readouterr().out == printed
    assert run(["frames", str(again), "--format", "json-lines", "--draw"]) == 0
    assert "● bit" in capsys.readouterr().out


WRONG: list[tuple[list[str], bytes, str]] = [
    (["--draw", "--json"], b"", "--draw, --json and --svg exclude each other"),
    (["--format", "auto", "--model", "small"], b"", "--model reads texts"),
    (["--format", "srl"], b"", "field 'format': srl: expected one of auto"),
    (["--format", "auto"], b"[ARG0 x\n", "<stdin>:1: field 'ARG0': a bracket is not closed"),
    (["--lang", "fr"], b"Oui.\n", "field 'lang': fr: frames are read in en and zh only"),
    (["--model", "huge"], b"a\n", "field 'model': huge: expected one of auto, small, encoder"),
    (["--model", "small"], b"a\n\xff\n", "<stdin>:2: not valid UTF-8"),
    (["absent.txt"], b"", "absent.txt: no such file"),
]


@pytest.mark.parametrize(("arguments", "text", "said"), WRONG)
def test_bad_input_is_one_line(
    arguments: list[str], text: bytes, said: str, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    assert asked(monkeypatch, text, *arguments) == 2
    err = capsys.readouterr().err
    assert said in err
    assert err.count("\n") == 1
