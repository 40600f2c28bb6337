"""Exact biparsing: permutations that the grammar writes, the slow twin, laws, odd lengths."""

from __future__ import annotations

import math
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from numpy.testing import assert_allclose

from likewise.errors import InputError
from likewise.transduce.itg.biparse import biparse_matrix
from likewise.transduce.itg.biparse.exact import best_tree, inside_log, posteriors_of
from likewise.transduce.itg.biparse.lexical_cells import LexicalCells, cells_of_matrix

from .plain_biparser import plain_inside, plain_trees


def token_cells(width: int, height: int, seed: int, zeros: float = 0.0) -> LexicalCells:
    rng = np.random.default_rng(seed)
    values = [rng.random(shape) * 0.2 for shape in ((width, height), width, height)]
    return cells_of_matrix(*(np.where(rng.random(v.shape) < zeros, 0.0, v) for v in values))


def segment_cells(width: int, height: int, seed: int) -> LexicalCells:
    """Cells of rules of up to three words a side, each there or not by chance."""
    rng = np.random.default_rng(seed)
    places = [
        (s, t, u, v)
        for s in range(width + 1)
        for t in range(s, min(s + 3, width) + 1)
        for u in range(height + 1)
        for v in range(u, min(u + 3, height) + 1)
        if (t > s or v > u) and (v > u or u == 0) and (t > s or s == 0) and rng.random() < 0.6
    ]
    return LexicalCells.of(
        width, height, np.array(places, np.int64).reshape(-1, 4), rng.random(len(places)) * 0.2
    )


@pytest.mark.parametrize(("length", "written"), [(1, 1), (2, 2), (3, 6), (4, 22), (5, 90), (6, 394)])
def test_permutations_that_the_grammar_writes(length: int, written: int) -> None:
    """Wu 1997: 22 of 24 for four words, 90 of 120, 394 of 720 (the large Schroeder numbers)."""
    alone = np.zeros(length)
    results = [
        biparse_matrix(np.eye(length)[list(order)] * 0.1, alone, alone)
        for order in permutations(range(length))
    ]
    assert sum(result.inside > -math.inf for result in results) == written
    assert sum(result.tree is not None for result in results) == written


@given(
    st.integers(0, 4),
    st.integers(0, 4),
    st.integers(0, 99),
    st.sampled_from([(0.25, 0.25), (0.5, 0.0), (0.1, 0.3)]),
)
@settings(max_examples=60, deadline=None)
def test_the_matrix_form_is_the_direct_sum(
    width: int, height: int, seed: int, rules: tuple[float, float]
) -> None:
    for cells in (token_cells(width, height, seed, zeros=0.2), segment_cells(width, height, seed)):
        expected = plain_inside(cells, *rules)
        assert_allclose(np.exp(inside_log(cells, *rules)), expected, rtol=1e-10)


@given(st.integers(0, 3), st.integers(0, 3), st.integers(0, 99))
@settings(max_examples=40, deadline=None)
def test_the_best_biparse_is_the_best_of_all(width: int, height: int, seed: int) -> None:
    for cells in (token_cells(width, height, seed, zeros=0.2), segment_cells(width, height, seed)):
        every = plain_trees(cells, 0.3, 0.2)
        tree = best_tree(cells, 0.3, 0.2)
        if tree is None:
            assert not every
            assert inside_log(cells, 0.3, 0.2) == -math.inf
        else:
            assert tree.log_probability == pytest.approx(math.log(every[0][0]))
            assert tree.log_probability <= inside_log(cells, 0.3, 0.2) + 1e-12


@given(st.integers(1, 6), st.integers(0, 6), st.integers(0, 99))
@settings(max_examples=60, deadline=None)
def test_each_word_is_written_once(width: int, height: int, seed: int) -> None:
    """Inside times outside over the rules that may write one word is the probability of the pair."""
    for cells in (token_cells(width, height, seed), segment_cells(width, height, seed)):
        result = posteriors_of(cells, 0.3, 0.2)
        if result.log_probability == -math.inf:
            continue
        first, last, left, right, _ = cells.arrays
        for word in range(width):
            assert result.lexical[(first <= word) & (word < last)].sum() == pytest.approx(1.0)
        for word in range(height):
            assert result.lexical[(left <= word) & (word < right)].sum() == pytest.approx(1.0)
        assert result.straight + result.inverted == pytest.approx(result.lexical.sum() - 1.0)


