"""A recurrent layer that reads rows both ways, left to right and back (Hochreiter and Schmidhuber 1997).

Sentences of any length are read side by side: at each step those that are long enough go on, in both
directions at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

__all__ = ["LayerBothWays", "TurnedRows"]

Floats = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class TurnedRows:
    """The rows of sentences that stand one behind the other, in the order of steps.

    First the first rows of all sentences, the longest sentence first, then the second rows of those that have
    one; `order[1]` is the same from the sentences' ends. `counts` says how many go on at each step.
    """

    order: npt.NDArray[np.int64]
    counts: npt.NDArray[np.int64]

    @staticmethod
    def of(bounds: Ints) -> TurnedRows:
        """Sentence k has the rows from `bounds[k]` to `bounds[k + 1]`."""
        sizes = np.diff(bounds)
        longest = np.argsort(-sizes, kind="stable")
        steps = np.arange(sizes.max(initial=0))
        there = steps[:, None] < sizes[longest]
        forth = (bounds[:-1][longest] + steps[:, None])[there]
        back = (bounds[1:][longest] - 1 - steps[:, None])[there]
        return TurnedRows(np.stack([forth, back]), there.sum(1))


class LayerBothWays:
    """Weights of both directions; gates in the order in, forget, new, out.

    The logistic function is a hyperbolic tangent of half its argument, so one pass does for all gates.
    """

    def __init__(self, inputs: Floats, states: Floats, biases: Floats) -> None:
        size = states.shape[1]
        half = np.full((4, 1, size), 0.5, np.float32)
        half[2] = 1
        scale = half.reshape(1, 1, -1)
        self.size = size
        self.inputs, self.states, self.biases = inputs * scale, states * scale, biases * scale

    @staticmethod
    def of(weights: Mapping[str, npt.NDArray[Any]], name: str) -> LayerBothWays:
        """The layer of that name, as PyTorch calls its parts."""

        def both(part: str) -> npt.NDArray[Any]:
            return np.stack([weights[f"{name}.{way}.{part}_l0"].T for way in ("forth", "back")])

        biases = both("bias_ih") + both("bias_hh")
        return LayerBothWays(both("weight_ih"), both("weight_hh"), biases[:, None])

    def read(self, x: Floats, rows: TurnedRows) -> Floats:
        """States of each row, left to right beside right to left."""
        size = self.size
        out = np.empty((len(x), 2, size), np.float32)
        inputs = np.stack([(x @ self.inputs[k] + self.biases[k])[rows.order[k]] for k in (0, 1)])
        most = int(rows.counts[0]) if len(rows.counts) else 0
        state, memory = np.zeros((2, 2, most, size), np.float32)
        turned = np.empty((2, len(x), size), np.float32)
        at = 0
        for count in rows.counts.tolist():
            gates = state[:, :count] @ self.states
            gates += inputs[:, at : at + count]
            np.tanh(gates, out=gates)
            entry, keep, new, leave = (gates[:, :, k * size : (k + 1) * size] for k in range(4))
            for gate in (entry, keep, leave):
                gate += 1
                gate *= 0.5
            memory = memory[:, :count]
            memory *= keep
            memory += entry * new
            state = turned[:, at : at + count]
            np.tanh(memory, out=state)
            state *= leave
            at += count
        out[rows.order[0], 0], out[rows.order[1], 1] = turned
        return out.reshape(len(x), 2 * size)
