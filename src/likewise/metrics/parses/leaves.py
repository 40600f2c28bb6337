"""Words: leaf ancestor (LA), lexeme name match (LNM), part of speech (POS); Packard (2012), section 3.

A gold word is found where the parse has a word over the same characters; one that is not found scores 0.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from likewise.metrics.parses.parse import Parse, Word

__all__ = ["la", "lnm", "pos", "similarity"]


def la(gold: Parse, parse: Parse) -> float:
    """The mean similarity of the label paths from the root to each word, its own label among them."""
    return _mean(gold, parse, lambda one, other: similarity(one.path, other.path))


def lnm(gold: Parse, parse: Parse) -> float:
    """The share of words with the gold lexical entry."""
    return _mean(gold, parse, lambda one, other: float(one.entry == other.entry))


def pos(gold: Parse, parse: Parse) -> float:
    """The share of words with the gold part of speech."""
    return _mean(gold, parse, lambda one, other: float(one.pos == other.pos))


def _mean(gold: Parse, parse: Parse, similar: Callable[[Word, Word], float]) -> float:
    words = parse.words
    total = sum(similar(word, words[key]) for key, word in gold.words.items() if key in words)
    # A sentence of punctuation alone, with none of it counted, has no word that could be wrong.
    return 100.0 * total / len(gold.words) if gold.words else 100.0


def similarity(one: Sequence[str], other: Sequence[str]) -> float:
    """1 - edit distance / sum of lengths, from 0 to 1 (Sampson and Babarczy 2003).

    As there, to put one label for another costs 2, a deletion and an insertion, so that paths with nothing
    in common score 0. Their lower price for related labels and their marks of boundaries are left out.
    """
    if one == other:
        return 1.0
    size = len(one) + len(other)
    return 2.0 * _common(one, other) / size


def _common(one: Sequence[str], other: Sequence[str]) -> int:
    """The length of the longest common subsequence: what need be neither deleted nor inserted."""
    alike = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        alike += 1
    one, other = one[alike:], other[alike:]
    row = [0] * (len(other) + 1)
    for a in one:
        before = 0
        for place, b in enumerate(other, 1):
            above = row[place]
            row[place] = before + 1 if a == b else max(above, row[place - 1])
            before = above
    return alike + row[-1]
