"""Correlations against scipy, and the kernels of the bootstrap against their plain twins."""

from __future__ import annotations

import math
import time

import numpy as np
import pytest
from hypothesis import assume, given, settings, strategies as st
from scipy import stats

from likewise.errors import InputError
from likewise.judging import _kernels, correlate, kendall, pearson, spearman
from likewise.judging.correlation import _kendall, midranks, tie_groups


def sample(n: int, seed: int, levels: int | None = None) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    y = rng.normal(size=n)
    x = 0.5 * y + rng.normal(size=n)
    return (x, y) if levels is None else (np.round(x * levels), np.round(y * levels))


@pytest.mark.parametrize("n", [3, 4, 10, 200])
@pytest.mark.parametrize("levels", [None, 1, 3])
def test_points_and_p_values_are_scipys(n: int, levels: int | None) -> None:
    x, y = sample(n, 7 * n, levels)
    if len(set(x)) == 1 or len(set(y)) == 1:
        x[0], y[-1] = x[0] + 1, y[-1] + 1
    ours = correlate(x, y, bootstrap=0)
    for name, oracle in (
        ("pearson", stats.pearsonr),
        ("spearman", stats.spearmanr),
        ("kendall", stats.kendalltau),
    ):
        theirs = oracle(x, y)
        assert getattr(ours, name) == pytest.approx(theirs.statistic, abs=1e-12)
        # 1 - |r| of a perfect correlation is rounding, and p follows it.
        assert getattr(ours, f"{name}_p") == pytest.approx(theirs.pvalue, rel=1e-6, abs=1e-7)
        assert math.isnan(getattr(ours, f"{name}_ci")[0])
    assert ours.n == n
    assert (pearson(x, y), spearman(x, y), kendall(x, y)) == (ours.pearson, ours.spearman, ours.kendall)


@given(st.lists(st.tuples(st.integers(0, 5), st.floats(-1e308, 1e308)), min_size=3, max_size=40))
@settings(max_examples=150, deadline=None)
def test_kendall_is_scipys_where_values_are_tied(pairs: list[tuple[int, float]]) -> None:
    x, y = [first for first, _ in pairs], [second for _, second in pairs]
    assume(len(set(x)) > 1 and len(set(y)) > 1)
    theirs = stats.kendalltau(x, y)
    assert _kendall(np.array(x, float), np.array(y)) == pytest.approx(
        (theirs.statistic, theirs.pvalue), rel=1e-12, abs=1e-12
    )


def test_hand_worked() -> None:
    # Ranks 1 2 3.5 3.5 against 1 3 2 4: products sum to 3, squares to 4.5 and 5.
    x, y = [10, 20, 30, 30], [1, 3, 2, 4]
    assert spearman(x, y) == pytest.approx(3 / math.sqrt(4.5 * 5))
    # Of 6 pairs one is tied, four agree, one does not.
    assert kendall(x, y) == pytest.approx(3 / math.sqrt(5 * 6))
    assert pearson([0, 0, 3], [0, 3, 3]) == pytest.approx(0.5)


def test_midranks_share_ties() -> None:
    assert midranks(np.array([5.0, 1.0, 5.0, 2.0])).tolist() == [3.5, 1.0, 3.5, 2.0]


@given(st.floats(1e-300, 1e300), st.floats(-1e3, 1e3))
@settings(max_examples=50, deadline=None)
def test_pearson_keeps_under_a_change_of_scale(scale: float, shift: float) -> None:
    x, y = sample(20, 3)
    assert pearson((x + shift) * scale, y) == pytest.approx(pearson(x, y), abs=1e-9)
    assert pearson(-x, y) == pytest.approx(-pearson(x, y))


def plain_pearson(x: list[float], y: list[float], weights: list[int]) -> float:
    total = sum(weights)
    mean_x = sum(w * a for w, a in zip(weights, x, strict=True)) / total
    mean_y = sum(w * b for w, b in zip(weights, y, strict=True)) / total
    xy = sum(w * (a - mean_x) * (b - mean_y) for w, a, b in zip(weights, x, y, strict=True))
    xx = sum(w * (a - mean_x) ** 2 for w, a in zip(weights, x, strict=True))
    yy = sum(w * (b - mean_y) ** 2 for w, b in zip(weights, y, strict=True))
    return xy / math.sqrt(xx * yy)


