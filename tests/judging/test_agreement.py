"""Epsila and the table of systems x metrics: hand-worked, against brute force, and by their laws."""

from __future__ import annotations

import itertools
import time

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from scipy import stats

from likewise.errors import InputError
from likewise.judging import (
    agree,
    epsila,
    epsila_matrix,
    mean_spearman,
    orientation,
    perfect_scores,
    spearman_matrix,
    zscores,
)

pairs = st.lists(st.tuples(st.integers(0, 20), st.integers(0, 20)), min_size=3, max_size=15).map(
    lambda rows: (np.array(rows, dtype=float) * 5).T
)


def brute_epsila(mu: np.ndarray, nu: np.ndarray, best: float) -> float:
    worst = 0.0
    for x, y in itertools.product(range(len(mu)), repeat=2):
        if mu[x] <= mu[y]:
            continue
        reduction = 100 * (mu[x] - mu[y]) / (best - mu[y])
        if not nu[x] > nu[y]:
            worst = max(worst, reduction)
    return worst


def test_hand_worked_epsila() -> None:
    # Under mu, C beats A by (70-50)/50 = 40 % and B by (70-60)/40 = 25 %, B beats A by 10/50 = 20 %.
    mu, nu = [50, 60, 70], [10, 30, 20]
    # nu denies only C over B.
    assert epsila(mu, nu) == pytest.approx(25)
    # Under nu, B beats C by (30-20)/80 = 12.5 %, which mu denies.
    assert epsila(nu, mu) == pytest.approx(12.5)
    # A tie is not an improvement: mu's B over A is denied too, by a nu that ties them.
    assert epsila(mu, [10, 10, 20]) == pytest.approx(20)
    assert epsila(mu, [10, 10, 10]) == pytest.approx(40)
    # Minus a number of errors, perfect at 0: from -4 to -1 the error falls by 75 %.
    assert epsila([-4, -1, -2], [3, 1, 2], best_mu=0) == pytest.approx(75)


def test_a_perfect_system_can_not_be_improved_on() -> None:
    assert epsila([100, 90, 100], [1, 2, 3]) == pytest.approx(100)
    assert epsila([100, 100, 100], [3, 1, 2]) == 0
    assert epsila([100.00000000000004, 50, 40], [3, 2, 1]) == 0


@given(pairs)
@settings(max_examples=200, deadline=None)
def test_epsila_equals_brute_force(table: np.ndarray) -> None:
    mu, nu = table
    assert epsila(mu, nu) == pytest.approx(brute_epsila(mu, nu, 100), abs=1e-9)
    matrix = epsila_matrix(table.T, [100, 120])
    expected = [[0, brute_epsila(mu, nu, 100)], [brute_epsila(nu, mu, 120), 0]]
    assert matrix == pytest.approx(np.array(expected), abs=1e-9)


@given(pairs)
@settings(deadline=None)
def test_laws_of_epsila(table: np.ndarray) -> None:
    mu, nu = table
    assert epsila(mu, mu) == 0
    # Only the order that nu gives counts, and only mu's share of the way to perfection.
    assert epsila(mu, np.exp(nu / 10)) == pytest.approx(epsila(mu, nu))
    assert epsila(mu / 100, nu, 1.0) == pytest.approx(epsila(mu, nu))
    assert 0 <= epsila(mu, nu) <= 100
    # Fewer systems, fewer surprises.
    if len(mu) > 3:
        assert epsila(mu[:-1], nu[:-1]) <= epsila(mu, nu)


def test_spearman_matrix_is_scipys() -> None:
    table = np.round(np.random.default_rng(1).normal(size=(30, 4)), 1)
    assert spearman_matrix(table) == pytest.approx(stats.spearmanr(table).statistic, abs=1e-12)
    assert (np.diag(spearman_matrix(table)) == 1).all()


def test_mean_spearman_leaves_the_metric_itself_out() -> None:
    rho = np.array([[1, 0.8, 0.6], [0.8, 1, 0.2], [0.6, 0.2, 1]])
    assert mean_spearman(rho) == pytest.approx([0.7, 0.5, 0.4])


def test_zscores() -> None:
    table = np.array([[1, 10, 0.1], [2, 20, 0.1], [3, 60, 0.1]])
    scores = zscores(table)
    assert scores[:, :2] == pytest.approx(stats.zscore(table[:, :2]))
    assert (scores[:, 2] == 0).all()


