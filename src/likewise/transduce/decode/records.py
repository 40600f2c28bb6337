"""What the decoder's kernels hand to each other: places of features, records in arrays, groups of arrays.

Words of the output are target ids; words that the target vocabulary lacks have ids after its end, so that
they can be copied and told apart.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

LM, WORDS, PHRASES, DISTORTION, UNKNOWN, COPIED = 4, 5, 6, 7, 8, 9
FEATURES = 13
"""Places of the features: four phrase scores, language model, counts, copied n-grams of order 1 to 4."""
CONTEXT = 4
"""Words of output that a hypothesis remembers: enough for a language model of order 5."""
START = -1
"""Stands before the first word of an output."""
FAR = -1e30
"""Worse than any score."""

_STATE = [
    ("kept", "i4"),  # length of the language model's state
    ("words", "i4", (CONTEXT,)),  # the last words, latest first
    ("context", "i4", (CONTEXT,)),  # the language model's state: words,
    ("backoffs", "f4", (CONTEXT,)),  # their back-off weights
]
NODE = np.dtype(
    [
        ("value", "f8"),  # weighted language model and copied n-grams of the words up to this one
        ("id", "i4"),  # target id of the word
        ("model", "i4"),  # the language model's id
        ("place", "i4"),  # its first place in the source; -1: none
        ("before", "i4"),  # the node of the word before; -1: none
        ("visitor", "i4"),  # the hypothesis that value, run and state belong to
        ("run", "i4"),  # how many words up to this one stand together in the source
        *_STATE,
    ],
    align=True,
)
"""A word of options that begin at one place and share all words up to it; what comes of it in a context."""

OPTION = np.dtype(
    [
        ("fixed", "f8"),  # score without context
        ("estimate", "f8"),  # with language model and copied n-grams inside the phrase
        ("begin", "i4"),  # of the span
        ("end", "i4"),
        ("row", "i4"),  # of the table; -1: the source's word is copied
        ("node", "i4"),  # of its last word
    ],
    align=True,
)
HYPOTHESIS = np.dtype(
    [
        ("score", "f8"),  # of the best way here
        ("estimate", "f8"),  # with the future cost
        ("key", "u8"),  # of all that decides how it may go on
        ("mask", "u8"),  # covered words after the first gap; bit 0 is the gap itself
        ("gap", "i4"),  # the first word not covered
        ("last", "i4"),  # the end of the last phrase
        ("arc", "i4"),  # the first of the ways here
        ("below", "i4"),  # next of the stack, or of those not used
        *_STATE,
    ],
    align=True,
)
ARC = np.dtype(
    [
        ("through", "f8"),  # score of the hypothesis when reached this way
        ("before", "i4"),  # the hypothesis that was extended
        ("option", "i4"),  # by what
        ("beside", "i4"),  # the next way, or the next one not used
    ],
    align=True,
)
STACK = np.dtype([("threshold", "f8"), ("top", "i4"), ("size", "i4")], align=True)
"""Hypotheses that cover equally many words: the least estimate that may join, the first one, their number."""

NUMBER, ARCS, FREE, FREE_ARC, TAKEN = 0, 1, 2, 3, 4
"""Counters of a search: hypotheses and arcs so far, first ones to use again, taken slots."""

PATH = np.dtype(
    [
        ("tail", "f8"),  # score of the options from here on
        ("key", "u8"),  # of their words
        ("hypothesis", "i4"),  # before them
        ("option", "i4"),  # the first of them; -1: none
        ("after", "i4"),  # the path without it
    ],
    align=True,
)
"""The end of a derivation."""


class SourceSentence(NamedTuple):
    """A source: its words as target ids and as ids of the table, and where each target word stands in it."""

    words: Any
    table_ids: Any
    first: Any
    following: Any


class Table(NamedTuple):
    """A phrase table (see `PhraseTable`) with its index.

    `alone` are the log-probabilities of target phrases without context; `hidden` rows (0/1, may be empty) are
    not used.
    """

    slots: Any
    places: Any
    rows: Any
    targets: Any
    scores: Any
    words: Any
    bounds: Any
    alone: Any
    longest: int
    hidden: Any


class LanguageArrays(NamedTuple):
    """A language model's table, and its ids of target words, those after the vocabulary's end apart."""

    ids: Any
    extra: Any
    keys: Any
    logprob: Any
    backoff: Any
    order: int


class SearchSettings(NamedTuple):
    """Weights of the features, and how wide to search (see `Decoder`)."""

    weights: Any
    beam: int
    limit: int
    per_span: int
    width: float


class OptionTree(NamedTuple):
    """The words of options as a tree for each place where they begin; a table finds a word after another."""

    nodes: Any
    slots: Any
    holders: Any


class Lattice(NamedTuple):
    """A search so far: hypotheses, the ways to them, a table of them by key, stacks, counters."""

    hypotheses: Any
    arcs: Any
    slots: Any
    holders: Any
    stacks: Any
    count: Any
