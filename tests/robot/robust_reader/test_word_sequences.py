"""How likely words are one after the other."""

from __future__ import annotations

import math

import pytest

from likewise.robot.robust_reader.word_sequences import STOP, WordSequences, sequence_name, triples_of

ROWS = [["take", "the", "<color>", "cube"], ["take", "it"], ["drop", "the", "prism"]]
SEQUENCES = WordSequences(triples_of(ROWS))


def test_colours_and_numbers_are_alike() -> None:
    assert sequence_name("red", "color") == sequence_name("blue", "color") == "<color>"
    assert sequence_name("one", "cardinal") == "<cardinal>"
    assert sequence_name("cube", "type") == "cube"


@pytest.mark.parametrize(
    ("before", "likely", "unlikely"),
    [(("<s>", "<s>"), "take", "drop"), (("take", "the"), "<color>", "prism"),
     (("the", "<color>"), "cube", "take"), (("take", "it"), STOP, "the"),
     (("nobody", "said"), "the", "it")],
)  # fmt: skip
def test_what_was_seen_more_often_is_likelier(before: tuple[str, str], likely: str, unlikely: str) -> None:
    assert SEQUENCES.log_chance(*before, likely) > SEQUENCES.log_chance(*before, unlikely)


@pytest.mark.parametrize("before", [("<s>", "<s>"), ("take", "the"), ("nobody", "said")])
def test_chances_add_up_to_less_than_one(before: tuple[str, str]) -> None:
    words = {word for row in ROWS for word in row} | {STOP}
    total = sum(math.exp(SEQUENCES.log_chance(*before, word)) for word in sorted(words))
    assert 0.5 < total <= 1.0


def test_without_counts_all_words_are_alike() -> None:
    nothing = WordSequences({})
    assert nothing.log_chance("a", "b", "c") == nothing.log_chance("c", "b", "a")
