"""Brier's score and the calibration error, by hand."""

from __future__ import annotations

import numpy as np
import pytest

from likewise.errors import InputError
from likewise.judging import calibration_error, forecast_quality


def test_by_hand() -> None:
    told = forecast_quality([0.8, 0.8, 0.6, 0.6], [1, 0, 1, 0.5], [0.625] * 4)
    assert told.brier == pytest.approx((0.04 + 0.64 + 0.16 + 0.01) / 4)
    assert told.brier_constant == pytest.approx((0.375**2 * 2 + 0.625**2 + 0.125**2) / 4)
    assert told.brier_chance == pytest.approx((0.25 * 3 + 0) / 4)
    assert told.n == 4


def test_ten_bins_of_equal_counts() -> None:
    forecasts = np.repeat([0.1, 0.3, 0.5, 0.7, 0.9], 20)
    right = np.concatenate([np.repeat([1.0, 0.0], [20 * p, 20 - 20 * p]) for p in (0.1, 0.3, 0.5, 0.7, 0.9)])
    rng = np.random.default_rng(0)
    order = rng.permutation(20)
    # Ten of each twenty fall into each of two bins; in all they come true as often as foretold.
    shuffled = np.concatenate([block[order] for block in right.reshape(5, 20)])
    gaps = [abs(0.5 * (k % 2 == -1) + forecasts[k] - shuffled[k : k + 10].mean()) for k in range(0, 100, 10)]
    assert calibration_error(forecasts, shuffled) == pytest.approx(np.mean(gaps))
    assert calibration_error(np.full(100, 0.9), np.zeros(100)) == pytest.approx(0.9)


def test_luck_leaves_an_error_to_chances_that_are_right() -> None:
    rng = np.random.default_rng(1)
    chances = rng.random(2000)
    quality = forecast_quality(chances, rng.random(2000) < chances, np.full(2000, 0.5))
    assert quality.calibration == pytest.approx(quality.calibration_chance, abs=0.012)
    assert 0.01 < quality.calibration_chance < 0.04
    shifted = forecast_quality(np.clip(chances + 0.2, 0, 1), rng.random(2000) < chances, np.full(2000, 0.5))
    assert shifted.calibration > 3 * shifted.calibration_chance


def test_unequal_lengths_are_refused() -> None:
    with pytest.raises(InputError, match="unequal numbers of items"):
        forecast_quality([0.5], [1, 0], [0.5])
