"""Agreement beyond chance, against other people's code, hand-worked tables and laws."""

from __future__ import annotations

import math
from typing import Any

import krippendorff
import numpy as np
import pytest
from hypothesis import assume, given, strategies as st
from hypothesis.extra.numpy import arrays
from sklearn.metrics import cohen_kappa_score

from likewise.errors import InputError
from likewise.judging import cohen_kappa, dawid_skene, fleiss_kappa, krippendorff_alpha

NAN = math.nan
LEVELS = ("nominal", "ordinal", "interval", "ratio")

# Krippendorff (2011), "Computing Krippendorff's alpha-reliability", section C: four observers, twelve units.
OBSERVERS = [
    [1, 2, 3, 3, 2, 1, 4, 1, 2, NAN, NAN, NAN],
    [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, NAN, 3],
    [NAN, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, NAN],
    [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, NAN],
]
TABLES = arrays(
    np.float64, st.tuples(st.integers(2, 5), st.integers(2, 9)), elements=st.sampled_from([1, 2, 3, 4, NAN])
)


@pytest.mark.parametrize(
    ("level", "printed"), [("nominal", 0.743), ("ordinal", 0.815), ("interval", 0.849), ("ratio", 0.797)]
)
def test_alpha_of_the_paper(level: Any, printed: float) -> None:
    result = krippendorff_alpha(OBSERVERS, level)
    assert result.alpha == pytest.approx(printed, abs=0.0005)
    assert (result.items, result.judges, result.level) == (11, 4, level)
    assert result.ci[0] < result.alpha < result.ci[1] <= 1.0
    assert krippendorff_alpha(OBSERVERS, level) == result
    assert krippendorff_alpha(OBSERVERS, level, seed=1).ci != result.ci


@given(TABLES, st.sampled_from(LEVELS))
def test_alpha_is_that_of_the_package(table: Any, level: Any) -> None:
    rated = table[:, (~np.isnan(table)).sum(axis=0) >= 2]
    assume(rated.size and len(np.unique(rated[~np.isnan(rated)])) > 1)
    peer = krippendorff.alpha(rated, level_of_measurement=level)
    assert krippendorff_alpha(table, level, bootstrap=0).alpha == pytest.approx(peer, abs=1e-9)


@given(TABLES, st.sampled_from(LEVELS), st.randoms(use_true_random=False))
def test_order_of_judges_and_items_does_not_matter(table: Any, level: Any, random: Any) -> None:
    assume(((~np.isnan(table)).sum(axis=0) >= 2).any())
    rows, columns = list(range(table.shape[0])), list(range(table.shape[1]))
    random.shuffle(rows)
    random.shuffle(columns)
    shuffled = krippendorff_alpha(table[rows][:, columns], level, bootstrap=0).alpha
    expected = krippendorff_alpha(table, level, bootstrap=0).alpha
    assert shuffled == pytest.approx(expected, abs=1e-9, nan_ok=True)


def test_alpha_knows_names_and_units_only_as_far_as_its_level() -> None:
    table = np.array(OBSERVERS)
    renamed = np.array([NAN, 7, 3, 9, 1, 4])[np.nan_to_num(table).astype(int)]
    nominal = krippendorff_alpha(table, bootstrap=0).alpha
    assert krippendorff_alpha(renamed, bootstrap=0).alpha == pytest.approx(nominal)
    interval = krippendorff_alpha(table, "interval", bootstrap=0).alpha
    assert krippendorff_alpha(1e200 * table, "interval", bootstrap=0).alpha == pytest.approx(interval)
    assert krippendorff_alpha(5 - 2 * table, "interval", bootstrap=0).alpha == pytest.approx(interval)


