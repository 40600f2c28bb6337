"""The words of an output one after another, and the options of a source's spans.

Twins are in tests/transduce/decode/test_kernels.py. Into the innermost loops arrays travel one by one: taking
them out of a tuple there would cost more than what is done with them.
What the kernels hand to each other, records in arrays and groups of arrays, is in
`likewise.transduce.decode.records`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from likewise.kernel import kernel
from likewise.transduce.decode.records import (
    CONTEXT,
    COPIED,
    LM,
    NODE,
    OPTION,
    PHRASES,
    START,
    UNKNOWN,
    WORDS,
    OptionTree,
)
from likewise.transduce.lm._kernels import TYPED_END, advance, begin as begin_state, word_score
from likewise.transduce.phrases._kernels import extend_hash, find_slot, longer, rehashed


@kernel()
def places(words: Any, distinct: int) -> Any:
    """For each word id its first place in the words (or -1), for each place the next one of its word."""
    first, following = np.full(distinct, -1, np.int32), np.full(len(words), -1, np.int32)
    for place in range(len(words) - 1, -1, -1):
        following[place] = first[words[place]]
        first[words[place]] = place
    return first, following


@kernel(inline="always")
def copied(place: int, before: Any, source: Any, following: Any) -> int:
    """Longest run of words (up to 4) that ends in a word and stands in the source; 0: the word is new.

    `place` is the first place of the word in the source, `before` the words before it, latest first.
    """
    longest = 0
    while place >= 0 and longest < 4:
        run = 1
        while run < 4 and place >= run and source[place - run] == before[run - 1]:
            run += 1
        longest = max(longest, run)
        place = following[place]
    return longest


@kernel()
def append(
    here: Any, word: int, model: int, place: int, source: Any, following: Any,
    keys: Any, logprob: Any, backoff: Any,
) -> Any:  # fmt: skip
    """Put a word behind the last ones of a state; gives its log-probability and the run copied up to it."""
    score, kept, _ = advance(keys, logprob, backoff, here.context, here.backoffs, here.kept, model)
    run = copied(place, here.words, source, following)
    for c in range(CONTEXT - 1, 0, -1):
        here.words[c] = here.words[c - 1]
    here.words[0], here.kept = word, kept
    return score, run


@kernel()
def finish(here: Any, keys: Any, logprob: Any, backoff: Any) -> float:
    """Log-probability of the sentence's end; the state is used up."""
    score, _, _ = advance(keys, logprob, backoff, here.context, here.backoffs, here.kept, TYPED_END)
    return score


@kernel()
def start(here: Any, language: Any) -> None:
    """Set a state to the start of a sentence."""
    for c in range(CONTEXT):
        here.words[c], here.context[c], here.backoffs[c] = START, 0, 0.0
    here.kept = begin_state(language.keys, language.backoff, here.context, here.backoffs)


@kernel()
def copy_state(old: Any, new: Any) -> None:
    """Give one record the state of another."""
    new.kept = old.kept
    for c in range(CONTEXT):
        new.words[c], new.context[c], new.backoffs[c] = old.words[c], old.context[c], old.backoffs[c]


@kernel()
def model_id(word: int, language: Any) -> int:
    """The language model's id of a target word."""
    known = len(language.ids)
    return int(language.ids[word] if word < known else language.extra[word - known])


@kernel()
def phrase_scores(words: Any, bounds: Any, language: Any) -> Any:
    """Log-probability of each target phrase when nothing is known of what is before it."""
    ids, keys, logprob, backoff = language.ids, language.keys, language.logprob, language.backoff
    state, scores = np.zeros(1, NODE), np.zeros(len(bounds) - 1, np.float32)
    here = state[0]
    for phrase in range(len(scores)):
        here.kept, total = 0, 0.0
        for w in range(bounds[phrase], bounds[phrase + 1]):
            score, here.kept, _ = advance(
                keys, logprob, backoff, here.context, here.backoffs, here.kept, ids[words[w]]
            )
            total += score
        scores[phrase] = total
    return scores


@kernel()
def copied_inside(
    words: Any, first: int, last: int, places: Any, source: Any, following: Any, weights: Any, before: Any
) -> float:
    """Weights of the copied n-grams inside `words[first:last]`; `before` is room for the last words."""
    total = 0.0
    before[:] = START
    for w in range(first, last):
        for c in range(copied(places[words[w]], before, source, following)):
            total += weights[COPIED + c]
        for c in range(CONTEXT - 1, 0, -1):
            before[c] = before[c - 1]
        before[0] = words[w]
    return total


@kernel()
def keep_best(best: Any, kept: int, row: int, fixed: float, estimate: float) -> int:
    """Put a row into the ranking `best`, of which `kept` are in use; gives how many are now."""
    place = min(kept, len(best) - 1)
    if kept == len(best) and estimate <= best[place, 2]:
        return kept
    while place > 0 and best[place - 1, 2] < estimate:
        for b in range(3):
            best[place, b] = best[place - 1, b]
        place -= 1
    best[place, 0], best[place, 1], best[place, 2] = row, fixed, estimate
    return min(kept + 1, len(best))


