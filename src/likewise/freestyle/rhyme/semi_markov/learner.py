"""EM of the chain: from verses without labels to rhyme ratios of words, habits of schemes and of links."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from likewise.freestyle.rhyme.semi_markov.class_links import WINDOW, LinkHabits, linked_classes
from likewise.freestyle.rhyme.semi_markov.end_words import EndWords, song_key, vocabulary
from likewise.freestyle.rhyme.semi_markov.scheme_chain import (
    ChainHabits,
    PoemMemory,
    best_states,
    expect,
    segment_scores,
)
from likewise.freestyle.rhyme.semi_markov.word_pairs import WordPairs
from likewise.freestyle.verse import Verse
from likewise.io import Progress

__all__ = ["LearntChain", "learn_chain"]

_LINK_ROUNDS = 10
_LINK_LINES = 60_000
"""Links are learnt from about so many lines: their habits are few, and far pairs many."""


@dataclass
class LearntChain:
    """What EM found: places of words and songs, ratios of word pairs, habits of states and of links."""

    places: dict[str, int]
    songs: dict[int, int]
    pairs: WordPairs
    habits: ChainHabits
    links: LinkHabits
    likelihoods: list[float]
    """The log likelihood ratio a line after each iteration: rhymes beside words drawn freely."""


def learn_chain(verses: Sequence[Verse], *, iterations: int, commas: bool, progress: Progress) -> LearntChain:
    """Learn from verses; their labels are not looked at. The first iteration takes all near pairs alike."""
    places = vocabulary(verses, commas=commas)
    songs: dict[int, int] = {}
    for verse in verses:
        songs.setdefault(song_key(verse), len(songs))
    ends = EndWords.of(verses, places, songs, commas=commas)
    pairs, habits, memory = WordPairs.cooccurring(ends, len(places)), ChainHabits.uniform(), PoemMemory(ends)
    ratios = np.zeros((len(ends.ids), 3))
    likelihoods = []
    for step in range(iterations):
        progress("learning which words rhyme", step / (iterations + 2))
        posterior = expect(ends, segment_scores(ends, ratios), habits, memory)
        likelihoods.append(posterior.log_likelihood / max(1, len(ends.ids)))
        pairs.count(ends, posterior.links)
        memory.remember(posterior)
        habits.learn(posterior, memory.kinds)
        pairs = pairs.without_rare() if step else pairs
        ratios = pairs.near_ratios(ends)
    progress("learning how rhymes go on", iterations / (iterations + 2))
    links = _learnt_links(verses, LearntChain(places, songs, pairs, habits, LinkHabits.empty(), []))
    return LearntChain(places, songs, pairs, habits, links, likelihoods)


def _learnt_links(verses: Sequence[Verse], chain: LearntChain) -> LinkHabits:
    """The habits of links, learnt from songs evenly spread over all."""
    lines = sum(len(verse.lines) for verse in verses)
    every = max(1, -(-lines // _LINK_LINES))
    some = [verse for verse in verses if chain.songs[song_key(verse)] % every == 0]
    ends = EndWords.of(some, chain.places, chain.songs)
    ratios = chain.pairs.near_ratios(ends, WINDOW)
    scores, memory = segment_scores(ends, ratios), PoemMemory(ends)
    for _ in range(2):
        memory.remember(expect(ends, scores, chain.habits, memory))
    best = best_states(ends, scores, chain.habits, memory)
    return linked_classes(ends, best, ratios, chain.links, rounds=_LINK_ROUNDS, learn=True).habits
