"""Light IX: its distances and the traps of its definition."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, strategies as st

from likewise.ask import (
    Document,
    Hit,
    Keyword,
    KeywordTranslation,
    Question,
    QuestionTranslation,
    TranslationCandidate as Candidate,
)
from likewise.ask.extraction import DISTANCES, distance, extract, light_ix
from likewise.ask.extraction.light_ix_scores import token_spans
from likewise.errors import InputError


def asked(text: str, lang: str, kind: str, *keywords: str, **settings: object) -> list:  # type: ignore[type-arg]
    """Candidates of Light IX for keywords that are given in the language of the document."""
    own = tuple(Keyword(word, "word", 0, 0) for word in keywords)
    pairs = zip(own, keywords, strict=True)
    translation = QuestionTranslation(
        lang, tuple(KeywordTranslation(key, (Candidate(word, ("gold",)),)) for key, word in pairs)
    )
    question = Question("?", kind, "", own)  # type: ignore[arg-type]
    hits = [Hit(Document("d", text, lang), 1.0, 1)]
    return extract(question, translation, hits, extractors=("light-ix",), **settings)  # type: ignore[arg-type]


def test_adjacent_is_one() -> None:
    assert distance((0, 2), (2, 4)) == distance((2, 4), (0, 2)) == 1


def test_one_token_between_is_two() -> None:
    assert distance((0, 2), (3, 4)) == 2


def test_overlapping_counts_as_adjacent() -> None:
    assert distance((0, 3), (1, 2)) == 1


def test_the_nearest_occurrence_counts() -> None:
    assert light_ix((10, 12), [[(0, 1), (13, 14)]], alpha=0)[0] == pytest.approx(1 / 2)


def test_an_absent_keyword_counts_zero() -> None:
    score, occurrence, near = light_ix((0, 1), [[(1, 2)], []], alpha=0.1)
    assert (occurrence, near) == (0.5, 0.5)
    assert score == pytest.approx(0.5)


def test_no_keyword_at_all_scores_zero() -> None:
    assert light_ix((0, 1), []) == (0.0, 0.0, 0.0)


@pytest.mark.parametrize(
    ("measure", "values"),
    [
        ("linear", (1, 2, 3)),
        ("log", (1, 1 + math.log(2), 1 + math.log(3))),
        ("log-floor", (1, 1, math.log(3))),
        ("log2", (1, math.log2(3), 2)),
    ],
)
def test_distances_are_one_for_neighbours(measure: str, values: tuple[float, ...]) -> None:
    assert tuple(DISTANCES[measure](d) for d in (1, 2, 3)) == pytest.approx(values)


def test_the_parts_are_weighed() -> None:
    assert light_ix((0, 1), [[(2, 3)]], alpha=0.1)[0] == pytest.approx(0.1 + 0.9 / 2)


@pytest.mark.parametrize("settings", [{"measure": "cubic"}, {"alpha": 1.5}])
def test_wrong_settings_are_named(settings: dict[str, object]) -> None:
    with pytest.raises(InputError, match="expected"):
        light_ix((0, 1), [[(2, 3)]], **settings)  # type: ignore[arg-type]


spans = st.tuples(st.integers(0, 50), st.integers(1, 9)).map(lambda pair: (pair[0], pair[0] + pair[1]))


@given(spans, st.lists(st.lists(spans, max_size=3), max_size=5), st.sampled_from(sorted(DISTANCES)))
def test_scores_lie_between_zero_and_one(answer: tuple[int, int], keywords: list, measure: str) -> None:  # type: ignore[type-arg]
    assert all(0 <= value <= 1 for value in light_ix(answer, keywords, measure=measure))


@given(spans, spans)
def test_distance_is_symmetric(one: tuple[int, int], other: tuple[int, int]) -> None:
    assert distance(one, other) == distance(other, one) >= 1


def test_places_become_tokens() -> None:
    assert token_spans([(0, 2), (3, 5)], [(0, 2), (2, 3), (3, 4), (4, 6)]) == [(0, 1), (2, 4)]


def test_chinese_counts_characters_linearly() -> None:
    found = {one.text: one.score for one in asked("作家在1715年出生", "zh", "time", "作家", alpha=0.0)}
    assert found["1715年"] == pytest.approx(1 / 2)  # one character between


def test_japanese_counts_words_with_the_logarithm() -> None:
    best = asked("東京で2004年に", "ja", "time", "東京", alpha=0.0)[0]
    assert best.text.startswith("2004")
    assert best.score == pytest.approx(1 / (1 + math.log(2)))


def test_a_candidate_is_never_a_keyword() -> None:
    found = asked("1715年和1763年", "zh", "time", "1715年")
    assert "1715年" not in {one.text for one in found}
    assert "1763年" in {one.text for one in found}


def test_the_best_mention_counts_once() -> None:
    found = asked("1715年。作家生于1715年，作家1715年", "zh", "time", "作家", alpha=0.0)
    assert [one.score for one in found if one.text == "1715年"] == [1.0]
