"""The embedded poems, and the freestyler that learns from them at first use."""

from __future__ import annotations

from pathlib import Path

import pytest

from likewise.data import VERSE_LANGUAGES
from likewise.errors import InputError
from likewise.freestyle import embedded_model, line_words
from likewise.freestyle.profanity import is_profane


@pytest.mark.parametrize("lang", VERSE_LANGUAGES)
def test_the_poems_are_short_lines_for_the_family(lang: str) -> None:
    verses = embedded_model.embedded_verses(lang)
    lines = [line_words(line) for verse in verses for line in verse.lines]
    assert len(lines) >= 10_000
    assert all(lines)
    assert sum(map(len, lines)) / len(lines) < 8.2
    assert not any(is_profane(word) for line in lines for word in line)
    assert all(verse.song for verse in verses)


def test_it_is_learnt_once_and_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIKEWISE_CACHE", str(tmp_path))
    monkeypatch.setattr(embedded_model, "SMALL", {"model": "phrase", "pairs": 300})
    monkeypatch.setattr(embedded_model, "_OPEN", {})
    model = embedded_model.embedded("French")
    assert model.lang == "fr"
    assert embedded_model.embedded("fr") is model
    monkeypatch.setattr(embedded_model, "_OPEN", {})
    kept = embedded_model.open_freestyler(None, "fr")
    assert kept is not model
    assert kept.respond("la nuit est belle") == model.respond("la nuit est belle")


def test_there_are_no_poems_in_other_languages() -> None:
    with pytest.raises(InputError, match="there is no embedded verse in 'de', only in en, fr"):
        embedded_model.embedded("de")
