"""Queries of an n-gram table: open addressing over the keys of n-grams, natural logarithms throughout.

An n-gram's key is hashed from its last word backwards, so one more word of context extends the key.
The lowest bit of a stored key is no part of the hash: it is set where some longer n-gram continues
this one to the right. Every kernel has a plain Python twin in tests/transduce/lm/test_kernels.py.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from likewise.kernel import kernel

_ONE = np.uint64(1)
_SPREAD = np.uint64(0x9E3779B97F4A7C15)
_MIX = np.uint64(0xD6E8FEB86659FD93)
_HALF = np.uint64(32)

UNKNOWN, BEGIN, END = 0, 1, 2
"""Ids of <unk>, <s> and </s>."""
TYPED_END: Any = np.int32(END)
"""As ids are: numba has a type for a literal, for which what is called would be compiled once more."""


@kernel()
def extended(key: Any, word: int) -> Any:
    """The key of an n-gram with one more word in front; the empty n-gram has key 0.

    One-to-one in the word for a given key and in the key for a given word; the last step brings the
    well-mixed upper half of a product to the lower bits, which choose the slot.
    """
    key = (np.uint64(key) ^ ((np.uint64(word) + _ONE) * _SPREAD)) * _MIX
    return key ^ (key >> _HALF)


@kernel()
def find(keys: Any, key: Any) -> Any:
    """The slot of a key, or -1."""
    mask = np.uint64(len(keys) - 1)
    wanted = key | _ONE
    slot = (key >> _ONE) & mask
    while True:
        found = keys[slot]
        if found | _ONE == wanted:
            return np.int64(slot)
        if found == 0:
            return np.int64(-1)
        slot = (slot + _ONE) & mask


@kernel()
def find_word(keys: Any, key: Any) -> Any:
    """The slot of a single word; one that the table does not hold is the unknown word."""
    slot = find(keys, key)
    return slot if slot >= 0 else find(keys, extended(np.uint64(0), UNKNOWN))


@kernel()
def word_score(keys: Any, logprob: Any, backoff: Any, context: Any, n: int, word: int) -> float:
    """Log-probability of a word after `n` words of context, the most recent of them first.

    The longest n-gram that the table holds gives the probability; the contexts longer than it
    give their back-off weights.
    """
    key = extended(np.uint64(0), word)
    slot = find_word(keys, key)
    total = logprob[slot]
    matched = 0
    while matched < n:
        key = extended(key, context[matched])
        slot = find(keys, key)
        if slot < 0:
            break
        total = logprob[slot]
        matched += 1
    score = np.float64(total)
    key = np.uint64(0)
    for place in range(n):
        key = extended(key, context[place])
        if place >= matched:
            slot = find(keys, key)
            if slot < 0:
                break
            score += backoff[slot]
    return score


@kernel()
def state_length(keys: Any, context: Any, n: int) -> int:
    """How many of the `n` most recent words can still matter: the longest context that an n-gram continues.

    Two hypotheses whose contexts agree that far have the same score for every continuation.
    """
    key = np.uint64(0)
    for place in range(n):
        key = extended(key, context[place])
        slot = find(keys, key)
        if slot < 0 or keys[slot] & _ONE == 0:
            return place
    return n


@kernel()
def advance(
    keys: Any, logprob: Any, backoff: Any, context: Any, weights: Any, n: int, word: int
) -> tuple[float, int, int]:
    """Score a word and move the state on to it, in place.

    Returns the score, the state's new length, and how many words of context the n-gram used has.

    The state is `context` (most recent word first) with the back-off weight of each of its lengths in
    `weights`, both with room for one word less than the model's order (and one at least). The n-grams
    found for the word are the contexts of the next one, so each is looked up once, not twice as by
    `word_score`. Words that cannot matter are dropped.
    """
    key = extended(np.uint64(0), word)
    slot = find_word(keys, key)
    score = np.float64(logprob[slot])
    matched, kept = 0, 0
    while True:
        weight, continued = backoff[slot], keys[slot] & _ONE != 0
        slot = np.int64(-1)
        if matched < n:
            key = extended(key, context[matched])
            slot = find(keys, key)
            if slot < 0:
                for place in range(matched, n):
                    score += weights[place]
        # Only now: the weight that stood there may have been needed.
        if continued:
            weights[matched] = weight
            kept = matched + 1
        if slot < 0:
            break
        matched += 1
        score = np.float64(logprob[slot])
    for place in range(kept - 1, 0, -1):
        context[place] = context[place - 1]
    if kept > 0:
        context[0] = word
    return score, kept, matched


@kernel()
def begin(keys: Any, backoff: Any, context: Any, weights: Any) -> int:
    """Set the state to the beginning of a sentence; returns its length."""
    slot = find(keys, extended(np.uint64(0), BEGIN))
    if slot < 0 or keys[slot] & _ONE == 0:
        return 0
    context[0] = BEGIN
    weights[0] = backoff[slot]
    return 1


@kernel()
def sentence_scores(
    keys: Any, logprob: Any, backoff: Any, order: int, ids: Any, bounds: Any, eos: bool
) -> Any:
    """Log-probability of each sentence, with its end where `eos`."""
    sentences = len(bounds) - 1
    scores = np.zeros(sentences, np.float64)
    context = np.zeros(order, np.int64)
    weights = np.zeros(order, np.float32)
    for sentence in range(sentences):
        n = begin(keys, backoff, context, weights)
        total = 0.0
        for place in range(bounds[sentence], bounds[sentence + 1]):
            score, n, _ = advance(keys, logprob, backoff, context, weights, n, ids[place])
            total += score
        if eos:
            score, n, _ = advance(keys, logprob, backoff, context, weights, n, TYPED_END)
            total += score
        scores[sentence] = total
    return scores


@kernel()
def event_scores(keys: Any, logprob: Any, backoff: Any, order: int, ids: Any, bounds: Any) -> tuple[Any, Any]:
    """For each word and, behind each sentence, its end: log-probability and words of context used."""
    sentences = len(bounds) - 1
    scores = np.zeros(len(ids) + sentences, np.float64)
    used = np.zeros(len(scores), np.int64)
    context = np.zeros(order, np.int64)
    weights = np.zeros(order, np.float32)
    event = 0
    for sentence in range(sentences):
        n = begin(keys, backoff, context, weights)
        for place in range(bounds[sentence], bounds[sentence + 1] + 1):
            word = ids[place] if place < bounds[sentence + 1] else END
            scores[event], n, used[event] = advance(keys, logprob, backoff, context, weights, n, word)
            event += 1
    return scores, used


@kernel()
def fill(
    keys: Any, logprob: Any, backoff: Any, grams: Any, continued: Any, new_logprob: Any, new_backoff: Any
) -> None:
    """Put n-grams with their keys into the table."""
    mask = len(keys) - 1
    for i in range(len(grams)):
        slot = np.int64((grams[i] >> _ONE) & np.uint64(mask))
        while keys[slot] != 0:
            slot = (slot + 1) & mask
        keys[slot] = (grams[i] | _ONE) if continued[i] else (grams[i] & ~_ONE)
        logprob[slot] = new_logprob[i]
        backoff[slot] = new_backoff[i]


@kernel()
def extended_all(keys: Any, words: Any) -> Any:
    """`extended` for many keys and words at once."""
    longer = np.empty(len(keys), np.uint64)
    for i in range(len(keys)):
        longer[i] = extended(keys[i], words[i])
    return longer


@kernel()
def mark_continued(keys: Any, grams: Any) -> None:
    """Mark n-grams of the table as continued."""
    for i in range(len(grams)):
        slot = find(keys, grams[i])
        if slot >= 0:
            keys[slot] |= _ONE
