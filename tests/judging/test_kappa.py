"""Agreement of raters over categories, against figures in print, other people's code and laws."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, strategies as st
from hypothesis.extra.numpy import arrays
from sklearn.metrics import cohen_kappa_score

from likewise.errors import InputError
from likewise.judging import category_agreement, cohen_kappa, fleiss_kappa

NAN = math.nan
# Four raters, twelve subjects, as in Krippendorff (2011) and in Gwet's handbook.
FOUR_RATERS = [
    [1, 2, 3, 3, 2, 1, 4, 1, 2, NAN, NAN, NAN],
    [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, NAN, 3],
    [NAN, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, NAN],
    [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, NAN],
]
TABLES = arrays(
    np.float64, st.tuples(st.integers(2, 4), st.integers(2, 9)), elements=st.sampled_from([1, 2, 3])
)


def of_counts(counts: list[tuple[float, float, int]]) -> list[list[float]]:
    """Two raters' columns from how often each pair of ratings occurs."""
    rows = [(a, b) for a, b, times in counts for _ in range(times)]
    return [list(column) for column in zip(*rows, strict=True)]


def test_figures_of_the_handbook() -> None:
    found = category_agreement(FOUR_RATERS)
    assert (found.items, found.judges, found.ratings) == (11, 4, 41)
    printed = {"same": 0.81818, "fleiss": 0.76117, "ac1": 0.77544}
    for name, value in printed.items():
        one = getattr(found, name)
        assert one.value == pytest.approx(value, abs=5e-6)
        assert one.ci[0] < one.value < one.ci[1] <= 1
    weighted = category_agreement(FOUR_RATERS, "quadratic", bootstrap=0)
    assert weighted.same.value == pytest.approx(0.97538, abs=5e-6)
    assert weighted.ac1.value == pytest.approx(0.91400, abs=5e-6)
    assert all(map(math.isnan, weighted.ac1.ci))


# Feinstein and Cicchetti (1990): the same 85 % of agreement, kappa 0.70 and 0.32.
@pytest.mark.parametrize(
    ("counts", "kappa", "ac1"),
    [
        ([(1, 1, 40), (1, 0, 9), (0, 1, 6), (0, 0, 45)], 0.70, 0.70),
        ([(1, 1, 80), (1, 0, 10), (0, 1, 5), (0, 0, 5)], 0.32, 0.81),
    ],
)
def test_paradox_of_skewed_rates(counts: Any, kappa: float, ac1: float) -> None:
    found = category_agreement(of_counts(counts), bootstrap=0)
    assert found.same.value == pytest.approx(0.85)
    assert found.cohen.value == pytest.approx(kappa, abs=0.005)
    assert found.ac1.value == pytest.approx(ac1, abs=0.005)


def test_rates_by_hand() -> None:
    # Three items of two ratings, one of a single one: 1 1, 1 1, 1 2, 2.
    rates = category_agreement([[1, 1, 1, 2], [1, 1, 2, NAN]], bootstrap=0).rates
    assert [(r.category, r.ratings) for r in rates] == [(1, 5), (2, 2)]
    assert rates[0].share == pytest.approx(5 / 7)
    assert rates[0].repeated == pytest.approx(4 / 5)
    assert rates[1].repeated == 0


@given(TABLES)
def test_fleiss_and_cohen_are_those_of_the_plain_functions(table: Any) -> None:
    assume(len(np.unique(table)) > 1)
    found = category_agreement(table, bootstrap=0)
    assert found.fleiss.value == pytest.approx(fleiss_kappa(ratings=table), nan_ok=True)
    two = category_agreement(table[:2], bootstrap=0).cohen.value
    assert two == pytest.approx(cohen_kappa(table[0], table[1]), nan_ok=True)


@given(TABLES)
def test_weighted_kappa_is_that_of_scikit_learn(table: Any) -> None:
    assume(len(np.unique(table[0])) > 1 and len(np.unique(table[1])) > 1)
    found = category_agreement(table[:2], "quadratic", bootstrap=0).cohen.value
    peer = cohen_kappa_score(table[0], table[1], weights="quadratic", labels=np.unique(table[:2]))
    assert found == pytest.approx(peer)


def test_ends_and_bad_input() -> None:
    perfect = category_agreement([[1, 2, 3], [1, 2, 3]], bootstrap=0)
    assert [c.value for c in (perfect.same, perfect.cohen, perfect.fleiss, perfect.ac1)] == [1.0] * 4
    constant = category_agreement([[5, 5, 5], [5, 5, 5]])
    assert constant.same.value == 1.0
    assert constant.chance == 1.0
    assert math.isnan(constant.fleiss.value)
    assert math.isnan(constant.ac1.value)
    for table, message in (
        ([[1, 2]], "1 judges, at least 2"),
        ([[1, NAN], [NAN, 2]], "no item was rated by two"),
    ):
        with pytest.raises(InputError, match=message):
            category_agreement(table)
    with pytest.raises(InputError, match="unknown weights"):
        category_agreement([[1, 2], [1, 2]], "cubic")  # type: ignore[arg-type]


def test_interval_holds_the_truth() -> None:
    """A second rater repeats the first in 70 % of the items and guesses else: kappa is 0.7."""
    rng = np.random.default_rng(7)
    held = 0
    for seed in range(60):
        first, guess = rng.integers(3, size=(2, 120))
        second = np.where(rng.random(120) < 0.7, first, guess)
        low, high = category_agreement([first, second], bootstrap=200, seed=seed).fleiss.ci
        held += low <= 0.7 <= high
    assert held >= 51
