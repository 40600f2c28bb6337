"""TER held against sacrebleu, its oracle, compiled and plain, in every setting."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from sacrebleu.metrics import TER as Peer

from likewise.metrics import TER, Batch
from likewise.metrics.ter import _kernels as kernels
from likewise.records import Segment

words = st.sampled_from(["a", "b", "c", "d", "e.", "f,g", "&amp;quot;", "'s", "猫。", "İ"])
short = st.lists(words, max_size=12).map(" ".join)
# Long texts of few words leave the band of the distance, and reach the most moves that are tried.
long = st.builds(
    lambda size, seed: " ".join(np.random.default_rng(seed).choice(list("abcdefghijkl"), size)),
    st.integers(30, 70),
    st.integers(0, 1 << 30),
)
segments = st.builds(
    lambda candidate, references: Segment("1", candidate, None, tuple(references)),
    short,
    st.lists(short, min_size=1, max_size=3),
)
every_setting = st.sampled_from(
    [
        {},
        {"lowercase": False},
        {"normalised": True},
        {"no_punctuation": True},
        {"normalised": True, "asian_support": True, "no_punctuation": True},
    ]
)


def peer(lowercase: bool = True, normalised: bool = False, no_punctuation: bool = False,
         asian_support: bool = False) -> Any:  # fmt: skip
    return Peer(normalised, no_punctuation, asian_support, not lowercase)


@pytest.fixture(autouse=True)
def compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """The plain way is sacrebleu itself, with which there is nothing to compare."""
    monkeypatch.setenv("LIKEWISE_KERNELS", "compiled")


@given(st.lists(segments, min_size=1, max_size=4), every_setting, st.sampled_from(["compiled", "plain"]))
@settings(deadline=None, max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_equals_sacrebleu_on_segments_and_corpus(rows: list[Segment], chosen: Any, way: str) -> None:
    metric, theirs = TER(**chosen), peer(**chosen)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LIKEWISE_KERNELS", way)
        statistics = metric.statistics(Batch(rows))
    expected = [theirs.sentence_score(row.candidate, list(row.references)).score for row in rows]
    assert metric.score_segments(statistics).tolist() == expected
    most = max(len(row.references) for row in rows)
    streams = [[row.references[i] if i < len(row.references) else None for row in rows] for i in range(most)]
    corpus = theirs.corpus_score([row.candidate for row in rows], streams).score
    assert metric.score_totals(statistics.sum(axis=0)[None])[0] == pytest.approx(corpus, abs=1e-9)


@given(long, long)
@settings(deadline=None, max_examples=6, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_equals_sacrebleu_on_long_texts(candidate: str, reference: str) -> None:
    metric = TER()
    assert metric.segment(candidate, [reference]) == peer().sentence_score(candidate, [reference]).score


def test_a_text_much_longer_than_the_other() -> None:
    short, long = "b c a", " ".join(["a b c d"] * 60)
    for one, other in ((short, long), (long, short), ("", long), (long, "")):
        assert TER().segment(one, [other]) == peer().sentence_score(one, [other]).score


def test_one_shift_is_one_edit() -> None:
    # Snover et al. (2006), section 3: a phrase that stands elsewhere costs one edit, however long it is.
    statistics = TER().statistics(Batch([Segment("1", "d e a b c", None, ("a b c d e",))]))
    assert statistics.tolist() == [[1, 5]]


@given(st.lists(st.integers(0, 5), min_size=1, max_size=12), st.data())
@settings(deadline=None, max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_moved_block_leaves_all_words_and_its_order(words: list[int], data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(words) - 1))
    count = data.draw(st.integers(1, len(words) - start))
    target = data.draw(st.integers(0, len(words)))
    places = np.arange(len(words))
    moved = np.empty_like(places)
    first = kernels.move.plain(places, start, count, target, moved)
    assert sorted(moved.tolist()) == places.tolist()
    assert moved[:first].tolist() == places[:first].tolist()
    begin = moved.tolist().index(start)
    assert moved[begin : begin + count].tolist() == list(range(start, start + count))
