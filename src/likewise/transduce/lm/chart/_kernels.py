"""Scores of spans that are put together from the inside, as a chart decoder does it.

What is before a span is not known when it is scored. So a span keeps two states (Heafield et al. 2011, "Left
language model state for syntactic machine translation"): on the right the context of the next word, as
everywhere; on the left the first words, as far as what comes before them may still change their scores.
Joining two spans corrects the scores of the second one's left words, and of the word behind them, which may
have to pay for backing off.

Spans are records (`span_record`), or have its fields among others. `tables` are `SpanTables`. Twins, and the
law that any way of joining gives the score of the whole, are in tests/transduce/lm/chart.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from likewise.kernel import kernel
from likewise.transduce.lm._kernels import advance, begin, extended, find

_SPREAD = np.uint64(0x9E3779B97F4A7C15)
_MIX = np.uint64(0xBF58476D1CE4E5B9)
_SHIFT = np.uint64(31)


class SpanTables(NamedTuple):
    """A language model's table, and for each slot whether some n-gram has one more word in front."""

    keys: Any
    logprob: Any
    backoff: Any
    preceded: Any
    order: int


def span_record(order: int) -> np.dtype[Any]:
    """A span's score and states for a model of this order."""
    room = (max(1, order - 1),)
    return np.dtype(
        [
            ("score", "f8"),  # of all its words, those on the left as far as they are known
            ("words", "i4"),  # how many words are on the left
            ("full", "i4"),  # whether the span goes on behind them; 0: they are all it has
            ("kept", "i4"),  # length of the right state
            ("left", "i4", room),  # the words on the left, first one first
            ("own", "f8", room),  # their scores so far
            ("context", "i4", room),  # the right state, latest word first
            ("backoffs", "f4", room),  # with the back-off weight of each of its lengths
        ],
        align=True,
    )


@kernel()
def mark_preceded(keys: Any, preceded: Any, suffixes: Any) -> None:
    """Mark n-grams (by their keys) as those that some n-gram has a word in front of."""
    for i in range(len(suffixes)):
        slot = find(keys, suffixes[i])
        if slot >= 0:
            preceded[slot] = 1


@kernel()
def clear_span(span: Any) -> None:
    """Make it the empty span."""
    span.score, span.words, span.full, span.kept = 0.0, 0, 0, 0


@kernel()
def begin_span(tables: Any, span: Any) -> None:
    """Make it the beginning of a sentence, which nothing is before."""
    clear_span(span)
    span.full = 1
    span.kept = begin(tables.keys, tables.backoff, span.context, span.backoffs)


@kernel()
def copy_right(span: Any, copy: Any) -> None:
    """Give one record the right state of another."""
    copy.kept = span.kept
    for place in range(span.kept):
        copy.context[place], copy.backoffs[place] = span.context[place], span.backoffs[place]


@kernel()
def copy_span(span: Any, copy: Any) -> None:
    """Give one record score and states of another."""
    copy.score, copy.words, copy.full = span.score, span.words, span.full
    for place in range(span.words):
        copy.left[place], copy.own[place] = span.left[place], span.own[place]
    copy_right(span, copy)


@kernel()
def is_preceded(keys: Any, preceded: Any, left: Any, words: int, word: int) -> bool:
    """Whether the left words with this one behind them end some longer n-gram."""
    key = extended(np.uint64(0), word)
    for place in range(words - 1, -1, -1):
        key = extended(key, left[place])
    slot = find(keys, key)
    return bool(slot >= 0 and preceded[slot] != 0)


@kernel()
def grow_left(tables: Any, span: Any, word: int, score: float, matched: int) -> None:
    """Take the span's next word in on the left, if an n-gram may join it to what comes before the span."""
    words = span.words
    joinable = words + 1 < tables.order and matched == words
    if joinable and is_preceded(tables.keys, tables.preceded, span.left, words, word):
        span.left[words], span.own[words] = word, score
        span.words = words + 1
    # The word behind a left state of full length has its whole context inside the span.
    span.full = 1 if span.words == words or span.words + 1 == tables.order else 0


@kernel()
def push_word(tables: Any, span: Any, word: int) -> float:
    """Put a word behind the span, in place; gives its score."""
    score, kept, matched = advance(
        tables.keys, tables.logprob, tables.backoff, span.context, span.backoffs, span.kept, word
    )
    span.kept = kept
    span.score += score
    if span.full == 0:
        grow_left(tables, span, word, score, matched)
    return score


@kernel()
def join_spans(tables: Any, one: Any, other: Any, joined: Any) -> None:
    """Write what two spans are as one; `joined` may be `one`, but not `other`."""
    copy_span(one, joined)
    joined.score = one.score + other.score
    if one.full == 0 and one.words == 0:
        copy_span(other, joined)
        return
    for place in range(other.words):
        word = other.left[place]
        score, kept, matched = advance(
            tables.keys, tables.logprob, tables.backoff, joined.context, joined.backoffs, joined.kept, word
        )
        joined.kept = kept
        joined.score += score - other.own[place]
        if joined.full == 0:
            grow_left(tables, joined, word, score, matched)
        if kept <= place + 1:
            # The context has come to lie inside the other span: from here on all is as it was.
            if other.full != 0 or place + 1 < other.words:
                joined.full = 1
            copy_right(other, joined)
            return
    if other.full != 0:
        for place in range(other.words, joined.kept):
            joined.score += joined.backoffs[place]
        joined.full = 1
        copy_right(other, joined)


@kernel()
def state_key(span: Any) -> Any:
    """A hash of both states: spans that agree in it are alike for all that may come before and behind."""
    # Spread before the first word is mixed in: else (not full, word 9) and (full, word 8) would be one key.
    key = (np.uint64(span.words) * np.uint64(2) + np.uint64(span.full) + _SPREAD) * _MIX
    key ^= key >> _SHIFT
    for place in range(span.words):
        key = ((key ^ np.uint64(span.left[place])) + _SPREAD) * _MIX
        key ^= key >> _SHIFT
    key = (key ^ (np.uint64(span.kept) + _SPREAD)) * _MIX
    for place in range(span.kept):
        key = ((key ^ np.uint64(span.context[place])) + _SPREAD) * _MIX
        key ^= key >> _SHIFT
    return key


@kernel()
def push_words(tables: Any, span: Any, ids: Any) -> None:
    """Put words behind the span, one after another."""
    for i in range(len(ids)):
        push_word(tables, span, ids[i])
