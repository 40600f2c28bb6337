"""The network that turns words into wishes: a weight for every feature that a choice may have.

Two layers of windows over the words; attention picks the words for the next choice. Their context asks for
plain features; and each word that speaks for a thing asks, by its context, for that thing in some role ("past
the sofa": SOFA, passed). A state remembers what was chosen. The weight of a choice is the sum over its
features, a softmax over the choices from the pose is their probability. Small on purpose: a few thousand
sentences teach it in a minute.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from likewise.navigate.grounded.features import KINDS, Inventory
from likewise.navigate.grounded.tape import Selection, Tape, TapeNode

__all__ = ["Ragged", "Weights", "WordBatch", "encoded", "new_weights", "remembered", "wishes"]

Array = npt.NDArray[Any]
Weights = dict[str, TapeNode]
EMBEDDING, HIDDEN, QUERY = 48, 64, 48
WINDOW = 2
PARTS = 8
"""Where in the sentence a word stands, in eighths."""


def new_weights(vocabulary: int, inventory: Inventory, random: np.random.Generator) -> Weights:
    """Weights before learning; word 0 is the unknown one."""
    e, h, k, wide = EMBEDDING, HIDDEN, QUERY, 2 * WINDOW + 1

    def matrix(rows: int, columns: int, spread: float | None = None) -> TapeNode:
        size = rows**-0.5 if spread is None else spread
        return TapeNode((random.standard_normal((rows, columns)) * size).astype(np.float32))

    shapes: dict[str, tuple[int, int, float | None]] = {
        "words": (vocabulary, e, 0.1),
        "kinds": (len(KINDS), e, 0.1),
        "parts": (PARTS, h, 0.1),
        "near": (wide * e, h, None),
        "far": (wide * h, h, None),
        "start": (h, h, None),
        "plain": (len(inventory.plain), k, 0.1),
        "roles": (len(inventory.roles), k, 0.1),
        "key": (h, h, None),
        "query": (h, h, None),
        "look": (h, 1, None),
        "ask": (2 * h, k, None),
        "key2": (h, h, None),
        "query2": (h, h, None),
        "use": (h, 1, None),
        "say": (h, k, None),
        "when": (h, k, None),
        "next": (2 * h + k, h, None),
    }
    biases = {"near": h, "far": h, "start": h, "query": h, "query2": h, "ask": k, "say": k, "next": h}
    weights = {name: matrix(*shape) for name, shape in shapes.items()}
    return weights | {f"{name}+": TapeNode(np.zeros(size, np.float32)) for name, size in biases.items()}


class Ragged:
    """Rows in runs, one run a sentence: which run a row belongs to, where runs start."""

    def __init__(self, sizes: Sequence[int]) -> None:
        self.sizes = np.asarray(sizes, dtype=np.int64)
        self.starts = np.concatenate([[0], np.cumsum(self.sizes)[:-1]])
        self.owner = np.repeat(np.arange(len(self.sizes)), self.sizes)
        self.rows = int(self.sizes.sum())

    def spread(self) -> Selection:
        """From one row a run to all rows of the run."""
        return Selection(np.arange(self.rows), self.owner, self.rows)

    def added(self) -> Selection:
        """The rows of each run added up."""
        return Selection(self.owner, np.arange(self.rows), len(self.sizes))

    def shifted(self, by: int) -> Selection:
        """From each row to the row so many further on in the same run."""
        here = np.arange(self.rows)
        there = here + by
        inside = (there >= 0) & (there < self.rows)
        inside[inside] &= self.owner[there[inside]] == self.owner[here[inside]]
        return Selection(here[inside], there[inside], self.rows)

    def eighths(self) -> Array:
        """Where in its run each row stands."""
        eighths: Array = (np.arange(self.rows) - self.starts[self.owner]) * PARTS // self.sizes[self.owner]
        return eighths


@dataclass(frozen=True)
class WordBatch:
    """Words of several sentences, one after another: their numbers, what they speak for, their sentence."""

    numbers: Array
    things: Array
    ragged: Ragged


def _affine(tape: Tape, w: Weights, name: str, x: TapeNode) -> TapeNode:
    return tape.plus(tape.product(x, w[name]), w[f"{name}+"])


def _dropped(tape: Tape, x: TapeNode, drop: float, random: np.random.Generator | None) -> TapeNode:
    if random is None:
        return x
    kept = (random.random(x.value.shape) >= drop).astype(np.float32) / np.float32(1 - drop)
    return tape.scaled(x, kept)


def encoded(
    tape: Tape,
    w: Weights,
    words: WordBatch,
    kinds: Array,
    drop: float = 0.0,
    random: np.random.Generator | None = None,
) -> tuple[TapeNode, TapeNode]:
    """Words in context, and the state before the first choice; `random` drops parts while learning.

    A word that speaks for a thing is seen as a word for a thing of that kind, whichever it is.
    """
    runs, spoken = words.ragged, words.things.sum(1)
    rows = np.arange(runs.rows)
    own = tape.sums(Selection(rows, words.numbers, runs.rows, 1 - spoken), w["words"])
    x = tape.plus(own, tape.product(TapeNode(words.things @ kinds), w["kinds"]))
    shifts = [runs.shifted(by) for by in range(-WINDOW, WINDOW + 1)]

    def window(values: TapeNode) -> TapeNode:
        return tape.beside([tape.sums(shift, values) for shift in shifts])

    x = _dropped(tape, x, drop, random)
    near = tape.tanh(_affine(tape, w, "near", window(x)))
    far = tape.tanh(_affine(tape, w, "far", window(_dropped(tape, near, drop, random))))
    placed = tape.sums(Selection(rows, runs.eighths(), runs.rows), w["parts"])
    context = _dropped(tape, tape.plus(tape.plus(near, far), placed), drop, random)
    mean = Selection(runs.owner, rows, len(runs.sizes), 1 / runs.sizes[runs.owner])
    return context, tape.tanh(_affine(tape, w, "start", tape.sums(mean, context)))


def wishes(
    tape: Tape,
    w: Weights,
    context: TapeNode,
    state: TapeNode,
    words: WordBatch,
    drop: float = 0.0,
    random: np.random.Generator | None = None,
) -> tuple[TapeNode, TapeNode, TapeNode, TapeNode]:
    """A row of weights for each sentence; the words' shares, how far each is used, and what was read."""
    runs, count = words.ragged, len(words.ragged.sizes)
    spread = runs.spread()
    query = tape.sums(spread, _affine(tape, w, "query", state))
    look = tape.product(tape.tanh(tape.plus(tape.product(context, w["key"]), query)), w["look"])
    shares = tape.shares(look, runs.starts, runs.owner)
    read = tape.sums(runs.added(), tape.times(context, shares))
    both = tape.beside([_dropped(tape, read, drop, random), _dropped(tape, state, drop, random)])
    asked = _affine(tape, w, "ask", both)
    query2 = tape.sums(spread, _affine(tape, w, "query2", state))
    used = tape.sigmoid(
        tape.product(tape.tanh(tape.plus(tape.product(context, w["key2"]), query2)), w["use"])
    )
    when = tape.sums(spread, tape.product(state, w["when"]))
    said = tape.times(tape.tanh(tape.plus(_affine(tape, w, "say", context), when)), used)
    row, thing = np.nonzero(words.things)
    things = words.things.shape[1]
    laid = Selection(runs.owner[row] * things + thing, row, count * things, words.things[row, thing])
    of_things = tape.shaped(tape.sums(laid, said), (count, things, QUERY))
    plain = tape.shaped(tape.products(w["plain"], tape.shaped(asked, (count, 1, QUERY))), (count, -1))
    roles = tape.shaped(tape.products(w["roles"], of_things), (count, -1))
    return tape.beside([plain, roles]), shares, used, read


def remembered(tape: Tape, w: Weights, state: TapeNode, read: TapeNode, chosen: Sequence[Array]) -> TapeNode:
    """The state after a choice; `chosen` are the plain features of the choice made in each sentence."""
    owner = np.repeat(np.arange(len(chosen)), [len(features) for features in chosen])
    features = np.concatenate([*chosen, np.zeros(0, np.int64)]).astype(np.int64)
    made = tape.sums(Selection(owner, features, len(chosen)), w["plain"])
    return tape.tanh(_affine(tape, w, "next", tape.beside([state, read, made])))
