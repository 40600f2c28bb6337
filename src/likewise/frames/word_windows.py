"""Sentences as pieces for an encoder: in one window where they fit, else in several that overlap."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from likewise.text import Encoder

__all__ = ["WordWindow", "windows_of"]

LARGEST = 254
"""Pieces of a window; sentences to learn from were shorter."""
LONGEST_WORD = 40
"""Pieces of a word that are read: a row of a thousand dots is one word."""


@dataclass(frozen=True, slots=True)
class WordWindow:
    """Words from `start` to `end` of a sentence, their pieces, and where each word begins among them.

    The words from `own_start` to `own_end` are taken from this window: their neighbours are in it too.
    """

    sentence: int
    start: int
    end: int
    own_start: int
    own_end: int
    ids: list[int]
    firsts: list[int]


def windows_of(
    encoder: Encoder, sentence: int, words: Sequence[str], largest: int = LARGEST
) -> list[WordWindow]:
    """The windows of one sentence; each word is the own of just one of them."""
    pieces = [list(encoder.pieces.of(word))[:LONGEST_WORD] for word in words]
    ends = [0]
    for word in pieces:
        ends.append(ends[-1] + len(word))
    windows, start, own = list[WordWindow](), 0, 0
    while True:
        end = start
        while end < len(words) and ends[end + 1] - ends[start] <= largest:
            end += 1
        # The next window begins in the middle of this one; half of what they share is each one's own.
        middle = start + max(1, (end - start) // 2)
        own_end = len(words) if end == len(words) else (middle + end) // 2
        ids, firsts = [encoder.pieces.first], list[int]()
        for word in pieces[start:end]:
            firsts.append(len(ids))
            ids += word
        windows.append(WordWindow(sentence, start, end, own, own_end, [*ids, encoder.pieces.last], firsts))
        if end == len(words):
            return windows
        start, own = middle, own_end