def plain_midranks(column: list[float], weights: list[int]) -> list[float]:
    pairs = list(zip(column, weights, strict=True))
    return [
        sum(w for v, w in pairs if v < value) + (sum(w for v, w in pairs if v == value) + 1) / 2
        for value in column
    ]


def plain_kendall(x: list[float], y: list[float], weights: list[int]) -> float:
    items = [(a, b) for a, b, w in zip(x, y, weights, strict=True) for _ in range(w)]
    pairs = [(p, q) for i, p in enumerate(items) for q in items[:i]]
    signs = [(np.sign(p[0] - q[0]), np.sign(p[1] - q[1])) for p, q in pairs]
    untied_x, untied_y = sum(s != 0 for s, _ in signs), sum(s != 0 for _, s in signs)
    return float(sum(s * t for s, t in signs)) / math.sqrt(untied_x * untied_y)


def by_kernels(x: np.ndarray, y: np.ndarray, weights: np.ndarray) -> tuple[float, float, float]:
    (gx, cx), (gy, cy) = tie_groups(x), tie_groups(y)
    order = np.argsort(gx, kind="stable")
    return (
        _kernels.weighted_pearson(x, y, weights),
        _kernels.weighted_spearman(gx, gy, len(cx), len(cy), weights),
        _kernels.weighted_kendall(order, gx, gy, len(cx), len(cy), weights),
    )


columns = st.lists(
    st.tuples(st.integers(-4, 4), st.integers(-4, 4), st.integers(0, 4)), min_size=3, max_size=25
).filter(
    lambda rows: len({a for a, _, w in rows if w}) > 1 and len({b for _, b, w in rows if w}) > 1,
)


@given(columns)
@settings(max_examples=150, deadline=None)
def test_kernels_equal_their_twins_and_scipy_on_the_repeated_sample(rows: list[tuple[int, int, int]]) -> None:
    x, y = np.array([r[0] for r in rows], dtype=float), np.array([r[1] for r in rows], dtype=float)
    weights = np.array([r[2] for r in rows])
    got = by_kernels(x, y, weights)
    listed = (x.tolist(), y.tolist(), weights.tolist())
    ranks = plain_midranks(listed[0], listed[2]), plain_midranks(listed[1], listed[2])
    twins = plain_pearson(*listed), plain_pearson(*ranks, listed[2]), plain_kendall(*listed)
    assert got == pytest.approx(twins, abs=1e-9)
    copies_x, copies_y = np.repeat(x, weights), np.repeat(y, weights)
    if len(copies_x) > 2:
        oracle = stats.pearsonr, stats.spearmanr, stats.kendalltau
        assert got == pytest.approx([f(copies_x, copies_y).statistic for f in oracle], abs=1e-9)


