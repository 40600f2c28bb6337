"""Learning the network from sentences and the walks that were seen for them.

A walk is a row of choices; the loss is the surprise at each choice given the words and the choices before. A
start of unknown heading counts as four starts of a quarter each. Features are dropped at random while
learning (all of a role at once), so that no single hint is trusted alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from threadpoolctl import threadpool_limits

from likewise.io import Progress
from likewise.navigate.grounded.features import Inventory, State
from likewise.navigate.grounded.network import (
    Ragged,
    Weights,
    WordBatch,
    encoded,
    new_weights,
    remembered,
    wishes,
)
from likewise.navigate.grounded.tape import Adam, Selection, Tape, TapeNode

__all__ = ["Lesson", "learn"]

Array = npt.NDArray[Any]
EPOCHS, UPDATES = 15, 800
"""How often lessons are gone through, and how many updates there are at least: few are repeated more."""
BATCH = 16
RATE, DECAY = 3e-3, 1e-5
DROP, DROP_WORDS, DROP_FEATURES = 0.3, 0.05, 0.2
LONGEST = 6
"""Choices beyond these teach nothing more: a sentence with so many is a story."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """One sentence: numbers of its words, what they speak for, its walk from each start, its mirror image."""

    words: Array
    things: Array
    routes: Sequence[Sequence[tuple[State, int]]]
    mirror: Lesson | None = None


@dataclass(frozen=True, slots=True)
class _TaughtWalk:
    """One walk of one sentence of a batch."""

    sentence: int
    route: Sequence[tuple[State, int]]
    weight: float


def learn(
    lessons: Sequence[Lesson],
    vocabulary: int,
    inventory: Inventory,
    kinds: Array,
    *,
    seed: int,
    epochs: int | None = None,
    progress: Progress | None = None,
) -> Weights:
    """Weights learnt by Adam with a rate that falls to a twentieth."""
    epochs = epochs or max(EPOCHS, UPDATES // max(1, len(lessons) // BATCH))
    # The products are small: more threads only wait for each other, and could change the last bits.
    with threadpool_limits(1, user_api="blas"):
        return _learnt(lessons, vocabulary, inventory, kinds, seed, epochs, progress)


def _learnt(
    lessons: Sequence[Lesson],
    vocabulary: int,
    inventory: Inventory,
    kinds: Array,
    seed: int,
    epochs: int,
    progress: Progress | None,
) -> Weights:
    random = np.random.default_rng(seed)
    weights = new_weights(vocabulary, inventory, random)
    adam = Adam(weights, decay=DECAY)
    batches = max(1, len(lessons) // BATCH)
    total, done = epochs * batches, 0
    for _ in range(epochs):
        order = random.permutation(len(lessons))
        for part in np.array_split(order, batches):
            tape = Tape()
            loss = _loss(tape, weights, [_turned(lessons[i], random) for i in part], inventory, kinds, random)
            tape.back(tape.scaled(loss, np.float32(1 / len(part))))
            adam.step(RATE * max(0.05, 1 - done / total))
            done += 1
            if progress:
                progress("learning", done / total)
    return weights


def _turned(lesson: Lesson, random: np.random.Generator) -> Lesson:
    """Half of the time the lesson's mirror image, where it has one."""
    return lesson.mirror if lesson.mirror is not None and random.random() < 0.5 else lesson


def _loss(
    tape: Tape,
    weights: Weights,
    lessons: Sequence[Lesson],
    inventory: Inventory,
    kinds: Array,
    random: np.random.Generator,
) -> TapeNode:
    numbers = np.concatenate([lesson.words for lesson in lessons])
    numbers = np.where(random.random(len(numbers)) < DROP_WORDS, 0, numbers)
    things = np.concatenate([lesson.things for lesson in lessons])
    words = WordBatch(numbers, things, Ragged([len(lesson.words) for lesson in lessons]))
    context, first = encoded(tape, weights, words, kinds, DROP, random)
    rows = [
        _TaughtWalk(i, route[:LONGEST], 1 / len(lesson.routes))
        for i, lesson in enumerate(lessons)
        for route in lesson.routes
    ]
    state = tape.sums(_rows([row.sentence for row in rows]), first)
    return _walked(tape, weights, words, context, state, rows, inventory, random)


def _rows(which: Sequence[int]) -> Selection:
    return Selection(np.arange(len(which)), np.asarray(which), len(which))


def _walked(
    tape: Tape,
    weights: Weights,
    words: WordBatch,
    context: TapeNode,
    state: TapeNode,
    rows: list[_TaughtWalk],
    inventory: Inventory,
    random: np.random.Generator,
) -> TapeNode:
    """The surprise at all choices of all rows, choice by choice; rows leave as their walks end."""
    losses: list[TapeNode] = []
    for at in range(max(len(row.route) for row in rows)):
        keep = [i for i, row in enumerate(rows) if at < len(row.route)]
        if len(keep) < len(rows):
            state = tape.sums(_rows(keep), state)
            rows = [rows[i] for i in keep]
        its, pick = _taken(words, [row.sentence for row in rows])
        weight, _, _, read = wishes(tape, weights, tape.sums(pick, context), state, its, DROP, random)
        now = [row.route[at] for row in rows]
        losses.append(_surprise(tape, weight, now, [row.weight for row in rows], inventory, random))
        chosen = [choices.plain_of(choice, len(inventory.plain)) for choices, choice in now]
        state = remembered(tape, weights, state, read, chosen)
    total = losses[0]
    for loss in losses[1:]:
        total = tape.plus(total, loss)
    return total


def _taken(words: WordBatch, sentences: Sequence[int]) -> tuple[WordBatch, Selection]:
    """The words of some sentences, one may come often, and the matrix that takes their rows."""
    runs = words.ragged
    at = np.concatenate([np.arange(runs.starts[i], runs.starts[i] + runs.sizes[i]) for i in sentences])
    its = WordBatch(words.numbers[at], words.things[at], Ragged(runs.sizes[list(sentences)].tolist()))
    return its, Selection(np.arange(len(at)), at, len(at))


def _surprise(
    tape: Tape,
    weight: TapeNode,
    now: Sequence[tuple[State, int]],
    shares: Sequence[float],
    inventory: Inventory,
    random: np.random.Generator,
) -> TapeNode:
    width, firsts = inventory.width, np.cumsum([0, *(len(state.choices) for state, _ in now)])
    features = np.concatenate([state.features for state, _ in now])
    row = np.repeat(np.arange(len(now)), [len(state.features) for state, _ in now])
    owner = np.concatenate([state.owner + first for (state, _), first in zip(now, firsts, strict=False)])
    gone = random.random((len(now), len(inventory.plain) + len(inventory.roles))) < DROP_FEATURES
    kept = (~gone[row, inventory.role_of(features)]).astype(np.float32)
    values = tape.scaled(tape.picked(weight, row * width + features), kept)
    adding = Selection(owner, np.arange(len(owner)), int(firsts[-1]))
    scores = tape.shaped(tape.sums(adding, tape.shaped(values, (-1, 1))), (-1,))
    right = firsts[:-1] + np.array([choice for _, choice in now])
    of_row = np.repeat(np.arange(len(now)), np.diff(firsts))
    return tape.surprise(scores, firsts[:-1], of_row, right, np.asarray(shares, np.float32))
