"""Counts of pairs, and Kendall's tau in the variants of the WMT metrics tasks."""

from __future__ import annotations

from itertools import combinations
from typing import Literal

import numpy as np
import pytest
from hypothesis import given, strategies as st
from scipy.stats import kendalltau

from likewise.errors import InputError
from likewise.judging import PairCounts, darr_counts, kendall_by_group, pair_counts
from likewise.judging.candidate_pairs import gaps, grouped

COLUMNS = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=2, max_size=12)


def by_hand(x: list[float], y: list[float]) -> PairCounts:
    kinds = [0] * 5
    for i, j in combinations(range(len(x)), 2):
        if x[i] == x[j]:
            kinds[4 if y[i] == y[j] else 2] += 1
        elif y[i] == y[j]:
            kinds[3] += 1
        else:
            kinds[0 if (x[i] < x[j]) == (y[i] < y[j]) else 1] += 1
    return PairCounts(*kinds)


def test_a_table_by_hand() -> None:
    # 12, 24, 35 concordant; 15, 23, 45 discordant; 25 tied by the metric, 13 and 34 by people, 14 by both.
    counts = pair_counts([1, 3, 4, 1, 3], [1, 2, 1, 1, 0])
    assert counts == PairCounts(concordant=3, discordant=3, tied_metric=1, tied_human=2, tied_both=1)
    assert (counts.pairs, counts.ordered) == (10, 7)
    assert counts.tau_10 == pytest.approx(-1 / 7)
    assert counts.tau_13 == pytest.approx(0)
    assert counts.tau_14 == pytest.approx(0)
    assert counts.accuracy == pytest.approx(4 / 10)


@given(COLUMNS)
def test_equals_counting_pair_by_pair_and_scipy(rows: list[tuple[int, int]]) -> None:
    x, y = [float(a) for a, _ in rows], [float(b) for _, b in rows]
    counts = pair_counts(x, y)
    assert counts == by_hand(x, y)
    if len(set(x)) > 1 and len(set(y)) > 1:
        assert counts.tau_b == pytest.approx(kendalltau(x, y).statistic)


def test_only_pairs_of_a_group_count() -> None:
    x, y, groups = [1, 2, 9, 1], [2, 1, 1, 2], ["a", "a", "b", "b"]
    assert pair_counts(x, y, groups=groups) == PairCounts(0, 2, 0, 0, 0)
    assert pair_counts(x, y, groups=["a", "b", "c", "b"]).pairs == 1


def test_a_large_group_is_counted_row_by_row(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(1)
    x, y = rng.integers(0, 9, 60).astype(float), rng.integers(0, 4, 60).astype(float)
    at_once = pair_counts(x, y)
    monkeypatch.setattr("likewise.judging.candidate_pairs._SQUARE", 3)
    assert len(list(gaps(*grouped(x, y, None)))) == 59
    assert pair_counts(x, y) == at_once


def test_direct_assessments_must_lie_25_points_apart() -> None:
    metric, human = [1, 2, 3, 1], [10, 35, 34.9, 90]
    counts = darr_counts(metric, human, ["s"] * 4)
    # 10 and 35 (right), 10 and 90 (tied by the metric), 35 and 90, 34.9 and 90 (both wrong).
    assert counts == PairCounts(1, 2, 1, 0, 0)
    assert counts.tau_10 == pytest.approx(-2 / 4)
    with pytest.raises(InputError, match=r"ratings from -1 to 1\.5 are no direct assessments"):
        darr_counts([1, 2], [-1, 1.5], ["s", "s"])


@pytest.mark.parametrize("variant", ["b", "c"])
def test_mean_within_groups(variant: Literal["b", "c"]) -> None:
    x, y = [1, 2, 3, 1, 2, 2, 7, 7], [1, 3, 3, 2, 1, 5, 1, 2]
    groups = ["a"] * 3 + ["b"] * 3 + ["c"] * 2
    first, second = (kendalltau(x[i : i + 3], y[i : i + 3], variant=variant).statistic for i in (0, 3))
    # In c the metric ties all, so there is no tau.
    assert kendall_by_group(x, y, groups, variant) == (pytest.approx((first + second) / 2), 2)


def test_what_cannot_be_compared() -> None:
    with pytest.raises(InputError, match="2 groups of 3 items"):
        pair_counts([1, 2, 3], [1, 2, 3], groups=["a", "b"])
    with pytest.raises(InputError, match="no pair of items"):
        pair_counts([1, 2], [1, 2], groups=["a", "b"])
    with pytest.raises(InputError, match="expected b or c"):
        kendall_by_group([1, 2], [1, 2], ["a", "a"], "a")  # type: ignore[arg-type]