@pytest.mark.parametrize("kind", [token_cells, segment_cells])
@pytest.mark.parametrize(("width", "height"), [(3, 4), (4, 0), (0, 4), (5, 5)])
def test_outside_is_the_derivative(kind: type, width: int, height: int) -> None:
    """Expected counts are derivatives of the log probability by log weights: finite differences agree."""
    cells = kind(width, height, 5)
    straight, inverted, step = 0.3, 0.2, 1e-5
    result = posteriors_of(cells, straight, inverted)

    def slope(up: float, down: float) -> float:
        return (up - down) / (2 * step)

    more, less = math.exp(step), math.exp(-step)
    for at in range(len(cells.rows)):
        logs = cells.arrays.logs[None, :] + np.outer([step, -step], np.arange(len(cells.rows)) == at)
        moved = [
            inside_log(
                LexicalCells(width, height, cells.arrays._replace(logs=row), cells.rows), straight, inverted
            )
            for row in logs
        ]
        assert result.lexical[at] == pytest.approx(slope(*moved), abs=1e-8)
    moved = [inside_log(cells, straight * factor, inverted) for factor in (more, less)]
    assert result.straight == pytest.approx(slope(*moved), abs=1e-8)
    moved = [inside_log(cells, straight, inverted * factor) for factor in (more, less)]
    assert result.inverted == pytest.approx(slope(*moved), abs=1e-8)


@pytest.mark.parametrize("size", [1e-30, 1e-9, 1.0, 1e12])
def test_sixty_words_neither_underflow_nor_overflow(size: float) -> None:
    """All weights of words times `size`: each word is written once, so the log moves by 60 logs of it."""
    rng = np.random.default_rng(2)
    pairs, alone, added = rng.random((60, 12)), rng.random(60) * 1e-3, rng.random(12) * 1e-3
    plain = biparse_matrix(pairs, alone, added)
    scaled = biparse_matrix(pairs * size, alone * size, added)
    assert math.isfinite(plain.inside)
    assert scaled.inside == pytest.approx(plain.inside + 60 * math.log(size), rel=1e-12)
    assert scaled.viterbi == pytest.approx(plain.viterbi + 60 * math.log(size), rel=1e-12)


def test_sixty_words_of_very_unequal_probability() -> None:
    """The first factors underflow here: most words fight for one partner, and must take one far worse."""
    rng = np.random.default_rng(4)
    pairs, alone = 10.0 ** -rng.uniform(15, 30, (30, 30)), np.full(30, 1e-25)
    pairs[:, 7] = pairs[7, :] = 1.0
    result, swapped = (biparse_matrix(matrix, alone, alone, 0.01, 0.001) for matrix in (pairs, pairs.T))
    assert result.viterbi < -1000.0
    assert result.viterbi <= result.inside < 0.0
    assert swapped.inside == pytest.approx(result.inside, rel=1e-12)


@pytest.mark.parametrize(
    ("width", "height", "expected"),
    [
        (0, 0, 0.0),
        (1, 0, 0.1),
        (0, 1, 0.1),
        (2, 0, 0.1 * 0.1 * 0.5),
        (3, 0, 0.1**3 * 0.5),
        (1, 1, 0.2 + 4 * 0.25 * 0.01),
    ],
)
def test_sides_of_few_words_by_hand(width: int, height: int, expected: float) -> None:
    """Three deletions bracket in two ways with two rules twice: 2 * 0.5 * 0.5 = 0.5."""
    result = biparse_matrix(np.full((width, height), 0.2), np.full(width, 0.1), np.full(height, 0.1))
    assert math.exp(result.inside) == pytest.approx(expected)
    assert (result.tree is None) == (expected == 0.0)


def test_a_matrix_that_does_not_fit_is_refused() -> None:
    with pytest.raises(InputError, match="expected 2 x 3 probabilities of pairs of words, found 3 x 2"):
        biparse_matrix(np.ones((3, 2)), np.ones(2), np.ones(3))
    with pytest.raises(InputError, match="numbers of 0 or more"):
        biparse_matrix([[math.nan]], [0.1], [0.1])
    with pytest.raises(InputError, match="weights of 0 or more"):
        biparse_matrix([[0.1]], [0.1], [0.1], straight=-1.0)
    with pytest.raises(InputError, match="too many to biparse without a beam"):
        biparse_matrix(np.ones((300, 300)), np.ones(300), np.ones(300))


def test_links_of_the_best_biparse() -> None:
    """Two words that swap places, with one that stays and one left out."""
    pairs = np.full((3, 4), 1e-6)
    pairs[0, 1] = pairs[1, 0] = pairs[2, 3] = 0.1
    result = biparse_matrix(pairs, np.full(3, 1e-4), np.full(4, 1e-4))
    assert result.links == [(0, 1), (1, 0), (2, 3)]
    assert result.tree is not None
    assert "<a/y b/x>" in result.tree.bracketed("abc", "xyzw")
