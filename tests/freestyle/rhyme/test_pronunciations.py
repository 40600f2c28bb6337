"""Pronunciation dictionaries: the file, and rhymes by it."""

from __future__ import annotations

from pathlib import Path

import pytest

from likewise.errors import InputError
from likewise.freestyle.rhyme.pronunciations import Pronunciations, read_pronunciations

SMALL = """;;; remarks
DO  D UW1
YOU  Y UW1
DAY  D EY1
YESTERDAY  Y EH1 S T ER0 D EY2
YESTERDAY(2)  Y EH1 S T ER0 D IY0
MADE  M EY1 D # a remark
"""


@pytest.fixture
def dictionary(tmp_path: Path) -> Pronunciations:
    path = tmp_path / "words.dict"
    path.write_text(SMALL)
    return Pronunciations.from_file(path)


def test_relations_of_words(dictionary: Pronunciations) -> None:
    """do/you and yesterday/day are the rhymes of the paper's Table 3."""
    assert dictionary.perfect_rhyme("do", "you")
    assert dictionary.perfect_rhyme("yesterday", "day")
    assert dictionary.relation("day", "made") == "vowel"
    assert dictionary.vowel_rhyme("day", "made")
    assert not dictionary.perfect_rhyme("day", "made")
    assert dictionary.relation("day", "day") == "identical"
    assert dictionary.relation("day", "dawn") == "unknown"
    assert dictionary.relation("day", "do") == "none"
    assert dictionary.known("day")
    assert not dictionary.known("dawn")
    assert not dictionary.guessed


def test_the_table_of_the_package_guesses() -> None:
    table = Pronunciations()
    assert table.guessed
    assert table.perfect_rhyme("yesterday", "day")
    assert table.perfect_rhyme("splunge", "plunge")
    assert not table.known("splunge")


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("DO  D UW1\nYOU\n", 2, "has no phones"),
        ("DO  D uw1\n", 1, "'uw1' is no phone"),
        (";;; nothing\n", None, "holds no pronunciations"),
        ("DO  D UW\n", None, "has no stress"),
    ],
)
def test_bad_files_are_told_in_one_line(tmp_path: Path, text: str, line: int | None, words: str) -> None:
    path = tmp_path / "bad.dict"
    path.write_text(text)
    with pytest.raises(InputError, match=words) as caught:
        read_pronunciations(path)
    assert caught.value.line == line


def test_latin_1_is_read(tmp_path: Path) -> None:
    path = tmp_path / "latin.dict"
    path.write_bytes("DÉJÀ  D EY2 ZH AA1\n".encode("latin-1"))
    assert read_pronunciations(path) == {"déjà": [["D", "EY2", "ZH", "AA1"]]}
