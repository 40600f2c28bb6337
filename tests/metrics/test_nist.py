"""NIST: hand-worked information and scores, the kernel's plain twin, laws."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from likewise.errors import InputError
from likewise.evaluate import explain, score
from likewise.metrics import NIST, Batch
from likewise.metrics.nist import NgramInformation
from likewise.records import Segment
from likewise.text import Tokenization

text = st.lists(st.sampled_from("abc"), max_size=7).map(" ".join)
rows = st.lists(
    st.builds(lambda c, r: Segment("1", c, None, tuple(r)), text, st.lists(text, min_size=1, max_size=3)),
    min_size=1,
    max_size=4,
)


def grams(line: str, n: int) -> Counter[tuple[str, ...]]:
    words = line.split()
    return Counter(tuple(words[i : i + n]) for i in range(len(words) - n + 1))


def twin(segments: list[Segment], order: int) -> list[list[float]]:
    counts: Counter[tuple[str, ...]] = Counter()
    for segment in segments:
        for reference in segment.references:
            counts[()] += len(reference.split())
            for n in range(1, order + 1):
                counts.update(grams(reference, n))
    found = []
    for segment in segments:
        own = [grams(segment.candidate, n) for n in range(1, order + 1)]
        worth = []
        for n, mine in enumerate(own, start=1):
            clip: Counter[tuple[str, ...]] = Counter()
            for reference in segment.references:
                clip |= grams(reference, n)
            worth.append(sum(k * math.log2(counts[g[:-1]] / counts[g]) for g, k in (mine & clip).items()))
        lengths = [len(r.split()) for r in segment.references]
        head = [len(segment.candidate.split()), sum(lengths) / len(lengths)]
        found.append([*head, *worth, *(mine.total() for mine in own)])
    return found


@given(rows)
@settings(deadline=None, max_examples=60)
def test_statistics_are_those_of_the_plain_twin(segments: list[Segment]) -> None:
    found = NIST(tokenize="whitespace", order=3).statistics(Batch(segments))
    assert found == pytest.approx(np.array(twin(segments, 3)))


def test_hand_worked() -> None:
    """References of 8 words: a has 1 bit (4 of 8), b 2 bits, c and d 3; "a b" has 1 bit (2 of 4)."""
    segments = [Segment("1", "a b a", None, ("a b a c",)), Segment("2", "d", None, ("a b a d",))]
    batch = Batch(segments)
    words = batch.words(Tokenization("whitespace"))
    levels = NgramInformation.of_orders(words, batch.references, 2)
    assert sorted(set(levels[0].worth.tolist())) == [1, 2, 3]
    metric = NIST(tokenize="whitespace", order=2)
    # Unigrams 1 + 2 + 1 of 3 words; bigrams "a b" 1 bit, "b a" 0 bits, of 2.
    first, second = metric.statistics(Batch(segments)).tolist()
    assert first == [3, 4, 4, 1, 3, 2]
    assert second == [1, 4, 3, 0, 1, 0]
    penalty = math.exp(math.log(0.5) * (math.log(3 / 4) / math.log(1.5)) ** 2)
    assert metric.explain(segments[0], segments)["score"] == pytest.approx((4 / 3 + 1 / 2) * penalty)
    penalty = math.exp(math.log(0.5) * (math.log(4 / 8) / math.log(1.5)) ** 2)
    assert score(segments, [metric])["nist"].score == pytest.approx((7 / 4 + 1 / 2) * penalty)


def test_two_thirds_of_the_length_cost_a_half() -> None:
    whole, short = (NIST(tokenize="whitespace", order=1).score_totals(np.array([row])) for row in (
        [6.0, 6.0, 12.0, 6.0], [4.0, 6.0, 8.0, 4.0],
    ))  # fmt: skip
    assert (whole[0], short[0]) == pytest.approx((2.0, 1.0))


def test_nothing_is_worth_nothing_and_no_number_is_undefined() -> None:
    segments = [Segment("1", "", None, ("",)), Segment("2", "", None, ("a",)), Segment("3", "b", None, ("",))]
    found = score(segments, "nist")["nist"]
    assert found.score == 0
    assert NIST().score_segments(NIST().statistics(Batch(segments))).tolist() == [0, 0, 0]


def test_information_is_that_of_all_segments() -> None:
    segments = [Segment("1", "a b", None, ("a b",)), Segment("2", "c", None, ("c c",))]
    found = explain(segments[0], "nist", among=segments)["metrics"]["nist"]
    assert [order["information"] for order in found["orders"][:2]] == [4.0, 0.0]
    assert NIST().explain(segments[0])["orders"][0]["information"] == 2.0
    with pytest.raises(InputError, match="not among those"):
        NIST().explain(segments[0], segments[1:])
