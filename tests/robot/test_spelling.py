"""Misspelt words and the known words near them."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from likewise.robot import SpellingCorrector, is_english_word, robot_vocabulary
from likewise.robot.spelling import spelling_distance

WORDS = st.text("abcdeyz", max_size=8)


@pytest.fixture(scope="module")
def corrector() -> SpellingCorrector:
    return SpellingCorrector(robot_vocabulary().words)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("yelllow", "yellow"), ("bluee", "blue"), ("botton", "bottom"), ("hte", "the"), ("purpel", "purple"),
        ("piramid", "pyramid"), ("tetrahedran", "tetrahedron"), ("gren", "green"), ("rde", "red"),
        ("turqoise", "turquoise"), ("edhe", "edge"), ("cornr", "corner"), ("qube", "cube"),
        ("rigth", "right"), ("x7", None), ("uo", None), ("", None), ("红色", None), ("z" * 200, None),
    ],
)  # fmt: skip
def test_misspelt_words(corrector: SpellingCorrector, typed: str, meant: str | None) -> None:
    found = corrector.corrections(typed)
    assert (found[0].word if found else None) == meant


def test_words_written_as_one(corrector: SpellingCorrector) -> None:
    assert corrector.parts("ontop") == ("on", "top")
    assert corrector.parts("skyblue") == ("sky", "blue")
    assert corrector.parts("xyzzy") is None
    assert corrector.parts("") is None


def test_the_more_frequent_of_two_as_near() -> None:
    both = SpellingCorrector({"carp": 1.0, "cart": 5.0})
    assert [one.word for one in both.corrections("carx")] == ["cart", "carp"]


def test_ordinary_words() -> None:
    assert all(map(is_english_word, ("please", "read")))
    assert not any(map(is_english_word, ("yelllow", "")))


@given(WORDS, WORDS)
def test_distance_is_none_only_between_equal_words(a: str, b: str) -> None:
    distance = spelling_distance(a, b)
    assert (distance == 0) == (a == b)
    assert distance <= 1.4 * (len(a) + len(b))


@given(WORDS)
def test_a_known_word_is_not_its_own_correction(word: str) -> None:
    assert word not in [one.word for one in SpellingCorrector([word, "abc"]).corrections(word)]
