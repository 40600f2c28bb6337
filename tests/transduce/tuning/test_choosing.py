"""From candidates to weights: the envelope, line searches, pairwise ranking."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from sklearn.linear_model import LogisticRegression

from likewise.errors import InputError
from likewise.transduce.tuning import Objective, Pools
from likewise.transduce.tuning._kernels import envelopes
from likewise.transduce.tuning.lines import best_on_line, climbed, searched
from likewise.transduce.tuning.ranking import DRAWN, KEPT, ranked, regression, sampled

MEAN = Objective(
    lambda _, outputs: np.array([[float(o[0]), 1.0] for o in outputs]), lambda r: r[:, 0] / r[:, 1]
)
"""The score of a candidate is its only word; that of a corpus is the mean."""

small = st.integers(-4, 4).map(float)


def pools_of(sentences: list[list[tuple[list[float], float]]]) -> Pools:
    """Candidates as (features, score)."""
    pools = Pools(MEAN)
    pools.add(
        (number, (str(score),), np.array(features))
        for number, candidates in enumerate(sentences)
        for features, score in candidates
    )
    return pools


def hidden(seed: int, features: int = 5, sentences: int = 40) -> tuple[Pools, np.ndarray]:
    """Candidates whose score is a weighted sum of their features; those weights."""
    rng = np.random.default_rng(seed)
    true = rng.normal(size=features)
    rows = [rng.normal(size=(12, features)) for _ in range(sentences)]
    return pools_of([[(list(f), float(f @ true)) for f in row] for row in rows]), true


def cosine(a: np.ndarray, b: np.ndarray) -> float:
    return float(a @ b / np.linalg.norm(a) / np.linalg.norm(b))


@given(st.lists(st.lists(st.tuples(small, small), min_size=1, max_size=6), min_size=1, max_size=3))
@settings(max_examples=80)
def test_envelopes_equal_the_best_at_any_place(groups: list[list[tuple[float, float]]]) -> None:
    values, slopes = (np.array([line[i] for group in groups for line in group]) for i in (0, 1))
    bounds = np.cumsum([0, *map(len, groups)])
    first, changes, before, after = envelopes(values, slopes, bounds)
    places = np.unique(np.concatenate((changes, [-50.0, 50.0])))
    for g in range(len(groups)):
        mine = (before >= bounds[g]) & (before < bounds[g + 1])
        assert (np.diff(changes[mine]) > 0).all()
        for t in (places[:-1] + places[1:]) / 2:
            now = first[g]
            for place, old, new in zip(changes[mine], before[mine], after[mine], strict=True):
                if place < t:
                    assert old == now
                    now = new
            height = values + t * slopes
            assert height[now] == pytest.approx(height[bounds[g] : bounds[g + 1]].max())


@given(
    st.lists(
        st.lists(
            st.tuples(st.tuples(small, small).map(list), st.integers(0, 9).map(float)), min_size=1, max_size=5
        ),
        min_size=1,
        max_size=4,
    ),
    small,
    st.sampled_from([(1.0, 0.0), (0.0, 1.0), (1.0, -2.0)]),
)
@settings(max_examples=60)
def test_the_best_of_a_line_is_at_least_that_of_any_grid(
    sentences: list[list[tuple[list[float], float]]], where: float, direction: tuple[float, float]
) -> None:
    pools = pools_of(sentences)
    weights, along = np.array([where, 1.0]), np.array(direction)
    score, t = best_on_line(pools, weights, along)
    # Off the round numbers, where candidates are equally good and either may be taken.
    grid = np.linspace(-20.013, 20.017, 400)
    assert score >= max(pools.chosen(weights + place * along) for place in grid) - 1e-9
    assert pools.chosen(weights + t * along) == pytest.approx(score) or _tied(pools, weights + t * along)


def _tied(pools: Pools, weights: np.ndarray) -> bool:
    """Whether candidates that differ in score are equally good for the weights."""
    bounds, features, _ = pools.arrays
    values = features @ weights
    tops = [np.sort(values[a:b])[-2:] for a, b in itertools.pairwise(bounds)]
    return any(len(top) == 2 and top[1] - top[0] < 1e-9 for top in tops)


def test_a_line_where_nothing_changes() -> None:
    pools = pools_of([[([1.0, 0.0], 3.0)], [([0.0, 0.0], 1.0), ([0.0, 1.0], 5.0)]])
    score, t = best_on_line(pools, np.array([1.0, 1.0]), np.array([1.0, 0.0]))
    assert (score, t) == (4.0, 0.0)


def test_climbing_never_goes_down_and_finds_hidden_weights() -> None:
    pools, true = hidden(1)
    start = np.ones(5)
    score, weights = climbed(pools, start, np.ones(5, bool), np.random.default_rng(0))
    assert score >= pools.chosen(start)
    assert score == pytest.approx(pools.chosen(weights))
    assert score > 0.97 * pools.chosen(true)
    assert cosine(weights, true) > 0.9


def test_regression_equals_scikit_learn() -> None:
    rng = np.random.default_rng(5)
    x = rng.normal(size=(300, 4)) * [1.0, 5.0, 0.2, 0.0]
    x[:, :3] += [0.5, -1.0, 0.02]
    scale = np.sqrt((x**2).mean(axis=0))
    scale[3] = 1.0
    both = np.concatenate((x, -x)) / scale
    labels = np.repeat([1, 0], len(x))
    # Pairs the other way round double both likelihood and prior.
    oracle = LogisticRegression(C=1 / (2 * 1e-3 * len(x)), fit_intercept=False, tol=1e-10, max_iter=1000)
    expected = oracle.fit(both, labels).coef_[0] / scale
    assert regression(x) == pytest.approx(expected, abs=1e-5)


def test_regression_of_what_can_be_told_apart_wholly_is_finite() -> None:
    found = regression(np.array([[1.0, 0.0], [2.0, 0.0]]))
    assert np.isfinite(found).all()
    assert found[0] > 0
    assert found[1] == 0


def test_drawn_pairs_put_the_better_one_first() -> None:
    scores = np.array([0.0, 10.0, 10.1, 5.0, 5.0])
    better, worse = sampled(scores, np.array([0, 3, 5]), np.random.default_rng(0))
    assert set(zip(better.tolist(), worse.tolist(), strict=True)) == {(2, 0)}  # the clearest fill the sample
    assert len(better) == KEPT < DRAWN
    better, worse = sampled(np.zeros(4), np.array([0, 4]), np.random.default_rng(0))
    assert len(better) == 0


@pytest.mark.parametrize("seed", range(3))
def test_ranking_finds_hidden_weights(seed: int) -> None:
    pools, true = hidden(seed)
    found = ranked(pools, np.ones(5), np.ones(5, bool), np.random.default_rng(0))
    assert cosine(found, true) > 0.94 > cosine(np.ones(5), true)
    assert pools.chosen(found) > 0.94 * pools.chosen(true)


@pytest.mark.parametrize("choose", [ranked, searched])
def test_fixed_weights_stay_and_give_the_scale(choose: object) -> None:
    pools, true = hidden(2)
    free = np.array([True, True, True, False, False])
    weights = np.where(free, 1.0, true)
    found = choose(pools, weights, free, np.random.default_rng(0))  # type: ignore[operator]
    assert found[~free].tolist() == true[~free].tolist()
    assert cosine(found, true) > 0.9
    assert pools.chosen(found) > pools.chosen(weights)


@pytest.mark.parametrize("choose", [ranked, searched])
def test_the_scale_stays_where_nothing_is_fixed(choose: object) -> None:
    pools, _ = hidden(3)
    weights = np.array([0.1, 0.2, 0.1, 0.3, 0.1])
    found = choose(pools, weights, np.ones(5, bool), np.random.default_rng(0))  # type: ignore[operator]
    assert pools.spread(found) == pytest.approx(pools.spread(weights))


@pytest.mark.parametrize("choose", [ranked, searched])
def test_the_same_seed_gives_the_same_weights(choose: object) -> None:
    first, again = (
        choose(hidden(4)[0], np.ones(5), np.ones(5, bool), np.random.default_rng(9))  # type: ignore[operator]
        for _ in range(2)
    )
    assert first.tolist() == again.tolist()


def test_candidates_that_all_score_alike_teach_nothing() -> None:
    pools = pools_of([[([1.0, 0.0], 2.0), ([0.0, 1.0], 2.0)]])
    weights = np.array([0.3, 0.4])
    assert ranked(pools, weights, np.ones(2, bool), np.random.default_rng(0)).tolist() == weights.tolist()
    assert searched(pools, weights, np.ones(2, bool), np.random.default_rng(0)) == pytest.approx(weights)


def test_pools_keep_a_candidate_once() -> None:
    pools = Pools(MEAN)
    one, other = (0, ("1",), np.array([1.0, 0.0])), (0, ("1",), np.array([0.0, 1.0]))
    assert pools.add([one, other, one]) == 2
    assert pools.add([(0, ("1",), np.array([1.0, 1e-9])), (1, ("2",), np.array([1.0, 0.0]))]) == 1
    bounds, features, rows = pools.arrays
    assert bounds.tolist() == [0, 2, 3]
    assert features.tolist() == [[1, 0], [0, 1], [1, 0]]
    assert rows.tolist() == [[1, 1], [1, 1], [2, 1]]
    assert pools.varying.tolist() == [True, True]
    assert pools.chosen(np.array([1.0, 0.0])) == 1.5


def test_statistics_of_another_number_are_refused() -> None:
    wrong = Objective(lambda _, outputs: np.zeros((1, 2)), lambda rows: rows[:, 0])
    with pytest.raises(InputError, match=r"statistics of shape \(1, 2\) for 2 outputs"):
        wrong.measure([0, 1], [("a",), ("b",)])


def test_single_scores_may_differ_from_those_of_sums() -> None:
    both = Objective(MEAN.statistics, MEAN.corpus, lambda rows: rows[:, 0] * 10)
    rows = both.measure([0, 1], [("1",), ("3",)])
    assert both.score(rows) == 2.0
    assert both.scores(rows).tolist() == [10.0, 30.0]
    assert MEAN.scores(rows).tolist() == [1.0, 3.0]