@kernel()
def best_rows(begin: int, end: int, table: Any, weights: Any, sentence: Any, best: Any) -> Any:
    """Rank the rows begin..end-1 by estimate: (row, fixed score, estimate) into `best`; gives how many."""
    words, bounds, targets, scores = table.words, table.bounds, table.targets, table.scores
    hidden, alone, before = table.hidden, table.alone, np.empty(CONTEXT, np.int32)
    source, places, following = sentence.words, sentence.first, sentence.following
    kept: Any = np.int64(0)
    for row in range(begin, end):
        if len(hidden) and hidden[row]:
            continue
        first, last = bounds[targets[row]], bounds[targets[row] + 1]
        fixed = weights[WORDS] * (last - first) + weights[PHRASES]
        for s in range(4):
            fixed += weights[s] * scores[row, s]
        estimate = fixed + weights[LM] * alone[targets[row]]
        estimate += copied_inside(words, first, last, places, source, following, weights, before)
        kept = keep_best(best, kept, row, fixed, estimate)
    return kept


@kernel()
def copy_of_word(i: int, weights: Any, sentence: Any, language: Any, best: Any) -> None:
    """The option of a source word that nothing is known of: the word itself, into `best[0]`."""
    word, nothing = sentence.words[i], np.zeros(1, np.int32)
    none: Any = np.int64(0)
    score = word_score(
        language.keys, language.logprob, language.backoff, nothing, none, model_id(word, language)
    )
    best[0, 0], best[0, 1] = -1, weights[WORDS] + weights[PHRASES] + weights[UNKNOWN]
    best[0, 2] = best[0, 1] + weights[LM] * score + weights[COPIED]


@kernel()
def room_in(tree: Any, needed: int) -> Any:
    """The tree with room for at least so many nodes."""
    room = len(tree.nodes)
    if needed <= room:
        return tree
    while room < needed:
        room *= 2
    slots, holders = rehashed(tree.slots, tree.holders, 2 * room)
    return OptionTree(longer(tree.nodes, room), slots, holders)


@kernel()
def put_words(words: Any, begin: int, tree: Any, taken: int, sentence: Any, language: Any) -> Any:
    """Put the words of an option into the tree of the place where its span begins; room must have been made.

    Gives the number of nodes so far and that of the last word.
    """
    node = -1
    for word in words:
        key = extend_hash(extend_hash(extend_hash(np.uint64(0), begin), node + 1), word)
        slot = find_slot(tree.slots, key)
        if tree.slots[slot] == 0:
            tree.slots[slot], tree.holders[slot] = key, taken
            new = tree.nodes[taken]
            new.id, new.model, new.place = word, model_id(word, language), sentence.first[word]
            new.before, new.visitor = node, -1
            taken += 1
        node = tree.holders[slot]
    return taken, node


@kernel()
def collect_options(sentence: Any, table: Any, language: Any, settings: Any) -> Any:
    """The best options of every span, sorted by begin, then end, then estimate; and the tree of their words.

    The estimate orders the options and becomes the future cost. A word without options of its own is copied.
    """
    n, weights, best = len(sentence.words), settings.weights, np.empty((settings.per_span, 3))
    # np.int64: a literal has a type of its own, for which what is called would be compiled once more.
    options, number = np.empty(1 << 9, OPTION), 0
    taken: Any = np.int64(0)
    tree = OptionTree(np.empty(1 << 10, NODE), np.zeros(1 << 11, np.uint64), np.zeros(1 << 11, np.int32))
    for i in range(n):
        key = np.uint64(0)
        for k in range(i, min(n, i + table.longest)):
            key = extend_hash(key, sentence.table_ids[k])
            slot = find_slot(table.slots, key)
            kept = 0
            if table.slots[slot] == key:
                phrase = table.places[slot]
                kept = best_rows(table.rows[phrase], table.rows[phrase + 1], table, weights, sentence, best)
            if k == i and kept == 0:
                copy_of_word(i, weights, sentence, language, best)
                kept = 1
            if number + kept > len(options):
                options = longer(options, 2 * (number + kept))
            for o in range(kept):
                row = np.int32(best[o, 0])
                words = sentence.words[i : i + 1]
                if row >= 0:
                    words = table.words[
                        table.bounds[table.targets[row]] : table.bounds[table.targets[row] + 1]
                    ]
                tree = room_in(tree, taken + len(words))
                taken, node = put_words(words, i, tree, taken, sentence, language)
                option = options[number]
                option.begin, option.end, option.row, option.node = i, k + 1, row, node
                option.fixed, option.estimate = best[o, 1], best[o, 2]
                number += 1
    return options[:number], tree.nodes[:taken]
