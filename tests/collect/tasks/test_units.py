"""What can be marked in a text, in any script."""

from __future__ import annotations

import pytest
import regex
from hypothesis import given, strategies as st

from likewise.collect.tasks.units import Unit, units_of


def pieces(text: str, unit: Unit = "word") -> list[str]:
    return [text[start:end] for start, end in units_of(text, unit)]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("A man's dog barks, twice.", ["A", "man's", "dog", "barks", ",", "twice", "."]),
        ("我不喜欢苹果。", ["我", "不", "喜", "欢", "苹", "果", "。"]),
        ("هذا الكتاب جميل", ["هذا", "الكتاب", "جميل"]),
        ("👩‍👩‍👧 likes 🇩🇪🇫🇷", ["👩‍👩‍👧", "likes", "🇩🇪", "🇫🇷"]),
        ("e\u0301te\u0301", ["e\u0301te\u0301"]),
        ("  two\n lines ", ["two", "lines"]),
        ("", []),
    ],
)
def test_words(text: str, words: list[str]) -> None:
    assert pieces(text) == words


def test_characters_are_what_a_reader_takes_for_one() -> None:
    assert pieces("un happy", "character") == list("unhappy")
    assert pieces("e\u0301👍🏽नि", "character") == ["e\u0301", "👍🏽", "नि"]


@given(st.text(max_size=40), st.sampled_from(["word", "character"]))
def test_pieces_lie_side_by_side_and_cut_no_character(text: str, unit: Unit) -> None:
    units = units_of(text, unit)
    edges = {0, len(text), *(match.start() for match in regex.finditer(r"\X", text))}
    covered = 0
    for start, end in units:
        assert covered <= start < end
        assert {start, end} <= edges
        assert not text[covered:start].strip()
        covered = end
    assert not text[covered:].strip()
