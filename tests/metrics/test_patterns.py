"""EP, EPR and DIMPLE: the paper's example, cases worked by hand, and the laws."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from random import Random

import pytest
from hypothesis import given, strategies as st

from likewise.errors import InputError
from likewise.metrics.patterns import (
    MeanScores,
    PatternScores,
    bootstrap,
    dimple,
    diversity,
    expected_precision,
    expected_precision_redundancy,
    explain_terms,
    mean,
    positive_share,
    redundancy,
    score_terms,
)
from likewise.records import Pattern


def ranked(source: str, *paraphrases: str, labels: tuple[int, ...] = (1, 1)) -> list[Pattern]:
    return [Pattern(source, text, rank, labels) for rank, text in enumerate(paraphrases, 1)]


# Section 1: "may receive a perfect score of 1.0 in EP", yet without lexical diversity.
NARROW = ranked("killed", "shot and killed", "reported killed", "killed in")


def test_quality_example_of_section_3_2() -> None:
    assert positive_share(Pattern("killed", "fatally shot", 1, (1, 0, 1))) == pytest.approx(2 / 3)


def test_killed_example_of_section_1() -> None:
    assert expected_precision(NARROW, 3) == 1.0
    # Each D is 1, so each gain is 2^1 - 1 out of 2^3 - 1.
    assert diversity("killed", [pattern.paraphrase for pattern in NARROW]) == [1, 1, 1]
    assert dimple(NARROW, 3) == pytest.approx(1 / 7)
    # "shot" and "reported" are new stems; "killed in" has none.
    assert expected_precision_redundancy(NARROW, 3) == pytest.approx(2 / 3)
    assert dimple(ranked("killed", "assassinated"), 1) == 1.0


@pytest.mark.parametrize(
    ("source", "paraphrases", "grades", "redundant"),
    [
        ("killed", ["assassinated", "shot", "executed"], [3, 3, 3], [False] * 3),
        ("killed", ["killing", "kills", "killing"], [2, 2, 1], [True] * 3),
        ("killed", ["to", "in the"], [1, 1], [True] * 2),
        ("killed", ["KILLED"], [1], [True]),
        # History does not grow with a repeated word: "shot" is unseen for D, but was shown for EPR.
        ("killed", ["shot and killed", "shot"], [1, 3], [False, True]),
        ("killed", ["shot dead", "shot down", "shooting"], [3, 1, 3], [False, True, False]),
        ("to take", ["take", "taking away", "grab", "grabbed it"], [1, 2, 3, 2], [True, True, False, True]),
        # One root seen is enough for 2, but one stem unseen is enough for EPR.
        ("killed", ["brutally killing"], [2], [False]),
        ("to", ["in", "toward home"], [1, 3], [True, False]),
        ("killed", [], [], []),
    ],
)
def test_algorithm_1(source: str, paraphrases: list[str], grades: list[int], redundant: list[bool]) -> None:
    assert diversity(source, paraphrases) == grades
    assert redundancy(source, paraphrases) == redundant


def test_hand_worked_scores() -> None:
    patterns = [
        Pattern("killed", "killing", 3, (1, 1)),  # Q 1, D 2: 2^2 - 1 = 3; redundant
        Pattern("killed", "assassinated", 1, (1, 1)),  # Q 1, D 3: 7
        Pattern("killed", "murdered", 2, (1, 0)),  # Q 1/2, D 3: 2^1.5 - 1
        Pattern("killed", "wounded", 4, (0, 0)),  # Q 0: 0
    ]
    scores = score_terms(patterns, 4)["killed"]
    assert scores.ep == pytest.approx(2.5 / 4)
    assert scores.epr == pytest.approx(1.5 / 4)
    assert scores.dimple == pytest.approx((7 + 2**1.5 - 1 + 3) / 28)
    assert scores.n == 4
    assert score_terms(patterns, 1)["killed"] == PatternScores("killed", 1.0, 1.0, 1.0, 1)


def test_missing_ranks_gain_nothing() -> None:
    patterns = ranked("killed", "shot", "slain")
    assert expected_precision(patterns, 10) == expected_precision_redundancy(patterns, 10) == 0.2
    assert dimple(patterns, 10) == pytest.approx(0.2)
    gap = [replace(patterns[0], rank=2), replace(patterns[1], rank=11)]
    assert score_terms(gap, 10)["killed"] == PatternScores("killed", 0.1, 0.1, pytest.approx(0.1), 1)
    assert expected_precision([], 5) == dimple([], 5) == expected_precision_redundancy([], 5) == 0.0


def test_a_term_with_no_pattern_up_to_k_scores_0() -> None:
    assert score_terms([Pattern("killed", "shot", 7, (1,))], 5) == {
        "killed": PatternScores("killed", 0.0, 0.0, 0.0, 0)
    }


def test_quality_and_diversity_can_be_replaced() -> None:
    def in_the_dictionary(source: str, paraphrases: Sequence[str]) -> list[int]:
        return [3 if text == "offed" else 1 for text in paraphrases]

    patterns = ranked("killed", "offed", "shot", labels=())
    half = {"quality": lambda pattern: 0.5}
    assert expected_precision(patterns, 2, **half) == 0.5
    assert dimple(patterns, 2, diversity=in_the_dictionary, **half) == pytest.approx(
        (2**1.5 + 2**0.5 - 2) / 14
    )
    rows = explain_terms(patterns, 2, diversity=in_the_dictionary, **half)["killed"]
    assert rows[0].why == "diversity given by in_the_dictionary"
    assert explain_terms(ranked("a", "b"), 1, diversity=partial(diversity, lang="de"))["a"][0].d == 3


@pytest.mark.parametrize("q", [-0.1, 1.1, float("nan")])
def test_a_quality_out_of_range_is_an_error(q: float) -> None:
    with pytest.raises(ValueError, match="quality"):
        expected_precision(NARROW, 3, quality=lambda pattern: q)


@pytest.mark.parametrize("grades", [[0, 1, 2], [1, 2, 4], [1]])
def test_grades_out_of_range_are_an_error(grades: list[int]) -> None:
    with pytest.raises(ValueError, match=r"diversity|shorter"):
        dimple(NARROW, 3, diversity=lambda source, paraphrases: grades)


@pytest.mark.parametrize(
    ("patterns", "k", "field"),
    [
        (NARROW, 0, "k"),
        ([*NARROW, Pattern("found", "located", 4, (1,))], 3, "source"),
        ([*NARROW, NARROW[0]], 3, "rank"),
        ([Pattern("killed", "shot", 0, (1,))], 3, "rank"),
        ([Pattern("killed", "shot", 1)], 3, "labels"),
    ],
)
def test_refusals(patterns: list[Pattern], k: int, field: str) -> None:
    for metric in (expected_precision, expected_precision_redundancy, dimple):
        with pytest.raises(InputError) as caught:
            metric(patterns, k)
        assert caught.value.field == field


def test_evidence() -> None:
    patterns = ranked("killed", "shot and killed", "killing", "assassinated", "in", "beyond k")
    rows = explain_terms(patterns, 4)["killed"]
    assert [(row.rank, row.paraphrase, row.q, row.d, row.gain, row.redundant, row.why) for row in rows] == [
        (1, "shot and killed", 1.0, 1, 1.0, False, "word already seen: killed"),
        (2, "killing", 1.0, 2, 2.0, True, "root already seen: killing"),
        (3, "assassinated", 1.0, 3, 3.0, False, "unseen word: assassinated"),
        (4, "in", 1.0, 1, 1.0, True, "no content word"),
    ]
    assert sum(row.share for row in rows) == pytest.approx(dimple(patterns, 4))


def test_means_and_order_of_terms() -> None:
    scores = score_terms([*NARROW, *ranked("found", "located", "spotted", "met")], 3)
    assert list(scores) == ["killed", "found"]
    assert mean(scores) == MeanScores(1.0, pytest.approx(5 / 6), pytest.approx(4 / 7), 2)


def test_bootstrap() -> None:
    scores = {str(n): PatternScores(str(n), n / 20, n / 40, n / 80, 10) for n in range(20)}
    intervals = bootstrap(scores)
    assert intervals == bootstrap(scores)
    assert intervals != bootstrap(scores, seed=1)
    centre = mean(scores)
    for (low, high), middle in [(intervals.ep, centre.ep), (intervals.dimple, centre.dimple)]:
        assert 0 < low < middle < high < 1
    # One draw of terms serves all three means.
    assert intervals.epr == pytest.approx([bound / 2 for bound in intervals.ep])
    narrow = bootstrap(scores, confidence=0.5)
    assert intervals.ep[0] < narrow.ep[0] < narrow.ep[1] < intervals.ep[1]
    one = bootstrap({"a": scores["5"]}, samples=10)
    assert one.ep == (0.25, 0.25)


@pytest.mark.parametrize(
    ("settings", "field"), [({"samples": 0}, "samples"), ({"confidence": 1.0}, "confidence")]
)
def test_bootstrap_refusals(settings: dict[str, float], field: str) -> None:
    with pytest.raises(InputError) as caught:
        bootstrap({"a": PatternScores("a", 0, 0, 0, 0)}, **settings)
    assert caught.value.field == field


def test_no_terms() -> None:
    for summary in (mean, bootstrap):
        with pytest.raises(InputError, match="at least one source term"):
            summary({})


phrases = st.lists(
    st.sampled_from(
        ["kill", "killed", "killing", "shot", "shooting", "the", "in", "to", "murder", "murdered"]
    ),
    min_size=1,
    max_size=3,
).map(" ".join)
label_lists = st.lists(st.integers(0, 1), min_size=1, max_size=3).map(tuple)


@st.composite
def pattern_lists(draw: st.DrawFn) -> list[Pattern]:
    ranks = draw(st.lists(st.integers(1, 12), unique=True, max_size=12))
    source = draw(phrases)
    return [Pattern(source, draw(phrases), rank, draw(label_lists)) for rank in ranks]


METRICS = (expected_precision, expected_precision_redundancy, dimple)
cutoffs = st.integers(1, 12)


@given(pattern_lists(), cutoffs)
def test_law_range_and_epr_below_ep(patterns: list[Pattern], k: int) -> None:
    ep, epr, score = (metric(patterns, k) for metric in METRICS)
    assert 0 <= epr <= ep <= 1
    assert 0 <= score <= ep + 1e-12, "2^(3q) - 1 is convex, so it lies below 7q"


@given(cutoffs)
def test_law_a_perfect_diverse_list_scores_1(k: int) -> None:
    words = [a + b for a, b in itertools.product("bdfgk", "aou")][:k]
    patterns = ranked("term", *(word + "x" for word in words))
    assert [metric(patterns, k) for metric in METRICS] == [1.0, 1.0, 1.0]


@given(pattern_lists(), cutoffs, st.randoms(use_true_random=False))
def test_law_order_of_labels_and_of_rows_changes_nothing(
    patterns: list[Pattern], k: int, chance: Random
) -> None:
    shuffled = [replace(p, labels=tuple(chance.sample(p.labels, len(p.labels)))) for p in patterns]
    chance.shuffle(shuffled)
    for metric in METRICS:
        assert metric(shuffled, k) == metric(patterns, k)


@given(pattern_lists(), cutoffs, st.data())
def test_law_monotone_in_quality(patterns: list[Pattern], k: int, data: st.DataObject) -> None:
    better = [
        replace(p, labels=tuple(max(x, data.draw(st.integers(0, 1))) for x in p.labels)) for p in patterns
    ]
    for metric in METRICS:
        assert metric(better, k) >= metric(patterns, k)


@given(st.lists(pattern_lists().filter(bool), min_size=1, max_size=4), cutoffs)
def test_law_terms_do_not_touch_each_other(groups: list[list[Pattern]], k: int) -> None:
    named = [[replace(p, source=f"{p.source} {n}x") for p in group] for n, group in enumerate(groups)]
    # Interleaved, as a file may hold them.
    rows = [p for batch in itertools.zip_longest(*named) for p in batch if p is not None]
    together = score_terms(rows, k)
    for group in named:
        assert together[group[0].source] == score_terms(group, k)[group[0].source]
    assert 0 <= mean(together).dimple <= mean(together).ep + 1e-12
