"""The cutting of words into pieces, and the vocabulary that comes with the package."""

from __future__ import annotations

import pytest

from likewise.text.installed_encoders import PACKAGES
from likewise.text.word_pieces import WordPieces, english_pieces

PIECES = ["[UNK]", "[CLS]", "[SEP]", "un", "##able", "##a", "able", ",", "-", "cafe", "中"]


@pytest.mark.parametrize(
    ("word", "pieces"),
    [
        ("unable", ["un", "##able"]),
        ("Able", ["able"]),
        ("una", ["un", "##a"]),
        ("uno", ["[UNK]"]),
        ("CAFÉ,", ["cafe", ","]),
        ("un-able", ["un", "-", "able"]),
        ("中", ["中"]),
        ("中中", ["中", "中"]),
        ("", ["[UNK]"]),
        ("x" * 101, ["[UNK]"]),
        ("un\u200bable", ["un", "##able"]),
    ],
)
def test_pieces(word: str, pieces: list[str]) -> None:
    assert [PIECES[i] for i in WordPieces(PIECES).of(word)] == pieces


def test_the_vocabulary_of_the_package() -> None:
    pieces = english_pieces()
    assert len(pieces.ids) == 30_522
    assert (pieces.unknown, pieces.first, pieces.last) == (100, 101, 102)
    assert pieces.of("naïve") == (15743,)
    path = PACKAGES[1].path()
    if path is not None:
        lines = (path.parent / "vocab.txt").read_text("utf-8").splitlines()
        assert list(pieces.ids) == lines
