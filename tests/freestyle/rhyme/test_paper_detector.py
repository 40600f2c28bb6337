"""The detector after the paper: learns schemes from words alone, and is sensible about odd verse."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from likewise.errors import InputError
from likewise.freestyle import Verse
from likewise.freestyle.rhyme import PaperDetector, find_schemes, score_schemes
from likewise.freestyle.rhyme.semi_markov import rhyme_word

RIMES = (
    "ar",
    "el",
    "in",
    "os",
    "ut",
    "ay",
    "ump",
    "ick",
    "eese",
    "olt",
    "ang",
    "erm",
    "ooth",
    "ist",
    "ax",
    "ew",
)
FAMILIES = [[f"{onset}{rime}" for onset in "bdfgklmn"] for rime in RIMES]


def made_verses(scheme: str, count: int, seed: int, name: Callable[[str], str] = str) -> list[Verse]:
    """Verses by a scheme whose words rhyme by family; names say nothing to the detector."""
    draw = random.Random(seed)
    verses = []
    for number in range(count):
        families = draw.sample(FAMILIES, len(set(scheme)))
        pools = [draw.sample(family, len(family)) for family in families]
        words = [pools["ABCD".index(label)].pop() for label in scheme]
        lines = tuple(f"some words {name(word)}" for word in words)
        verses.append(Verse(f"{scheme}{number}", lines, f"{scheme} {number // 4}", tuple(scheme)))
    return verses


@pytest.fixture(scope="module")
def verses() -> list[Verse]:
    return [*made_verses("ABAB", 80, 1), *made_verses("AABB", 80, 2), *made_verses("ABABBCBCC", 40, 3)]


@pytest.fixture(scope="module")
def detector(verses: list[Verse]) -> PaperDetector:
    return PaperDetector.fit(verses)


def test_learns_schemes_without_labels(detector: PaperDetector, verses: list[Verse]) -> None:
    scores = score_schemes(verses, detector.detect_all(verses))
    assert scores.f1 > 97
    assert scores.stanza_accuracy > 95
    bare = [Verse(verse.id, verse.lines, verse.song) for verse in verses]
    assert PaperDetector.fit(bare).dumps() == detector.dumps()


def test_verse_that_was_not_learnt_from(detector: PaperDetector) -> None:
    scheme = detector.detect(["the first bar", "the next kel", "a third mar", "a fourth del"])
    assert "".join(scheme.labels) == "ABAB"
    assert all(0 <= sure <= 1 for sure in scheme.confidence)
    assert detector.detect_all([]) == []


def test_likelihood_rises(detector: PaperDetector) -> None:
    first, *_, last = detector.likelihoods
    assert last > first


def test_theta_and_partners(detector: PaperDetector) -> None:
    assert detector.theta("bar", "dar") > 20 * detector.theta("bar", "kel")
    assert detector.ratio("bar", "dar") == detector.ratio("dar", "bar") > 1 > 0 > detector.ratio("bar", "kel")
    assert {word[-2:] for word, _ in detector.partners("bar", 5)} == {"ar"}
    assert detector.partners("zebra") == []
    assert detector.ratio("zebra", "bar") == 0.0
    assert 0 < detector.theta("zebra", "bar") < 1
    assert 0 < detector.theta("zebra", "zebra") <= 1


def test_saved_and_loaded(detector: PaperDetector, verses: list[Verse]) -> None:
    again = PaperDetector.loads(detector.dumps())
    assert again.dumps() == detector.dumps()
    assert [s.labels for s in again.detect_all(verses)] == [s.labels for s in detector.detect_all(verses)]
    with pytest.raises(InputError, match="no readable arrays"):
        PaperDetector.loads(b"nothing")


def test_words_before_commas_can_be_learnt_from() -> None:
    joined = [Verse(v.id, (", ".join(v.lines[:2]), ", ".join(v.lines[2:])), v.song)
              for v in made_verses("AABB", 300, 5)]  # fmt: skip
    assert PaperDetector.fit(joined).partners("bar") != PaperDetector.fit(joined, commas=True).partners("bar")
    assert {w[-2:] for w, _ in PaperDetector.fit(joined, commas=True).partners("bar", 3)} == {"ar"}


@pytest.mark.parametrize(
    ("word", "part"),
    [("l'amour", "amour"), ("qu'elle", "elle"), ("star-light", "light"), ("don't", "don't"), ("i've", "i've"),
     ("o'er", "o'er"), ("", "")],
)  # fmt: skip
def test_the_part_that_bears_the_rhyme(word: str, part: str) -> None:
    assert rhyme_word(word) == part


class TestOddInput:
    def test_an_empty_line(self, detector: PaperDetector) -> None:
        scheme = detector.detect(["a bar", "", "a dar"])
        assert len(scheme.labels) == 3
        assert scheme.pairs in {(), ((0, 2),)}
        assert detector.detect([""]).labels == ("A",)

    def test_a_verse_without_lines(self, detector: PaperDetector) -> None:
        assert detector.detect([]).labels == ()

    def test_one_word(self, detector: PaperDetector) -> None:
        assert detector.detect(["zebra"]).labels == ("A",)

    def test_emoji_rhyme_with_nothing(self, detector: PaperDetector) -> None:
        assert detector.detect(["🎤", "🔥", "🎤"]).pairs == ()

    def test_sixty_words(self, detector: PaperDetector) -> None:
        assert detector.detect([" ".join(["word"] * 59 + ["bar"]), "a mar"]).labels == ("A", "A")

    @pytest.mark.parametrize("script", ["Chinese", "Arabic"])
    def test_another_script(self, script: str) -> None:
        words = [word for family in FAMILIES for word in family]
        letters = "ابتثجحخدذرزسشصضط"

        def name(word: str) -> str:
            place = words.index(word)
            return chr(0x4E00 + place) if script == "Chinese" else letters[place % 16] + letters[place // 16]

        verses = made_verses("AABB", 250, 4, name)
        assert score_schemes(verses, find_schemes(verses, mode="paper")).f1 > 95

    def test_a_corpus_without_verse_breaks(self) -> None:
        lines = tuple(line for verse in made_verses("AABB", 500, 6) for line in verse.lines)
        (scheme,) = find_schemes([Verse("1", lines)], mode="paper")
        assert len(scheme.labels) == 2000
        wanted = {(i, i + 1) for i in range(0, 2000, 2)}
        assert len(wanted & set(scheme.pairs)) > 900

    def test_a_corpus_of_one_verse(self) -> None:
        (scheme,) = find_schemes([Verse("1", ("a bar", "b kel", "c dar", "d mel"))], mode="paper")
        assert len(scheme.labels) == len(scheme.confidence) == 4

    def test_a_corpus_of_one_line_and_of_none(self) -> None:
        assert find_schemes([Verse("1", ("a",))], mode="paper")[0].labels == ("A",)
        with pytest.raises(InputError, match="no line of verse"):
            PaperDetector.fit([])

    def test_lines_of_one_word_alone(self) -> None:
        verses = [Verse("1", ("yeah",) * 40)]
        (scheme,) = find_schemes(verses, mode="paper")
        assert len(scheme.labels) == 40


def test_options_of_the_other_mode_are_refused() -> None:
    verses = [Verse("1", ("a", "b"))]
    with pytest.raises(InputError, match="field 'lang': goes with mode best"):
        find_schemes(verses, mode="paper", lang="en")
    with pytest.raises(InputError, match="field 'commas': goes with mode paper"):
        find_schemes(verses, commas=True)
    with pytest.raises(InputError, match="expected one of best, paper"):
        find_schemes(verses, mode="good")
