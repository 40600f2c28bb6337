"""Recognition of positive pairs by a verb and its paraphrases (sections 3.3 and 3.4)."""

from __future__ import annotations

import pytest

from likewise.errors import InputError
from likewise.io.pairs import SentencePair
from likewise.metrics.recognition import Recognition, pairs_with_term, recognise


def pair(first: str, second: str, positive: bool = True) -> SentencePair:
    return SentencePair(f"{first}|{second}", first, second, positive)


def one(first: str, second: str, term: str = "killed", *paraphrases: str) -> Recognition:
    return recognise([pair(first, second)], term, paraphrases)


UNIGRAM = Recognition(1, 1, 0, 1.0)
PATTERN = Recognition(1, 0, 1, 1.0)
MISSED = Recognition(1, 0, 0, 0.0)


def test_stemmed_verb_on_both_sides() -> None:
    assert one("He killed two.", "Killing two, he fled.") == UNIGRAM
    assert one("He was KILLED.", "It kills.") == UNIGRAM


def test_paraphrase_on_the_other_side_in_both_directions() -> None:
    assert one("He killed two.", "Two were shot dead.", "killed", "shot dead") == PATTERN
    assert one("Two were shot  dead.", "He killed two.", "killed", "Shot dead") == PATTERN


def test_a_unigram_match_comes_first() -> None:
    assert one("He killed two.", "He killed and shot two.", "killed", "shot") == UNIGRAM


def test_neither() -> None:
    assert one("He killed two.", "Two died.", "killed", "shot") == MISSED
    # The paraphrase must be on the other side, not beside the verb.
    assert one("He killed two and shot one.", "Two died.", "killed", "shot") == MISSED


def test_word_boundaries() -> None:
    assert one("a skilled worker", "worker") == Recognition(0, 0, 0, None)
    assert one("the killeds of grammar", "grammar") == Recognition(0, 0, 0, None)
    assert one("He killed two.", "an overshot", "killed", "shot") == MISSED
    assert one("He killed two.", "two shots", "killed", "shot") == MISSED
    assert one("He killed two.", "He was *shot*.", "killed", "shot") == PATTERN


def test_function_word_paraphrases_are_ignored() -> None:
    assert one("He killed two.", "Two went to rest.", "killed", "to", "in the") == MISSED


def test_a_term_of_several_words_stands_for_its_content_words() -> None:
    assert one("He wants to take it.", "He takes it.", "to take") == UNIGRAM
    assert one("He wants to take it.", "It is to go.", "to take") == MISSED
    assert one("He wants to take it.", "It was grabbed.", "to take", "grabbed") == PATTERN
    assert one("They go on to it", "on it", "on to") == MISSED


def test_characters_with_a_meaning_in_expressions_are_plain() -> None:
    assert one("He killed two.", "He (shot) two.", "killed", "(shot)") == PATTERN
    assert one("He killed two.", "He shot two.", "killed", "sh.t") == MISSED


def test_negative_pairs_do_not_count() -> None:
    pairs = [pair("He killed.", "She killed.", positive=False), pair("He killed.", "x"), pair("x", "y")]
    assert recognise(pairs, "killed", []) == MISSED
    assert pairs_with_term(pairs, "killed") == pairs[:2]


def test_share() -> None:
    pairs = [pair("killed", "killing"), pair("killed", "shot"), pair("killed", "x"), pair("y", "killed")]
    assert recognise(iter(pairs), "killed", ["shot"]) == Recognition(4, 1, 1, 0.5)


def test_the_stemmer_can_be_replaced() -> None:
    pairs = [pair("He killed two.", "He kills.")]
    assert recognise(pairs, "killed", [], stem=str.lower) == MISSED


@pytest.mark.parametrize("term", ["", "  "])
def test_empty_term(term: str) -> None:
    with pytest.raises(InputError, match="at least one word"):
        recognise([], term, [])
