"""A small feed-forward network for one probability: what predicts which n-grams people would write.

Two layers of rectified units, logistic loss, Adam (Kingma & Ba 2015) over shuffled batches. Small enough to
train in seconds on one core and to be run by a kernel for every n-gram of every candidate.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from likewise.io import SEED
from likewise.paraphrase._kernels import HIDDEN, adam_step, batch_gradients, network_outputs

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
        epochs: int = 5,
        batch: int = 512,
        rate: float = 3e-3,
        seed: int = SEED,
        progress: Callable[[int], None] | None = None,
    ) -> Network:
        """Train on inputs (n x features) and labels (0 or 1)."""
        chance = np.random.default_rng(seed)
        mean = inputs.mean(axis=0, dtype=np.float64)
        spread = inputs.std(axis=0, dtype=np.float64)
        # An input that never varied has taught nothing; blown up, another value would drown all the rest.
        scale = np.where(spread > 1e-6, 1.0 / (spread + 1e-6), 0.0)
        weights = _start(inputs.shape[1], chance)
        weights[-1] = _logit(float(np.mean(labels)))
        gradients, first, second = (np.zeros_like(weights) for _ in range(3))
        answers = labels.astype(np.float32)
        step, total = 0, max(1, epochs * -(-len(inputs) // batch))
        for epoch in range(epochs):
            order = chance.permutation(len(inputs))
            for begin in range(0, len(order), batch):
                rows = order[begin : begin + batch]
                batch_gradients(inputs, answers, rows, mean, scale, weights, gradients)
                step += 1
                # The pace falls to nothing, so that the last steps settle.
                adam_step(weights, gradients, first, second, step, rate * (1.0 - step / (total + 1)))
            if progress:
                progress(epoch + 1)
        return cls.of({"mean": mean, "scale": scale, **_parts(weights, inputs.shape[1])})


def _shapes(inputs: int) -> dict[str, tuple[int, ...]]:
    one, two = HIDDEN
    return {"w1": (inputs, one), "b1": (one,), "w2": (one, two), "b2": (two,), "w3": (two,), "b3": (1,)}


def _start(inputs: int, chance: np.random.Generator) -> Array:
    """Weights to begin with, all in one array: normal by the number of inputs of a unit, biases 0."""
    fans = {"w1": inputs, "w2": HIDDEN[0], "w3": HIDDEN[1]}
    parts = [
        chance.normal(0.0, np.sqrt(2.0 / fans[name]), math.prod(shape)) if name in fans else np.zeros(shape)
        for name, shape in _shapes(inputs).items()
    ]
    return np.concatenate(parts).astype(np.float32)


def _parts(weights: Array, inputs: int) -> dict[str, Array]:
    """The weights by name, as the kernel that applies them wants them."""
    parts, place = {}, 0
    for name, shape in _shapes(inputs).items():
        size = math.prod(shape)
        parts[name] = weights[place : place + size].astype(np.float64).reshape(shape)
        place += size
    return parts


def _logit(share: float) -> float:
    share = min(max(share, 1e-3), 1 - 1e-3)
    return float(np.log(share / (1 - share)))
