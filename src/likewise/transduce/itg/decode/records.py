"""What the kernels hand to each other: places of features, records in arrays, groups of arrays.

Words of the output are target ids; words that the grammar's target vocabulary lacks have ids after its end.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from likewise.transduce.lm.chart._kernels import span_record

TM, LM, WORDS, SINGLETONS, COPIES, UNKNOWN, DROPPED, END_BONUS = range(8)
"""Places of the features (see `features`)."""

LEXICAL, STRAIGHT, INVERTED, START = 0, 1, 2, 3
"""What is at the top of an item; START is the beginning of a sentence, left of all in monotone search."""

COPIED, LEFT_OUT, NO_ROW = -1, -2, -3
"""In place of a row: an unknown word that is copied, or left out; no rule at all."""

NO_WORDS, ALLOWED, REFUSED = 0, 1, 2
"""Whether the last word of an item may end the output, where only some may; 0: it has none, or all may."""

REQUIRED_BITS = 8
BANNED, END_WORD = 1 << 8, 1 << 9
"""Tags of target words: bits 0 to 7 are the required words, then these."""

SHARED_ORDER = 4
"""Language models up to this order use the same compiled kernels."""


def item_record(order: int) -> np.dtype[Any]:
    """A part of an output: a span of the source, the states of the language model and of the constraints."""
    span = span_record(max(order, SHARED_ORDER))
    fields: list[Any] = [(name, span[name]) for name in span.names or ()]
    fields += [
        ("total", "f8"),  # weighted score of the best derivation
        ("rank", "f8"),  # the same with what its place in the source adds: the end of the sentence
        ("key", "u8"),  # of all that decides how it may go on
        ("top", "i4"),
        ("count", "i4"),  # target words, as far as constraints care
        ("mask", "i4"),  # required words that it has
        ("ending", "i4"),  # NO_WORDS, ALLOWED or REFUSED
        ("first", "i4"),  # first and last target word; -1: it has none
        ("last", "i4"),
        ("text", "i4"),  # where its words begin in the texts (of the best derivation)
        ("length", "i4"),
        ("edge", "i4"),  # first of the ways to it; -1: it is lexical
        ("begin", "i4"),  # span of a lexical item
        ("end", "i4"),
        ("row", "i4"),  # its rule; after the grammar's rules come the further ones of the search
        ("base", "i4"),  # of an insertion: the lexical item that it is attached to; -1: it is none
        ("side", "i4"),  # 0: inserted before it, 1: behind it
        ("before", "i4"),  # of a candidate: the items to be joined, in the order of the source
        ("behind", "i4"),
        ("inverted", "i4"),
        ("leading", "i4"),  # 1: the right one is the first of its group
        ("refused", "i4"),  # 1: a constraint forbids it
        ("following", "i4"),  # next item of the group
        ("group", "i4"),  # of the first of a group: the first of the next group of the cell
    ]
    return np.dtype(fields, align=True)


EDGE = np.dtype(
    [("through", "f8"), ("left", "i4"), ("right", "i4"), ("inverted", "i4"), ("beside", "i4")], align=True
)
"""A way to an item: its score that way, the items joined (right -1: none), the next way."""

PATH = np.dtype(
    [
        ("value", "f8"),  # best score of an output that ends so
        ("key", "u8"),  # of its last words, those that are known
        ("open", "i4"),  # items before them, last one first: a place in a list of opens; -1: none
        ("option", "i4"),  # lexical item that was written last; -1: none
        ("after", "i4"),  # path without it
        ("inverted", "i4"),  # inverted joins so far
    ],
    align=True,
)
OPEN = np.dtype([("key", "u8"), ("item", "i4"), ("next", "i4")], align=True)

ITEMS, EDGES, TEXT = 0, 1, 2
"""Counters of a forest."""


class Forest(NamedTuple):
    """All items so far, the ways to them, their words, and how many there are of each."""

    items: Any
    edges: Any
    texts: Any
    count: Any


class RuleArrays(NamedTuple):
    """A grammar's rules by source phrase (see `RuleIndex`), and logs of the structural rules."""

    slots: Any
    places: Any
    starts: Any
    ranked: Any
    estimates: Any
    target_ids: Any
    target_bounds: Any
    fixed: Any
    longest: int
    straight: float
    inverted: float


class ExtraRules(NamedTuple):
    """Further rules of one search: where each applies (begin -1: an insertion), its words and score."""

    begins: Any
    ends: Any
    target_ids: Any
    target_bounds: Any
    fixed: Any


class Challenge(NamedTuple):
    """A source: ids of the grammar, ids of the same words as target words; what is known of target words.

    `model` is the language model's id of each target word, `tags` its bits, `bonus` what it adds as the last.
    """

    source: Any
    copies: Any
    model: Any
    tags: Any
    bonus: Any


class StateLimits(NamedTuple):
    """Constraints as the kernels take them; counts of words stop at `cap`, `masks` is 2 ** required words."""

    least: int
    most: int
    cap: int
    masks: int
    ends: bool
    end_only: bool
    fresh: bool


class ChartSettings(NamedTuple):
    """Weights of the features, and how wide to search (see `GrammarDecoder`)."""

    weights: Any
    pop_limit: int
    per_span: int
    insertions: int
    per_insertion: int
    monotone: bool
