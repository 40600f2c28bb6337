"""English word ends by the table that comes with the package."""

from __future__ import annotations

import pytest

from likewise.freestyle.rhyme.sounds.english_ending import ending_of_phones, english_endings, modern_spellings
from likewise.freestyle.rhyme.sounds.sound_table import shipped_sounds


def _full(word: str) -> set[str]:
    return {ending.full_sound for ending in english_endings(word)}


def test_the_fields_of_an_ending() -> None:
    ending = ending_of_phones(["S", "T", "EY1", "SH", "AH0", "N"])
    assert ending == ("EY SH AH N", "AH N", "AH", "N", "EY", "SH", "nasal")
    assert ending_of_phones(["HH", "M"]) is None


@pytest.mark.parametrize(
    ("word", "sound"),
    [
        ("love", "AH V"),
        ("move", "UW V"),
        ("nation", "EY SH AH N"),
        ("through", "UW"),
        ("baseball", "AO L"),
        ("crown'd", "AW N D"),
        ("to-day", "EY"),
        ("vaine", "EY N"),
        ("loue", "AH V"),
        ("blorption", "AO R P SH AH N"),
        ("grumbling", "AH M B AH L IH NG"),
    ],
)
def test_words_known_contracted_old_and_made_up(word: str, sound: str) -> None:
    assert sound in _full(word)


def test_the_table_knows_the_words_of_the_dictionary() -> None:
    table = shipped_sounds()
    assert table.knows("yesterday")
    assert not table.knows("blorption")


def test_the_word_itself_is_the_first_spelling() -> None:
    assert next(iter(modern_spellings("fear"))) == "fear"
    assert "fear" in list(modern_spellings("feare"))


@pytest.mark.parametrize("word", ["", "'", "-", "é", "日", "4", "a" * 300])
def test_odd_words_do_not_fail(word: str) -> None:
    english_endings(word)
