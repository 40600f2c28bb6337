"""Word ends by letters, and the language of verse."""

from __future__ import annotations

import pytest

from likewise.freestyle.rhyme.sounds.languages import verse_language
from likewise.freestyle.rhyme.sounds.letter_ending import letter_endings


def test_a_word_that_ends_in_a_vowel_begins_at_the_vowel_before() -> None:
    (amore,), (cuore,) = letter_endings("amore"), letter_endings("cuore")
    assert (amore.full_sound, amore.rime, amore.vowel) == ("ore", "e", "e")
    assert cuore.full_sound == "uore"
    assert letter_endings("Stadt".lower())[0].full_sound == "adt"


def test_characters_are_sounds() -> None:
    assert letter_endings("月")[0].rime == "月"
    assert letter_endings("") == ()


@pytest.mark.parametrize(
    ("line", "lang"),
    [
        ("The sea is calm to-night and the tide is full", "en"),
        ("Le vent se lève et la mer est dans le soir", "fr"),
        ("Über allen Gipfeln ist Ruh", ""),
        ("床前明月光", ""),
        ("", ""),
    ],
)
def test_small_words_tell_the_language(line: str, lang: str) -> None:
    assert verse_language([line]) == lang
