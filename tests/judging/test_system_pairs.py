"""Pairwise accuracy of systems, hard and soft."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from likewise.errors import InputError
from likewise.judging import (
    approximate_randomisation,
    confidence,
    order_confidences,
    pairwise_accuracy,
    soft_pairwise_accuracy,
)

Array = np.ndarray[tuple[int, ...], np.dtype[np.float64]]


def mean(totals: Array) -> Array:
    return totals[:, 0] / totals[:, 1]


def column(*values: float) -> Array:
    return np.column_stack([values, np.ones(len(values))])


def exact(a: list[float], b: list[float]) -> float:
    """All swaps in turn."""
    gaps = np.array(a) - np.array(b)
    shuffled = np.array([(gaps * signs).mean() for signs in product((1, -1), repeat=len(gaps))])
    return float((shuffled < gaps.mean() - 1e-12).mean() + (abs(shuffled - gaps.mean()) <= 1e-12).mean() / 2)


def test_accuracy_by_hand() -> None:
    metric, human = {"a": 3.0, "b": 2.0, "c": 1.0}, {"a": 0.5, "b": 0.1, "c": 0.3}
    assert pairwise_accuracy(metric, human) == pytest.approx(2 / 3)
    # A tie is right only where both tie.
    assert pairwise_accuracy({"a": 1, "b": 1}, {"a": 1, "b": 2}) == 0
    assert pairwise_accuracy({"a": 1, "b": 1}, {"a": 2, "b": 2}) == 1


def test_confidence_equals_all_swaps() -> None:
    a, b = [4.0, 3, 5, 2, 4, 4], [3.0, 3, 2, 2.5, 4, 1]
    drawn = confidence(column(*a), column(*b), mean, samples=20000)
    assert drawn == pytest.approx(exact(a, b), abs=0.01)
    assert confidence(column(*b), column(*a), mean, samples=20000) == pytest.approx(1 - drawn)


def test_confidence_is_one_side_of_the_randomisation_test() -> None:
    rng = np.random.default_rng(2)
    a, b = rng.normal(0.15, 1, 200), rng.normal(0, 1, 200)
    p = approximate_randomisation(column(*a), column(*b), mean, samples=10000).p
    sure = confidence(column(*a), column(*b), mean, samples=10000)
    assert 2 * min(sure, 1 - sure) == pytest.approx(p, abs=0.02)


def test_equal_systems_are_a_toss() -> None:
    assert confidence(column(1, 2, 3), column(1, 2, 3), mean) == 0.5


def test_soft_accuracy() -> None:
    human = {("a", "b"): 0.99, ("a", "c"): 0.5}
    assert soft_pairwise_accuracy({("a", "b"): 0.79, ("a", "c"): 0.9}, human) == pytest.approx(1 - 0.6 / 2)
    assert soft_pairwise_accuracy(human, human) == 1
    with pytest.raises(InputError, match="share no pair"):
        soft_pairwise_accuracy({("x", "y"): 0.5}, human)


def test_segments_that_one_lacks_are_left_out() -> None:
    missing = column(*[1.0] * 6)
    missing[2:] = np.nan
    statistics = {"a": column(9, 8, 7, 8, 9, 9), "b": column(1, 2, 1, 3, 1, 2), "c": missing}
    found = order_confidences(statistics, mean)
    assert list(found) == [("a", "b")]
    assert found["a", "b"] > 0.95
    statistics["c"] = column(1, 2, 1, 3, 1, 2)
    statistics["c"][0] = np.nan
    assert order_confidences(statistics, mean)["b", "c"] == 0.5


def test_other_systems() -> None:
    with pytest.raises(InputError, match="different systems"):
        pairwise_accuracy({"a": 1, "b": 2}, {"a": 1, "c": 2})
