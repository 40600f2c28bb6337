"""Disfluencies: what is found in a line, what is left of it, and how much of a text is touched."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from likewise.errors import InputError
from likewise.freestyle import Verse, corrected_line, disfluencies, fluent_verses

WORD, PHRASE, AD_LIB, SOUNDS = "repeated word", "repeated phrase", "ad-lib", "interjections"


@pytest.mark.parametrize(
    ("line", "kinds", "left"),
    [
        ("the the the", (WORD,), "the"),
        ("on and on and on", (PHRASE,), "on and on"),
        ("Go, go, go!", (WORD,), "Go!"),
        ("we will wait, we will wait", (PHRASE,), "we will wait"),
        ("c-c-caught in the rain", (WORD,), "caught in the rain"),
        ("(hey) I saw you (you did)", (AD_LIB,), "I saw you"),
        ("I saw you (you did", (AD_LIB,), "I saw you"),
        ("(all of it)", (AD_LIB,), None),
        ("yeah, yeah, oh", (WORD, SOUNDS), None),
        ("Ouais ouais ouais", (WORD, SOUNDS), None),
        ("lalala tou-tou-tou", (SOUNDS,), None),
        ("ooooh yeahhh", (SOUNDS,), None),
        ("I had had enough", (), "I had had enough"),
        ("nous nous levons", (), "nous nous levons"),
        ("are you? You are", (), "are you? You are"),
        ("a plain line", (), "a plain line"),
        ("床前明月光", (), "床前明月光"),
        ("🎤", (), None),
        ("", (), None),
    ],
)
def test_lines(line: str, kinds: tuple[str, ...], left: str | None) -> None:
    assert disfluencies(line) == kinds
    assert corrected_line(line) == left


@given(st.lists(st.sampled_from(["go", "on", "and", "yeah", "(uh)", "home,"]), max_size=12).map(" ".join))
def test_a_corrected_line_repeats_no_word(line: str) -> None:
    left = corrected_line(line)
    if left is not None:
        assert WORD not in disfluencies(left)
        assert AD_LIB not in disfluencies(left)


def test_strategies_and_the_share_touched() -> None:
    verses = [
        Verse("1", ("a line", "go go home", "yeah", "(uh) done"), "s", ("a", "b", "", "b")),
        Verse("2", ("yeah",)),
    ]
    corrected = fluent_verses(verses)
    assert corrected.verses == (Verse("1", ("a line", "go home", "done"), "s", ("a", "b", "b")),)
    assert (corrected.lines, corrected.touched, corrected.share) == (5, 4, 0.8)
    assert corrected.kinds == {AD_LIB: 1, WORD: 1, PHRASE: 0, SOUNDS: 2}
    filtered = fluent_verses(verses, "filter")
    assert filtered.verses == (Verse("1", ("a line",), "s", ("a",)),)
    assert fluent_verses(verses, "none").verses == tuple(verses)
    assert fluent_verses([]).share == 0.0
    with pytest.raises(InputError, match="expected one of correct, filter, none"):
        fluent_verses(verses, "other")
