"""Scores of the task, worked by hand."""

from __future__ import annotations

import pytest

from likewise.errors import InputError
from likewise.negation.scores import HitCounts, score
from likewise.negation.sentence import Negation, Part, Sentence, parts_of

WORDS = ("He", "did", "not", ",", "alas", ",", "answer", ".")
GOLD = Negation((Part(2, "not"),), parts_of(WORDS, [0, 1, 3, 6]), (Part(6, "answer"),))


def one(*negations: Negation) -> list[Sentence]:
    return [Sentence(WORDS, negations=negations)]


def test_gold_against_itself_is_perfect_in_every_row() -> None:
    for punctuation in (False, True):
        scores = score(one(GOLD), one(GOLD), punctuation=punctuation)
        assert {row.f1 for row in scores.rows.values()} == {100.0}
        assert (scores.correct, scores.negated_correct) == (1, 1)


def test_marks_count_in_one_reading_only() -> None:
    system = one(Negation(GOLD.cue, parts_of(WORDS, [0, 1, 6]), GOLD.event))
    assert score(one(GOLD), system)["scopes"] == HitCounts(1, 0, 0)
    assert score(one(GOLD), system, punctuation=True)["scopes"] == HitCounts(0, 0, 1)
    assert score(one(GOLD), system, punctuation=True)["tokens"] == HitCounts(3, 0, 1)


def test_a_half_right_scope_is_a_miss_and_in_b_wrong_too() -> None:
    scores = score(one(GOLD), one(Negation(GOLD.cue, parts_of(WORDS, [1, 4, 6]))))
    assert scores["cues"] == HitCounts(1, 0, 0)
    assert scores["scopes"] == HitCounts(0, 0, 1)
    assert scores["scopes_b"] == HitCounts(0, 1, 1)
    assert scores["tokens"] == HitCounts(2, 1, 1)
    assert scores["events"] == HitCounts(0, 0, 1)
    assert scores["events_b"] == HitCounts(0, 0, 1)
    assert scores["full"] == HitCounts(0, 0, 1)
    assert scores["tokens"].f1 == pytest.approx(200 / 3)


def test_a_cue_that_is_not_there_and_one_that_is_missed() -> None:
    invented = score(one(), one(GOLD))
    assert invented["cues"] == HitCounts(0, 1, 0)
    assert invented["tokens"] == HitCounts(0, 3, 0)
    missed = score(one(GOLD), one())
    assert missed["scopes"] == HitCounts(0, 0, 1)
    assert missed["cues"].recall == 0.0
    assert missed.negated_correct == 0


def test_a_cue_that_overlaps_is_paired_without_cue_match() -> None:
    longer = Negation((Part(2, "not"), Part(3, ",")), GOLD.scope, GOLD.event)
    scores = score(one(longer), one(GOLD))
    assert scores["cues"] == HitCounts(0, 0, 1)
    assert scores["cues_b"] == HitCounts(0, 1, 1)
    assert scores["scopes"] == HitCounts(0, 0, 1)
    assert scores["scopes_no_cue"] == HitCounts(1, 0, 0)
    assert scores["full"] == HitCounts(0, 0, 1)


def test_two_equal_negations_are_counted_twice() -> None:
    assert score(one(GOLD, GOLD), one(GOLD, GOLD))["scopes"] == HitCounts(2, 0, 0)
    assert score(one(GOLD), one(GOLD, GOLD))["scopes"] == HitCounts(1, 1, 0)


def test_other_words_are_refused() -> None:
    with pytest.raises(InputError, match="sentence 1 has other words"):
        score(one(GOLD), [Sentence(("No",))])
    with pytest.raises(InputError, match="0 sentences, expected 1"):
        score(one(GOLD), [])
