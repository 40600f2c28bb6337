"""Pooled judgements: the printed figures, the bootstrap over challenges, what is refused."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, strategies as st

from likewise.errors import InputError
from likewise.judging import level_shares

# Good and at least acceptable of 255 judgements, as Wu et al. (2013), Table 1, print them in percent. Where
# their sum was rounded part by part, the last digit is one less than that of the whole.
PRINTED = [
    ("segmental, fluency", 79, 156, 30.98, 61.18),
    ("segmental, rhyming", 79, 137, 30.98, 53.72),
    ("token, fluency", 87, 154, 34.12, 60.39),
    ("token, rhyming", 51, 109, 20.00, 42.74),
    ("phrases, rhyming", 5, 23, 1.96, 9.02),
]


@pytest.mark.parametrize(("name", "good", "acceptable", "good_percent", "acceptable_percent"), PRINTED)
def test_the_printed_figures(
    name: str, good: int, acceptable: int, good_percent: float, acceptable_percent: float
) -> None:
    ratings = [3] * good + [2] * (acceptable - good) + [1] * (255 - acceptable)
    shares = level_shares(ratings, [place % 85 for place in range(255)], bootstrap=50)
    assert shares.judgements == 255
    assert shares.challenges == 85
    assert 100 * shares.good == pytest.approx(good_percent, abs=0.005)
    assert 100 * shares.acceptable == pytest.approx(acceptable_percent, abs=0.0101)
    assert shares.good_ci[0] < shares.good < shares.good_ci[1]


def test_challenges_are_drawn_and_not_judgements() -> None:
    """Judges who always agree say no more than one of them: the interval is that of one judge."""
    one = [3, 1, 1, 2, 3, 1, 2, 1, 3, 3]
    alone = level_shares(one, range(10))
    together = level_shares(one * 3, [*range(10)] * 3)
    assert together.good_ci == alone.good_ci
    assert together.acceptable_ci == alone.acceptable_ci
    apart = level_shares(one * 3, range(30))
    assert apart.good_ci[1] - apart.good_ci[0] < alone.good_ci[1] - alone.good_ci[0]


@given(st.lists(st.tuples(st.sampled_from([1, 2, 3]), st.integers(0, 5)), min_size=1, max_size=40))
def test_laws(judged: list[tuple[int, int]]) -> None:
    shares = level_shares([r for r, _ in judged], [c for _, c in judged], bootstrap=20)
    assert 0 <= shares.good <= shares.acceptable <= 1
    for share, (low, high) in ((shares.good, shares.good_ci), (shares.acceptable, shares.acceptable_ci)):
        assert 0 <= low <= high <= 1
        assert not (share in (0, 1) and (low, high) != (share, share))
    with_gap = level_shares([*(r for r, _ in judged), np.nan], [*(c for _, c in judged), 99], bootstrap=20)
    assert with_gap == shares


def test_no_interval_without_a_bootstrap() -> None:
    shares = level_shares([3, 1], ["a", "b"], bootstrap=0)
    assert all(math.isnan(edge) for edge in (*shares.good_ci, *shares.acceptable_ci))
    assert shares.as_dict()["good"] == 0.5


@pytest.mark.parametrize(
    ("ratings", "challenges", "says"),
    [
        ([4], ["a"], "found 4"),
        ([2.5], ["a"], "found 2.5"),
        ([3, 2], ["a"], "for each"),
        ([], [], "no number"),
    ],
)
def test_what_is_refused(ratings: list[float], challenges: list[str], says: str) -> None:
    with pytest.raises(InputError, match=says):
        level_shares(ratings, challenges)
