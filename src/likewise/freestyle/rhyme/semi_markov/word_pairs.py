"""Word pairs that stand within four lines of each other, and how strongly they rhyme: theta.

Reddy & Knight (2011) give each pair of words a probability theta(x | y) that x follows in y's rhyme class,
Addanki & Wu (2013) put it into a chain; both learn it by EM. Here a pair is scored by the ratio of theta to
chance, theta(x | y) / q(x), which is symmetric. Resolutions, none of which looks into a word:
- expected counts of pairs are smoothed towards chance where a word has been seen in few rhymes;
- what rhymes with the same words rhymes too: a second step through shared partners, with half the weight;
- a pair is scored without what its own song has said about it, or each pair would prove itself;
- a word repeated has one ratio of its own, learnt with the rest.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from likewise.freestyle.rhyme.semi_markov import _kernels
from likewise.freestyle.rhyme.semi_markov.end_words import EndWords
from likewise.freestyle.rhyme.semi_markov.state_table import LONGEST
from likewise.text import Ints

__all__ = ["Floats", "WordPairs", "word_totals"]

Floats = npt.NDArray[np.float64]

SMOOTHING = 2.0
"""Counts of a word by chance that are added to those of its rhymes."""
SECOND_STEP = 0.5
"""The weight of partners of partners."""
FLOOR = 0.02
"""The least ratio: two words known well that were never seen to rhyme."""
LEAST = 0.02
"""Expected rhymes below which a pair is dropped."""
MOST = 6.0
"""Log ratios lie between -MOST and MOST."""
MANY_SONGS = -2
"""Where the one song of a pair would stand: it was seen in several."""


@dataclass
class WordPairs:
    """Partners of word w are `partners[bounds[w]:bounds[w + 1]]`, in order; each pair stands there twice."""

    bounds: Ints
    partners: Ints
    only_song: Ints
    """The song (or part of a long one) that alone has this pair, or `MANY_SONGS`."""
    counts: Floats
    """How often the pair is expected to rhyme."""
    totals: Floats
    """The sum over a word's partners."""
    repeated: float = 0.0
    """Log ratio of a word that follows in its own rhyme class."""

    @classmethod
    def cooccurring(cls, ends: EndWords, words: int) -> WordPairs:
        """The pairs of distinct words in lines of one verse that are less than four lines apart."""
        first, second, songs = (np.concatenate(part) for part in zip(*_near_pairs(ends), strict=True))
        apart = (first != second) & (first >= 0) & (second >= 0)
        first, second, songs = first[apart], second[apart], songs[apart]
        keys = np.concatenate((first * words + second, second * words + first))
        songs = np.concatenate((songs, songs))
        order = np.argsort(keys, kind="stable")
        keys, songs = keys[order], songs[order]
        starts = np.flatnonzero(np.diff(keys, prepend=-1))
        keys_once = keys[starts]
        lowest, highest = _extremes(songs, starts)
        only = np.where(lowest == highest, lowest, MANY_SONGS)
        bounds = np.searchsorted(keys_once, np.arange(words + 1) * words)
        return cls(bounds, keys_once % words, only, np.zeros(len(keys_once)), np.zeros(words))

    def count(self, ends: EndWords, near_links: Floats) -> None:
        """Take the expected links of near lines, `near_links[line, gap - 1]`, as the counts of pairs."""
        self.counts[:] = 0.0
        _kernels.add_links(ends.ids, near_links, self.bounds, self.partners, self.counts)
        self.totals = word_totals(self.bounds, self.counts)
        self.repeated = _repeated(ends, near_links)

    def without_rare(self) -> WordPairs:
        """Only pairs that are expected to rhyme; the others would not come back, and cost time."""
        kept = self.counts > LEAST
        bounds = np.concatenate(([0], np.cumsum(kept)))[self.bounds]
        return WordPairs(
            bounds, self.partners[kept], self.only_song[kept], self.counts[kept], self.totals, self.repeated
        )

    def near_ratios(self, ends: EndWords, window: int = LONGEST - 1) -> Floats:
        """Log ratios of each line with those before it in its verse, `[line, gap - 1]`."""
        ratios = np.zeros((len(ends.ids), window))
        fill: Any = _kernels.log_ratios
        fill(ends.ids, ends.bounds, ends.parts, *self._table, ratios)
        return ratios

    @property
    def _table(self) -> tuple[Any, ...]:
        return (
            self.bounds, self.partners, self.only_song, self.counts, self.totals, float(self.totals.sum()),
            self.repeated, SMOOTHING, SECOND_STEP, FLOOR, MOST,
        )  # fmt: skip

    def ratio(self, first: int, second: int, song: int = -1) -> float:
        """The log ratio of two words: above 0 if they rhyme more often than by chance."""
        return float(_kernels.log_ratio(first, second, song, *self._table))

    def share(self, word: int) -> float:
        """q: the share of a word in all rhymes."""
        return float((self.totals[word] + SMOOTHING) / (self.totals.sum() + SMOOTHING * len(self.totals)))


def word_totals(bounds: Ints, counts: Floats) -> Floats:
    """The sum of each word's counts."""
    sums = np.concatenate(([0.0], np.cumsum(counts)))
    return np.asarray(np.maximum(0.0, sums[bounds[1:]] - sums[bounds[:-1]]), np.float64)


def _near_pairs(ends: EndWords) -> list[tuple[Ints, Ints, Ints]]:
    verse = np.repeat(np.arange(len(ends.bounds) - 1), np.diff(ends.bounds))
    parts = ends.parts
    rows = []
    for gap in range(1, LONGEST):
        inside = (
            np.flatnonzero(verse[gap:] == verse[:-gap]) + gap if len(verse) > gap else np.zeros(0, np.int64)
        )
        rows.append((ends.ids[inside], ends.ids[inside - gap], parts[inside]))
    return rows


def _extremes(values: Ints, starts: Ints) -> tuple[Ints, Ints]:
    if not len(starts):
        return values[:0], values[:0]
    return np.minimum.reduceat(values, starts), np.maximum.reduceat(values, starts)


def _repeated(ends: EndWords, near_links: Floats) -> float:
    """Log ratio of a repeated word: its share in expected links beside its share in other near pairs."""
    same_linked = same_free = linked = free = 0.0
    verse = np.repeat(np.arange(len(ends.bounds) - 1), np.diff(ends.bounds))
    for gap in range(1, LONGEST):
        if len(verse) <= gap:
            break
        earlier, later = ends.ids[:-gap], ends.ids[gap:]
        inside = (verse[gap:] == verse[:-gap]) & (earlier >= 0) & (later >= 0)
        links = near_links[gap:, gap - 1][inside]
        same = (earlier == later)[inside]
        linked, free = linked + links.sum(), free + (1 - links).sum()
        same_linked, same_free = same_linked + links[same].sum(), same_free + (1 - links)[same].sum()
    ratio = ((same_linked + 1) / (linked + 1)) / ((same_free + 1) / (free + 1))
    return float(np.clip(np.log(max(ratio, 1e-9)), -MOST, MOST))
