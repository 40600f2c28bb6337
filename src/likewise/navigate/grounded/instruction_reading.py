"""One instruction as one network reads it: what its words ask for in any state.

The reading is done once for the words; each pose then costs a few small products. The same sums as in
`network`, one sentence at a time and without a tape, so a thousand poses a second can be asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from likewise.navigate.grounded.network import Ragged, WordBatch, encoded
from likewise.navigate.grounded.tape import Tape, TapeNode

__all__ = ["InstructionReading", "Wish"]

Array = npt.NDArray[Any]


@dataclass(frozen=True, slots=True)
class Wish:
    """The weights that a reading gives to features in one state, and which words gave them."""

    weights: Array
    shares: Array
    said: Array
    read: Array


class InstructionReading:
    """The words of one instruction as one network reads them."""

    def __init__(self, weights: Mapping[str, Array], numbers: Array, things: Array, kinds: Array) -> None:
        self.w, self.numbers, self.things, self.kinds = weights, numbers, things, kinds
        nodes = {name: TapeNode(value) for name, value in weights.items()}
        context, first = encoded(Tape(), nodes, WordBatch(numbers, things, Ragged([len(numbers)])), kinds)
        self.first: Array = first.value[0]
        self.context: Array = context.value
        self.keys = self.context @ weights["key"]
        self.keys2 = self.context @ weights["key2"]
        self.say = self.context @ weights["say"] + weights["say+"]

    def without(self, word: int) -> InstructionReading:
        """The same reading with one word made unknown."""
        numbers, things = self.numbers.copy(), self.things.copy()
        numbers[word], things[word] = 0, 0
        return InstructionReading(self.w, numbers, things, self.kinds)

    def wish(self, state: Array) -> Wish:
        """What the words ask for in a state."""
        w = self.w
        look = np.tanh(self.keys + (state @ w["query"] + w["query+"])) @ w["look"]
        shares = np.exp(look - look.max())
        shares /= shares.sum()
        read = (shares * self.context).sum(0)
        asked = np.concatenate([read, state]) @ w["ask"] + w["ask+"]
        use = np.tanh(self.keys2 + (state @ w["query2"] + w["query2+"])) @ w["use"]
        said = np.tanh(self.say + state @ w["when"]) / (1 + np.exp(-use))
        roles = w["roles"] @ (self.things.T @ said).T
        return Wish(np.concatenate([w["plain"] @ asked, roles.ravel()]), shares[:, 0], said, read)

    def after(self, state: Array, wish: Wish, plain: Array) -> Array:
        """The state after a choice with these plain features."""
        w = self.w
        made = w["plain"][plain].sum(0)
        mind: Array = np.tanh(np.concatenate([state, wish.read, made]) @ w["next"] + w["next+"])
        return mind
