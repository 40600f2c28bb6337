"""Pareto frontier against its definition."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from likewise.errors import InputError
from likewise.judge import frontier


def brute(points: list[tuple[int, int]]) -> set[int]:
    def dominated(p: tuple[int, int]) -> bool:
        return any(q[0] >= p[0] and q[1] >= p[1] and q != p for q in points)

    return {i for i, p in enumerate(points) if not dominated(p)}


@given(st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), min_size=1, max_size=20))
@settings(deadline=None)
def test_equals_the_definition(points: list[tuple[int, int]]) -> None:
    found = frontier(points).tolist()
    assert set(found) == brute(points)
    assert len(found) == len(set(found))
    firsts = [points[i][0] for i in found]
    assert firsts == sorted(firsts)


def test_hand_worked() -> None:
    # (PINC, BLEU): the second is dominated by the third, the last two are equal.
    points = [(78, 51), (48, 60), (50, 69), (70, 20), (78, 51)]
    assert sorted(frontier(points).tolist()) == [0, 2, 4]
    assert frontier(points)[0] == 2
    assert frontier([(1.0, 2.0)]).tolist() == [0]


def test_nonsense() -> None:
    for points, told in (
        ([], "two scores each"),
        ([(1, 2, 3)], "two scores each"),
        ([(1, np.nan)], "point 1 is not finite"),
    ):
        with pytest.raises(InputError, match=told):
            frontier(points)
