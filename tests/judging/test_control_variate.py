"""Means with control variates: hand-worked figures, the textbook's limits, the law that intervals keep."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest
from scipy.stats import t as student

from likewise.errors import InputError
from likewise.judging import correlation_estimate, mean_estimate, sample_bias

NAN = float("nan")


def test_by_hand() -> None:
    # Rated items follow the control exactly (y = 2x), so the mean is twice the mean control of all items.
    found = mean_estimate([2, 4, 6, 8, NAN, NAN], [1, 2, 3, 4, 5, 9])
    assert found.value == pytest.approx(2 * 24 / 6)
    assert found.residual == pytest.approx(0, abs=1e-12)
    assert (found.rated, found.items, found.r2) == (4, 6, pytest.approx(1))


def test_without_controls_it_is_the_interval_of_student() -> None:
    marks = np.array([3.0, 1, 4, 1, 5, 9, 2, 6])
    found = mean_estimate([*marks, NAN, NAN])
    reach = student.ppf(0.975, 7) * marks.std(ddof=1) / sqrt(8)
    assert found.value == pytest.approx(marks.mean())
    assert found.ci == (pytest.approx(marks.mean() - reach), pytest.approx(marks.mean() + reach))
    assert found.expected_width(8) == pytest.approx(found.width)


def test_where_all_are_rated_a_control_changes_no_value() -> None:
    rng = np.random.default_rng(0)
    y, x = rng.normal(size=50), rng.normal(size=50)
    assert mean_estimate(y, x).value == pytest.approx(y.mean())
    assert mean_estimate(y, x).width == pytest.approx(mean_estimate(y).width, rel=0.03)


def test_several_controls_are_a_regression() -> None:
    rng = np.random.default_rng(1)
    x = rng.normal(size=(80, 2))
    y = 1 + x @ [2.0, -1.0] + 0.1 * rng.normal(size=80)
    y[40:] = NAN
    found = mean_estimate(y, x)
    design = np.column_stack([np.ones(40), x[:40]])
    slopes = np.linalg.lstsq(design, y[:40], rcond=None)[0]
    assert found.value == pytest.approx(np.array([1, *x.mean(axis=0)]) @ slopes)
    assert found.r2 > 0.98


def population(rng: np.random.Generator, n: int, r: float) -> tuple[np.ndarray, np.ndarray]:  # type: ignore[type-arg]
    """Ratings that are no bell curve, and a control that correlates with them."""
    y = rng.exponential(1.0, n)
    x = r * (y - 1) + sqrt(1 - r * r) * rng.normal(size=n)
    return y, x


@pytest.mark.parametrize("r", [0.0, 0.8])
def test_intervals_hold_what_they_promise(r: float) -> None:
    rng = np.random.default_rng(7)
    covered, widths, plain = [], [], []
    for _ in range(1500):
        y, x = population(rng, 600, r)
        y[80:] = NAN
        found = mean_estimate(y, x)
        covered.append(found.ci[0] <= 1.0 <= found.ci[1])
        widths.append(found.width)
        plain.append(mean_estimate(y).width)
    assert np.mean(covered) == pytest.approx(0.95, abs=0.025)
    # Var = s2 (1 - r2) / n + s2 r2 / N against s2 / n.
    promised = sqrt(1 - r * r + r * r * 80 / 600)
    assert np.mean(widths) / np.mean(plain) == pytest.approx(promised, rel=0.04)


def test_the_plan_of_a_pilot_comes_true() -> None:
    rng = np.random.default_rng(11)
    asked, got = [], []
    for _ in range(60):
        y, x = population(rng, 4000, 0.7)
        pilot = y.copy()
        pilot[150:] = NAN
        needed = mean_estimate(pilot, x).needed(0.16)
        assert needed is not None
        pilot = y.copy()
        pilot[needed:] = NAN
        asked.append(needed)
        got.append(mean_estimate(pilot, x).width)
    assert np.mean(got) == pytest.approx(0.16, rel=0.04)
    # (1 - r2) / n + r2 / N = (0.16 / 2 / 1.96)^2
    assert np.mean(asked) == pytest.approx(0.51 / ((0.16 / 3.92) ** 2 - 0.49 / 4000), rel=0.1)


def test_needed_is_the_first_that_suffices() -> None:
    y, x = population(np.random.default_rng(3), 5000, 0.5)
    y[60:] = NAN
    found = mean_estimate(y, x)
    needed = found.needed(0.2)
    assert needed is not None
    assert found.expected_width(needed) <= 0.2 < found.expected_width(needed - 1)
    assert found.needed(found.expected_width(60)) == 60


def test_a_width_out_of_reach() -> None:
    y, x = population(np.random.default_rng(3), 200, 0.5)
    y[60:] = NAN
    found = mean_estimate(y, x)
    assert found.needed(0.05) is None
    items = found.items_needed(0.05)
    assert items is not None
    assert items == pytest.approx((3.92 / 0.05) ** 2 * (found.residual + found.explained), rel=0.01)
    assert mean_estimate([1, 2, 1, 5, NAN]).items_needed(1e-9) is None
    with pytest.raises(InputError, match="width is 0, expected"):
        found.needed(0)


def test_correlation_of_normal_scores_is_the_textbooks() -> None:
    rng = np.random.default_rng(2)
    x = rng.normal(size=20000)
    y = 0.6 * x + 0.8 * rng.normal(size=20000)
    found = correlation_estimate(x, y)
    assert found.value == pytest.approx(np.corrcoef(x, y)[0, 1])
    assert found.spread == pytest.approx(1, abs=0.03)
    # Width 0.1 at r = 0.6: about (2 x 1.96 x 0.64 / 0.1)^2.
    assert found.needed(0.1) == pytest.approx((3.92 * 0.64 / 0.1) ** 2, rel=0.08)
    assert found.needed(3.0) == 5


@pytest.mark.parametrize("heavy", [False, True])
def test_intervals_of_correlations_hold_what_they_promise(heavy: bool) -> None:
    rng = np.random.default_rng(5)

    def drawn(n: int) -> tuple[np.ndarray, np.ndarray]:  # type: ignore[type-arg]
        x, z = (rng.exponential(size=n), rng.exponential(size=n)) if heavy else rng.normal(size=(2, n))
        return x, 0.6 * x + 0.8 * z

    covered = []
    for _ in range(800):
        low, high = correlation_estimate(*drawn(150)).ci
        covered.append(low <= 0.6 <= high)
    assert np.mean(covered) == pytest.approx(0.95, abs=0.04)


def test_a_sample_that_is_none() -> None:
    scores = np.arange(100.0)
    easiest = np.where(scores < 30, 1.0, NAN)
    assert sample_bias(easiest, scores) < -5
    drawn = np.where(np.random.default_rng(1).random(100) < 0.3, 1.0, NAN)
    assert abs(sample_bias(drawn, scores)) < 3
    assert sample_bias(np.ones(5), np.arange(5.0)) == 0


def test_what_cannot_be_estimated() -> None:
    with pytest.raises(InputError, match="only 3 rated items, at least 4 are needed"):
        mean_estimate([1, 2, 3, NAN], [1, 2, 3, 4])
    with pytest.raises(InputError, match=r"controls of shape \(2, 1\) for 4 items"):
        mean_estimate([1, 2, 3, 4], [1, 2])
    with pytest.raises(InputError, match="item 2 is not finite"):
        mean_estimate([1, 2, 3, 4], [1, NAN, 3, 4])
    with pytest.raises(InputError, match="on one line"):
        correlation_estimate([1, 2, 3, 4, 5], [2, 4, 6, 8, 10])
    with pytest.raises(InputError, match="only 4 rated items, at least 5"):
        correlation_estimate([1, 2, 3, 4], [2, 4, 6, 9])
