"""Odd texts through the meaning diff: a score, never a crash; nothing, said in one line."""

from __future__ import annotations

import math

import pytest

from likewise.errors import InputError
from likewise.evaluate import score
from likewise.metrics import get
from likewise.metrics.meaning import diff, diff_many
from likewise.metrics.meaning.text_diff import CUT
from likewise.records import Segment

PLAIN = "The man bit the dog today."
UNREAD = {"Chinese", "Arabic", "Japanese", "emoji", "marks"}
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


def test_another_script_and_texts_without_words_are_said_to_be_unread() -> None:
    for pair in ((0, 1), (1, 0)):
        found = diff_many([((text, PLAIN)[pair[0]], (text, PLAIN)[pair[1]]) for text in ODD.values()])
        for kind, one in zip(ODD, found, strict=True):
            assert ("role-swap" in one.unread) == (kind in UNREAD), kind
            assert ("number" in one.unread) == (kind in UNREAD), kind
            assert (CUT in one.unread) == (kind == "300 words"), kind


def test_the_metric_flags_what_it_does_not_read() -> None:
    metric = get("meaning")
    segments = [Segment(kind, text, None, (PLAIN,)) for kind, text in ODD.items()]
    segments.append(Segment("German", "Er kam um 3 Uhr.", None, ("Er kam um 5 Uhr.",), lang="de"))
    for segment in segments:
        kinds = {flag["kind"] for flag in metric.flags(segment)}
        assert ("unread" in kinds) == (segment.id in UNREAD | {"300 words", "German"}), segment.id
    found = score(segments, [metric])["meaning"]
    assert found.details["unread"] == len(UNREAD) + 2
    assert found.details["empty"] == 0


@pytest.mark.parametrize(
    ("candidate", "references", "side"),
    [
        ("", (PLAIN,), "candidate"),
        ("", ("",), "candidate"),
        (PLAIN, (" ", ""), "reference"),
        (PLAIN, ("", PLAIN), None),
    ],
)
def test_an_empty_side_of_a_segment_has_nothing_in_common(
    candidate: str, references: tuple[str, ...], side: str | None
) -> None:
    metric = get("meaning")
    segments = [Segment("1", candidate, None, references), Segment("2", PLAIN, None, (PLAIN,))]
    found = score(segments, [metric])["meaning"]
    assert found.segments is not None
    assert found.segments.tolist() == [0.0 if side else 100.0, 100.0]
    assert found.details == {"changed": 0, "unread": 0, "empty": int(bool(side))}
    assert [flag["side"] for flag in metric.flags(segments[0])] == ([side] if side else [])
