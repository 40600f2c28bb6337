"""Whole verses by a scheme: given lines stay, others rhyme with the last of their letter."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from likewise.errors import InputError
from likewise.freestyle import Freestyler, end_word, line_words, write_verse
from likewise.freestyle.response import CopiedRun, Response
from likewise.freestyle.verse_writer import WrittenLine, _fresh

Learn = Callable[..., Freestyler]


def test_a_verse_by_a_scheme(learn: Learn) -> None:
    verse = write_verse(learn(model="istg"), scheme="ABAB", first="I walk into the night", ends={3: "sea"})
    assert [line.label for line in verse] == list("ABAB")
    assert verse[0].text == "I walk into the night"
    assert verse[0].response is None
    assert end_word(verse[2].text) in {"light", "bright", "sight"}
    assert end_word(verse[3].text) == "sea"
    assert all(line.response is not None for line in verse[1:])


def test_locked_lines_stay_and_lengths_are_kept(learn: Learn) -> None:
    model = learn(model="istg")
    locked = {1: "Here is my own long day"}
    verse = write_verse(model, scheme="AAAA", locked=locked, words=(4, 7))
    assert verse[1].text == locked[1]
    assert all(4 <= len(line_words(line.text)) <= 7 for line in verse)


def test_a_theme_is_taken_up(learn: Learn) -> None:
    verse = write_verse(learn(model="istg"), first="we ran together to the night", theme=["letter", "house"])
    said = {word for line in verse[1:] for word in line_words(line.text)}
    assert said & {"letter", "house"}


def test_a_theme_that_does_not_read_well_is_left(learn: Learn) -> None:
    """A word that no line has can only be tacked on."""
    verse = write_verse(learn(model="istg"), first="we ran together to the night", theme=["zeppelin"])
    assert all("zeppelin" not in line_words(line.text) for line in verse)


def test_copies_are_taken_only_where_nothing_else_is_left() -> None:
    copied = CopiedRun("training", "we ran to the sea", "we ran to the sea")
    copy = Response("we ran to the sea", -1.0, True, (), copied, None)
    same_end = Response("they saw the tree", -2.0, True, (), None, None)
    new = Response("he is free", -3.0, True, (), None, None)
    verse = [WrittenLine("i climb a tree", "A")]
    assert _fresh([copy, same_end, new], verse) == [new]
    assert _fresh([copy, same_end], verse) == [same_end]
    assert _fresh([copy], verse) == [copy]


def test_lines_are_about_as_long_as_the_first(learn: Learn) -> None:
    verse = write_verse(learn(model="istg"), scheme="AABBCC", first="they dance and sing around the bell")
    assert all(6 <= len(line_words(line.text)) <= 8 for line in verse)


def test_the_seed_decides(learn: Learn) -> None:
    model = learn(model="istg")
    verses = [[line.text for line in write_verse(model, seed=seed)] for seed in (1, 1, 2)]
    assert verses[0] == verses[1] != verses[2]


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"scheme": ""}, "expected a scheme of 1 to 32 letters such as AABB"),
        ({"scheme": "A-B"}, "found 'A-B'"),
        ({"locked": {4: "x"}}, "the verse has 4 lines, not a line 5"),
        ({"ends": {1: "..."}}, "line 2 has no word"),
        ({"first": "one", "locked": {0: "two"}}, "the first line is given twice"),
        ({"locked": {1: "the sea"}, "ends": {1: "day"}}, "line 2 is locked and does not end with 'day'"),
    ],
)
def test_what_cannot_be_is_refused(learn: Learn, asked: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        write_verse(learn(model="istg"), **asked)
