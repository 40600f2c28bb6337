"""Which lines become training pairs: by scheme, by adjacency, both ways, and how far the two overlap."""

from __future__ import annotations

import numpy as np
import pytest

from likewise.errors import InputError
from likewise.freestyle.pair_selection import (
    adjacent_pairs,
    both_ways,
    drawn_pairs,
    rhyming_lines,
    shared_pairs,
    short_pairs,
)
from likewise.freestyle.rhyme.scheme import scheme_of_classes

ABAB = scheme_of_classes("ABAB")
AABB = scheme_of_classes("AABB")


def test_in_abab_adjacency_gives_wrong_pairs() -> None:
    assert adjacent_pairs([4]).tolist() == [[0, 1], [1, 2], [2, 3]]
    assert rhyming_lines([4], [ABAB], "all").tolist() == [[0, 2], [1, 3]]
    assert rhyming_lines([4], [ABAB], "adjacent").tolist() == []
    assert shared_pairs(rhyming_lines([4], [ABAB], "all"), adjacent_pairs([4])) == 0.0


def test_lines_are_numbered_over_all_verses() -> None:
    assert rhyming_lines([4, 4], [ABAB, AABB], "all").tolist() == [[0, 2], [1, 3], [4, 5], [6, 7]]
    assert rhyming_lines([4, 4], [ABAB, AABB]).tolist() == [[4, 5], [6, 7]]
    assert adjacent_pairs([2, 1, 0, 3]).tolist() == [[0, 1], [3, 4], [4, 5]]
    assert adjacent_pairs([]).tolist() == []


def test_each_pair_is_used_in_both_directions() -> None:
    assert both_ways(np.array([[0, 2], [1, 3]])).tolist() == [[0, 2], [2, 0], [1, 3], [3, 1]]


def test_the_overlap_counts_a_pair_once_whatever_its_direction() -> None:
    one = np.array([[0, 1], [2, 3], [4, 5], [6, 7]])
    other = np.array([[1, 0], [0, 1], [8, 9]])
    assert shared_pairs(one, other) == 0.25
    assert shared_pairs(one[:0], other) == 0.0


def test_pairs_are_drawn_by_the_seed_in_their_order() -> None:
    pairs = adjacent_pairs([50])
    drawn = drawn_pairs(pairs, 10, seed=3)
    assert len(drawn) == 10
    assert drawn.tolist() == sorted(drawn.tolist())
    assert drawn.tolist() == drawn_pairs(pairs, 10, seed=3).tolist()
    assert drawn.tolist() != drawn_pairs(pairs, 10, seed=4).tolist()
    assert drawn_pairs(pairs, 100, seed=3) is pairs


def test_long_lines_are_left_out() -> None:
    assert short_pairs(np.array([3, 11, 4, 10]), adjacent_pairs([4]), 10).tolist() == [[2, 3]]


def test_an_unknown_choice_is_refused() -> None:
    with pytest.raises(InputError, match="expected one of adjacent, all, found 'some'"):
        rhyming_lines([4], [ABAB], "some")
