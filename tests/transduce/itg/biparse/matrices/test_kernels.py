"""Loops over triangular matrices beside plain products: rows shorter than a piece, and all remainders."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from likewise.transduce.itg.biparse.matrices import _kernels

kernels: Any = _kernels
STRAIGHT, INVERTED = 0.3, 0.2
WIDTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 14]


def triangles(count: int, width: int) -> list[np.ndarray]:
    rng = np.random.default_rng(width)
    return [np.triu(rng.random((width, width))) for _ in range(count)]


def best_sums(left: np.ndarray, right: np.ndarray, rule: float) -> np.ndarray:
    """(rule + left) + right at its largest over what is between, in the order of the loops."""
    result: np.ndarray = ((rule + left)[:, :, None] + right[None, :, :]).max(axis=1)
    return result


@pytest.mark.parametrize("width", WIDTHS)
def test_products_and_their_adjoints(width: int) -> None:
    left, right, out, above = triangles(4, width)
    expected = out + STRAIGHT * left @ right + INVERTED * right @ left
    kernels.multiply(left, right, out, width - 1, STRAIGHT, INVERTED)
    assert_allclose(out, expected, rtol=1e-13)
    outs = [np.zeros((width, width)) for _ in range(3)]
    turned, rules = [np.ascontiguousarray(matrix.T) for matrix in (left, right)], (STRAIGHT, INVERTED)
    kernels.spread(above, *turned, outs[0], outs[2], width - 1, *rules)
    kernels.spread_down(above, *turned, outs[1], outs[2], width - 1, *rules)
    kernels.spread_rest(above, *turned, *outs, width - 1, *rules)
    kernels.spread_last(above, *turned, *outs, width - 1, *rules)
    wanted = [
        STRAIGHT * above @ right.T,
        INVERTED * right.T @ above,
        STRAIGHT * left.T @ above + INVERTED * above @ left.T,
    ]
    for found, sums in zip(outs, wanted, strict=True):
        assert_allclose(np.triu(found), np.triu(sums), rtol=1e-13)


@pytest.mark.parametrize("width", WIDTHS)
def test_adjoint_of_insertions(width: int) -> None:
    child, out, above = triangles(3, width)
    expected = out + STRAIGHT * (above @ child.T + child.T @ above)
    kernels.spread_empty(above, np.ascontiguousarray(child.T), out, width - 1, STRAIGHT)
    assert_allclose(np.triu(out, 1), np.triu(expected, 1), rtol=1e-13)


@pytest.mark.parametrize("width", WIDTHS)
def test_the_largest_sums_are_exact(width: int) -> None:
    """Bit for bit: the best biparse is read back from these sums."""
    with np.errstate(divide="ignore"):
        left, right, out = (np.log(matrix) for matrix in triangles(3, width))
    rules = (np.log(STRAIGHT), np.log(INVERTED))
    expected = np.maximum(out, np.maximum(best_sums(left, right, rules[0]), best_sums(right, left, rules[1])))
    kernels.best_products(left, right, out, width - 1, *rules)
    assert_array_equal(out, expected)


@pytest.mark.parametrize("width", WIDTHS)
def test_gathering_leaves_nothing_below_the_diagonal(width: int) -> None:
    """Whatever adjoints wrote left of the diagonal in their tiles is gone; the mass is a plain sum."""
    child, first, above = triangles(3, width)
    beside = np.tril(np.triu(np.ones((width, width)), -4), -1)
    kept = above + first
    above += 7.0 * beside
    used = kernels.gather(child, first, above, width - 1)
    assert_allclose(above, kept, rtol=1e-15)
    assert used == pytest.approx((child * first).sum())
