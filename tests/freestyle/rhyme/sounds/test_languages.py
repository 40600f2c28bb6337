"""The language of verse: told by small words, and only where it is clear."""

from __future__ import annotations

import pytest

from likewise.freestyle import embedded_verses
from likewise.freestyle.rhyme.sounds import other_language, verse_language

SPANISH = ["la casa de la playa que está en un sueño", "y la luna de plata en la noche que espera"] * 4


@pytest.mark.parametrize(("said", "is_in"), [("en", "fr"), ("fr", "en")])
def test_embedded_verse_is_known_for_its_language(said: str, is_in: str) -> None:
    lines = [line for verse in embedded_verses(is_in) for line in verse.lines]
    assert verse_language(lines) == is_in
    assert other_language(lines, said) == is_in
    assert other_language(lines, is_in) == ""
    assert other_language(lines, "it") == ""


def test_what_only_resembles_french_is_not_called_french() -> None:
    assert other_language(SPANISH, "en") == ""
    assert other_language([], "en") == ""
    assert other_language(["..."], "fr") == ""
