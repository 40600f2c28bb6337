"""Scores on the people's scale: cross-fitted, against scikit-learn's isotonic regression and by laws."""

from __future__ import annotations

import math

import numpy as np
import pytest
from sklearn.isotonic import IsotonicRegression

from likewise.errors import InputError
from likewise.judging import on_human_scale
from likewise.judging.combination import assign_folds


def rated(n: int = 60) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(3)
    truth = rng.random(n)
    people = np.clip(np.round(1 + 4 * truth + rng.normal(0, 0.5, (3, n))), 1, 5)
    return np.round(truth + rng.normal(0, 0.1, n), 2), people


def test_isotonic_is_that_of_scikit_learn_on_the_other_folds() -> None:
    scores, people = rated()
    fold = assign_folds(range(60), 10, 12345)
    wanted = np.empty(60)
    for k in range(10):
        model = IsotonicRegression(out_of_bounds="clip").fit(
            scores[fold != k], people.mean(axis=0)[fold != k]
        )
        wanted[fold == k] = model.predict(scores[fold == k])
    assert on_human_scale(scores, people, "isotonic") == pytest.approx(wanted)


def test_quantiles_are_ratings_and_as_frequent() -> None:
    scores, people = rated(400)
    mapped = on_human_scale(scores, people)
    assert set(mapped) <= set(people.ravel())
    for value in range(1, 6):
        assert (mapped == value).mean() == pytest.approx((people == value).mean(), abs=0.03)
    assert np.corrcoef(mapped, people.mean(axis=0))[0, 1] > 0.85


@pytest.mark.parametrize("mapping", ["quantile", "isotonic"])
def test_direction_and_unit_of_a_metric_do_not_matter(mapping: str) -> None:
    scores, people = rated()
    mapped = on_human_scale(scores, people, mapping)
    assert on_human_scale(-scores, people, mapping) == pytest.approx(mapped)
    assert on_human_scale(100 * scores + 7, people, mapping) == pytest.approx(mapped)


def test_an_item_is_not_mapped_by_its_own_rating() -> None:
    scores, people = rated()
    mapped = on_human_scale(scores, people, "isotonic")
    changed = people.copy()
    changed[:, 7] = 1.0
    assert on_human_scale(scores, changed, "isotonic")[7] == mapped[7]


def test_bad_input() -> None:
    scores, people = rated(5)
    with pytest.raises(InputError, match="unknown mapping 'linear'"):
        on_human_scale(scores, people, "linear")
    with pytest.raises(InputError, match="all items are of one source"):
        on_human_scale(scores, people, groups=["a"] * 5)
    with pytest.raises(InputError, match="4 scores and ratings of 5 items"):
        on_human_scale(scores[:4], people)
    with pytest.raises(InputError, match="leaves no rated item"):
        on_human_scale([1, 2], [[1, math.nan], [2, math.nan]])
