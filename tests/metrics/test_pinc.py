"""PINC against its definition in plain Python."""

from __future__ import annotations

import pytest
from hypothesis import given, settings, strategies as st

from likewise.errors import InputError
from likewise.metrics import PINC, Batch
from likewise.records import Segment

words = st.lists(st.sampled_from(["a", "b", "c", "d", "the"]), max_size=12).map(" ".join)


def plain(source: str, candidate: str, order: int = 4, multiset: bool = False) -> float:
    """Chen & Dolan 2011, section 4, word for word."""
    s, c = source.split(), candidate.split()
    parts = []
    for n in range(1, order + 1):
        theirs = [tuple(s[i : i + n]) for i in range(len(s) - n + 1)]
        own = [tuple(c[i : i + n]) for i in range(len(c) - n + 1)]
        if not own:
            continue
        if multiset:
            shared = sum(min(own.count(g), theirs.count(g)) for g in set(own))
            parts.append(1 - shared / len(own))
        else:
            parts.append(1 - len(set(own) & set(theirs)) / len(set(own)))
    return 100 * sum(parts) / len(parts) if parts else 0.0


@given(st.lists(st.tuples(words, words), min_size=1, max_size=8), st.integers(1, 5), st.booleans())
@settings(deadline=None, max_examples=200)
def test_equals_the_definition(pairs: list[tuple[str, str]], order: int, multiset: bool) -> None:
    rows = [Segment(str(i), c, s) for i, (s, c) in enumerate(pairs)]
    metric = PINC(tokenize="whitespace", order=order, multiset=multiset)
    expected = [plain(s, c, order, multiset) for s, c in pairs]
    assert metric.values(Batch(rows)) == pytest.approx(expected, abs=1e-9)


def test_hand_worked() -> None:
    # 1 of 4 words new, 2 of 3 pairs, 2 of 2 triples, the quadruple.
    value = PINC().segment("a man is cutting", "a man is slicing")
    assert value == pytest.approx(100 * (1 / 4 + 1 / 3 + 1 / 2 + 1) / 4)
    assert PINC().segment("a b c d", "a b c d") == 0
    assert PINC().segment("a b c d", "w x y z") == 100
    # Two words: the orders 3 and 4 have no n-gram and are left out.
    assert PINC().segment("a b", "a x") == pytest.approx(100 * (1 / 2 + 1) / 2)


def test_long_texts_go_by_ngram_ids_with_the_same_result() -> None:
    source = " ".join(f"w{i % 97}" for i in range(400))
    candidate = " ".join(f"w{i % 89}" for i in range(300))
    assert PINC().segment(source, candidate) == pytest.approx(plain(source, candidate))
    assert PINC().segment("w1 w2 w3", candidate) == pytest.approx(plain("w1 w2 w3", candidate))


def test_an_empty_candidate_scores_0_with_a_warning() -> None:
    with pytest.warns(UserWarning, match="empty candidate"):
        assert PINC().segment("a b", "") == 0


def test_the_corpus_score_is_the_mean() -> None:
    rows = [Segment("1", "a b", "a b"), Segment("2", "x y", "a b"), Segment("3", "", "a b")]
    metric = PINC()
    totals = metric.statistics(Batch(rows)).sum(axis=0)[None]
    assert metric.score_totals(totals)[0] == pytest.approx(100 / 3)


def test_a_missing_source_is_refused() -> None:
    with pytest.raises(InputError, match="segment '2' has no source"):
        PINC().values(Batch([Segment("1", "a", "b"), Segment("2", "a")]))


def test_explanation_lists_what_is_kept_and_what_is_new() -> None:
    found = PINC().explain(Segment("1", "a man is slicing", "a man is cutting"))
    assert found["orders"][0] == {"n": 1, "kept": ["a", "man", "is"], "new": ["slicing"], "total": 4}
    assert found["orders"][2]["new"] == ["man is slicing"]
