"""Cues: affixes cut at the right place, idle uses left alone, cues of several words."""

from __future__ import annotations

import pytest

from likewise.negation.cues import CueFinder, Split, affix_features, remainder, split_word
from likewise.negation.samples import embedded_sentences
from likewise.negation.sentence import Part, Sentence


@pytest.fixture(scope="module")
def finder() -> CueFinder:
    return CueFinder.fit(embedded_sentences())


@pytest.mark.parametrize(
    ("word", "split"),
    [
        ("Unhappy", Split("Un", 0, "happy")),
        ("impossible", Split("im", 0, "possible")),
        ("irregular", Split("ir", 0, "regular")),
        ("dislike", Split("dis", 0, "like")),
        ("useless", Split("less", 3, "use")),
        ("breathlessness", Split("less", 6, "breathness")),
        ("under", None),
        ("until", None),
        ("uncle", None),
        ("inn", None),
        ("less", None),
        ("bless", None),
        ("tree", None),
    ],
)
def test_where_a_word_may_be_cut(word: str, split: Split | None) -> None:
    assert split_word(word) == split
    if split:
        assert remainder(word, split.affix) == split.rest


def test_the_dictionary_test_has_two_halves() -> None:
    split = split_word("unfriendly")
    assert split
    assert "listed=True" in affix_features("unfriendly", split, ())
    made_up = split_word("unzorbed")
    assert made_up
    assert {"listed=False", "known=True"} <= set(affix_features("unzorbed", made_up, {"zorbed"}))


@pytest.mark.parametrize(
    ("text", "cues"),
    [
        ("He is not tired .", [[2]]),
        ("I never saw it and nobody told me .", [[1], [5]]),
        ("She was unhappy .", [[2]]),
        ("It is neither big nor small .", [[2, 4]]),
        ("This is by no means certain .", [[2, 3, 4]]),
        ("None the less , we went .", []),
        ("It is no doubt true .", []),
        ("The uncle understood the instrument .", []),
        ("", []),
    ],
)
def test_cues_are_found(finder: CueFinder, text: str, cues: list[list[int]]) -> None:
    found = finder.find(Sentence(tuple(text.split())))
    assert [[part.token for part in cue] for cue in found] == cues


def test_an_affix_is_given_as_it_is_written(finder: CueFinder) -> None:
    assert finder.find(Sentence(("Unhappy", "people", "left"))) == [(Part(0, "Un"),)]
