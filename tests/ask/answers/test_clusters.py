"""Answers made of candidates: merged, weighed, judged."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from likewise.ask import AnswerCandidate, AnswerType, Document, Question
from likewise.ask.answers import Calibration, answers_of, judge, no_good_answer
from likewise.ask.answers.clusters import cluster_score
from likewise.errors import InputError

QUESTION = Question("When ..?", "time", "", ())
TEXTS = {
    "a": Document("a", "他生于2004年，二〇〇四年和2005年", "zh"),
    "b": Document("b", "山田祐介和山田，2004年", "zh"),
}


def place(document: str, text: str, score: float, kind: AnswerType = "time") -> AnswerCandidate:
    start = TEXTS[document].text.index(text)
    return AnswerCandidate(text, document, start, start + len(text), kind, score, "ranker")


CANDIDATES = [
    place("a", "2005年", 0.5),
    place("a", "2004年", 0.4),
    place("a", "二〇〇四年", 0.2),
    place("b", "2004年", 0.1),
]


@pytest.mark.parametrize(
    ("merge", "texts", "scores"),
    [
        ("off", ["2005年", "2004年", "二〇〇四年", "2004年"], [0.5, 0.4, 0.2, 0.1]),
        ("max", ["2005年", "2004年"], [0.5, 0.4]),
        ("sum", ["2004年", "2005年"], [0.7, 0.5]),
        ("noisy-or", ["2004年", "2005年"], [1 - 0.6 * 0.8 * 0.9, 0.5]),
    ],
)
def test_ways_to_merge(merge: str, texts: list[str], scores: list[float]) -> None:
    answers = answers_of(QUESTION, CANDIDATES, TEXTS, merge=merge)
    assert [one.text for one in answers] == texts
    assert [one.score for one in answers] == pytest.approx(scores)


def test_off_is_the_bare_ranking() -> None:
    answers = answers_of(QUESTION, CANDIDATES, TEXTS.values(), merge="off")
    assert [(one.text, one.score) for one in answers] == [(one.text, one.score) for one in CANDIDATES]


def test_evidence_shows_where() -> None:
    first = answers_of(QUESTION, CANDIDATES, TEXTS)[0]
    assert first.forms == ("二〇〇四年",)
    assert [one.document for one in first.evidence] == ["a", "a", "b"]
    for one in first.evidence:
        own = TEXTS[one.document].text[one.start : one.end]
        assert one.snippet[one.start - one.snippet_start : one.end - one.snippet_start] == own


def test_a_surname_goes_with_the_full_name() -> None:
    names = [
        place("b", "山田祐介", 0.3, "person"),
        AnswerCandidate("山田", "b", 5, 7, "person", 0.2, "ranker"),
    ]
    apart = answers_of(QUESTION, names, TEXTS)
    together = answers_of(QUESTION, names, TEXTS, aliases=True)
    assert [one.text for one in apart] == ["山田祐介", "山田"]
    assert [one.text for one in together] == ["山田祐介"]


def test_wrong_way_to_merge() -> None:
    with pytest.raises(InputError, match="expected one of noisy-or, max, sum, off"):
        answers_of(QUESTION, [], {}, merge="mean")


@given(st.lists(st.floats(0, 1), min_size=1, max_size=6))
def test_laws_of_merging(scores: list[float]) -> None:
    most, chance, total = (cluster_score(scores, way) for way in ("max", "noisy-or", "sum"))
    assert most <= chance + 1e-9
    assert chance <= min(1.0, total) + 1e-9


@given(st.floats(0, 1), st.floats(0, 1))
def test_confidence_grows_with_the_score(one: float, other: float) -> None:
    low, high = sorted((one, other))
    curve = Calibration(0.8, -0.5)
    assert 0 <= curve.confidence(low) <= curve.confidence(high) <= 1


def test_no_good_answer() -> None:
    answers = answers_of(QUESTION, CANDIDATES, TEXTS)
    assert no_good_answer(answers, threshold=0.0) == ""
    assert "likeliest" in no_good_answer(answers, threshold=1.0)
    assert no_good_answer(()) == "no place in the documents looks like an answer"


def test_judgement() -> None:
    answers = answers_of(QUESTION, CANDIDATES, TEXTS)
    assert judge(answers, ["2004年"], {"a"}).top1
    supported = judge(answers, ["2004年"], {"b"})
    assert (supported.top1, supported.top1_u) == (False, True)
    second = judge(answers, ["2005年"], {"a"})
    assert (second.top1_u, second.rank, second.reciprocal_rank) == (False, 2, 0.5)
    assert judge((), ["2004年"], {"a"}).reciprocal_rank == 0


def test_places_count_from_the_beginning_of_the_document_though_a_passage_was_read() -> None:
    passage = Document("a", TEXTS["a"].text, "zh", start=40_000)
    (answer,) = answers_of(QUESTION, CANDIDATES[1:2], [passage])
    (evidence,) = answer.evidence
    assert (evidence.start, evidence.end) == (40_000 + CANDIDATES[1].start, 40_000 + CANDIDATES[1].end)
    first = evidence.start - evidence.snippet_start
    assert evidence.snippet[first : first + len(answer.text)] == "2004年"
