"""Each kernel equals its plain Python twin."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from likewise.metrics import BLEU, PINC, Batch, SelfBLEU
from likewise.metrics._kernels import _closest_other, bleu_statistics, bleu_walk, pinc_values, pinc_walk
from likewise.metrics.batch import TextSets
from likewise.records import Segment
from likewise.text.vocabulary import Tokenization

ORDER = 4
SPLIT = Tokenization("whitespace")
text = st.lists(st.sampled_from("abcde"), max_size=9).map(" ".join)
rows = st.lists(
    st.builds(
        lambda c, s, r: Segment("1", c, s, tuple(r)), text, text, st.lists(text, min_size=1, max_size=4)
    ),
    min_size=1,
    max_size=6,
)
BOTH = [HealthCheck.function_scoped_fixture]
pytestmark = pytest.mark.usefixtures("way_of_kernels")


def grams(line: str, n: int) -> Counter[tuple[str, ...]]:
    words = line.split()
    return Counter(tuple(words[i : i + n]) for i in range(len(words) - n + 1))


def bleu_twin(candidate: str, references: tuple[str, ...]) -> list[float]:
    size = len(candidate.split())
    lengths = [len(r.split()) for r in references]
    row: list[float] = [size, min(lengths, key=lambda length: (abs(length - size), length))]
    own = [grams(candidate, n) for n in range(1, ORDER + 1)]
    for n, counts in enumerate(own, start=1):
        clip: Counter[tuple[str, ...]] = Counter()
        for reference in references:
            clip |= grams(reference, n)
        row.append(sum((counts & clip).values()))
    return [*row, *(sum(counts.values()) for counts in own)]


@given(rows)
@settings(deadline=None, max_examples=150, suppress_health_check=BOTH)
def test_bleu_statistics(segments: list[Segment]) -> None:
    batch = Batch(segments)
    candidates, sets = batch.candidates, batch.references
    g = batch.grams(SPLIT, ORDER)
    found = bleu_statistics(
        candidates, sets.ids, sets.ends, g.ids, g.counts, g.bounds, g.lengths, g.distinct, ORDER
    )
    assert found.tolist() == [bleu_twin(s.candidate, s.references) for s in segments]


@given(rows)
@settings(deadline=None, max_examples=150, suppress_health_check=BOTH)
def test_bleu_walk(segments: list[Segment]) -> None:
    batch = Batch(segments)
    candidates, sets = batch.candidates, batch.references
    words = batch.words(SPLIT)
    chosen = np.flatnonzero(~words.repeats_pairs[candidates])
    found = np.zeros((len(segments), 2 + 2 * ORDER))
    bleu_walk(chosen, candidates, sets.ids, sets.ends, words.ids, words.bounds, words.distinct, ORDER, found)
    for place in chosen.tolist():
        assert found[place].tolist() == bleu_twin(segments[place].candidate, segments[place].references)
    for place in set(range(len(segments))) - set(chosen.tolist()):
        assert max(grams(segments[place].candidate, 2).values()) > 1


@given(rows)
@settings(deadline=None, max_examples=100, suppress_health_check=BOTH)
def test_self_bleu_statistics(segments: list[Segment]) -> None:
    sources = [Segment(str(i), s.candidate, s.source, (), "x") for i, s in enumerate(segments)]
    found = SelfBLEU(tokenize="whitespace").statistics(Batch(sources))
    for place, segment in enumerate(sources):
        others = tuple(
            o.candidate for i, o in enumerate(sources) if i != place and o.source == segment.source
        )
        assert found[place].tolist() == (bleu_twin(segment.candidate, others) if others else [0] * 10)


@given(st.lists(st.integers(0, 6), min_size=2, max_size=8))
@settings(deadline=None, suppress_health_check=BOTH)
def test_closest_other(sizes: list[int]) -> None:
    ordered = sorted(sizes)
    for size in ordered:
        others = list(ordered)
        others.remove(size)
        expected = min(others, key=lambda length: (abs(length - size), length))
        assert _closest_other(np.array(ordered), size) == expected


@given(rows, st.booleans())
@settings(deadline=None, max_examples=100, suppress_health_check=BOTH)
def test_pinc_values_and_walk(segments: list[Segment], multiset: bool) -> None:
    batch = Batch(segments)
    sources, candidates = batch.sources, batch.candidates
    assert sources is not None
    g, words = batch.grams(SPLIT, ORDER), batch.words(SPLIT)
    counted = pinc_values(sources, candidates, g.ids, g.counts, g.bounds, g.distinct, ORDER, multiset)
    expected = []
    for s in segments:
        parts = []
        for n in range(1, ORDER + 1):
            own, theirs = grams(s.candidate, n), grams(s.source or "", n)
            if own and multiset:
                parts.append(1 - sum((own & theirs).values()) / sum(own.values()))
            elif own:
                parts.append(1 - len(own.keys() & theirs.keys()) / len(own))
        expected.append(100 * sum(parts) / len(parts) if parts else 0.0)
    assert counted == pytest.approx(expected, abs=1e-9)
    if not multiset:
        walked = np.zeros(len(segments))
        pinc_walk(
            np.arange(len(segments)), sources, candidates, words.ids, words.bounds,
            words.repeated_ends, words.distinct_counts(ORDER), words.distinct, walked,
        )  # fmt: skip
        assert walked == pytest.approx(expected, abs=1e-9)


def test_a_batch_of_numbered_texts_equals_one_of_segments() -> None:
    texts = ["a b c", "a c", "b b"]
    sets = TextSets(np.array([1, 2, 0], np.int32), np.array([0, 2, 3]))
    batch = Batch.of_texts(
        texts, np.array([0, 1], np.int32), sources=np.array([1, 1], np.int32), references=sets
    )
    same = Batch(list(batch.segments))
    assert [s.references for s in batch.segments] == [("a c", "b b"), ("a b c",)]
    assert (BLEU().statistics(batch) == BLEU().statistics(same)).all()
    assert (PINC().statistics(batch) == PINC().statistics(same)).all()