def test_weighted_midranks_are_centred() -> None:
    groups, weights = np.array([0, 1, 1, 2]), np.array([2, 1, 0, 3])
    ranks = _kernels.weighted_midranks(groups, 3, weights)
    plain = np.array(plain_midranks(groups.tolist(), weights.tolist()))
    assert ranks[groups] == pytest.approx(plain - (weights.sum() + 1) / 2)
    assert weights @ ranks[groups] == pytest.approx(0)
    assert _kernels.tied_pairs(np.array([3, 1, 0, 2])) == sum(c * (c - 1) // 2 for c in (3, 1, 0, 2))


def test_a_constant_replicate_is_nan() -> None:
    weights = np.array([2, 0, 1])
    assert all(math.isnan(v) for v in by_kernels(np.array([1.0, 2, 1]), np.array([1.0, 2, 3]), weights))
    assert all(math.isnan(v) for v in by_kernels(np.array([1.0, 2, 3]), np.array([1.0, 2, 1]), weights))


def test_interval_is_that_of_resampling_by_hand() -> None:
    x, y = sample(30, 5, levels=2)
    ours = correlate(x, y, bootstrap=200, seed=9)
    rng = np.random.default_rng(9)
    draws = [rng.integers(30, size=30) for _ in range(200)]
    for name, oracle in (
        ("pearson", stats.pearsonr),
        ("spearman", stats.spearmanr),
        ("kendall", stats.kendalltau),
    ):
        replicates = [oracle(x[d], y[d]).statistic for d in draws]
        assert getattr(ours, f"{name}_ci") == pytest.approx(np.quantile(replicates, [0.025, 0.975]), abs=1e-9)


def test_same_seed_same_interval_and_wider_at_a_higher_level() -> None:
    x, y = sample(50, 2)
    first = correlate(x, y, bootstrap=100, seed=1)
    assert first == correlate(x, y, bootstrap=100, seed=1)
    assert first.pearson_ci != correlate(x, y, bootstrap=100, seed=2).pearson_ci
    wide = correlate(x, y, bootstrap=100, seed=1, level=0.99)
    assert wide.kendall_ci[0] <= first.kendall_ci[0] <= first.kendall_ci[1] <= wide.kendall_ci[1]


def test_interval_covers_the_truth_about_as_often_as_it_says() -> None:
    truth, covered = 0.6, 0
    for seed in range(200):
        rng = np.random.default_rng(seed)
        y = rng.normal(size=60)
        x = truth * y + math.sqrt(1 - truth**2) * rng.normal(size=60)
        low, high = correlate(x, y, bootstrap=200, seed=seed).pearson_ci
        covered += low <= truth <= high
    assert 175 <= covered <= 199


def test_no_interval_where_most_replicates_are_constant() -> None:
    # One item in a hundred differs: 37 % of the resamples miss it, so an interval there is.
    x, y = np.zeros(100), np.arange(100.0)
    x[3] = 1
    assert not math.isnan(correlate(x, y, bootstrap=300).pearson_ci[0])
    # Both odd items must be drawn at least once together with variation in each column: 40 %.
    y = np.zeros(100)
    y[4] = 1
    result = correlate(x, y, bootstrap=300)
    assert math.isnan(result.pearson_ci[0])
    assert math.isnan(result.kendall_ci[1])


def test_the_interval_takes_seconds_at_the_size_of_a_real_study() -> None:
    rng = np.random.default_rng(1)
    human = rng.integers(0, 101, size=17_500).astype(float)
    metric = human + rng.normal(scale=50, size=17_500)
    correlate(metric[:50], human[:50], bootstrap=1)  # compiles
    start = time.process_time()  # 0.2 seconds were seen
    correlate(metric, human, bootstrap=100)
    assert time.process_time() - start < 3


@pytest.mark.parametrize(
    ("x", "y", "told"),
    [
        ([1, 2], [1, 2], "only 2 items, at least 3 are needed"),
        ([], [], "only 0 items"),
        ([1, 2, 3], [1, 2], "unequal numbers of items: BLEU has 3, overall has 2"),
        ([1, math.nan, 3], [1, 2, 3], "BLEU: item 2 is nan, expected a finite number"),
        ([1, 2, 3], [1, 2, math.inf], "overall: item 3 is inf"),
        ([5, 5, 5], [1, 2, 3], "all 3 values of BLEU are the same, a correlation is undefined"),
        ([1, 2, 3], [2, 2, 2], "all 3 values of overall are the same, a correlation is undefined"),
        (["a", "b", "c"], [1, 2, 3], "BLEU: expected numbers"),
        ([[1], [2], [3]], [1, 2, 3], "BLEU: expected one number per item"),
    ],
)
@pytest.mark.parametrize("measure", [pearson, spearman, kendall, correlate])
def test_nonsense_is_told_in_one_line(measure: object, x: list[float], y: list[float], told: str) -> None:
    with pytest.raises(InputError) as caught:
        measure(x, y, names=("BLEU", "overall"))  # type: ignore[operator]
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)


def test_settings_out_of_range() -> None:
    with pytest.raises(InputError, match="bootstrap is -1"):
        correlate([1, 2, 3], [1, 3, 2], bootstrap=-1)
    with pytest.raises(InputError, match="level is 95"):
        correlate([1, 2, 3], [1, 3, 2], level=95)
