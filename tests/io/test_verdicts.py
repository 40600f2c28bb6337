"""Files of verdicts: only added to, whole lines, several writers, nothing taken on trust."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from threading import Thread

import pytest

from likewise.errors import InputError
from likewise.io import JudgeVerdict, VerdictFile, read_verdicts, shown_text, text_key
from likewise.records import Segment

SEGMENT = Segment("7", "A cat.", "The cat.", ("One cat.", "Cat."), system="s", human={"meaning": 3})


def verdict(text: str, value: float | None = 3.0) -> JudgeVerdict:
    return JudgeVerdict(
        "judge", "f" * 32, "model", "r" * 8, "single", "1-5", ("candidate",), (text,), ("1",), (None,),
        value, "2026-01-02T03:04:05Z", reply="Ä \n \u2028 {",
    )  # fmt: skip


def test_what_is_written_is_read(tmp_path: Path) -> None:
    path = tmp_path / "v.jsonl"
    file = VerdictFile(path)
    assert file.verdicts() == []
    ones = [verdict("a"), verdict("b", None), verdict("a", 4.0)]
    for one in ones:
        file.add(one)
    assert read_verdicts(path) == ones
    assert file.verdicts() == VerdictFile(path).verdicts() == [ones[2], ones[1]]
    assert file.get(ones[0].key) == ones[2]


def test_a_line_that_a_crash_cut_off_is_passed_over_and_replaced(tmp_path: Path) -> None:
    path = tmp_path / "v.jsonl"
    VerdictFile(path).add(verdict("a"))
    with path.open("a", encoding="utf-8") as stream:
        stream.write('{"judge": "ju')
    assert read_verdicts(path) == [verdict("a")]
    VerdictFile(path).add(verdict("b"))
    assert read_verdicts(path) == [verdict("a"), verdict("b")]
    assert path.read_text(encoding="utf-8").count("\n") == 2


def test_threads_and_programs_write_beside_each_other(tmp_path: Path) -> None:
    path = tmp_path / "v.jsonl"
    code = (
        "import sys; from dataclasses import replace; from likewise.io import VerdictFile, read_verdicts\n"
        "file = VerdictFile(sys.argv[1]); one = file.verdicts()[0]\n"
        "for n in range(40): file.add(replace(one, texts=(f'{sys.argv[2]}{n}',)))"
    )
    file = VerdictFile(path)
    file.add(verdict("first"))
    others = [subprocess.Popen([sys.executable, "-c", code, str(path), name]) for name in "ab"]

    def add(name: str) -> None:
        for number in range(20):
            file.add(verdict(f"{name}{number}"))

    threads = [Thread(target=add, args=(name,)) for name in ("t", "u")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [other.wait() for other in others] == [0, 0]
    assert len({one.texts for one in read_verdicts(path)}) == 1 + 2 * 40 + 2 * 20
    file.look()
    assert len(file.verdicts()) == 121


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"verdict": "good"}, "verdict"), ({"verdict": True}, "verdict"), ({"mode": "pair"}, "verdict"),
        ({"texts": "a"}, "texts"), ({"judge": None}, "judge"), ({"cost": "1"}, "cost"),
        ({"asked": 3}, "asked"),
    ],
)  # fmt: skip
def test_rows_that_are_no_verdicts_are_refused(
    tmp_path: Path, changed: dict[str, object], field: str
) -> None:
    path = tmp_path / "v.jsonl"
    VerdictFile(path).add(verdict("a"))
    row = json.loads(path.read_text(encoding="utf-8"))
    with path.open("a", encoding="utf-8") as stream:
        stream.write(json.dumps({**row, **changed}) + "\n")
    with pytest.raises(InputError) as caught:
        read_verdicts(path)
    assert (caught.value.line, caught.value.field) == (2, field)


@pytest.mark.parametrize("line", ["{", "[1]", '"x"', "3"])
def test_lines_that_are_no_objects_are_refused(tmp_path: Path, line: str) -> None:
    path = tmp_path / "v.jsonl"
    path.write_text(line + "\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"v\.jsonl:1"):
        read_verdicts(path)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file of verdicts"):
        read_verdicts(tmp_path / "v.jsonl")


def test_what_a_judge_is_shown_is_text_alone() -> None:
    everything = {"source": "The cat.", "references": ["One cat.", "Cat."], "candidate": "A cat."}
    assert shown_text(SEGMENT) == everything
    assert shown_text(SEGMENT, ("candidate",)) == {"candidate": "A cat."}
    assert shown_text(Segment("1", "")) == {"candidate": ""}
    other = Segment("8", "A cat.", "The cat.", ("One cat.", "Cat."), system="t")
    assert text_key(SEGMENT) == text_key(other)
    # Known for good: a key that changed would have people pay for their verdicts again.
    assert text_key(SEGMENT) == "d548f99f1f9c56b9fff2c537c702936e"
