"""Counts in a window, positive pointwise mutual information and fewer numbers, against plain twins."""

from __future__ import annotations

from math import log

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from scipy import sparse

from likewise.metrics.meant import cooccurrence
from likewise.metrics.meant.cooccurrence import (
    SMOOTHING,
    cooccurrences,
    positive_information,
    reduced,
    unit_rows,
)

SIZE = 4
TEXTS = st.lists(st.lists(st.integers(-1, SIZE - 1), max_size=7), max_size=5)


def plain_counts(texts: list[list[int]], window: int) -> np.ndarray:
    counts = np.zeros((SIZE, SIZE))
    for text in texts:
        for i, one in enumerate(text):
            for j, other in enumerate(text):
                if i != j and abs(i - j) <= window and one >= 0 and other >= 0:
                    counts[one, other] += 1
    return counts


@given(TEXTS, st.integers(1, 4), st.sampled_from([1, 3, 1 << 21]))
@settings(max_examples=60, deadline=None)
def test_counts_are_those_of_the_plain_way(texts: list[list[int]], window: int, chunk: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cooccurrence, "_CHUNK", chunk)
        found = cooccurrences([np.array(text, np.int64) for text in texts], SIZE, window)
    assert found.toarray().tolist() == plain_counts(texts, window).tolist()


def test_information_is_the_log_of_more_than_chance() -> None:
    counts = np.array([[0.0, 3, 1], [3, 0, 0], [1, 0, 2]])
    contexts = counts.sum(axis=0) ** SMOOTHING
    found = positive_information(sparse.csr_matrix(counts)).toarray()
    for i in range(3):
        for j in range(3):
            chance = counts[i].sum() * contexts[j] / contexts.sum()
            wanted = max(log(counts[i, j] / chance), 0.0) if counts[i, j] else 0.0
            assert found[i, j] == pytest.approx(wanted, abs=1e-6)


@pytest.mark.parametrize("dense", [0, 1500])
def test_fewer_numbers_keep_the_products_of_the_largest_ones(
    dense: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cooccurrence, "DENSE", dense)
    rng = np.random.default_rng(0)
    half = rng.random((12, 3))
    whole = half @ half.T  # three numbers are enough for it
    found = reduced(sparse.csr_matrix(whole), 3, seed=1)
    assert found.shape == (12, 3)
    assert found @ found.T == pytest.approx(whole, abs=1e-4)
    assert reduced(sparse.csr_matrix(whole), 50, seed=1).shape == (12, 12)


def test_rows_of_length_one() -> None:
    rows = np.array([[3.0, 4.0], [0.0, 0.0]], np.float32)
    wanted = [[0.6, 0.8], [0.0, 0.0]]
    assert unit_rows(rows) == pytest.approx(np.array(wanted))
    assert unit_rows(sparse.csr_matrix(rows)).toarray() == pytest.approx(np.array(wanted))
