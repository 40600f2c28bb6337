"""Odd texts through the meaning diff: a score, never a crash; nothing, said in one line."""

from __future__ import annotations

import math

import pytest

from likewise.errors import InputError
from likewise.metrics.meaning import diff, diff_many

PLAIN = "The man bit the dog today."
ODD = {
    "no verb": "A red house near the old river.",
    "300 words": " ".join(["The town discussed a plan with many people"] * 38),
    "capitals": "THE DOG BIT THE MAN YESTERDAY!",
    "tweet": "omg @bob lol this is soooo good!!! #wow http://t.co/x1 😂😂",
    "Chinese": "那只狗昨天咬了那个男人。",
    "Arabic": "عض الكلب الرجل أمس.",
    "Japanese": "犬が昨日その男を噛んだ。",
    "emoji": "😀🐶➡️👨",
    "marks": "?!...",
    "digits": "42 17",
}


def test_odd_texts_have_a_score_and_it_is_not_that_of_the_same() -> None:
    found = diff_many([(text, PLAIN) for text in ODD.values()])
    for kind, one in zip(ODD, found, strict=True):
        assert math.isfinite(one.score), kind
        assert 0.0 <= one.score < 90.0, kind


def test_places_of_changes_lie_in_their_texts() -> None:
    a, b = ODD["capitals"], PLAIN
    for change in diff(a, b).changes:
        for text, side in ((a, change.a), (b, change.b)):
            assert side is None or text[slice(*side.span)] == side.text


@pytest.mark.parametrize("lang", ["zh", "ja", "de", "es", "fr", "ar"])
def test_another_language_says_what_it_leaves_unread(lang: str) -> None:
    assert "role-swap" in diff("42 17", "42 18", lang=lang).unread


@pytest.mark.parametrize(("a", "b", "which"), [("", PLAIN, "A"), (PLAIN, " ", "B"), ("", "", "A")])
def test_an_empty_text_is_refused_in_one_line(a: str, b: str, which: str) -> None:
    with pytest.raises(InputError, match=f"text {which} is empty"):
        diff(a, b)
