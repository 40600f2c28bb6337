"""Every operation's gradient against the slope between two near points."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from likewise.navigate.grounded._kernels import add_rows
from likewise.navigate.grounded.tape import Adam, Selection, Tape, TapeNode

STARTS, OWNER = np.array([0, 2]), np.array([0, 0, 1, 1, 1])
SELECTION = Selection(np.array([0, 0, 2, 1]), np.array([1, 3, 0, 3]), 3, np.array([1.0, 0.5, 2.0, -1.0]))

OPERATIONS: dict[str, tuple[list[tuple[int, ...]], Callable[..., TapeNode]]] = {
    "product": ([(4, 3), (3, 2)], lambda t, a, b: t.product(a, b)),
    "products": ([(5, 3), (2, 4, 3)], lambda t, a, b: t.products(a, b)),
    "plus": ([(4, 3), (4, 3)], lambda t, a, b: t.plus(a, b)),
    "plus a row": ([(4, 3), (3,)], lambda t, a, b: t.plus(a, b)),
    "times": ([(4, 3), (4, 3)], lambda t, a, b: t.times(a, b)),
    "times a column": ([(4, 3), (4, 1)], lambda t, a, b: t.times(a, b)),
    "scaled": ([(4, 3)], lambda t, a: t.scaled(a, np.float32(0.5))),
    "tanh": ([(4, 3)], lambda t, a: t.tanh(a)),
    "sigmoid": ([(4, 3)], lambda t, a: t.sigmoid(a)),
    "sums": ([(4, 3)], lambda t, a: t.sums(SELECTION, a)),
    "shaped": ([(4, 3)], lambda t, a: t.shaped(a, (2, 6))),
    "picked": ([(4, 3)], lambda t, a: t.picked(a, np.array([0, 5, 5, 11]))),
    "beside": ([(4, 3), (4, 2)], lambda t, a, b: t.beside([a, b])),
    "shares": ([(5, 1)], lambda t, a: t.shares(a, STARTS, OWNER)),
    "surprise": (
        [(5,)],
        lambda t, a: t.surprise(a, STARTS, OWNER, np.array([1, 4]), np.array([1.0, 0.25], np.float32)),
    ),
}


def loss(make: Callable[..., TapeNode], values: list[Any], weights: Any) -> tuple[float, list[TapeNode]]:
    tape, nodes = Tape(), [TapeNode(value) for value in values]
    out = make(tape, *nodes)
    total = tape.shaped(tape.scaled(out, weights), (1, -1))
    summed = tape.product(total, TapeNode(np.ones((total.value.shape[1], 1), np.float32)))
    tape.back(summed)
    return float(summed.value[0, 0]), nodes


@pytest.mark.parametrize("name", OPERATIONS)
def test_gradients_are_slopes(name: str) -> None:
    shapes, make = OPERATIONS[name]
    random = np.random.default_rng(3)
    values = [random.standard_normal(shape).astype(np.float32) for shape in shapes]
    shape = make(Tape(), *(TapeNode(v) for v in values)).value.shape
    weights = random.standard_normal(shape).astype(np.float32)
    _, nodes = loss(make, values, weights)
    step = 1e-2
    for i, value in enumerate(values):
        for at in np.ndindex(value.shape):
            moved = [[v.copy() for v in values] for _ in range(2)]
            moved[0][i][at] += step
            moved[1][i][at] -= step
            slope = (loss(make, moved[0], weights)[0] - loss(make, moved[1], weights)[0]) / (2 * step)
            grad = nodes[i].grad
            assert grad is not None
            assert grad[at] == pytest.approx(slope, abs=3e-3, rel=1e-2)


def test_add_rows_equals_its_plain_twin() -> None:
    random = np.random.default_rng(0)
    rows = random.standard_normal((5, 3)).astype(np.float32)
    to, origin = np.array([0, 3, 3, 1]), np.array([4, 0, 0, 2])
    share = np.array([1.0, 2.0, -0.5, 0.0], np.float32)
    out = np.zeros((4, 3), np.float32)
    add_rows(out, to, origin, share, rows)
    plain = np.zeros((4, 3), np.float32)
    for a, b, s in zip(to, origin, share, strict=True):
        plain[a] += s * rows[b]
    np.testing.assert_allclose(out, plain, rtol=1e-6)


def test_adam_goes_down_to_the_least() -> None:
    weights = {"x": TapeNode(np.array([[3.0, -2.0]], np.float32))}
    adam = Adam(weights)
    for _ in range(600):
        tape = Tape()
        square = tape.times(weights["x"], weights["x"])
        tape.back(tape.product(square, TapeNode(np.ones((2, 1), np.float32))))
        adam.step(0.05)
    assert np.abs(weights["x"].value).max() < 0.01
