"""Who is preferred, how surely: resampled test sets by hand, and the counts of agreement."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.stats import norm

from likewise.errors import InputError
from likewise.judging import SureAgreement, preference_shares, sure_agreement


def mean(totals: Any) -> Any:
    return totals[:, 0] / totals[:, 1]


def columns(values: Any) -> Any:
    return np.column_stack([values, np.ones(len(values))])


def test_shares_are_those_of_the_normal_law() -> None:
    """The mean of many differences is normal, so the share is known."""
    rng = np.random.default_rng(1)
    first = rng.normal(size=400)
    second = first - rng.normal(0.05, 0.5, size=400)
    shares = preference_shares({"a": columns(first), "b": columns(second)}, mean, samples=4000)
    gaps = first - second
    wanted = norm.cdf(gaps.mean() / (gaps.std() / 20))
    assert 0.55 < wanted < 0.999
    assert shares["a", "b"] == pytest.approx(wanted, abs=0.02)


def test_equal_systems_count_half_and_few_segments_are_left_out() -> None:
    same = columns(np.array([1.0, 2, 3, 4]))
    gaps = same.copy()
    gaps[:2] = np.nan
    shares = preference_shares({"a": same, "b": same, "c": gaps}, mean, samples=20)
    assert shares == {("a", "b"): 0.5}
    better = preference_shares({"a": np.add(same, [[1, 0]]), "b": same}, mean, samples=20)
    assert better == {("a", "b"): 1.0}


def test_agreement_where_the_metric_is_sure() -> None:
    metric = {("a", "b"): 1.0, ("a", "c"): 0.02, ("b", "c"): 0.96, ("a", "d"): 0.7, ("b", "d"): 0.99}
    people = {("a", "b"): 0.99, ("a", "c"): 0.4, ("b", "c"): 0.01, ("a", "d"): 1.0}
    assert sure_agreement(metric, people) == SureAgreement(4, 3, 2, 1, 1)
    assert sure_agreement(metric, people, 0.99).sure == 1
    with pytest.raises(InputError, match="share no pair"):
        sure_agreement({("a", "b"): 1.0}, {("a", "c"): 1.0})
