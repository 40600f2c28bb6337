"""Test sets of the WMT metrics tasks as segments."""

from __future__ import annotations

from pathlib import Path

import pytest

from likewise.errors import InputError
from likewise.io import ReadLog, read_segments, read_wmt

FILES = {
    "sources/zh-en.txt": "猫在睡觉。\n他不在家。\n",
    "references/zh-en.refA.txt": "The cat is asleep.\nHe is not at home.\n",
    "references/zh-en.refB.txt": "A cat sleeps.\nHe is out.\n",
    "system-outputs/zh-en/refB.txt": "A cat sleeps.\nHe is out.\n",
    "system-outputs/zh-en/online-A.txt": "The cat sleeps.\nHe is at home.\n",
    "human-scores/zh-en.mqm.seg.score": "online-A\t-1.5\nonline-A\tNone\nrefB 0\nrefB 0\ngone\t1\ngone\t2\n",
    "human-scores/zh-en.mqm.sys.score": "online-A\t-2\n",
    "human-scores/zh-en.wmt-z.seg.score": "online-A\t0.25\nonline-A\t0.5\n",
    "documents/zh-en.docs": "news d1\nnews d2\n",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        path = tmp_path / "wmt" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path / "wmt"


def test_a_pair(folder: Path) -> None:
    log = ReadLog()
    first, second = read_wmt(folder, "zh-en", log=log)
    assert first.as_dict() == {
        "id": "1",
        "source": "猫在睡觉。",
        "candidate": "The cat sleeps.",
        "references": ["The cat is asleep.", "A cat sleeps."],
        "system": "online-A",
        "human": {"mqm": -1.5, "wmt-z": 0.25},
        "lang": "en",
        "source_lang": "zh",
    }
    assert second.human == {"wmt-z": 0.5}
    assert log.warnings() == [
        "2 references (refA, refB); format='wmt:NAME' takes one (--format wmt:NAME)",
        "'refB' is a reference here, so it is left out of the systems",
        "systems with human scores but no outputs: gone",
        "fields of a WMT test set that are not read: human-scores/zh-en.mqm.sys.score, documents",
    ]


def test_one_reference_makes_the_other_a_system(folder: Path) -> None:
    found = list(read_wmt(folder, "zh-en", references=["refA"]))
    assert [(one.system, one.id) for one in found] == [
        ("online-A", "1"), ("online-A", "2"), ("refB", "1"), ("refB", "2"),
    ]  # fmt: skip
    assert found[3].references == ("He is not at home.",)
    assert list(read_segments(folder, format="wmt:refA")) == found


def test_the_folder_of_the_outputs_names_the_pair(folder: Path) -> None:
    assert list(read_segments(folder / "system-outputs" / "zh-en")) == list(read_segments(folder))


def test_a_pair_must_be_named_where_there_are_several(folder: Path) -> None:
    (folder / "system-outputs" / "en-de").mkdir()
    with pytest.raises(InputError, match=r"several pairs, name one as .*PAIR \(pairs found: en-de, zh-en\)"):
        list(read_segments(folder))
    with pytest.raises(InputError, match=r"no pair 'de-en' \(pairs found: en-de, zh-en\)"):
        list(read_wmt(folder, "de-en"))


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("references/zh-en.refA.txt", "One.\n", "zh-en.refA.txt: has 1 lines, expected 2 as in the sources"),
        ("system-outputs/zh-en/online-A.txt", "a\nb\nc\n", "online-A.txt: has 3 lines, expected 2"),
        ("human-scores/zh-en.mqm.seg.score", "online-A 1\n", "has 1 scores of 'online-A', expected 2"),
        ("human-scores/zh-en.mqm.seg.score", "online-A x\n", "seg.score:1: expected a system and a number"),
        ("human-scores/zh-en.mqm.seg.score", "a 1 rater2\n", "seg.score:1: expected a system and a number"),
    ],
)
def test_files_that_do_not_fit(name: str, text: str, message: str, folder: Path) -> None:
    (folder / name).write_text(text)
    with pytest.raises(InputError) as caught:
        list(read_segments(folder))
    assert message in str(caught.value)


def test_what_is_no_such_folder(folder: Path) -> None:
    with pytest.raises(InputError, match="no folder of a WMT test set"):
        list(read_segments(folder / "references", format="wmt"))
    with pytest.raises(InputError, match=r"no reference 'refC' of zh-en \(references found: refA, refB\)"):
        list(read_wmt(folder, "zh-en", references=["refC"]))
    (folder / "sources" / "zh-en.txt").unlink()
    with pytest.raises(InputError, match=r"zh-en.txt: no such file"):
        list(read_segments(folder))
