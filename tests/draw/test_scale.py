"""Ticks are round, inside the axis, rising and evenly spaced, whatever the range."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given, strategies as st

from likewise.draw import Scale, log_ticks, nice_ticks
from likewise.draw.scale import extent, tick_labels

ordinary = st.floats(-1e9, 1e9, allow_nan=False)


@given(low=ordinary, width=st.floats(1e-3, 1e9), count=st.integers(5, 12))
def test_ticks_are_round_rising_even_and_inside(low: float, width: float, count: int) -> None:
    high = low + width
    ticks = nice_ticks(low, high, count)
    assert all(low <= tick <= high for tick in ticks)
    assert ticks == sorted(set(ticks))
    assert 2 <= len(ticks) <= count * 4 / 3 + 1
    steps = [b - a for a, b in pairwise(ticks)]
    room = 1e-9 * max(abs(low), abs(high), 1.0)
    assert max(steps) - min(steps) <= room
    if len(ticks) > 2 and room < steps[0] / 1e3:
        mantissa = steps[0] / 10 ** math.floor(math.log10(steps[0]) + 1e-9)
        assert any(abs(mantissa - m) < 1e-2 for m in (1, 2, 5, 10))


@given(st.floats(allow_nan=True, allow_infinity=True), st.floats(allow_nan=True, allow_infinity=True))
def test_no_range_breaks_the_ticks(low: float, high: float) -> None:
    ticks = nice_ticks(low, high)
    assert all(math.isfinite(tick) for tick in ticks)
    assert len(tick_labels(ticks)) == len(ticks)


@pytest.mark.parametrize(
    ("low", "high", "ticks"),
    [
        (0, 100, [0, 20, 40, 60, 80, 100]),
        (0, 1, [0, 0.2, 0.4, 0.6, 0.8, 1]),
        (-1, 1, [-1, -0.5, 0, 0.5, 1]),
        (3.1, 3.4, [3.1, 3.15, 3.2, 3.25, 3.3, 3.35, 3.4]),
    ],
)
def test_known_ticks(low: float, high: float, ticks: list[float]) -> None:
    assert nice_ticks(low, high) == ticks


@given(low=st.floats(1e-6, 1e6), factor=st.floats(1.5, 1e8))
def test_log_ticks_are_rising_and_inside(low: float, factor: float) -> None:
    high = low * factor
    ticks = log_ticks(low, high)
    assert ticks == sorted(set(ticks))
    assert all(low <= tick <= high for tick in ticks)
    assert len(ticks) >= 1


def test_log_ticks_of_reference_counts() -> None:
    assert log_ticks(1, 100) == [1, 10, 100]
    assert log_ticks(1, 12) == [1, 2, 5, 10]
    assert log_ticks(0, 10) == []


def test_labels_show_no_more_decimals_than_they_need() -> None:
    assert tick_labels([-0.5, 0.0, 0.5]) == ["−0.5", "0.0", "0.5"]
    assert tick_labels([0.0, 20.0]) == ["0", "20"]
    assert tick_labels([1e7, 2e7]) == ["1e+07", "2e+07"]


def test_scale_takes_ends_to_ends() -> None:
    straight, log = Scale(0, 10, 100, 200), Scale(1, 100, 0, 50, log=True)
    assert (straight(0), straight(5), straight(10)) == (100, 150, 200)
    assert log(10) == pytest.approx(25)
    assert not straight.shows(float("nan"))
    assert not straight.shows(None)


def test_extent_ignores_what_is_not_a_number() -> None:
    assert extent([None, float("nan"), float("inf")]) == (0.0, 1.0)
    low, high = extent([5.0, None, 5.0])
    assert low < 5 < high
