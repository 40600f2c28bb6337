"""Texts that no treebank prepared the parser for: a score and a flag, never a crash, never a silent 100."""

from __future__ import annotations

import math

import pytest

from likewise.evaluate import score
from likewise.metrics import get
from likewise.records import Segment

SMALL = {"similarity": "small", "parser": "small"}
PLAIN = "The man bit the dog today."
ODD = {
    "no verb": ("A red house near the old river.", "A blue barn by a lake."),
    "300 words": (" ".join(["The town discussed a plan with many people"] * 38), PLAIN),
    "capitals": ("THE DOG BIT THE MAN YESTERDAY!", PLAIN),
    "tweet": ("omg @bob lol this is soooo good!!! #wow http://t.co/x1 😂😂", PLAIN),
    "Chinese": ("那只狗昨天咬了那个男人。", "那个男人昨天咬了那只狗。"),
    "Arabic": ("عض الكلب الرجل أمس.", "عض الرجل الكلب أمس."),
    "Japanese": ("犬が昨日その男を噛んだ。", "その男が昨日犬を噛んだ。"),
    "emoji": ("😀🐶➡️👨", "😡🐱➡️👩"),
    "marks": ("?!...", PLAIN),
    "digits": ("42 17", PLAIN),
}
WITHOUT_FRAMES = {"no verb", "Chinese", "Arabic", "Japanese", "emoji", "marks", "digits"}
UNREAD = {"Chinese", "Arabic", "Japanese"}


def _segment(candidate: str, reference: str) -> Segment:
    return Segment("1", candidate, None, (reference,), lang="en")


@pytest.mark.parametrize("name", ["meant", "umeant", "imeant"])
def test_odd_texts_get_a_score_below_100_and_a_flag(name: str) -> None:
    metric = get(name, **SMALL)
    segments = [_segment(*pair) for pair in ODD.values()]
    found = score(segments, [metric])[name].segments
    assert found is not None
    for kind, value, segment in zip(ODD, found, segments, strict=True):
        assert math.isfinite(value), kind
        assert 0.0 <= value < 100.0, kind
        flags = metric.flags(segment)
        assert bool(flags) == (kind in WITHOUT_FRAMES), kind
        if kind in UNREAD:
            assert {flag["why"] for flag in flags} == {"unread"}


@pytest.mark.parametrize("name", ["meant", "umeant", "imeant"])
def test_equal_texts_that_are_not_read_are_flagged(name: str) -> None:
    metric = get(name, **SMALL)
    for kind in sorted(WITHOUT_FRAMES):
        text = ODD[kind][0]
        segment = _segment(text, text)
        assert score([segment], [metric])[name].score == pytest.approx(100.0)
        assert len(metric.flags(segment)) == 2, kind


@pytest.mark.parametrize(("candidate", "reference"), [("", PLAIN), (PLAIN, ""), ("", ""), (" \t", " ")])
def test_an_empty_side_has_nothing_in_common(candidate: str, reference: str) -> None:
    metric = get("meant", **SMALL)
    segment = _segment(candidate, reference)
    assert score([segment], [metric])["meant"].score == 0.0
    assert "empty" in {flag["why"] for flag in metric.flags(segment)}


WORDLESS = [("😀", "😡"), ("😀🐶", "😡🐱"), ("?!", "..."), ("？", "。"), ("🇫🇷", "🇩🇪"), ("★ ★", "★ ☆")]


@pytest.mark.parametrize("lang", ["en", "zh", "de"])
@pytest.mark.parametrize("settings", [{}, SMALL, {"similarity": "exact"}, {"mode": "paper"}])
def test_texts_without_words_are_like_their_equals_alone(lang: str, settings: dict[str, str]) -> None:
    metric = get("meant", **settings)
    texts = [*WORDLESS, *((one, one) for pair in WORDLESS for one in pair), ("😀", "Good.")]
    segments = [Segment("1", one, None, (other,), lang=lang) for one, other in texts]
    found = score(segments, [metric])["meant"].segments
    assert found is not None
    assert [float(value) for value in found] == [100.0 * (one == other) for one, other in texts]
    assert all(metric.flags(segment) for segment in segments)
    if lang != "de":
        assert {metric.flags(segment)[0]["why"] for segment in segments} == {"wordless"}


def test_a_sign_that_an_encoder_does_not_know_is_no_other_one() -> None:
    segment = Segment("1", "你好😀", None, ("你好😡",), lang="zh")
    assert score([segment], [get("meant")])["meant"].score < 100.0
