"""French word ends by rules of spelling."""

from __future__ import annotations

import pytest

from likewise.freestyle.rhyme.sounds.french_ending import french_ending_rhyme, french_endings

RHYMES = [
    ("monde", "sonde"),
    ("reçus", "conçus"),
    ("mystère", "solitaire"),
    ("chanter", "porter"),
    ("chantait", "bouquet"),
    ("amour", "jour"),
    ("toujours", "beaux-jours"),
    ("yeux", "cieux"),
    ("fille", "famille"),
    ("feuille", "cueille"),
    ("femme", "âme"),
    ("vie", "envie"),
    ("science", "patience"),
    ("enfant", "vent"),
    ("aimaient", "chantaient"),
    ("langue", "harangue"),
    ("maistre", "estre"),
    ("doulx", "nous"),
    ("image", "sage"),
]
STRANGERS = [
    ("monde", "mondes"),
    ("amour", "toujours"),
    ("aimé", "aimée"),
    ("bonté", "aimé"),
    ("ville", "fille"),
    ("vent", "chantent"),
    ("main", "mine"),
    ("eau", "ou"),
]


@pytest.mark.parametrize(("one", "other"), RHYMES)
def test_words_that_rhyme(one: str, other: str) -> None:
    assert french_ending_rhyme(one, other)
    assert french_ending_rhyme(other, one)


@pytest.mark.parametrize(("one", "other"), STRANGERS)
def test_words_that_do_not(one: str, other: str) -> None:
    """Gender and a silent s must agree; a bare é wants its consonant; ill has two sounds."""
    assert french_endings(one)[0].full_sound != french_endings(other)[0].full_sound


def test_spellings_with_two_readings_have_both() -> None:
    assert {ending.rime for ending in french_endings("parent")} == {"A~", "a r"}
    assert [ending.rime for ending in french_endings("mer")] == ["E r", "e"]


@pytest.mark.parametrize("word", ["", "'", "-", "123", "zzz", "...", "日本", "é", "e", "es", "ent"])
def test_odd_words_do_not_fail(word: str) -> None:
    french_endings(word)
