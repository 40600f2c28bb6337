"""Which lines of verse teach a response: lines that rhyme by their scheme, or lines that stand side by side.

Wu et al. (2013), section 5: pairs that the rhyme scheme detector calls rhyming, of which those that are
adjacent too were kept (200,000 of 600,000), beside as many random pairs of adjacent lines. Each pair is used
in both directions.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from likewise.errors import InputError
from likewise.freestyle.rhyme.scheme import RhymeScheme
from likewise.text import Ints

__all__ = [
    "RHYMING",
    "SELECTIONS",
    "adjacent_pairs",
    "both_ways",
    "drawn_pairs",
    "rhyming_lines",
    "shared_pairs",
    "short_pairs",
]

SELECTIONS = ("rhyme", "adjacent")
RHYMING = ("adjacent", "all")
"""Pairs by rhyme scheme: those of adjacent lines, or all of a stanza."""


def rhyming_lines(sizes: Sequence[int], schemes: Sequence[RhymeScheme], which: str = "adjacent") -> Ints:
    """Pairs (i, j), i < j, of lines that rhyme by their schemes; lines are numbered over all verses.

    `sizes`: the lines of each verse; `which`: one of `RHYMING`.
    """
    if which not in RHYMING:
        raise InputError(f"expected one of {', '.join(RHYMING)}, found '{which}'", field="rhyming")
    rows: list[tuple[int, int]] = []
    first = 0
    for size, scheme in zip(sizes, schemes, strict=True):
        rows += [(first + i, first + j) for i, j in scheme.pairs if which == "all" or j == i + 1]
        first += size
    return np.array(rows, np.int64).reshape(-1, 2)


def adjacent_pairs(sizes: Sequence[int]) -> Ints:
    """Pairs (i, i + 1) of lines that stand side by side in their verse."""
    bounds = np.cumsum([0, *sizes])
    inner = np.ones(int(bounds[-1]), np.bool_)
    inner[bounds[1:][np.diff(bounds) > 0] - 1] = False
    first = np.flatnonzero(inner)
    return np.stack((first, first + 1), axis=1)


def short_pairs(lengths: Ints, pairs: Ints, longest: int) -> Ints:
    """The pairs of lines of at most so many words."""
    return pairs[(lengths[pairs] <= longest).all(axis=1)]


def drawn_pairs(pairs: Ints, most: int, seed: int) -> Ints:
    """At most so many of the pairs, drawn without putting back, in their order."""
    if len(pairs) <= most:
        return pairs
    rows = np.random.default_rng(seed).permutation(len(pairs))[:most]
    return pairs[np.sort(rows)]


def both_ways(pairs: Ints) -> Ints:
    """Each pair as challenge and response, and the other way round right after it."""
    return np.stack((pairs, pairs[:, ::-1]), axis=1).reshape(-1, 2)


def shared_pairs(one: Ints, other: Ints) -> float:
    """The share of the first pairs that are among the second too, whatever their direction (paper: 15 %)."""
    first = {(min(a, b), max(a, b)) for a, b in one.tolist()}
    second = {(min(a, b), max(a, b)) for a, b in other.tolist()}
    return len(first & second) / len(first) if first else 0.0
