"""Pairwise accuracy with ties, and its calibration."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, strategies as st

from likewise.errors import InputError
from likewise.judging import accuracy_at, pair_accuracy, pair_counts

ROWS = st.lists(
    st.tuples(st.integers(0, 6), st.integers(0, 3), st.integers(0, 2)), min_size=3, max_size=14
).filter(lambda rows: any(a[2] == b[2] for a, b in combinations(rows, 2)))


def by_hand(x: list[float], y: list[float], groups: list[int], threshold: float) -> float:
    shares = []
    for group in dict.fromkeys(groups):
        own = [i for i, g in enumerate(groups) if g == group]
        right = [
            (y[i] == y[j]) if abs(x[i] - x[j]) <= threshold else (x[i] - x[j]) * (y[i] - y[j]) > 0
            for i, j in combinations(own, 2)
        ]
        if right:
            shares.append(sum(right) / len(right))
    return sum(shares) / len(shares)


def test_a_table_by_hand() -> None:
    # People tie the first two, whose scores differ by 1; all other pairs are ordered right.
    metric, human = [10, 11, 20, 40], [1, 1, 2, 3]
    found = pair_accuracy(metric, human)
    assert (found.plain, found.calibrated, found.threshold) == (pytest.approx(5 / 6), pytest.approx(1.0), 1.0)
    assert (found.pairs, found.groups, found.ties) == (6, 1, pytest.approx(1 / 6))
    assert found.chance == pytest.approx(5 / 12)
    assert accuracy_at(metric, human, 9) == pytest.approx(5 / 6)
    assert accuracy_at(metric, human, 100) == pytest.approx(1 / 6)


@given(ROWS)
def test_the_sweep_equals_trying_each_threshold(rows: list[tuple[int, int, int]]) -> None:
    x, y, groups = [float(r[0]) for r in rows], [float(r[1]) for r in rows], [r[2] for r in rows]
    found = pair_accuracy(x, y, groups=groups)
    tried = [by_hand(x, y, groups, threshold) for threshold in range(7)]
    assert found.calibrated == pytest.approx(max(tried))
    assert by_hand(x, y, groups, found.threshold) == pytest.approx(found.calibrated)
    assert found.plain == pytest.approx(tried[0])
    assert found.plain <= found.calibrated + 1e-12
    assert accuracy_at(x, y, 2.0, groups=groups) == pytest.approx(tried[2])


def test_without_calibration_it_is_the_accuracy_of_the_counts() -> None:
    rng = np.random.default_rng(3)
    x, y = rng.integers(0, 9, 80), rng.integers(0, 4, 80)
    assert pair_accuracy(x, y).plain == pytest.approx(pair_counts(x, y).accuracy)


def test_a_metric_that_says_nothing_is_at_the_level_of_chance() -> None:
    rng = np.random.default_rng(5)
    for kinds in (2, 6):  # ties are more than a third of the pairs, or fewer
        human, noise = rng.integers(0, kinds, 1500).astype(float), rng.normal(size=1500)
        found = pair_accuracy(noise, human)
        assert found.calibrated == pytest.approx(found.chance, abs=0.02)
        assert found.held_out == pytest.approx(found.chance, abs=0.02)


def test_the_held_out_figure_does_not_see_its_own_items() -> None:
    # Few groups of noise: on its own pairs the best threshold finds more than there is.
    rng = np.random.default_rng(7)
    gains = []
    for _ in range(40):
        human, noise = rng.integers(0, 3, 24).astype(float), rng.normal(size=24)
        items = [place // 3 for place in range(24)]
        found = pair_accuracy(noise, human, groups=items, items=items)
        assert found.held_out is not None
        gains.append(found.calibrated - found.held_out)
    assert np.mean(gains) > 0.03


def test_many_pairs_try_quantiles(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(9)
    human = rng.integers(0, 4, 300).astype(float)
    metric = human + rng.normal(size=300)
    exact = pair_accuracy(metric, human)
    monkeypatch.setattr("likewise.judging.tie_calibration._EVERY_PAIR", 20000)
    quick = pair_accuracy(metric, human)
    assert quick.calibrated == pytest.approx(exact.calibrated, abs=2e-3)
    assert quick.calibrated == pytest.approx(accuracy_at(metric, human, quick.threshold))
    assert quick.plain == exact.plain


def test_two_items_have_no_other_half() -> None:
    assert pair_accuracy([1, 2], [1, 2]).held_out is None
    with pytest.raises(InputError, match="3 names of 2 items"):
        pair_accuracy([1, 2], [1, 2], items=[1, 2, 3])
