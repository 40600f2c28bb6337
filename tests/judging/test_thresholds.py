"""Correlation above thresholds of another metric (Table 4)."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from likewise.errors import InputError
from likewise.judging import Restricted, restricted


def test_counts_strictly_above() -> None:
    metric, human = [1, 2, 3, 4, 5, 6], [1, 3, 2, 5, 4, 6]
    gate = [0, 0, 30, 31, 60.5, 100]
    rows = restricted(metric, human, gate)
    assert [(row.threshold, row.n) for row in rows] == [(0, 4), (30, 3), (60, 2), (90, 1)]
    assert rows[0].pearson == pytest.approx(stats.pearsonr(metric[2:], human[2:]).statistic)
    assert rows[1].pearson == pytest.approx(stats.pearsonr(metric[3:], human[3:]).statistic)
    assert [row.pearson for row in rows[2:]] == [None, None]


def test_constant_above_a_threshold_is_undefined() -> None:
    rows = restricted([1, 2, 3, 3, 3], [1, 2, 3, 4, 5], [10, 20, 95, 95, 95], thresholds=(0, 90))
    assert rows[0].pearson is not None
    assert rows[1] == Restricted(90.0, 3, None)
    assert restricted([1, 2, 3], [2, 2, 2], [5, 5, 5], thresholds=[0])[0].pearson is None


def test_below_every_gate_is_the_whole_set() -> None:
    rng = np.random.default_rng(0)
    metric, human, gate = rng.uniform(0, 100, size=(3, 50))
    row = restricted(metric, human, gate, thresholds=[-1])[0]
    assert (row.n, row.pearson) == (50, pytest.approx(stats.pearsonr(metric, human).statistic))


def test_nonsense() -> None:
    with pytest.raises(InputError, match="unequal numbers of items: metric has 3, human has 3, gate has 2"):
        restricted([1, 2, 3], [1, 2, 3], [1, 2])
    with pytest.raises(InputError, match="gate: item 1 is nan"):
        restricted([1, 2, 3], [1, 2, 3], [float("nan"), 2, 3])
    with pytest.raises(InputError, match="only 2 items"):
        restricted([1, 2], [1, 2], [1, 2])
