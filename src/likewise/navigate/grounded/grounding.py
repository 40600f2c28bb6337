"""Which words speak for which things, from walks alone (no word list, no gold plans).

IBM model 1 (Brown et al. 1993) from the things near a walk to the words said about it, with a strong NULL: a
word belongs to a thing as far as the model says so, and only where the thing is surely seen more often with
the word than without it. Rare words and words of one author's routes fall away there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from likewise.navigate.grounded.features import Inventory, State

__all__ = ["Grounding", "near"]

Array = npt.NDArray[Any]
NULL = 3.0
LEAST = 3
"""A word said in fewer examples speaks for nothing."""
GATE, SLOPE = 0.3, 25.0
"""How much more often a thing must be seen with the word than without, and how sharply that is asked."""
FLOOR = 0.1
ROUNDS = 12
_NEAR = {
    *("at", "side", "front", "front1", "front+", "back", "floor", "way", "from", "passed-at"),
    *("p-at", "p-side", "p-front", "p-front1", "p-front+", "p-back"),
    *("s-at", "s-side", "s-front", "s-front1", "s-front+", "s-back"),
}


def near(inventory: Inventory, route: Sequence[tuple[State, int]]) -> tuple[int, ...]:
    """The things that a walk went along, came to or faced."""
    numbers = {thing: i for i, thing in enumerate(inventory.things)}
    features = {feature for state, chosen in route for feature in state.choices[chosen].features}
    return tuple(sorted({numbers[t] for role, t in features if role in _NEAR and t in numbers}))


@dataclass(frozen=True)
class Grounding:
    """For each word that speaks for things, how far it does for each of them (0..1)."""

    table: Mapping[str, Array]
    things: int

    @classmethod
    def learn(cls, examples: Sequence[tuple[Sequence[str], Sequence[int]]], things: int) -> Grounding:
        """From examples of words and the numbers of the things near the walk."""
        sets = [(sorted(set(words)), list(near)) for words, near in examples]
        numbers = {word: i for i, word in enumerate(sorted({w for words, _ in sets for w in words}))}
        if not numbers or not things:
            return cls({}, things)
        flat = [(np.array([numbers[w] for w in words], dtype=np.int64), near) for words, near in sets]
        belief = _model_one(flat, len(numbers), things) * _surely(flat, len(numbers), things)
        belief[belief < FLOOR] = 0
        return cls({w: belief[i].astype(np.float32) for w, i in numbers.items() if belief[i].any()}, things)

    def of(self, words: Sequence[str]) -> Array:
        """One row of things for each word."""
        nothing = np.zeros(self.things, np.float32)
        return np.stack([self.table.get(word, nothing) for word in words]) if words else nothing[None, :][:0]


def _model_one(examples: Sequence[tuple[Array, list[int]]], words: int, things: int) -> Array:
    """How far each word is laid to each thing; the rest is NULL's."""
    chance = np.full((words, things + 1), 1 / words)
    counts = chance
    for _ in range(ROUNDS):
        counts = np.zeros_like(chance)
        for said, seen in examples:
            columns = np.array([things, *seen])
            share = chance[np.ix_(said, columns)]
            share[:, 0] *= NULL
            counts[np.ix_(said, columns)] += share / np.maximum(share.sum(1, keepdims=True), 1e-300)
        chance = (counts + 1e-4) / (counts.sum(0) + 1e-4 * words)
    belief: Array = counts[:, :things] / np.maximum(counts.sum(1, keepdims=True), 1e-9)
    return belief


def _surely(examples: Sequence[tuple[Array, list[int]]], words: int, things: int) -> Array:
    """Near 1 where a thing is surely seen more often with a word than without it, else near 0."""
    said_in, both, seen_in = np.zeros((words, 1)), np.zeros((words, things)), np.zeros(things)
    for said, seen in examples:
        seen_in[seen] += 1
        said_in[said, 0] += 1
        both[np.ix_(said, np.array(seen, dtype=np.int64))] += 1
    share = (both + 0.5) / (said_in + 1)
    low = share - 1.28 * np.sqrt(share * (1 - share) / (said_in + 1))
    rest = (seen_in - both) / np.maximum(len(examples) - said_in, 1)
    gate: Array = (said_in >= LEAST) / (1 + np.exp(-(low - rest - GATE) * SLOPE))
    return gate