def test_alpha_where_it_is_undefined() -> None:
    same = krippendorff_alpha([[1, 1, 1], [1, 1, NAN]])
    assert math.isnan(same.alpha)
    assert all(map(math.isnan, same.ci))
    assert krippendorff_alpha([[1, 2, 3], [1, 2, 3]], bootstrap=0).alpha == 1.0
    for table, message in (
        ([[1, 2, 3]], "1 judges, at least 2 are needed"),
        ([[1, NAN], [NAN, 2]], "no item was rated by two judges"),
        ([[NAN, NAN], [NAN, NAN]], "holds no number"),
        ([1, 2], "expected a table"),
        ([[1, math.inf], [1, 2]], "expected finite numbers"),
        ([["a", "b"], ["a", "b"]], "expected a table of numbers"),
    ):
        with pytest.raises(InputError, match=message):
            krippendorff_alpha(table)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="below 0"):
        krippendorff_alpha([[-1, 2], [1, 2]], "ratio")
    with pytest.raises(InputError, match="unknown level 'cardinal'"):
        krippendorff_alpha(OBSERVERS, "cardinal")  # type: ignore[arg-type]


PAIRS = st.lists(st.tuples(st.integers(1, 4), st.integers(1, 4)), min_size=2, max_size=30)


@given(PAIRS, st.sampled_from([None, "linear", "quadratic"]))
def test_kappa_of_two_is_that_of_scikit_learn(pairs: list[tuple[int, int]], weights: Any) -> None:
    a, b = zip(*pairs, strict=True)
    assume(len({*a, *b}) > 1)
    kappa = cohen_kappa(a, b, weights)
    assert kappa == pytest.approx(cohen_kappa_score(a, b, weights=weights), abs=1e-12)
    assert cohen_kappa(b, a, weights) == pytest.approx(kappa, abs=1e-12)
    assert cohen_kappa([*a, NAN, 1], [*b, 2, NAN], weights) == pytest.approx(kappa, abs=1e-12)


def test_kappa_of_two_at_the_ends() -> None:
    # 20 yes-yes, 5 yes-no, 10 no-yes, 15 no-no: observed 0.7, by chance 0.5.
    a, b = [1] * 25 + [0] * 25, [1] * 20 + [0] * 5 + [1] * 10 + [0] * 15
    assert cohen_kappa(a, b) == pytest.approx(0.4)
    assert cohen_kappa([1, 2, 3], [1, 2, 3], "linear") == 1.0
    assert cohen_kappa([1, 2], [2, 1]) == pytest.approx(-1.0)
    assert math.isnan(cohen_kappa([1, 1], [1, 1]))
    with pytest.raises(InputError, match="no item was rated by both"):
        cohen_kappa([1, NAN], [NAN, 1])
    with pytest.raises(InputError, match="judge A has 1, judge B has 2"):
        cohen_kappa([1], [1, 2])
    with pytest.raises(InputError, match="unknown weights 'cubic'"):
        cohen_kappa([1, 2], [1, 2], "cubic")  # type: ignore[arg-type]


def test_kappa_of_many_by_hand() -> None:
    # Agreement of the items 1, 0, 1, so 2/3 on the whole; both categories half of the time, so 1/2 by chance.
    assert fleiss_kappa([[2, 0], [1, 1], [0, 2]]) == pytest.approx(1 / 3)
    # Three judges, four items: (1 + 1/3 + 1/3 + 1) / 4 = 2/3; shares 7/12 and 5/12, so 74/144 by chance.
    expected = (2 / 3 - 74 / 144) / (1 - 74 / 144)
    assert fleiss_kappa([[3, 0], [2, 1], [2, 1], [0, 3]]) == pytest.approx(expected)
    assert fleiss_kappa(ratings=[[1, 1, 2, 2], [1, 1, 1, 2], [1, 2, 1, 2]]) == pytest.approx(expected)


@given(
    arrays(np.float64, st.tuples(st.integers(2, 5), st.integers(2, 9)), elements=st.integers(1, 4).map(float))
)
def test_kappa_of_many_and_alpha_differ_by_the_size_of_the_sample(table: Any) -> None:
    assume(len(np.unique(table)) > 1)
    kappa = fleiss_kappa(ratings=table)
    alpha = krippendorff_alpha(table, bootstrap=0).alpha
    assert alpha == pytest.approx(kappa + (1 - kappa) / table.size, abs=1e-9)


