"""A small feed-forward network for one probability: what predicts which n-grams people would write.

Two layers of rectified units, logistic loss, Adam (Kingma & Ba 2015) over shuffled batches. Small enough to
train in seconds on one core and to be run by a kernel for every n-gram of every candidate.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from likewise.paraphrase._kernels import network_outputs

__all__ = ["Network"]

Array = npt.NDArray[Any]
_NAMES = ("mean", "scale", "w1", "b1", "w2", "b2", "w3", "b3")


@dataclass(frozen=True)
class Network:
    """Weights of the network; inputs are standardised by `mean` and `scale` first."""

    mean: Array
    scale: Array
    w1: Array
    b1: Array
    w2: Array
    b2: Array
    w3: Array
    b3: Array

    def __call__(self, inputs: Array) -> Array:
        """The probability for each row of inputs."""
        parts = (self.mean, self.scale, self.w1, self.b1, self.w2, self.b2, self.w3)
        result: Array = network_outputs(inputs, *parts, float(self.b3[0]))
        return result

    def arrays(self) -> dict[str, Array]:
        """The weights by name."""
        return {name: getattr(self, name) for name in _NAMES}

    @classmethod
    def of(cls, arrays: dict[str, Array]) -> Network:
        """The network with these weights."""
        return cls(*(arrays[name] for name in _NAMES))

    @classmethod
    def fit(
        cls,
        inputs: Array,
        labels: Array,
        *,
        hidden: tuple[int, int] = (32, 16),
        epochs: int = 5,
        batch: int = 4096,
        rate: float = 6e-3,
        seed: int = 12345,
        progress: Callable[[int], None] | None = None,
    ) -> Network:
        """Train on inputs (n x features) and labels (0 or 1)."""
        chance = np.random.default_rng(seed)
        mean = inputs.mean(axis=0, dtype=np.float64)
        scale = 1.0 / (inputs.std(axis=0, dtype=np.float64) + 1e-6)
        sizes = (inputs.shape[1], *hidden)
        weights: list[Array] = []
        for a, b in zip(sizes, (*hidden, 1), strict=True):
            weights += [chance.normal(0.0, np.sqrt(2.0 / a), (a, b)), np.zeros(b)]
        weights[-1] = np.full(1, _logit(float(np.mean(labels))))
        weights = [w.astype(np.float32) for w in weights]
        moments = [(np.zeros_like(w), np.zeros_like(w)) for w in weights]
        steps, total = 0, max(1, epochs * -(-len(inputs) // batch))
        for epoch in range(epochs):
            order = chance.permutation(len(inputs))
            for begin in range(0, len(order), batch):
                rows = order[begin : begin + batch]
                x = ((inputs[rows] - mean) * scale).astype(np.float32)
                gradients = _gradients(x, labels[rows].astype(np.float32), weights)
                steps += 1
                pace = rate * (1.0 - steps / (total + 1))  # falls to nothing, so that the last steps settle
                _step(weights, gradients, moments, steps, pace)
            if progress:
                progress(epoch + 1)
        w1, b1, w2, b2, w3, b3 = (w.astype(np.float64) for w in weights)
        return cls(mean, scale, w1, b1, w2, b2, w3[:, 0].copy(), b3)


def _logit(share: float) -> float:
    share = min(max(share, 1e-3), 1 - 1e-3)
    return float(np.log(share / (1 - share)))


def _gradients(x: Array, y: Array, weights: list[Array]) -> list[Array]:
    """Mean gradients of the logistic loss."""
    w1, b1, w2, b2, w3, b3 = weights
    first = np.maximum(x @ w1 + b1, 0.0)
    second = np.maximum(first @ w2 + b2, 0.0)
    out = 1.0 / (1.0 + np.exp(-np.clip(second @ w3[:, 0] + b3[0], -30.0, 30.0)))
    delta = ((out - y) / len(y))[:, None]
    back2 = (delta @ w3.T) * (second > 0)
    back1 = (back2 @ w2.T) * (first > 0)
    return [x.T @ back1, back1.sum(0), first.T @ back2, back2.sum(0), second.T @ delta, delta.sum(0)]


def _step(
    weights: list[Array], gradients: list[Array], moments: list[tuple[Array, Array]], step: int, rate: float
) -> None:
    """One step of Adam, in place."""
    for weight, gradient, (one, two) in zip(weights, gradients, moments, strict=True):
        one += 0.1 * (gradient - one)
        two += 0.001 * (gradient * gradient - two)
        weight -= rate * (one / (1 - 0.9**step)) / (np.sqrt(two / (1 - 0.999**step)) + 1e-8)
