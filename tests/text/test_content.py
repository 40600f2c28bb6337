"""Content words: what is left when punctuation and function words are gone."""

from __future__ import annotations

from importlib import resources

import pytest
from hypothesis import given, strategies as st

from likewise.text.content import content_words, function_words, words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("killed", ["killed"]),
        ("shot and killed", ["shot", "killed"]),
        ("killed in", ["killed"]),
        ("to take", ["take"]),
        ("Has been KILLED, by the", ["killed"]),
        ("to", []),
        ("", []),
        ("' '' ...", []),
        ("'fatally' shot", ["fatally", "shot"]),
        ("the killer's victims", ["killer", "victims"]),
        ("the killer 's victims", ["killer", "victims"]),
        ("the victims' families", ["victims", "families"]),
        ("he doesn't, can't, won't and hadn’t", []),
        ("they've who's we'll I'm", []),
        ("did n't kill", ["kill"]),
        ("he'd've", []),
        ("0''s", ["0"]),
        ("kill" + "'s" * 5000, ["kill"]),
        ("o'clock", ["o'clock"]),
        ("kill kill", ["kill", "kill"]),
        ("re-elected", ["re", "elected"]),
        ("cafe\u0301", ["café"]),
    ],
)
def test_english(text: str, expected: list[str]) -> None:
    assert content_words(text) == expected


def test_words_keep_function_words_and_split_clitics() -> None:
    assert words("Don't: the killer's 'gone'") == ["do", "n't", "the", "killer", "'s", "gone"]


def test_without_a_list_every_word_is_a_content_word() -> None:
    assert function_words("de") == frozenset()
    assert content_words("Der Hund wurde 'getötet'!", "de") == ["der", "hund", "wurde", "getötet"]
    assert content_words("l'homme", "fr") == ["l'homme"]


def test_vowel_signs_do_not_break_words() -> None:
    assert content_words("हिन्दी भाषा", "hi") == ["हिन्दी", "भाषा"]


@pytest.mark.parametrize("lang", ["en", "en-GB", "en_US", "EN"])
def test_varieties_of_english_share_the_list(lang: str) -> None:
    assert function_words(lang) is function_words("en")


def test_the_list_is_tidy() -> None:
    listing = resources.files("likewise.text").joinpath("function_words_en.txt").read_text(encoding="utf-8")
    entries = [line for line in listing.splitlines() if line and not line.startswith("#")]
    assert len(entries) == len(set(entries)) == len(function_words())
    assert all(entry == entry.strip().lower() and " " not in entry for entry in entries)
    assert 200 <= len(entries) <= 300
    assert {"n't", "'s", "the", "of", "was", "would", "not", "they"} <= function_words()


@pytest.mark.parametrize(
    "verb",
    ["found", "called", "told", "killed", "accused", "take", "reached", "returned", "turned", "broke"],
)
def test_the_papers_verbs_are_content_words(verb: str) -> None:
    assert verb not in function_words()


@given(st.text(max_size=60))
def test_laws(text: str) -> None:
    found = content_words(text)
    assert all(word and word not in function_words() for word in found)
    assert all(not any(char.isspace() for char in word) for word in found)
    assert content_words(" ".join(found)) == found
