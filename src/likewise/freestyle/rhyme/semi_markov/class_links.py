"""Rhyme classes that go on beyond a segment: ABAB BCBC C is three states of the chain, but five lines of B.

The ten states end after four lines, so that no path can say that later lines rhyme with earlier ones (a
fifth of all rhyming pairs of the Chicago corpus). A resolution of ours: left to right, a class of a segment
goes on with an earlier class of its verse, or with none, by the geometric mean of the ratios between their
words and a prior: what the poem does at this place of its other stanzas, else what the corpus does, else how
many lines lie between. The priors are learnt by EM as those of the chain are.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from likewise.freestyle.rhyme.semi_markov import _kernels
from likewise.freestyle.rhyme.semi_markov.end_words import EndWords
from likewise.freestyle.rhyme.semi_markov.scheme_chain import LONGEST_STANZA
from likewise.freestyle.rhyme.semi_markov.state_table import LENGTHS, MEMBERS
from likewise.freestyle.rhyme.semi_markov.word_pairs import Floats
from likewise.text import Ints

__all__ = ["WINDOW", "LinkHabits", "LinkedClasses", "linked_classes"]

WINDOW = 32
"""A class goes on after at most so many lines without it."""
POEM_WEIGHT = 1.0
CORPUS_WEIGHT = 10.0
START, START_WEIGHT = 0.1, 5.0
"""The probability of a link before anything is learnt, and the links that it counts for."""

_SLOTS = np.cumsum([0, *(size * size for size in range(LONGEST_STANZA + 1))])


@dataclass
class LinkHabits:
    """Links and chances of a link (two columns) by length and places of two lines, and by their gap."""

    corpus: Floats
    gaps: Floats

    @classmethod
    def empty(cls) -> LinkHabits:
        """Nothing learnt but the start."""
        gaps = np.tile([START * START_WEIGHT, START_WEIGHT], (WINDOW + 1, 1))
        return cls(np.zeros((int(_SLOTS[-1]), 2)), gaps)


@dataclass(frozen=True)
class LinkedClasses:
    """The class of each line (its first line in the verse), and how sure its first line's choice was."""

    classes: Ints
    sure: Floats
    habits: LinkHabits


def linked_classes(
    ends: EndWords, best: Ints, ratios: Floats, habits: LinkHabits, *, rounds: int, learn: bool
) -> LinkedClasses:
    """Link the classes of the best path; in each round poems learn, and if `learn`, the habits too."""
    sizes = np.diff(ends.bounds)
    corpus_at = np.where(sizes <= LONGEST_STANZA, _SLOTS[np.minimum(sizes, LONGEST_STANZA)], -1)
    poem_at, slots = _poem_slots(ends, sizes)
    poem, own = np.zeros((slots, 2)), np.full((len(ends.ids), LONGEST_STANZA - 1), -1.0, np.float32)
    classes, sure = np.zeros(len(ends.ids), np.int64), np.zeros(len(ends.ids))
    for _ in range(rounds):
        fresh, next_own = LinkHabits.empty(), np.full_like(own, -1.0)
        next_poem = np.zeros_like(poem)
        _kernels.link_classes(
            ends.bounds, best, LENGTHS, MEMBERS, ratios, poem_at, corpus_at, poem, habits.corpus, habits.gaps,
            POEM_WEIGHT, CORPUS_WEIGHT, own, next_poem, fresh.corpus, fresh.gaps, next_own, classes, sure,
        )  # fmt: skip
        poem, own = next_poem, next_own
        habits = fresh if learn else habits
    return LinkedClasses(classes, sure, habits)


def _poem_slots(ends: EndWords, sizes: Ints) -> tuple[Ints, int]:
    """Where the slots of each verse's poem and length begin, and how many slots there are."""
    short = np.where(sizes <= LONGEST_STANZA, sizes, 0)
    groups, group = np.unique(ends.songs * (LONGEST_STANZA + 1) + short, return_inverse=True)
    starts = np.cumsum([0, *(groups % (LONGEST_STANZA + 1)) ** 2])
    return starts[group], int(starts[-1])
