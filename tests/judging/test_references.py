"""The curve of Figure 4 over a metric that is handed in."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from likewise.errors import InputError
from likewise.judging import CurvePoint, reference_curve

HUMAN = np.random.default_rng(0).normal(size=40)


def noisy(count: int | None, source: bool, seed: int) -> np.ndarray:
    rng = np.random.default_rng(seed)
    return HUMAN + rng.normal(size=40) / (count or 50) + source


def test_points_in_order_with_mean_and_range_over_draws() -> None:
    asked: list[tuple[int | None, bool, int]] = []

    def scores(count: int | None, source: bool, seed: int) -> np.ndarray:
        asked.append((count, source, seed))
        return noisy(count, source, seed)

    curve = reference_curve(scores, HUMAN, counts=(1, 3, None), draws=4, seed=2)
    assert [(p.with_source, p.references) for p in curve] == [
        (s, c) for s in (False, True) for c in (1, 3, None)
    ]
    seeds = [seed for count, source, seed in asked if (count, source) == (1, False)]
    assert len(set(seeds)) == 4
    assert [seed for count, source, seed in asked if (count, source) == (3, True)] == seeds
    assert [a for a in asked if a[0] is None] == [(None, False, seeds[0]), (None, True, seeds[0])]
    values = [stats.pearsonr(noisy(1, False, seed), HUMAN).statistic for seed in seeds]
    assert curve[0].pearson == pytest.approx(np.mean(values))
    assert (curve[0].low, curve[0].high) == pytest.approx((min(values), max(values)))
    assert curve[2].low == curve[2].pearson == curve[2].high
    assert curve[0].pearson < curve[1].pearson < curve[2].pearson


def test_default_counts_are_the_papers() -> None:
    curve = reference_curve(noisy, HUMAN, draws=1)
    assert [p.references for p in curve] == [*range(1, 13), None] * 2
    assert curve == reference_curve(noisy, HUMAN, draws=1)


def test_a_metric_that_never_varies_has_no_point() -> None:
    curve = reference_curve(lambda *_: np.zeros(40), HUMAN, counts=[1], with_source=[False])
    assert curve == [CurvePoint(1, False, None, None, None)]


def test_nonsense() -> None:
    with pytest.raises(InputError, match="metric has 3, human has 40"):
        reference_curve(lambda *_: np.zeros(3), HUMAN)
    with pytest.raises(InputError, match="metric: item 1 is nan"):
        reference_curve(lambda *_: np.full(40, np.nan), HUMAN)
    with pytest.raises(InputError, match="number of references is 0"):
        reference_curve(noisy, HUMAN, counts=[0])
    with pytest.raises(InputError, match="all 5 values of human are the same"):
        reference_curve(noisy, np.ones(5))
    with pytest.raises(InputError, match="draws is 0"):
        reference_curve(noisy, HUMAN, draws=0)