def test_kappa_of_many_refuses() -> None:
    assert math.isnan(fleiss_kappa([[3, 0], [3, 0]]))
    for counts, message in (
        ([[2, 0], [1, 0]], "from 1 to 2 ratings"),
        ([[1, 0], [0, 1]], "1 ratings an item"),
        ([[1.5, 0.5], [1, 1]], "expected whole numbers"),
        ([[-1, 3], [1, 1]], "expected whole numbers"),
    ):
        with pytest.raises(InputError, match=message):
            fleiss_kappa(counts)
    with pytest.raises(InputError, match="either counts or ratings"):
        fleiss_kappa()


def simulated(items: int, seed: int) -> tuple[Any, Any, Any]:
    """True classes, confusion matrices of five judges (one contrary, one who guesses), labels with gaps."""
    rng = np.random.default_rng(seed)
    truth = rng.choice(3, size=items, p=[0.5, 0.3, 0.2])
    good = np.full((3, 3), 0.05) + 0.85 * np.eye(3)
    confusion = np.stack(
        [good, good, 0.1 + 0.7 * np.eye(3), np.roll(good, 1, axis=1), np.full((3, 3), 1 / 3)]
    )
    labels = np.stack([[rng.choice(3, p=matrix[t]) for t in truth] for matrix in confusion], axis=1)
    labels[rng.random(labels.shape) < 0.15] = -1
    return truth, confusion, labels


def test_workers_are_found_out() -> None:
    truth, confusion, labels = simulated(3000, 5)
    result = dawid_skene(labels, 3)
    assert result.converged
    assert np.abs(result.confusion - confusion).max() < 0.06
    assert np.abs(result.prior - np.bincount(truth) / len(truth)).max() < 0.03
    assert np.abs(result.accuracy - np.einsum("jtt,t->j", confusion, [0.5, 0.3, 0.2])).max() < 0.05
    counts = np.stack([(labels == k).sum(axis=1) for k in range(3)], axis=1)
    # The contrary judge is turned around, so the model is right more often than the majority.
    assert (result.labels == truth).mean() > (counts.argmax(axis=1) == truth).mean() + 0.02
    assert result.posterior.sum(axis=1) == pytest.approx(np.ones(len(truth)))
    shaken = dawid_skene(labels, 3, seed=3)
    assert shaken.log_likelihood == pytest.approx(result.log_likelihood, rel=1e-6)


@given(st.randoms(use_true_random=False))
def test_order_does_not_matter_to_the_model(random: Any) -> None:
    _, _, labels = simulated(40, 9)
    rows, columns = list(range(40)), list(range(5))
    random.shuffle(rows)
    random.shuffle(columns)
    plain = dawid_skene(labels, 3, iterations=30)
    shuffled = dawid_skene(labels[rows][:, columns], 3, iterations=30)
    assert shuffled.posterior == pytest.approx(plain.posterior[rows], abs=1e-6)
    assert shuffled.confusion == pytest.approx(plain.confusion[columns], abs=1e-6)


def test_the_model_at_the_ends() -> None:
    agreed = dawid_skene([[0, 0], [1, 1], [0, 0], [-1, -1]])
    assert agreed.labels[:3].tolist() == [0, 1, 0]
    assert agreed.posterior[3] == pytest.approx(agreed.prior, abs=1e-6)
    assert not dawid_skene(simulated(50, 1)[2], 3, iterations=1).converged
    never = dawid_skene([[0, 0], [0, 0]], 2)
    assert never.confusion[0, 1] == pytest.approx([0.5, 0.5], abs=0.5)
    for labels, classes, message in (
        ([[0], [1]], None, "1 judges, at least 2"),
        ([[-1, -1]], None, "holds no label"),
        ([[0, 2]], 2, "classes is 2, expected at least 3"),
        ([[0, 0]], None, "classes is 1, expected at least 2"),
        ([[0.5, 1]], None, "expected classes from 0"),
        ([[0, -2]], None, "expected classes from 0"),
        ([[NAN, 1]], None, "expected classes from 0"),
    ):
        with pytest.raises(InputError, match=message):
            dawid_skene(labels, classes)
    with pytest.raises(InputError, match="tolerance and smoothing"):
        dawid_skene([[0, 1], [1, 1]], tolerance=0)