def test_perfect_scores_are_read_off_the_range() -> None:
    table = [[-3, 0.2, 0.5, 100, -0.5], [-2, 0.9, 40, 30, 0.5], [0, 1, 30, 20, 0.7]]
    assert perfect_scores(table, list("abcde")) == (0, 1, 100, 100, 1)
    with pytest.raises(InputError, match="nist has values above 100, its perfect score must be given"):
        perfect_scores([[1, 120], [2, 3], [3, 4]], ["bleu", "nist"])


def test_orientation() -> None:
    table = [[70, 30], [60, 45], [100, 0]]
    assert orientation(table, [100, 0], ["bleu", "ter"]).tolist() == [1, -1]
    with pytest.raises(InputError, match="ter has values on both sides of its perfect score 40"):
        orientation(table, [100, 40], ["bleu", "ter"])
    with pytest.raises(InputError, match="1 perfect scores for 2 metrics"):
        orientation(table, [100], ["bleu", "ter"])


def test_agree_on_a_hand_made_table() -> None:
    names, systems = ["bleu", "chrf", "ter", "odd"], ["s1", "s2", "s3", "s4"]
    table = [[10, 30, 80, 50], [20, 40, 70, 40], [30, 50, 50, 60], [40, 60, 45, 10]]
    result = agree(table, names, systems, best=[100, 100, 0, 100])
    assert result.lower_is_better == (False, False, True, False)
    assert result.best == (100, 100, 0, 100)
    # An error rate that falls is a score that rises.
    assert result.spearman[0, 2] == 1
    assert result.epsila[:3, :3] == pytest.approx(np.zeros((3, 3)))
    assert result.clusters == [["bleu", "chrf", "ter"], ["odd"]]
    assert set(result.clusters_at) == {1, 3, 5, 10, 20}
    assert result.medoid == "bleu"
    assert result.zscores[:, 2] == pytest.approx(-stats.zscore([80, 70, 50, 45]))
    assert (result.names, result.systems) == (tuple(names), tuple(systems))


def test_threshold_moves_the_clusters() -> None:
    # b denies a's step from 50 to 52 (4 %), a denies b's from 60 to 61 (2.5 %).
    table = [[50, 61], [52, 60], [70, 80]]
    at = agree(table, ["a", "b"], ["x", "y", "z"], threshold=3)
    assert at.epsila == pytest.approx(np.array([[0, 4], [2.5, 0]]))
    assert at.clusters == [["a"], ["b"]]
    assert at.clusters_at == {
        1: [["a"], ["b"]],
        3: [["a"], ["b"]],
        5: [["a", "b"]],
        10: [["a", "b"]],
        20: [["a", "b"]],
    }


def test_large_tables_are_quick() -> None:
    rng = np.random.default_rng(2)
    table = np.clip(rng.normal(60, 10, size=(3000, 1)) + rng.normal(0, 2, size=(3000, 14)), 0, 99)
    names = [f"m{j}" for j in range(14)]
    agree(table[:9], names, [str(i) for i in range(9)])  # compiles
    # The processor's time, with much room (0.02 seconds were seen): others may be at work on this machine.
    start = time.process_time()
    agree(table, names, [str(i) for i in range(3000)])
    assert time.process_time() - start < 3


@pytest.mark.parametrize(
    ("values", "names", "systems", "told"),
    [
        ([[1], [2], [3]], ["a"], "xyz", "a single metric has nothing to agree with"),
        ([[1, 2], [2, 3]], ["a", "b"], "xy", "only 2 systems, at least 3 are needed"),
        ([[1, 2], [2, float("nan")], [3, 4]], ["a", "b"], "xyz", "b: item 2 is nan"),
        (
            [[1, 2], [2, 2], [3, 2]],
            ["a", "b"],
            "xyz",
            "all 3 values of b are the same, a correlation is undefined",
        ),
        ([[1, 2], [2, 3], [3, 4]], ["a", "a"], "xyz", "expected 2 different names"),
        ([[1, 2], [2, 3], [3, 4]], ["a", "b"], "xy", "2 names of systems for 3 rows"),
        ([1, 2, 3], ["a"], "xyz", "expected a table"),
        ([["a", "b"]], ["a", "b"], "x", "expected a table of numbers"),
    ],
)
def test_nonsense(values: list[list[float]], names: list[str], systems: str, told: str) -> None:
    with pytest.raises(InputError, match=told):
        agree(values, names, list(systems))


def test_epsila_of_nonsense() -> None:
    with pytest.raises(InputError, match="mu has values above its perfect score 1"):
        epsila([1, 2, 3], [1, 2, 3], 1)
    with pytest.raises(InputError, match="mu has 3, nu has 2"):
        epsila([1, 2, 3], [1, 2])
    with pytest.raises(InputError, match="only 0 systems"):
        epsila([], [])
