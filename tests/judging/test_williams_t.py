"""Williams' test: a hand-worked value, its symmetry, its limits."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from scipy import stats

from likewise.errors import InputError
from likewise.judging import Williams, pearson, williams


def test_hand_worked() -> None:
    # r = .5, .3, .4 over 103 items: determinant 1 - .25 - .09 - .16 + .12 = .62, mean r .4;
    # t = .2 sqrt(102 * 1.4 / (2 * .62 * 1.02 + .16 * .216)) = .2 sqrt(142.8 / 1.29936) = 2.0966...
    result = williams(0.5, 0.3, 0.4, 103)
    assert result.df == 100
    assert result.t == pytest.approx(0.2 * math.sqrt(142.8 * 100 / 129.936), rel=1e-12)
    assert result.t == pytest.approx(2.0967, abs=5e-5)
    assert result.p == pytest.approx(2 * stats.t.sf(result.t, 100), rel=1e-9)
    assert 0.03 < result.p < 0.05


def triple(seed: int, n: int = 12) -> tuple[float, float, float, int]:
    x, y, z = np.random.default_rng(seed).normal(size=(3, n))
    return pearson(x + z, z), pearson(y, z), pearson(x + z, y), n


@given(st.integers(0, 10**6))
@settings(max_examples=50, deadline=None)
def test_swapping_the_metrics_turns_the_sign(seed: int) -> None:
    r_xz, r_yz, r_xy, n = triple(seed)
    forth, back = williams(r_xz, r_yz, r_xy, n), williams(r_yz, r_xz, r_xy, n)
    assert forth.t == pytest.approx(-back.t)
    assert forth.p == pytest.approx(back.p)
    assert 0 <= forth.p <= 1


def test_rejects_as_often_as_it_says_when_the_metrics_are_equally_good() -> None:
    rng = np.random.default_rng(4)
    rejected = 0
    for _ in range(1000):
        z, a, b = rng.normal(size=(3, 40))
        x, y = z + a, z + b
        rejected += williams(pearson(x, z), pearson(y, z), pearson(x, y), 40).p < 0.05
    assert 25 <= rejected <= 80


def test_identical_metrics() -> None:
    assert williams(0.6, 0.6, 1.0, 50) == Williams(0.0, 1.0, 47)
    assert williams(0.6, 0.6 + 1e-15, 1.0, 50).p == 1.0


def test_mirror_images_have_the_limit_of_the_formula() -> None:
    exact, near = williams(0.5, -0.5, -1.0, 30), williams(0.5, -0.5, -1 + 1e-8, 30)
    assert exact.t == pytest.approx(0.5 * math.sqrt(27 / 0.75))
    assert near.t == pytest.approx(exact.t, rel=1e-6)


def test_a_perfect_metric_beats_an_unrelated_one_without_doubt() -> None:
    assert williams(1.0, 0.0, 0.0, 20).p < 1e-6
    assert williams(1.0, -1.0, -1.0, 20) == Williams(math.inf, 0.0, 17)


def test_more_items_more_certainty() -> None:
    assert williams(0.5, 0.4, 0.6, 1000).p < williams(0.5, 0.4, 0.6, 100).p


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((0.5, 0.4, 0.6, 3), "number of items is 3, expected at least 4"),
        ((1.5, 0.4, 0.6, 30), "r_xz is 1.5"),
        ((0.5, math.nan, 0.6, 30), "r_yz is nan"),
        ((0.9, -0.9, 0.9, 30), "cannot hold together"),
        ((0.9, 0.5, 1.0, 30), "cannot hold together"),
    ],
)
def test_nonsense(arguments: tuple[float, float, float, int], told: str) -> None:
    with pytest.raises(InputError, match=told):
        williams(*arguments)
