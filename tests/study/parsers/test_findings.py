"""Choices, costs, sigmas and noise by hand; matrices as `likewise agree` has them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from hypothesis.extra.numpy import arrays

from likewise.deep.selection import sigma_grid
from likewise.evaluate import agree
from likewise.io import ScoreTable
from likewise.metrics.parses import METRICS
from likewise.study.parsers.choices import ParserChoices, chosen_rows
from likewise.study.parsers.findings import ParserScores, costs_of, find, over_parsers, perfect, standard
from likewise.study.parsers.noise import fewer, noise_of, parts_of, resampled, scores_of
from likewise.study.parsers.page import _way
from likewise.study.parsers.summary import brief

NAMES = ["ETM", "AXB", "LP", "POS"]


def table_of(*sets: list[list[float]]) -> ParserScores:
    """Scores of ETM, AXB, LP and POS at the sigmas 0.1, 1, 10, 100."""
    values = np.array(sets)
    return ParserScores([f"set{i}" for i in range(len(sets))], sigma_grid(0.1, 100, 4), NAMES, values)


ONE = [[40.0, -2.0, 80.0, 90.0], [50.0, -2.0, 84.0, 95.0], [48.0, -1.0, 85.0, 91.0], [20.0, -3.0, 70.0, 92.0]]
TWO = [[row[0] + 5, row[1] + 0.5, row[2] + 5, row[3] - 3] for row in ONE]
THREE = [[row[0] + 1, row[1] - 1, row[2] + 2, row[3] - 1] for row in ONE]


def test_choices_by_hand() -> None:
    logs = np.log(np.array([[0.2, 0.8, 0.5, 0.5, 0.0001], [0.6, 0.4, 0.1, 0.2, 0.7]]))
    chosen = chosen_rows(logs, np.array([0, 2, 5]))
    assert chosen.rows.tolist() == [1, 2, 3, 0, 4]
    assert chosen.bounds.tolist() == [0, 1, 3, 4, 5]
    assert chosen.ties.tolist() == [0.5, 0.0]
    # The second item of the first parser is a tie, which has the mean.
    assert chosen.values(np.array([1.0, 2.0, 4.0, 8.0, 16.0])).tolist() == [[2.0, 6.0], [1.0, 16.0]]


def test_rounding_does_not_break_ties() -> None:
    logs = np.log(np.array([[0.5, 0.5 * (1 + 1e-13)], [0.5, 0.500001]]))
    assert chosen_rows(logs, np.array([0, 2])).rows.tolist() == [0, 1, 1]


def test_sigmas_that_metrics_pick() -> None:
    scores = table_of(ONE)
    assert scores.picked.tolist() == [[1, 2, 2, 1]]
    # The best three of each: all but 100, but of POS all but 0.1; geometric means.
    assert scores.optimum[0].tolist() == pytest.approx([1.0, 1.0, 1.0, 10.0])
    assert scores.at_best.tolist() == [[50.0, -1.0, 85.0, 95.0]]


def test_costs_by_hand() -> None:
    costs = costs_of(table_of(ONE))
    etm, axb, lp, pos = costs.table[0].tolist()
    # ETM picks 1: AXB has 2 errors in place of 1, LP 16 in place of 15.
    assert etm == pytest.approx([0, 100, 100 / 15, 0])
    assert axb == lp == pytest.approx([4, 0, 0, 80])
    assert pos == etm
    summary = costs.as_dict(0)
    assert summary["all"] == dict.fromkeys(("baseline", "mean", "worst"), 100.0)
    assert summary["without_axb"]["baseline"] == pytest.approx(80)
    assert summary["standard"]["baseline"] == pytest.approx(100 / 15)


def test_a_perfect_parser_costs_nothing() -> None:
    rows = [[100.0, 0.0, 100.0, 100.0]] * 4
    assert not costs_of(table_of(rows)).table.any()


def test_best_sets_and_clusters_are_those_of_agree() -> None:
    found = find(table_of(ONE, TWO, THREE))
    assert found.best["ETM"] == ("set1", pytest.approx(1.0), 55.0)
    assert found.best["POS"] == ("set0", pytest.approx(1.0), 95.0)
    rows = tuple(map(tuple, found.scores.at_best.tolist()))
    expected = agree(ScoreTable(("set0", "set1", "set2"), tuple(NAMES), rows), best={"AXB": 0})
    assert found.spearman.tolist() == expected.spearman.tolist()
    assert found.epsila.tolist() == expected.epsila.tolist()
    assert found.clusters == expected.clusters_at
    assert found.pairs.tolist() == [1.0]
    assert found.lowest() == ("ETM", "LP")


def test_metrics_that_tell_nothing_apart_are_left_out() -> None:
    flat = [[[7.0, *row[1:]] for row in rows] for rows in (ONE, TWO, THREE)]
    found = find(table_of(*flat))
    assert found.compared == ["AXB", "LP", "POS"]
    assert found.best["ETM"][0] == "set0"
    assert found.lowest() is None
    two = find(table_of(ONE, TWO))
    assert (two.compared, two.clusters, two.spearman.shape) == ([], {}, (0, 0))
    assert over_parsers(table_of(ONE)) == (pytest.approx(0.8), pytest.approx(0.8))
    assert over_parsers(table_of(*[[row[:] for row in ONE[:1]]])) is None


def test_standard_metrics_and_their_perfect_scores() -> None:
    names = list(METRICS)
    assert [names[place] for place in standard(names)] == [
        "ETM", "EMM", "ZXB", "LP", "UP", "LSD", "USD", "LED", "UED", "LA",
    ]  # fmt: skip
    assert perfect(names).sum() == 1300


@settings(max_examples=25)
@given(arrays(np.float64, (3, 5, 4), elements=st.integers(-500, 0).map(lambda n: n / 10)))
def test_costs_are_at_least_nothing_and_one_s_own_choice_costs_nothing(values: np.ndarray) -> None:
    scores = ParserScores(["a", "b", "c"], sigma_grid(1, 10, 5), NAMES, values)
    table = costs_of(scores).table
    assert (table >= 0).all()
    assert not np.diagonal(table, axis1=1, axis2=2).any()


def chosen_at_random(
    seed: int, parsers: int = 3, items: int = 6
) -> tuple[dict[str, ParserChoices], np.ndarray]:
    rng = np.random.default_rng(seed)
    bounds = np.arange(items + 1) * 4
    choices = {
        name: chosen_rows(np.log(rng.dirichlet(np.ones(4), (parsers, items)).reshape(parsers, -1)), bounds)
        for name in ("a", "b", "c")
    }
    return choices, rng.uniform(0, 100, (4 * items, len(NAMES))) - np.array([0, 100, 0, 0])


def test_resampling_keeps_the_whole() -> None:
    choices, figures = chosen_at_random(1)
    weights = resampled(6, 20, 5)
    assert weights.shape == (20, 6)
    assert weights.sum(axis=1) == pytest.approx(1)
    assert (weights == resampled(6, 20, 5)).all()
    grid = sigma_grid(1, 10, 3)
    (whole,) = scores_of(choices, figures, grid, NAMES)
    (even,) = scores_of(choices, figures, grid, NAMES, np.full((1, 6), 1 / 6))
    assert even.table == pytest.approx(whole.table)
    assert whole.table[1, 2, 0] == pytest.approx(choices["b"].values(figures[:, 0])[2].mean())


def test_fewer_items() -> None:
    choices, figures = chosen_at_random(3, items=9)
    drawn = parts_of(9, 4, 0)
    assert [size for size, _ in drawn] == [4, 2, 1]
    for size, weights in drawn:
        assert ((weights > 0).sum(axis=1) == size).all()
        assert weights.sum(axis=1) == pytest.approx(1)
    found = fewer(4, scores_of(choices, figures, sigma_grid(1, 10, 3), NAMES, drawn[0][1]))
    assert found.items == 4
    assert found.cost > 0
    assert [size for size, _ in parts_of(3, 4, 0)] == [1]


def test_noise() -> None:
    choices, figures = chosen_at_random(2)
    grid = sigma_grid(1, 10, 3)
    (whole,) = scores_of(choices, figures, grid, NAMES)
    found = find(whole)
    assert noise_of(found, [], 0) is None
    same = noise_of(found, scores_of(choices, figures, grid, NAMES, np.full((3, 6), 1 / 6)), 0)
    assert same is not None
    assert same.wins == dict.fromkeys(NAMES, 1.0)
    assert same.spearman_mean == pytest.approx((found.pairs.mean(),) * 2)
    assert same.together.tolist() == found.together(5.0).astype(float).tolist()
    assert same.curve[:, 0] == pytest.approx(whole.table[0, :, 0])
    loud = noise_of(found, scores_of(choices, figures, grid, NAMES, resampled(6, 50, 3)), 0)
    assert loud is not None
    assert (loud.curve[:, 0] < loud.curve[:, 1]).all()
    assert min(loud.wins.values()) < 1


@pytest.mark.parametrize(
    ("sigma", "shown"),
    [(100.0, "100"), (99.99999, "100"), (1000.0, "1000"), (12.34, "12"), (1.0, "1"), (0.00002, "0.00002")],
)
def test_sigmas_are_plain_numbers(sigma: float, shown: str) -> None:
    assert brief(sigma) == shown


@pytest.mark.parametrize(
    ("values", "way"),
    [
        ([1.0, 2.0, 2.0], "grows"),
        ([3.0, 2.0, 1.0], "falls"),
        ([1.0, 2.0, 1.5], "goes both ways"),
        ([1.0, 1.001], "stays the same"),
    ],
)
def test_a_direction_is_said_only_where_the_figures_show_it(values: list[float], way: str) -> None:
    assert _way(values, 2) == way
