"""The chain of states over a verse: its habits (transition prior), expected segments, and the best path.

Verses are cut hard. Which state follows is drawn from what the same poem does at this place of its other
stanzas of this length, which is drawn around what the corpus does in stanzas of this length, which is drawn
around the transitions between states: stanzas of one poem tend to repeat their scheme (Reddy & Knight 2011
let a stanza's scheme depend on the one before). A verse does not count itself among the other stanzas.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from likewise.freestyle.rhyme.semi_markov import _kernels
from likewise.freestyle.rhyme.semi_markov.end_words import EndWords
from likewise.freestyle.rhyme.semi_markov.state_table import (
    GAPS,
    LATER_LINE,
    LENGTHS,
    LONGEST,
    PAIRS,
    STATES,
    WEIGHTS,
)
from likewise.freestyle.rhyme.semi_markov.word_pairs import Floats
from likewise.text import Ints

__all__ = ["LONGEST_STANZA", "ChainHabits", "ChainPosterior", "PoemMemory", "best_states", "expect"]

LONGEST_STANZA = 16
"""Longer verses have no form whose places could be compared; their lines count as one place."""
POEM_WEIGHT = 1.0
"""Stanzas that the habits of the corpus count beside those of the poem."""
CORPUS_WEIGHT = 100.0
"""Stanzas that the transitions count beside those of the corpus."""


@dataclass
class ChainHabits:
    """Transitions between states (last row: from the beginning), and expected states by length and place."""

    chain: Floats
    corpus: Floats

    @classmethod
    def uniform(cls) -> ChainHabits:
        """All states alike, no verse seen."""
        kinds = 1 + LONGEST_STANZA * (LONGEST_STANZA + 1) // 2
        count = len(STATES)
        return cls(np.full((count + 1, count), 1 / count), np.zeros((kinds, count)))

    def learn(self, posterior: ChainPosterior, kinds: Ints) -> None:
        """Take what was expected as the new habits."""
        self.chain = (posterior.transitions + 1) / (posterior.transitions + 1).sum(1, keepdims=True)
        self.corpus = np.zeros_like(self.corpus)
        _kernels.add_rows(kinds, posterior.segments, self.corpus)


@dataclass(frozen=True)
class ChainPosterior:
    """Expected segments `[line, state]` by where they begin, links `[line, gap - 1]`, pairs of states."""

    segments: Floats
    links: Floats
    transitions: Floats
    log_likelihood: float


class PoemMemory:
    """What the stanzas of each poem do at each place, and what each verse itself put there."""

    def __init__(self, ends: EndWords) -> None:
        sizes = np.diff(ends.bounds)
        short = sizes <= LONGEST_STANZA
        width = np.where(short, sizes, 0)
        groups, group = np.unique(ends.songs * (LONGEST_STANZA + 1) + width, return_inverse=True)
        starts = np.cumsum([0, *np.maximum(groups % (LONGEST_STANZA + 1), 1)])
        place = np.arange(len(ends.ids)) - np.repeat(ends.bounds[:-1], sizes)
        shorts = np.repeat(short, sizes)
        self.places = np.repeat(starts[group], sizes) + np.where(shorts, place, 0)
        self.kinds = np.where(shorts, np.repeat(1 + width * (width - 1) // 2, sizes) + place, 0)
        self.own = np.zeros((len(ends.ids), len(STATES)))
        self.table = np.zeros((int(starts[-1]), len(STATES)))

    def remember(self, posterior: ChainPosterior) -> None:
        """Take what was expected as what the poems do."""
        self.own = posterior.segments
        self.table = np.zeros_like(self.table)
        _kernels.add_rows(self.places, self.own, self.table)


def segment_scores(ends: EndWords, ratios: Floats) -> Floats:
    """The likelihood ratio of each state at each line: rhymes beside words drawn freely."""
    scores = np.zeros((len(ends.ids), len(STATES)))
    _kernels.segment_scores(ends.bounds, ratios, LENGTHS, PAIRS, LATER_LINE, GAPS, WEIGHTS, scores)
    return scores


def expect(ends: EndWords, scores: Floats, habits: ChainHabits, memory: PoemMemory) -> ChainPosterior:
    """Expected segments and links by sums over all ways to cut each verse into states."""
    lines, states = scores.shape
    segments, links = np.zeros((lines, states)), np.zeros((lines, LONGEST - 1))
    transitions = np.zeros((states + 1, states))
    total = _kernels.forward_backward(
        ends.bounds, scores, LENGTHS, PAIRS, LATER_LINE, GAPS, memory.places, memory.kinds, memory.own,
        memory.table, memory.table.sum(1), habits.corpus, habits.corpus.sum(1), habits.chain,
        POEM_WEIGHT, CORPUS_WEIGHT, segments, links, transitions,
    )  # fmt: skip
    return ChainPosterior(segments, links, transitions, float(total))


def best_states(ends: EndWords, scores: Floats, habits: ChainHabits, memory: PoemMemory) -> Ints:
    """The state that begins at each line on the best path, -1 inside of segments."""
    best = np.full(len(ends.ids), -1, np.int64)
    _kernels.best_segments(
        ends.bounds, scores, LENGTHS, memory.places, memory.kinds, memory.own, memory.table,
        memory.table.sum(1), habits.corpus, habits.corpus.sum(1), habits.chain,
        POEM_WEIGHT, CORPUS_WEIGHT, best,
    )  # fmt: skip
    return best
