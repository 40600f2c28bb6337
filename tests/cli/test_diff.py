"""`likewise diff`: texts and files, JSON, the view of a terminal, refusals."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from likewise.metrics import meaning
from likewise.metrics.meaning import Change, MeaningDiff, Side

GROUP = "diff"
Say = Callable[..., tuple[str, str]]


def found(a: str, b: str) -> MeaningDiff:
    """Two changes where there is a figure, none elsewhere."""
    if "30" not in a:
        return MeaningDiff(True, 96.0, (), ("roles",) if a.startswith("Die") else ())
    start, other = a.index("30"), b.index("300")
    number = Change("number", Side("30", (start, start + 2)), Side("300", (other, other + 3)), None, 0.97,
                    "30 became 300")  # fmt: skip
    lost = Change("role-lost", Side("by Friday", (a.index("by"), a.index("by") + 9)), None, "WHEN", 0.4,
                  "WHEN 'by Friday' is lost")  # fmt: skip
    return MeaningDiff(False, 2.0, (number, lost))


@pytest.fixture(autouse=True)
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, str, str | None]]:
    """The languages and sizes that the engine was asked for; the engine is the function above."""
    calls: list[tuple[int, str, str | None]] = []

    def many(
        pairs: Sequence[tuple[str, str]], lang: str = "en", lang_b: str | None = None
    ) -> list[MeaningDiff]:
        calls.append((len(pairs), lang, lang_b))
        return [found(a, b) for a, b in pairs]

    monkeypatch.setattr(meaning, "diff_many", many, raising=False)
    return calls


A, B = "Pay 30 euros by Friday.", "Pay 300 euros."


def test_two_texts(say: Say) -> None:
    out, err = say(A, B)
    assert out.splitlines() == [
        "A  Pay [30]1 euros [by Friday]2.",
        "B  Pay [300]1 euros.",
        "  1 number     30 became 300  (97 % sure)",
        "  2 role-lost  WHEN 'by Friday' is lost  (40 % sure)",
        "not the same: the meaning is kept with a chance of 2 %",
    ]
    assert err == ""
    out, _ = say("He left.", "He went.")
    assert "no change of meaning was found\nthe same" in out
    out, _ = say("Die Katze", "Die Katze", "--lang", "Deutsch")
    assert "not read: roles" in out
    assert "no change of meaning was found in what could be read" in out


def test_json_is_one_object_a_pair(say: Say, asked: Any) -> None:
    out, _ = say(A, B, "--json", "--lang-b", "German")
    told: dict[str, Any] = json.loads(out)
    assert told == found(A, B).as_dict()
    assert set(told) == {"same", "score", "changes", "unread"}
    first, second = told["changes"]
    assert list(first) == ["kind", "a", "b", "confidence", "sentence"]
    assert first["a"] == {"text": "30", "span": [4, 6]}
    assert (second["role"], second["b"]) == ("WHEN", None)
    assert asked == [(1, "en", "de")]


def test_kinds_and_threshold_choose_what_is_shown(say: Say) -> None:
    out, _ = say(A, B, "--kinds", "number,negation", "--json")
    assert [change["kind"] for change in json.loads(out)["changes"]] == ["number"]
    out, _ = say(A, B, "--threshold", "0.5")
    assert "role-lost" not in out
    assert "1 more of other kinds, or less sure" in out
    assert "not the same" in out
    _, err = say(A, B, "--kinds", "colour", code=2)
    assert "--kinds colour: expected one of role-swap, role-lost" in err


def test_files_line_by_line(say: Say, tmp_path: Path, asked: Any) -> None:
    (tmp_path / "a.txt").write_text("\n".join(["He left.", A, "", *["Yes."] * 100]) + "\n")
    (tmp_path / "b.txt").write_text("\n".join(["He went.", B, "", *["Yes."] * 100]) + "\n")
    out, err = say("a.txt", "b.txt", "--json")
    lines = out.splitlines()
    assert len(lines) == 103
    assert [json.loads(line)["same"] for line in lines[:3]] == [True, False, True]
    assert "comparing two files line by line: a.txt and b.txt" in err
    assert asked == [(64, "en", "en"), (39, "en", "en")]
    out, _ = say("a.txt", "b.txt")
    assert out.startswith("line 2: 2 %\nA  Pay [30]1")
    assert "103 pairs: 102 the same, 1 not; mean score" in out
    table = out.partition("Changes of meaning")[2]
    assert table.index("role-lost") < table.index("number")
    out, _ = say("a.txt", "b.txt", "--worst", "0")
    assert "line 2" not in out
    out, _ = say("-", "b.txt", lines="He left.\n" * 103)
    assert "103 pairs: 103 the same" in out


def test_refusals_are_one_line(say: Say, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("one\ntwo\n")
    (tmp_path / "b.txt").write_text("one\n")
    (tmp_path / "empty.txt").write_text("")
    for arguments, said in [
        (("a.txt", "b.txt"), "a.txt: has 2 lines, and b.txt has 1: expected as many"),
        (("a.txt", "c.txt"), "a.txt is a file, and there is no file 'c.txt': expected two of a kind"),
        (("a text", "b.txt"), "b.txt is a file, and there is no file 'a text'"),
        (("empty.txt", "empty.txt"), "empty.txt: is empty, expected one text a line"),
        (("-", "-"), "only one of the files can be standard input"),
        ((A, B, "--lang", "Klingonisch"), "--lang: unknown language 'Klingonisch'"),
        ((A, B, "--lang-b", "xx"), "--lang-b: unknown language 'xx'"),
        ((A, B, "--threshold", "2"), "--threshold"),
        ((A,), "Missing argument 'B'"),
    ]:
        _, err = say(*arguments, code=2)
        assert said in err
        assert err.strip().splitlines()[-1].startswith("likewise: ")
