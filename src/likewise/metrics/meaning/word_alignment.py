"""Which word of B stands for which of A, and the stretches that differ.

Equal words in the same order come first (a longest common subsequence, in which content counts more), then
equal words out of order, then words of one root, then words whose vectors are near at a middle layer of the
encoder. A `Stretch` is what lies between two words that kept their order.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from likewise.metrics.meaning.read_text import ReadText
from likewise.metrics.meaning.word_forms import akin, lemma
from likewise.metrics.meant import similarity

__all__ = ["Stretch", "WordAlignment", "align_words", "common_words", "stretches_between"]

NEAR = 0.62
"""Cosine from which two words of one class stand for each other."""
_ARTICLES = frozenset(["a", "an", "the"])


@dataclass(frozen=True, slots=True)
class Stretch:
    """Words of A and of B (marks left out) between two pairs that kept their order; one side may be empty."""

    a: tuple[int, ...]
    b: tuple[int, ...]


@dataclass(frozen=True)
class WordAlignment:
    """Pairs of words by both sides; -1 where a word has no partner."""

    a: ReadText
    b: ReadText
    to_b: tuple[int, ...]
    to_a: tuple[int, ...]
    ordered: frozenset[int]
    """Words of A that stand in B as they are and in their order."""
    exact: frozenset[int]
    """Words of A whose partner is the same word or one of its root."""

    @cached_property
    def stretches(self) -> tuple[Stretch, ...]:
        """What differs, in order."""
        return tuple(self._stretches())

    def _stretches(self) -> Iterator[Stretch]:
        return stretches_between(self.a, self.b, sorted((i, self.to_b[i]) for i in self.ordered))

    @cached_property
    def closeness(self) -> float:
        """Share of the words of both texts that are in the other as they are and in order, 0 to 1."""
        sizes = [sum(not w.is_mark for w in side.words) for side in (self.a, self.b)]
        same = sum(not self.a.words[i].is_mark for i in self.ordered)
        return 2 * same / max(1, sum(sizes))

    @cached_property
    def overlap(self) -> float:
        """Share of the content words of both texts that have an equal or a word of their root, 0 to 1."""
        content = [[i for i, w in enumerate(side.words) if w.is_content] for side in (self.a, self.b)]
        kept = {self.to_b[i] for i in self.exact}
        both = sum(i in self.exact for i in content[0]) + sum(j in kept for j in content[1])
        return both / max(1, len(content[0]) + len(content[1]))

    @cached_property
    def cosines(self) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
        """Similarity of every word of A with every word of B in their sentences."""
        pair = (tuple(w.low for w in self.a.words), tuple(w.low for w in self.b.words))
        return similarity("auto").matrices([pair])[0]

    def mirrored(self) -> WordAlignment:
        """The same with the sides exchanged."""
        exact = frozenset(self.to_b[i] for i in self.exact)
        ordered = frozenset(self.to_b[i] for i in self.ordered)
        return WordAlignment(self.b, self.a, self.to_a, self.to_b, ordered, exact)


def stretches_between(a: ReadText, b: ReadText, pairs: Sequence[tuple[int, int]]) -> Iterator[Stretch]:
    """What lies between pairs of words in order."""
    before = (-1, -1)
    for pair in [*pairs, (len(a.words), len(b.words))]:
        one = tuple(i for i in range(before[0] + 1, pair[0]) if not a.words[i].is_mark)
        other = tuple(j for j in range(before[1] + 1, pair[1]) if not b.words[j].is_mark)
        if one or other:
            yield Stretch(one, other)
        before = pair


def align_words(a: ReadText, b: ReadText, vectors: bool = True) -> WordAlignment:
    """The words of two texts, held against each other."""
    to_b, to_a = [-1] * len(a.words), [-1] * len(b.words)
    for i, j in common_words(a, b):
        to_b[i], to_a[j] = j, i
    ordered = frozenset(i for i, j in enumerate(to_b) if j >= 0)
    for same in (_same_key, akin):
        for i, word in enumerate(a.words):
            if to_b[i] >= 0 or not word.is_content:
                continue
            open_words = [
                j for j, w in enumerate(b.words) if to_a[j] < 0 and w.is_content and same(word.low, w.low)
            ]
            if open_words:
                place = i / len(a.words)
                j = min(open_words, key=lambda j: abs(j / len(b.words) - place))
                to_b[i], to_a[j] = j, i
    exact = frozenset(i for i, j in enumerate(to_b) if j >= 0)
    alignment = WordAlignment(a, b, tuple(to_b), tuple(to_a), ordered, exact)
    if not vectors:
        return alignment
    left = [
        [i for i, w in enumerate(s.words) if t[i] < 0 and w.is_content] for s, t in ((a, to_b), (b, to_a))
    ]
    if not left[0] or not left[1]:
        return alignment
    table = alignment.cosines[np.ix_(left[0], left[1])]
    for row, i in enumerate(left[0]):
        column = int(table[row].argmax())
        j = left[1][column]
        alike = table[row, column] >= NEAR and int(table[:, column].argmax()) == row
        if alike and _same_class(a.tags[i], b.tags[j]):
            to_b[i], to_a[j] = j, i
    return WordAlignment(a, b, tuple(to_b), tuple(to_a), ordered, exact)


def _same_key(one: str, other: str) -> bool:
    return lemma(one) == lemma(other)


def _same_class(one: str, other: str) -> bool:
    """Whether two tags may stand for each other: nouns and names, verbs and their helpers."""
    classes = {"PROPN": "NOUN", "PRON": "NOUN", "AUX": "VERB", "ADV": "ADJ"}
    return classes.get(one, one) == classes.get(other, other)


def common_words(a: ReadText, b: ReadText, flat: bool = False) -> list[tuple[int, int]]:
    """Pairs of equal words in one order, by dynamic programming; content counts three times as much.

    All count the same where `flat`: then two words that changed places both stand out from their neighbours.
    """
    ones = [i for i, w in enumerate(a.words) if not w.is_mark]
    others = [j for j, w in enumerate(b.words) if not w.is_mark]
    keys, weights = [b.words[j].key for j in others], []
    for i in ones:
        word = a.words[i]
        verb = a.tags[i] == "VERB"
        weight = 3.5 if verb else 3.0 if word.is_content else 0.5 if word.low in _ARTICLES else 1.0
        weights.append(1.0 if flat else weight)
    wide = len(others) + 1
    table = [[0.0] * wide for _ in range(len(ones) + 1)]
    for row in range(len(ones) - 1, -1, -1):
        key, weight, below, here = a.words[ones[row]].key, weights[row], table[row + 1], table[row]
        for column in range(wide - 2, -1, -1):
            best = below[column] if below[column] >= here[column + 1] else here[column + 1]
            if keys[column] == key:
                joined = below[column + 1] + weight
                if row and column and keys[column - 1] == a.words[ones[row - 1]].key:
                    joined += 0.1  # runs of words stay together
                if joined > best:
                    best = joined
            here[column] = best
    pairs, row, column = [], 0, 0
    while row < len(ones) and column < len(others):
        here_now = table[row][column]
        if here_now == table[row + 1][column]:
            row += 1
        elif here_now == table[row][column + 1]:
            column += 1
        else:
            pairs.append((ones[row], others[column]))
            row, column = row + 1, column + 1
    return pairs
