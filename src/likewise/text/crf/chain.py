"""One sequence of labels whose scores are known: how well each label fits each place, and what follows what.

For whatever gives scores in place of weighed features, such as a network.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from likewise.text.crf import _kernels

__all__ = ["LabelChain"]

Floats = npt.NDArray[Any]
Labels = tuple[int, ...]


@dataclass(frozen=True)
class LabelChain:
    """`fits[t, y]` scores label y at place t, `steps[x, y]` label y after x."""

    fits: Floats
    steps: Floats

    @cached_property
    def _packed(self) -> tuple[Floats, ...]:
        """As the kernels want it: every place has a feature of its own, and all share one of pairs."""
        count, size = self.fits.shape
        starts = np.arange(0, 2 * count + 1, 2)
        feats = np.stack([np.zeros(count, np.int64), np.arange(1, count + 1)], 1).ravel()
        pairs = np.full(count + 1, -1, np.int64)
        pairs[0] = 0
        nodes = np.concatenate([np.zeros((1, size)), self.fits]).astype(np.float64)
        return starts, feats, pairs, nodes, self.steps[None].astype(np.float64)

    def best(self, k: int) -> list[Labels]:
        """The k most probable sequences of labels."""
        rows, values = _kernels.best_sequences(k, *self._packed)
        return [tuple(map(int, row)) for row, value in zip(rows, values, strict=True) if value > -np.inf]

    def log_probabilities(self, many: Sequence[Labels]) -> list[float]:
        """The log probability of each of several sequences of labels."""
        logs = _kernels.log_probabilities(np.array(many, np.int64), *self._packed)
        return [float(value) for value in logs]
