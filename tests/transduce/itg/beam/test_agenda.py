"""Biparsing under a beam: an unbounded one is exact, a narrow one never says more."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from likewise.errors import InputError
from likewise.transduce.itg.beam import beam_inside_log, beam_posteriors, beam_tree
from likewise.transduce.itg.biparse.exact import best_tree, inside_log, posteriors_of
from likewise.transduce.itg.biparse.lexical_cells import LexicalCells, cells_of_matrix

UNBOUNDED = 1 << 40


def cells_of(width: int, height: int, seed: int) -> LexicalCells:
    """Rules of one word a side, some of two, some missing."""
    rng = np.random.default_rng(seed)
    places = [
        (s, t, u, v)
        for s in range(width + 1)
        for t in range(s, min(s + 2, width) + 1)
        for u in range(height + 1)
        for v in range(u, min(u + 2, height) + 1)
        if (t > s or v > u) and (v > u or u == 0) and (t > s or s == 0)
        if rng.random() < (0.9 if t - s < 2 and v - u < 2 else 0.3)
    ]
    return LexicalCells.of(
        width, height, np.array(places, np.int64).reshape(-1, 4), 10.0 ** -rng.uniform(1, 4, len(places))
    )


@given(st.integers(0, 5), st.integers(0, 5), st.integers(0, 99), st.sampled_from([(0.3, 0.2), (0.5, 0.0)]))
@settings(max_examples=60, deadline=None)
def test_an_unbounded_beam_is_exact(width: int, height: int, seed: int, rules: tuple[float, float]) -> None:
    cells = cells_of(width, height, seed)
    beam, exact = beam_posteriors(cells, *rules, UNBOUNDED), posteriors_of(cells, *rules)
    assert beam.log_probability == pytest.approx(exact.log_probability, rel=1e-12)
    np.testing.assert_allclose(beam.lexical, exact.lexical, atol=1e-10)
    assert beam.straight == pytest.approx(exact.straight, abs=1e-10)
    assert beam.inverted == pytest.approx(exact.inverted, abs=1e-10)
    one, other = beam_tree(cells, *rules, UNBOUNDED), best_tree(cells, *rules)
    assert (one is None) == (other is None)
    if one is not None and other is not None:
        assert one.log_probability == pytest.approx(other.log_probability)


def test_a_wider_beam_comes_nearer() -> None:
    rng = np.random.default_rng(0)
    cells = cells_of_matrix(
        10.0 ** -rng.uniform(1, 5, (20, 20)), 10.0 ** -rng.uniform(3, 5, 20), 10.0 ** -rng.uniform(3, 5, 20)
    )
    exact = inside_log(cells, 0.3, 0.2)
    logs = [beam_inside_log(cells, 0.3, 0.2, beam) for beam in (10, 100, 300)]
    assert logs == sorted(logs)
    assert exact - 0.01 < logs[-1] <= exact
    assert beam_inside_log(cells, 0.3, 0.2) == logs[1], "100 is the default"


def test_a_hundred_words_neither_underflow_nor_overflow() -> None:
    """More words than a chart without a beam may have, all very unlikely."""
    rng = np.random.default_rng(1)
    pairs = np.where(np.eye(120) > 0, 1e-6, 1e-30) * rng.uniform(0.5, 1.0, (120, 120))
    cells = cells_of_matrix(pairs, np.full(120, 1e-20), np.full(120, 1e-20))
    result = beam_posteriors(cells, 0.01, 0.001, 20)
    tree = beam_tree(cells, 0.01, 0.001, 20)
    assert tree is not None
    assert -math.inf < tree.log_probability <= result.log_probability < -1500.0
    assert tree.links() == [(i, i) for i in range(120)]


def test_an_empty_beam_is_refused() -> None:
    with pytest.raises(InputError, match="beam': expected at least 1, found 0"):
        beam_inside_log(cells_of(2, 2, 1), 0.3, 0.2, 0)
