"""How far the words that two texts share have moved, from their order and from the words that they hang on.

Scrambled sentences (Zhang et al. 2019) have nearly the same words, and a small net reads them as alike. What
tells them from paraphrases is that words change places and heads at once: in another voice, or with a phrase
put in front, words change places and hang where they did.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from likewise.metrics.meaning.read_text import ReadText
from likewise.metrics.meaning.word_alignment import WordAlignment

__all__ = ["moved"]

OVERLAP = 0.8
"""Share of content words in common from which the order is looked at: below it, texts differ in words."""
INVERTED, REHUNG = 0.1, 0.3
"""Shares of inverted pairs and of changed heads that count in full."""


def moved(alignment: WordAlignment) -> float:
    """0 to 1: whether words of both texts stand in another order and hang on other words; 0 where the texts
    have few words in common, or are not parsed."""
    a, b = alignment.a, alignment.b
    if alignment.overlap < OVERLAP or a.sentence is None or b.sentence is None:
        return 0.0
    return min(_inverted(alignment) / INVERTED, 1.0) * min(_rehung(alignment) / REHUNG, 1.0)


def _inverted(alignment: WordAlignment) -> float:
    """The share of pairs of aligned words that are the other way round in B."""
    places = np.array([j for j in alignment.to_b if j >= 0])
    pairs = len(places) * (len(places) - 1) / 2
    return float(np.triu(places[:, None] > places[None, :], 1).sum()) / pairs if pairs else 0.0


def _rehung(alignment: WordAlignment) -> float:
    """The share of aligned content words that hang on another content word than in the other text."""
    kept = [
        same for side in (alignment, alignment.mirrored()) for same in _keeps_head(side.a, side.b, side.to_b)
    ]
    return 1.0 - sum(kept) / len(kept) if kept else 0.0


def _keeps_head(a: ReadText, b: ReadText, to_b: tuple[int, ...]) -> Iterator[bool]:
    """For each content word of A with a partner, and a head that has one or is none: is the head the same?"""
    for i, word in enumerate(a.words):
        head = _content_head(a, i)
        if not word.is_content or to_b[i] < 0 or (head >= 0 and to_b[head] < 0):
            continue
        other = _content_head(b, to_b[i])
        yield other == (to_b[head] if head >= 0 else -1)


def _content_head(read: ReadText, i: int) -> int:
    """The nearest content word above a word; -1 for none."""
    head = read.heads[i]
    for _ in range(len(read.words)):
        if head < 0 or read.words[head].is_content:
            return head
        head = read.heads[head]
    return -1
