"""Words that moved: scrambled sentences by order and by heads; other voices, other orders and other words."""

from __future__ import annotations

import pytest

from likewise.metrics.meaning.read_text import read_texts
from likewise.metrics.meaning.word_alignment import WordAlignment, align_words
from likewise.metrics.meaning.word_order import moved

PLAIN = "The old king gave the young farmer a horse before the long war in the north."
SCRAMBLED = [
    "The young horse gave the old farmer a war before the long king in the north.",
    "Before the young king gave the long horse a farmer, the north was in the old war.",
]
KEPT = [
    PLAIN,
    "Before the long war in the north the old king gave the young farmer a horse.",
    "The young farmer was given a horse by the old king before the long war in the north.",
    "A mare was handed to a lad by the ruler well ahead of those battles.",
]


def aligned(a: str, b: str) -> WordAlignment:
    return align_words(*read_texts([a, b]))


@pytest.mark.parametrize("text", SCRAMBLED)
def test_scrambled_words_have_moved(text: str) -> None:
    assert moved(aligned(PLAIN, text)) > 0.5
    assert moved(aligned(text, PLAIN)) == pytest.approx(moved(aligned(PLAIN, text)))


@pytest.mark.parametrize("text", KEPT)
def test_words_that_hang_where_they_did_have_not(text: str) -> None:
    assert moved(aligned(PLAIN, text)) < 0.5


def test_what_is_not_parsed_says_nothing() -> None:
    a, b = (read_texts([text], "de")[0] for text in ("Der Hund biss den Mann.", "Den Hund biss der Mann."))
    assert moved(align_words(a, b, vectors=False)) == 0.0
