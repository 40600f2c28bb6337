"""Mode best: verse written for this test, in several languages, and odd verse."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from likewise.freestyle import Verse
from likewise.freestyle.rhyme import BestDetector

ENDS = ["light night bright", "day away stay", "rain chain plane", "moon soon tune", "stone alone bone"]


@pytest.fixture(scope="module")
def poems() -> BestDetector:
    return BestDetector.fit([], lang="en")


@pytest.mark.parametrize(
    ("ends", "scheme"),
    [
        ("light night day away", "AABB"),
        ("light day night away", "ABAB"),
        ("light day away night", "ABBA"),
        ("love light move night", "ABAB"),
        ("nation day station away", "ABAB"),
        ("crown'd day ground away", "ABAB"),
    ],
)
def test_quatrains(poems: BestDetector, ends: str, scheme: str) -> None:
    answer = poems.detect([f"We came along the {end}," for end in ends.split()])
    assert "".join(answer.labels) == scheme
    assert all(0.5 < share <= 1.0 for share in answer.confidence)


def test_french_by_rules() -> None:
    lines = [
        "Il voyait la mer et le monde,",
        "Il aimait le soir et le vent,",
        "La nuit est profonde,",
    ]
    answer = BestDetector.fit([]).detect(lines)
    french = BestDetector.fit([Verse("1", tuple(lines))])
    assert french.lang == "fr"
    assert french.detect([*lines, "Il y retournait bien souvent."]).labels == tuple("ABAB")
    assert len(answer.labels) == 3


def test_a_poem_teaches_its_own_scheme(poems: BestDetector) -> None:
    """Where the sound does not tell, a stanza leans on the other stanzas of its poem."""
    sure = [" ".join(pair) for pair in (("light", "day", "night", "away"), ("rain", "moon", "chain", "soon"))]
    verses = [
        Verse(str(n), tuple(f"the {end}" for end in ends.split()), "poem")
        for n, ends in enumerate([*sure * 4, "wind stone mind moan"])
    ]
    assert poems.detect_all(verses)[-1].labels == tuple("ABAB")


def made(count: int, seed: int) -> list[Verse]:
    draw = random.Random(seed)
    families = [ends.split() for ends in ENDS]
    verses = []
    for number in range(count):
        one, other = (draw.sample(family, 2) for family in draw.sample(families, 2))
        lines = (f"and the {word}" for word in (one[0], other[0], one[1], other[1]))
        verses.append(Verse(str(number), tuple(lines), labels=("x", "x", "x", "x")))
    return verses


def test_the_same_verse_gives_the_same_answers_and_labels_are_not_looked_at() -> None:
    verses = made(40, 1)
    plain = [Verse(verse.id, verse.lines) for verse in verses]
    answers = [BestDetector.fit(some, seed=3).detect_all(some) for some in (verses, verses, plain)]
    assert answers[0] == answers[1] == answers[2]
    assert all(answer.labels == tuple("ABAB") for answer in answers[0])


def test_a_dictionary_goes_before_the_table(tmp_path: Path, poems: BestDetector) -> None:
    lines = ["the zorp", "the blick", "the quelm", "the fand"]
    assert len(set(poems.detect(lines).labels)) == 4
    path = tmp_path / "own.dict"
    path.write_text("ZORP  Z AO1 R P\nBLICK  B L IH1 K\nQUELM  Z W AO1 R P\nFAND  F L IH1 K\n")
    own = BestDetector.fit([], lang="en", dictionary=path)
    assert own.detect(lines).labels == tuple("ABAB")


@pytest.mark.parametrize(
    "lines",
    [
        [],
        [""],
        ["", "", "..."],
        ["word"],
        ["🎤🔥", "🔥"],
        ["床前明月光", "疑是地上霜", "舉頭望明月", "低頭思故鄉"],
        ["a" * 5000, "b c " * 500],
        ["the light"] * 300,
    ],
    ids=[
        "nothing",
        "empty line",
        "no words",
        "one line",
        "emoji",
        "Chinese",
        "long lines",
        "no verse breaks",
    ],
)
def test_odd_verse(poems: BestDetector, lines: list[str]) -> None:
    for detector in (poems, BestDetector.fit([Verse("1", tuple(lines))])):
        answer = detector.detect(lines)
        assert len(answer.labels) == len(answer.confidence) == len(lines)


@pytest.mark.parametrize("odd", ["...", "🎤🔥", ""])
def test_a_line_without_a_word_rhymes_with_nothing(poems: BestDetector, odd: str) -> None:
    lines = ["we came along the light", odd, "we went into the night", odd]
    answer = poems.detect(lines)
    assert answer.labels == tuple("ABAC")
    assert answer.confidence[1] == answer.confidence[3] == 1.0
    assert poems.detect([odd] * 4).labels == tuple("ABCD")


def test_rimes_of_another_language_are_learnt_from_its_letters() -> None:
    ends = ["amore cuore", "vento lamento", "stella bella", "mare amare"]
    draw = random.Random(2)
    verses = []
    for number in range(30):
        one, other = (family.split() for family in draw.sample(ends, 2))
        words = (one[0], other[0], one[1], other[1])
        verses.append(Verse(str(number), tuple(f"nel gran {word}" for word in words)))
    detector = BestDetector.fit(verses)
    assert detector.lang == ""
    assert detector.detect(verses[0].lines).labels == tuple("ABAB")
