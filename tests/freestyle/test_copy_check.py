"""Copies by the longest common run, and stutter; the examples of Wu et al. (2013), Table 3."""

from __future__ import annotations

import pytest

from likewise.freestyle import end_word, line_words
from likewise.freestyle.copy_check import copied_run, is_copy, longest_common_run, stutters

TABLE_3 = [
    (
        "man i die to see em all thun i just don't care",
        "in the sky and me the in polla and the you there",
        "and the ride the me the and white the i the air",
        "man i live to see em all i just don't care",
    ),
    (
        "did a twelve year bid in the streets and held it down",
        "to the girls here kid the and to the thought the now",
        "to the p's here did the a the i was the the",
        "did a year in the streets and it down",
    ),
    ("oh i believe in yesterday", "can you see the day", "now you see the way", "oh i believe in tomorrow"),
    ("what would i do", "just me and you", "and you and you", "what would you do"),
    (
        "cause you ain't going home till the early morn",
        "and the you this alone i i gotta on",
        "and i you my on the a home we",
        "cause you and your friends aint nothing but",
    ),
]
"""Challenge, and what TG+RS, TG and PBSMT+RS made of it."""


def shared(challenge: str, response: str) -> float:
    """The longest common run as a share of the response."""
    words = line_words(response)
    return longest_common_run(words, line_words(challenge))[1] / len(words)


def test_the_phrase_based_system_of_the_paper_copies_and_its_grammars_do_not() -> None:
    of_phrases = [shared(row[0], row[3]) for row in TABLE_3]
    of_tokens = [shared(row[0], row[1]) for row in TABLE_3]
    assert sum(of_phrases) / 5 > 0.4
    assert sum(of_tokens) / 5 < 0.15
    copied = [copied_run(line_words(row[3]), line_words(row[0]), "challenge") for row in TABLE_3]
    # Four words of five in the third; "to see em all" and "in the streets and" are four of more.
    assert [run is not None for run in copied] == [False, False, True, False, False]
    assert copied[2] is not None
    assert copied[2].run == "oh i believe in"
    assert not any(copied_run(line_words(row[1]), line_words(row[0]), "challenge") for row in TABLE_3)


def test_the_responses_of_the_paper_that_stutter() -> None:
    assert [stutters(line_words(row[1])) for row in TABLE_3] == [False, False, False, False, True]
    # "the the" at the end of the second; "and you and you" says a pair of words again at once
    assert [stutters(line_words(row[2])) for row in TABLE_3] == [False, True, False, True, False]


def test_the_end_words_of_the_paper() -> None:
    ends = [(end_word(row[0]), end_word(row[1])) for row in TABLE_3]
    assert ends == [("care", "there"), ("down", "now"), ("yesterday", "day"), ("do", "you"), ("morn", "on")]


@pytest.mark.parametrize(
    ("run", "words", "copy"),
    [(5, 12, True), (4, 12, False), (4, 5, True), (3, 4, True), (3, 5, False), (2, 2, False), (0, 3, False)],
)
def test_five_words_in_a_row_or_seven_tenths_are_a_copy(run: int, words: int, copy: bool) -> None:
    assert is_copy(run, words) is copy


def test_the_first_of_several_longest_runs() -> None:
    assert longest_common_run(["a", "b", "x", "a", "b"], ["a", "b"]) == (0, 2)
    assert longest_common_run(["x", "a", "b", "c"], ["b", "c", "a", "b", "c"]) == (1, 3)
    assert longest_common_run([], ["a"]) == (0, 0)
