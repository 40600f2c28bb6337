"""Runs of ids: gathered, compared and ordered as plain tuples would be."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from hypothesis import given, strategies as st

from likewise.text import Ints
from likewise.transduce.itg.ragged import gathered, joined, lexicographic_ranks, packed, same_runs

RUN = st.lists(st.integers(0, 3), max_size=4).map(tuple)
RUNS = st.lists(RUN, max_size=12)


def tuples(ids: Ints, bounds: Ints) -> list[tuple[int, ...]]:
    return [tuple(ids[a:b].tolist()) for a, b in pairwise(bounds.tolist())]


@given(RUNS, RUNS)
def test_runs_are_packed_and_joined(first: list[tuple[int, ...]], second: list[tuple[int, ...]]) -> None:
    assert tuples(*packed(first)) == first
    assert tuples(*joined([packed(first), packed(second)])) == first + second


@given(st.lists(RUN, min_size=1, max_size=9), st.lists(st.integers(0, 8), max_size=9))
def test_chosen_runs_are_gathered(runs: list[tuple[int, ...]], chosen: list[int]) -> None:
    rows = np.array([row % len(runs) for row in chosen], np.int64)
    ids, bounds = packed(runs)
    assert tuples(*gathered(ids, bounds[rows], np.diff(bounds)[rows])) == [runs[row] for row in rows.tolist()]


@given(st.lists(st.tuples(RUN, RUN), max_size=12))
def test_runs_of_one_size_are_compared(pairs: list[tuple[tuple[int, ...], tuple[int, ...]]]) -> None:
    pairs = [(a, b) for a, b in pairs if len(a) == len(b)]
    one, other = packed([a for a, _ in pairs]), packed([b for _, b in pairs])
    same = same_runs(one[0], one[1][:-1], other[0], other[1][:-1], np.diff(one[1]))
    assert same.tolist() == [a == b for a, b in pairs]


@given(st.lists(st.tuples(RUN, RUN), max_size=20))
def test_ranks_are_those_of_sorted_tuples(pairs: list[tuple[tuple[int, ...], tuple[int, ...]]]) -> None:
    ranks = lexicographic_ranks(packed([a for a, _ in pairs]), packed([b for _, b in pairs]))
    assert ranks.tolist() == [sum(other < pair for other in pairs) for pair in pairs]
