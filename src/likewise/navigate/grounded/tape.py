"""A small reverse-mode differentiator over arrays: just the operations that the follower's network needs.

`Tape` notes each operation; `Tape.back` walks the notes backwards and leaves the gradient of one number in
every `Node` that led to it. Ragged things (words of sentences, features of choices) are flat arrays with
constant sparse matrices that add rows up, so one tape serves a whole batch.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from likewise.navigate.grounded import _kernels as kernels

__all__ = ["Adam", "TapeNode", "Selection", "Tape"]

Array = Any


class TapeNode:
    """A value and, after `Tape.back`, the gradient with respect to it."""

    __slots__ = ("grad", "value")

    def __init__(self, value: Array) -> None:
        self.value = value
        self.grad: Array | None = None

    def add(self, grad: Array) -> None:
        """Add to the gradient."""
        self.grad = grad if self.grad is None else self.grad + grad


class Selection:
    """A constant sparse matrix by its entries: which row is added to which, and how much of it."""

    __slots__ = ("columns", "count", "rows", "values")

    def __init__(self, rows: Array, columns: Array, count: int, values: Array | None = None) -> None:
        self.rows = np.asarray(rows, dtype=np.int64)
        self.columns = np.asarray(columns, dtype=np.int64)
        self.count = count
        given = np.ones(len(self.rows)) if values is None else values
        self.values = np.asarray(given, dtype=np.float32)

    def times(self, rows: Array) -> Array:
        """The product with rows."""
        out = np.zeros((self.count, rows.shape[1]), np.float32)
        kernels.add_rows(out, self.rows, self.columns, self.values, np.ascontiguousarray(rows))
        return out

    def back(self, grad: Array, shape: tuple[int, ...]) -> Array:
        """The product of its transpose with a gradient."""
        out = np.zeros(shape, np.float32)
        kernels.add_rows(out, self.columns, self.rows, self.values, np.ascontiguousarray(grad))
        return out


class Tape:
    """Operations in the order done, each with what it does to gradients."""

    def __init__(self) -> None:
        self._notes: list[tuple[TapeNode, Callable[[Array], None]]] = []

    def _note(self, value: Array, back: Callable[[Array], None]) -> TapeNode:
        node = TapeNode(value)
        self._notes.append((node, back))
        return node

    def back(self, loss: TapeNode) -> None:
        """Gradients of a number with respect to all that led to it."""
        loss.grad = np.ones_like(loss.value)
        for node, back in reversed(self._notes):
            if node.grad is not None:
                back(node.grad)

    def product(self, a: TapeNode, b: TapeNode) -> TapeNode:
        """Matrix product."""

        def back(grad: Array) -> None:
            a.add(grad @ b.value.T)
            b.add(a.value.T @ grad)

        return self._note(a.value @ b.value, back)

    def products(self, a: TapeNode, b: TapeNode) -> TapeNode:
        """One matrix `a` (r, k) with each of a batch `b` (n, t, k): (n, r, t)."""

        def back(grad: Array) -> None:
            n, r, t = grad.shape
            flat = grad.transpose(1, 0, 2).reshape(r, n * t)
            a.add(flat @ b.value.reshape(n * t, -1))
            b.add((flat.T @ a.value).reshape(b.value.shape))

        return self._note(a.value @ b.value.transpose(0, 2, 1), back)

    def plus(self, a: TapeNode, b: TapeNode) -> TapeNode:
        """Sum of two arrays of one shape, or of rows and one row."""

        def back(grad: Array) -> None:
            a.add(grad)
            b.add(grad if b.value.shape == grad.shape else grad.sum(0))

        return self._note(a.value + b.value, back)

    def times(self, a: TapeNode, b: TapeNode) -> TapeNode:
        """Product entry by entry; `b` may be one column."""

        def back(grad: Array) -> None:
            a.add(grad * b.value)
            whole = grad * a.value
            b.add(whole if b.value.shape == whole.shape else whole.sum(1, keepdims=True))

        return self._note(a.value * b.value, back)

    def scaled(self, a: TapeNode, mask: Array) -> TapeNode:
        """Product entry by entry with a constant."""
        return self._note(a.value * mask, lambda grad: a.add(grad * mask))

    def tanh(self, a: TapeNode) -> TapeNode:
        """Hyperbolic tangent."""
        value = np.tanh(a.value)
        return self._note(value, lambda grad: a.add(grad * (1 - value * value)))

    def sigmoid(self, a: TapeNode) -> TapeNode:
        """Logistic function."""
        value = 1 / (1 + np.exp(-a.value))
        return self._note(value, lambda grad: a.add(grad * value * (1 - value)))

    def sums(self, selection: Selection, a: TapeNode) -> TapeNode:
        """Sums, means or picks of rows."""
        return self._note(selection.times(a.value), lambda grad: a.add(selection.back(grad, a.value.shape)))

    def shaped(self, a: TapeNode, shape: tuple[int, ...]) -> TapeNode:
        """The same numbers in another shape."""
        return self._note(a.value.reshape(shape), lambda grad: a.add(grad.reshape(a.value.shape)))

    def picked(self, a: TapeNode, index: Array) -> TapeNode:
        """Entries of a flat view; an entry may be picked often."""

        def back(grad: Array) -> None:
            size = a.value.size
            added = np.bincount(index, grad, size).astype(a.value.dtype)
            a.add(added.reshape(a.value.shape))

        return self._note(a.value.reshape(-1)[index], back)

    def beside(self, parts: list[TapeNode]) -> TapeNode:
        """Columns of several arrays beside each other."""
        ends = np.cumsum([part.value.shape[1] for part in parts])

        def back(grad: Array) -> None:
            for part, piece in zip(parts, np.split(grad, ends[:-1], axis=1), strict=True):
                part.add(piece)

        return self._note(np.concatenate([part.value for part in parts], axis=1), back)

    def shares(self, a: TapeNode, starts: Array, owner: Array) -> TapeNode:
        """Softmax of a column within runs of rows that begin at `starts`; `owner` names each row's run."""
        flat = a.value[:, 0]
        top = np.maximum.reduceat(flat, starts)
        raised = np.exp(flat - top[owner])
        value = (raised / np.add.reduceat(raised, starts)[owner])[:, None]

        def back(grad: Array) -> None:
            inner = np.add.reduceat((grad * value)[:, 0], starts)[owner][:, None]
            a.add(value * (grad - inner))

        return self._note(value, back)

    def surprise(self, a: TapeNode, starts: Array, owner: Array, right: Array, weight: Array) -> TapeNode:
        """Weighted sum over runs of -log of the share of the right row of each; `a` is flat."""
        top = np.maximum.reduceat(a.value, starts)
        raised = np.exp(a.value - top[owner])
        total = np.add.reduceat(raised, starts)
        loss = ((np.log(total) + top - a.value[right]) * weight).sum()

        def back(grad: Array) -> None:
            out = raised / total[owner] * weight[owner]
            out[right] -= weight
            a.add(out * grad)

        return self._note(np.asarray(loss, a.value.dtype), back)


class Adam:
    """Adam (Kingma and Ba 2015) with decay of weights, gradients clipped by their joint length."""

    def __init__(self, weights: dict[str, TapeNode], *, decay: float = 0.0, clip: float = 5.0) -> None:
        self.weights, self.decay, self.clip = weights, decay, clip
        self.first = {name: np.zeros_like(node.value) for name, node in weights.items()}
        self.second = {name: np.zeros_like(node.value) for name, node in weights.items()}
        self.time = 0

    def step(self, rate: float) -> None:
        """Move all weights by their gradients, and forget those."""
        self.time += 1
        length = np.sqrt(sum(float((n.grad**2).sum()) for n in self.weights.values() if n.grad is not None))
        scale = min(1.0, self.clip / (length + 1e-9))
        fix = np.sqrt(1 - 0.999**self.time) / (1 - 0.9**self.time)
        for name, node in self.weights.items():
            if node.grad is None:
                continue
            grad = node.grad * scale + self.decay * node.value
            first, second = self.first[name], self.second[name]
            first += 0.1 * (grad - first)
            second += 0.001 * (grad * grad - second)
            node.value -= (rate * fix * first / (np.sqrt(second) + 1e-8)).astype(node.value.dtype)
            node.grad = None
