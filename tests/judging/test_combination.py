"""The product with a logistic, and how it is fitted and held to account."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from likewise.errors import InputError
from likewise.judging import (
    cross_validated,
    fit,
    oracle,
    pearson,
    product,
)
from likewise.judging.combination import assign_folds


def ratings(n: int, seed: int, noise: float = 5.0) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    bleu, pinc = rng.uniform(0, 100, size=(2, n))
    human = pinc / (1 + np.exp(-0.2 * (bleu - 40))) + rng.normal(scale=noise, size=n)
    return bleu, pinc, human


def test_product() -> None:
    assert product([80, 80], [40, 50], 40, 0.1) == pytest.approx([40, 80 / (1 + math.exp(-1))])
    # A steep logistic is a gate, without overflow.
    assert product([80, 80], [0, 100], 50, 1e6) == pytest.approx([0, 80])


def test_a_metrics_rounding_beyond_100_passes() -> None:
    assert product([100.00000000000004], [50.0], 50, 1.0).tolist() == pytest.approx([50.0])


def test_fit_finds_the_logistic_that_made_the_ratings() -> None:
    bleu, pinc, human = ratings(400, 1, noise=0.0)
    logistic = fit(bleu, pinc, human)
    assert logistic.center == pytest.approx(40, abs=0.05)
    assert logistic.slope == pytest.approx(0.2, abs=0.001)
    assert oracle(bleu, pinc, human).pearson == pytest.approx(1, abs=1e-6)


@pytest.mark.parametrize("seed", [2, 3])
def test_fit_is_at_least_as_good_as_a_fine_grid(seed: int) -> None:
    bleu, pinc, human = ratings(80, seed, noise=40.0)
    found = oracle(bleu, pinc, human)
    grid = [(c, s) for c in np.linspace(0, 100, 41) for s in np.geomspace(0.01, 2, 25)]
    assert found.pearson >= max(pearson(product(pinc, bleu, c, s), human) for c, s in grid) - 1e-3
    assert found.folds == 0
    again = pearson(product(pinc, bleu, found.logistic.center, found.logistic.slope), human)
    assert found.pearson == again


def test_slope_is_never_negative() -> None:
    rng = np.random.default_rng(8)
    bleu, pinc = rng.uniform(0, 100, size=(2, 100))
    # People who punish BLEU: the best that a rising logistic can do is to stay flat.
    logistic = fit(bleu, pinc, pinc - bleu)
    assert logistic.slope >= 0
    assert (
        pearson(product(pinc, bleu, logistic.center, logistic.slope), pinc - bleu)
        >= pearson(pinc, pinc - bleu) - 1e-9
    )


def test_held_out_is_no_better_than_the_oracle() -> None:
    bleu, pinc, human = ratings(60, 5, noise=40.0)
    best, held = oracle(bleu, pinc, human), cross_validated(bleu, pinc, human, folds=5, seed=3)
    assert held.pearson < best.pearson
    assert held.logistic == best.logistic
    assert held.folds == 5
    assert held == cross_validated(bleu, pinc, human, folds=5, seed=3)


def test_held_out_predictions_never_saw_their_group() -> None:
    # Ratings that are pure noise, each given to five copies of an item: only leakage can predict them.
    rng = np.random.default_rng(6)
    bleu, pinc, human = (np.repeat(column, 5) for column in rng.uniform(0, 100, size=(3, 40)))
    groups = np.repeat([f"sentence {i}" for i in range(40)], 5)
    grouped = cross_validated(bleu, pinc, human, folds=10, seed=1, groups=groups)
    assert grouped.pearson < oracle(bleu, pinc, human).pearson


@given(st.lists(st.integers(0, 12), min_size=20, max_size=80), st.integers(0, 99))
@settings(deadline=None)
def test_folds_keep_groups_whole_and_leave_none_empty(groups: list[int], seed: int) -> None:
    folds = min(4, len(set(groups)))
    if folds < 2:
        return
    fold = assign_folds(groups, folds, seed)
    assert len({(g, int(k)) for g, k in zip(groups, fold, strict=True)}) == len(set(groups))
    assert set(fold.tolist()) == set(range(folds))
    assert (fold == assign_folds(groups, folds, seed)).all()


def test_folds_of_single_items_are_even() -> None:
    assert np.bincount(assign_folds(range(103), 10, 1)).tolist() == sorted([11] * 3 + [10] * 7, reverse=True)


@pytest.mark.parametrize(
    ("bleu", "pinc", "human", "told"),
    [
        ([1, 2, 3], [1, 2], [1, 2, 3], "unequal numbers of items: BLEU has 3, PINC has 2"),
        ([1, 2, 101], [1, 2, 3], [1, 2, 3], "BLEU: item 3 is 101, expected a score from 0 to 100"),
        ([1, 2, 3], [-1, 2, 3], [1, 2, 3], "PINC: item 1 is -1"),
        ([1, 2, 3], [1, 2, 3], [2, 2, 2], "all 3 values of human are the same"),
        ([1, 2, 3], [0, 0, 0], [1, 2, 3], "all 3 values of PINC are the same"),
        ([5, 5, 5], [7, 7, 7], [1, 2, 3], "all 3 values of PINC are the same"),
        ([1, 2], [1, 2], [1, 2], "only 2 items"),
    ],
)
def test_nonsense(bleu: list[float], pinc: list[float], human: list[float], told: str) -> None:
    for fitted in (fit, oracle, cross_validated):
        with pytest.raises(InputError, match=told):
            fitted(bleu, pinc, human)


def test_too_few_groups_for_the_folds() -> None:
    bleu, pinc, human = ratings(20, 1)
    with pytest.raises(InputError, match="10 folds need at least 10 groups of items, there are 2"):
        cross_validated(bleu, pinc, human, groups=[0, 1] * 10)
    with pytest.raises(InputError, match="human has 20, groups has 19"):
        cross_validated(bleu, pinc, human, groups=range(19))
    with pytest.raises(InputError, match="folds is 1"):
        cross_validated(bleu, pinc, human, folds=1)
