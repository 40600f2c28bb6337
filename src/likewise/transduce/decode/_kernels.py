"""Hot loops of the phrase decoder; twins and an exhaustive search in tests/transduce/decode check them.

All of a sentence's search lies in flat arrays. Words of the output are target ids; words that the vocabulary
lacks have ids after its end, so that they can be copied and told apart. Records travel into the innermost loops
as plain arrays: taking one out of a tuple there would cost more than what is done with it.
"""

from __future__ import annotations

import heapq
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from likewise.transduce.lm._kernels import END, advance, extended, find_word
from likewise.transduce.lm._kernels import begin as begin_state
from likewise.transduce.phrases._kernels import extend_hash, find_slot, longer, rehashed

LM, WORDS, PHRASES, DISTORTION, UNKNOWN, COPIED = 4, 5, 6, 7, 8, 9
FEATURES = 13
"""Places of the features: four phrase scores, language model, counts, copied n-grams of order 1 to 4."""
CONTEXT = 4
"""Words of output that a hypothesis remembers: enough for a language model of order 5."""
SLACK = 4.0
"""How much worse than the worst one kept an option may look before its words are scored in their context."""
EFFORT = 1000
"""Steps that the search for the n best may take for each output wanted and each word of the source."""
_START = -1
_FAR = -1e30
_ONE = np.uint64(1)

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
"""A word of options that begin at one place and share all words up to it, with what comes of it in a context."""

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

PATH = np.dtype(
    [("tail", "f8"), ("key", "u8"), ("hypothesis", "i4"), ("option", "i4"), ("after", "i4")], align=True
)
"""The end of a derivation: its score, key of its words, the hypothesis before it, its first option, the rest."""

NUMBER, ARCS, FREE, FREE_ARC, TAKEN = 0, 1, 2, 3, 4
"""Counters of a search: hypotheses and arcs so far, first ones to use again, taken slots."""


class Sentence(NamedTuple):
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


class Language(NamedTuple):
    """A language model's table, and its ids of target words, those after the vocabulary's end apart."""

    ids: Any
    extra: Any
    keys: Any
    logprob: Any
    backoff: Any
    order: int


class Settings(NamedTuple):
    """Weights of the features, and how wide to search."""

    weights: Any
    beam: int
    limit: int
    per_span: int
    width: float


class Tree(NamedTuple):
    """The words of options as a tree for each place where they begin; a table finds a word after the one before."""

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


@njit(cache=True, nogil=True)
def places(words: Any, distinct: int) -> Any:
    """For each word id its first place in the words (or -1), for each place the next one of its word."""
    first, following = np.full(distinct, -1, np.int32), np.full(len(words), -1, np.int32)
    for place in range(len(words) - 1, -1, -1):
        following[place] = first[words[place]]
        first[words[place]] = place
    return first, following


@njit(cache=True, nogil=True, inline="always")
def copied(place: int, before: Any, source: Any, following: Any) -> int:
    """Longest run of words (up to 4) that ends in a word and stands in the source; 0: the word is new.

    `place` is the first place of the word in the source, `before` the words before it, latest first.
    """
    longest = 0
    while place >= 0:
        run = 1
        while run < 4 and place >= run and source[place - run] == before[run - 1]:
            run += 1
        longest = max(longest, run)
        place = following[place]
    return longest


@njit(cache=True, nogil=True)
def append(
    here: Any, word: int, model: int, place: int, source: Any, following: Any,
    keys: Any, logprob: Any, backoff: Any,
) -> Any:  # fmt: skip
    """Put a word behind the last ones of a state; gives its log-probability and how many words up to it are copied."""
    score, kept, _ = advance(keys, logprob, backoff, here.context, here.backoffs, here.kept, model)
    run = copied(place, here.words, source, following)
    for c in range(CONTEXT - 1, 0, -1):
        here.words[c] = here.words[c - 1]
    here.words[0], here.kept = word, kept
    return score, run


@njit(cache=True, nogil=True)
def finish(here: Any, keys: Any, logprob: Any, backoff: Any) -> float:
    """Log-probability of the sentence's end; the state is used up."""
    score, _, _ = advance(keys, logprob, backoff, here.context, here.backoffs, here.kept, END)
    return score


@njit(cache=True, nogil=True)
def start(here: Any, language: Any) -> None:
    """Set a state to the start of a sentence."""
    here.words[:] = _START
    here.kept = begin_state(language.keys, language.backoff, here.context, here.backoffs)


@njit(cache=True, nogil=True)
def copy_state(old: Any, new: Any) -> None:
    """Give one record the state of another."""
    new.kept = old.kept
    for c in range(CONTEXT):
        new.words[c], new.context[c], new.backoffs[c] = old.words[c], old.context[c], old.backoffs[c]


@njit(cache=True, nogil=True)
def model_id(word: int, language: Any) -> int:
    """The language model's id of a target word."""
    known = len(language.ids)
    return language.ids[word] if word < known else language.extra[word - known]


@njit(cache=True, nogil=True)
def phrase_scores(words: Any, bounds: Any, language: Any) -> Any:
    """Log-probability of each target phrase when nothing is known of what is before it."""
    ids, keys, logprob, backoff = language.ids, language.keys, language.logprob, language.backoff
    state, scores = np.empty(1, NODE), np.empty(len(bounds) - 1, np.float32)
    for phrase in range(len(scores)):
        total, kept = 0.0, 0
        for w in range(bounds[phrase], bounds[phrase + 1]):
            score, kept, _ = advance(
                keys, logprob, backoff, state[0].context, state[0].backoffs, kept, ids[words[w]]
            )
            total += score
        scores[phrase] = total
    return scores


@njit(cache=True, nogil=True)
def copied_inside(
    words: Any, first: int, last: int, places: Any, source: Any, following: Any, weights: Any
) -> float:
    """Weights of the copied n-grams inside `words[first:last]`."""
    total, before = 0.0, np.full(CONTEXT, _START, np.int32)
    for w in range(first, last):
        for c in range(copied(places[words[w]], before, source, following)):
            total += weights[COPIED + c]
        for c in range(CONTEXT - 1, 0, -1):
            before[c] = before[c - 1]
        before[0] = words[w]
    return total


@njit(cache=True, nogil=True)
def best_rows(begin: int, end: int, table: Any, weights: Any, sentence: Any, best: Any) -> int:
    """Rank the rows begin..end-1 by estimate: (row, fixed score, estimate) into `best`; gives how many."""
    words, bounds, targets, scores = table.words, table.bounds, table.targets, table.scores
    hidden, lone = table.hidden, table.alone
    source, places, following = sentence.words, sentence.first, sentence.following
    kept, most = 0, len(best)
    for row in range(begin, end):
        if len(hidden) and hidden[row]:
            continue
        first, last = bounds[targets[row]], bounds[targets[row] + 1]
        fixed = weights[WORDS] * (last - first) + weights[PHRASES]
        for s in range(4):
            fixed += weights[s] * scores[row, s]
        estimate = fixed + weights[LM] * lone[targets[row]]
        estimate += copied_inside(words, first, last, places, source, following, weights)
        place = min(kept, most - 1)
        if kept == most and estimate <= best[place, 2]:
            continue
        while place > 0 and best[place - 1, 2] < estimate:
            for b in range(3):
                best[place, b] = best[place - 1, b]
            place -= 1
        best[place, 0], best[place, 1], best[place, 2] = row, fixed, estimate
        kept = min(kept + 1, most)
    return kept


@njit(cache=True, nogil=True)
def copy_of_word(i: int, weights: Any, sentence: Any, language: Any, best: Any) -> None:
    """The option of a source word that nothing is known of: the word itself, into `best[0]`."""
    slot = find_word(language.keys, extended(np.uint64(0), model_id(sentence.words[i], language)))
    best[0, 0], best[0, 1] = -1, weights[WORDS] + weights[PHRASES] + weights[UNKNOWN]
    best[0, 2] = best[0, 1] + weights[LM] * language.logprob[slot] + weights[COPIED]


@njit(cache=True, nogil=True)
def collect_options(sentence: Any, table: Any, language: Any, settings: Any) -> Any:
    """The best options of every span, sorted by begin, then end, then estimate; and the tree of their words.

    The estimate orders the options and becomes the future cost. A word without options of its own is copied.
    """
    n, weights, longest = len(sentence.words), settings.weights, table.longest
    options, number = np.empty(1 << 9, OPTION), 0
    tree = Tree(np.empty(1 << 10, NODE), np.zeros(1 << 11, np.uint64), np.empty(1 << 11, np.int32))
    nodes = 0
    best = np.empty((settings.per_span, 3))
    for i in range(n):
        key = np.uint64(0)
        for k in range(i, min(n, i + longest)):
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
                option = options[number]
                option.row, option.fixed, option.estimate = np.int32(best[o, 0]), best[o, 1], best[o, 2]
                option.begin, option.end = i, k + 1
                tree, nodes, option.node = put_words(option.row, i, tree, nodes, table, sentence, language)
                number += 1
    return options[:number], tree.nodes[:nodes]


@njit(cache=True, nogil=True)
def put_words(row: int, begin: int, tree: Any, number: int, table: Any, sentence: Any, language: Any) -> Any:
    """Put the words of a row (-1: the source's word) into the tree of the place where its span begins.

    Gives the tree, the number of its nodes, and the node of the last word.
    """
    first, last = 0, 1
    if row >= 0:
        first, last = table.bounds[table.targets[row]], table.bounds[table.targets[row] + 1]
    if number + last - first > len(tree.nodes):
        room = 2 * (number + last - first)
        slots, holders = rehashed(tree.slots, tree.holders, 2 * len(tree.slots))
        while len(slots) < 2 * room:
            slots, holders = rehashed(slots, holders, 2 * len(slots))
        tree = Tree(longer(tree.nodes, room), slots, holders)
    before, node = -1, -1
    for w in range(first, last):
        word = sentence.words[begin] if row < 0 else table.words[w]
        key = extend_hash(extend_hash(extend_hash(np.uint64(begin), before + 1), word), begin)
        slot = find_slot(tree.slots, key)
        if tree.slots[slot] == 0:
            tree.slots[slot], tree.holders[slot] = key, number
            new = tree.nodes[number]
            new.id, new.model, new.place = word, model_id(word, language), sentence.first[word]
            new.before, new.visitor = before, -1
            number += 1
        node = tree.holders[slot]
        before = node
    return tree, number, node


@njit(cache=True, nogil=True, inline="always")
def visit(
    node: int, h: int, trail: Any, hypotheses: Any, nodes: Any, weights: Any, source: Any, following: Any,
    keys: Any, logprob: Any, backoff: Any,
) -> None:  # fmt: skip
    """Score the words up to a node after those of hypothesis h, as far as that has not been done yet."""
    depth = 0
    while node >= 0 and nodes[node].visitor != h:
        trail[depth] = node
        depth += 1
        node = nodes[node].before
    for d in range(depth - 1, -1, -1):
        here = nodes[trail[d]]
        here.visitor = h
        if here.before < 0:
            copy_state(hypotheses[h], here)
            here.value = 0.0
        else:
            copy_state(nodes[here.before], here)
            here.value = nodes[here.before].value
        score, here.run = append(
            here, here.id, here.model, here.place, source, following, keys, logprob, backoff
        )
        here.value += weights[LM] * score
        for c in range(here.run):
            here.value += weights[COPIED + c]


@njit(cache=True, nogil=True)
def depth_of(nodes: Any) -> int:
    """Most words of an option."""
    depths, most = np.ones(len(nodes) + 1, np.int32), 1
    for node in range(len(nodes)):  # those before come before
        if nodes[node].before >= 0:
            depths[node] = depths[nodes[node].before] + 1
            most = max(most, depths[node])
    return most


@njit(cache=True, nogil=True)
def future_costs(n: int, options: Any, longest: int, limit: int) -> Any:
    """Best estimates for what is not covered: `rest[i]` for words i..n-1, `inside[i, w]` for w words from i on.

    Between covered words there are never more than `limit` others.
    """
    spans = np.full((n + 1, longest + 1), _FAR)
    for o in range(len(options)):
        i, width = options[o].begin, options[o].end - options[o].begin
        spans[i, width] = max(spans[i, width], options[o].estimate)
    rest, inside = np.full(n + 1, _FAR), np.full((n + 1, limit + 1), _FAR)
    rest[n], inside[n, 0] = 0.0, 0.0
    for i in range(n - 1, -1, -1):
        inside[i, 0] = 0.0
        for width in range(1, min(longest, n - i) + 1):
            rest[i] = max(rest[i], spans[i, width] + rest[i + width])
            for w in range(width, min(limit, n - i) + 1):
                inside[i, w] = max(inside[i, w], spans[i, width] + inside[i + width, w - width])
    return rest, inside


@njit(cache=True, nogil=True)
def ahead(gap: int, mask: Any, rest: Any, inside: Any) -> float:
    """Future cost of all words not covered: those from the first gap on that the mask does not mark."""
    total = 0.0
    begin, place = gap, gap
    while mask != 0:
        if mask & _ONE:
            total += inside[begin, place - begin]
            begin = place + 1
        mask >>= _ONE
        place += 1
    return total + rest[begin]


@njit(cache=True, nogil=True)
def cover(gap: int, mask: Any, begin: int, end: int) -> Any:
    """First gap and mask once words begin..end-1 are covered too; the gap is -1 if one of them already is."""
    bits = ((_ONE << np.uint64(end - begin)) - _ONE) << np.uint64(begin - gap)
    if mask & bits:
        return -1, mask
    mask |= bits
    while mask & _ONE:
        mask >>= _ONE
        gap += 1
    return gap, mask


@njit(cache=True, nogil=True, inline="always")
def state_key(gap: int, mask: Any, last: int, words: Any, matter: int) -> Any:
    """A key of all that decides how a hypothesis may go on and at what cost."""
    key = extend_hash(extend_hash(extend_hash(mask, gap), last), matter)
    for c in range(matter):
        key = extend_hash(key, words[c] + 1)
    return key


@njit(cache=True, nogil=True)
def remembered(weights: Any) -> int:
    """How many words before the next one copied n-grams with a weight can reach back to."""
    reach = 0
    for c in range(1, 4):
        if weights[COPIED + c] != 0.0:
            reach = c
    return reach


@njit(cache=True, nogil=True)
def new_lattice(n: int, language: Any) -> Any:
    """A lattice with the one hypothesis that has covered nothing."""
    hypotheses, arcs = np.empty(1 << 9, HYPOTHESIS), np.empty(1 << 10, ARC)
    slots, holders = np.zeros(1 << 11, np.uint64), np.empty(1 << 11, np.int32)
    stacks = np.empty(n + 1, STACK)
    for stage in range(n + 1):
        stacks[stage].threshold, stacks[stage].top, stacks[stage].size = _FAR, -1, 0
    stacks[0].top, stacks[0].size = 0, 1
    first = hypotheses[0]
    first.score, first.estimate, first.key, first.mask = 0.0, 0.0, 0, 0
    first.gap, first.last, first.arc, first.below = 0, 0, -1, -1
    start(first, language)
    return Lattice(hypotheses, arcs, slots, holders, stacks, np.array([1, 0, -1, -1, 0]))


@njit(cache=True, nogil=True)
def room_for(lattice: Any, needed: int, covered: int) -> Any:
    """The lattice with room for so many more hypotheses and arcs; stacks up to `covered` are done with."""
    hypotheses, arcs, count = lattice.hypotheses, lattice.arcs, lattice.count
    slots, holders, stacks = lattice.slots, lattice.holders, lattice.stacks
    if count[NUMBER] + needed > len(hypotheses):
        hypotheses = longer(hypotheses, 2 * (len(hypotheses) + needed))
    if count[ARCS] + needed > len(arcs):
        arcs = longer(arcs, 2 * (len(arcs) + needed))
    if 2 * (count[TAKEN] + needed) > len(slots):
        live, room = 0, len(slots)
        for stage in range(covered + 1, len(stacks)):
            live += stacks[stage].size
        while room < 4 * (live + needed):
            room *= 2
        slots, holders = np.zeros(room, np.uint64), np.empty(room, np.int32)
        count[TAKEN] = live
        for stage in range(covered + 1, len(stacks)):
            h = stacks[stage].top
            while h >= 0:
                slot = find_slot(slots, hypotheses[h].key)
                slots[slot], holders[slot] = hypotheses[h].key, h
                h = hypotheses[h].below
    return Lattice(hypotheses, arcs, slots, holders, stacks, count)


@njit(cache=True, nogil=True)
def discard(h: int, hypotheses: Any, arcs: Any, count: Any) -> None:
    """Free a hypothesis and the ways to it."""
    hypothesis = hypotheses[h]
    hypothesis.key = 0
    a = hypothesis.arc
    while a >= 0:
        onward = arcs[a].beside
        arcs[a].beside = count[FREE_ARC]
        count[FREE_ARC] = a
        a = onward
    hypothesis.below = count[FREE]
    count[FREE] = h


@njit(cache=True, nogil=True)
def prune(stack: Any, beam: int, hypotheses: Any, arcs: Any, count: Any) -> None:
    """Keep the `beam` best hypotheses of a stack, best first; the worst one kept sets its threshold."""
    number = stack.size
    members, values = np.empty(number, np.int32), np.empty(number)
    h = stack.top
    for m in range(number):
        members[m], values[m] = h, -hypotheses[h].estimate
        h = hypotheses[h].below
    order = np.argsort(values, kind="mergesort")
    kept = min(beam, number)
    for m in range(kept, number):
        discard(members[order[m]], hypotheses, arcs, count)
    stack.top, stack.size = -1, kept
    for m in range(kept - 1, -1, -1):
        hypotheses[members[order[m]]].below = stack.top
        stack.top = members[order[m]]
    if kept == beam:
        stack.threshold = -values[order[kept - 1]]


@njit(cache=True, nogil=True, inline="always")
def new_arc(before: int, option: int, through: float, beside: int, arcs: Any, count: Any) -> int:
    """Take an unused arc. Room must have been made."""
    a = count[FREE_ARC]
    if a >= 0:
        count[FREE_ARC] = arcs[a].beside
    else:
        a = count[ARCS]
        count[ARCS] += 1
    arc = arcs[a]
    arc.before, arc.option, arc.through, arc.beside = before, option, through, beside
    return int(a)


@njit(cache=True, nogil=True)
def new_hypothesis(hypotheses: Any, count: Any) -> int:
    """Take an unused hypothesis. Room must have been made."""
    h = count[FREE]
    if h >= 0:
        count[FREE] = hypotheses[h].below
    else:
        h = count[NUMBER]
        count[NUMBER] += 1
    return int(h)


@njit(cache=True, nogil=True, inline="always")
def join(
    key: Any, value: float, total: float, h: int, o: int, every: bool,
    hypotheses: Any, arcs: Any, slots: Any, holders: Any, stack: Any, count: Any,
) -> int:  # fmt: skip
    """Bring hypothesis h, extended by option o, into the lattice; gives the number of a new one, or -1.

    If a hypothesis with the same key is there, this is one more way to it, or with `every` false the only one if
    it is the better one. A new one still lacks its coverage and state.
    """
    slot = find_slot(slots, key)
    if slots[slot] == key and hypotheses[holders[slot]].key == key:
        old = hypotheses[holders[slot]]
        if every:
            old.arc = new_arc(h, o, value, old.arc, arcs, count)
        elif value > old.score:
            arc = arcs[old.arc]
            arc.before, arc.option, arc.through = h, o, value
        if value > old.score:
            old.score, old.estimate = value, total
        return -1
    if slots[slot] == 0:
        count[TAKEN] += 1
        slots[slot] = key
    number = new_hypothesis(hypotheses, count)
    holders[slot] = number
    new = hypotheses[number]
    new.key, new.score, new.estimate = key, value, total
    new.arc = new_arc(h, o, value, -1, arcs, count)
    new.below = stack.top
    stack.top = number
    stack.size += 1
    return number


@njit(cache=True, nogil=True, inline="always")
def extend(
    h: int, o: int, value: float, gap: int, mask: Any, future: float, final: bool, reach: int, every: bool,
    beam: int, width: float, weights: Any, hypotheses: Any, arcs: Any, slots: Any, holders: Any, stack: Any,
    count: Any, options: Any, here: Any, scratch: Any, keys: Any, logprob: Any, backoff: Any,
) -> None:  # fmt: skip
    """Extend hypothesis h by option o, whose last node has been visited; bring the result into the lattice."""
    value += here.value
    matter, last = max(here.kept, min(here.run, reach)), options[o].end
    if final:
        copy_state(here, scratch)
        value += weights[LM] * finish(scratch, keys, logprob, backoff)
        matter, last = 0, 0
    if value + future < stack.threshold:
        return
    stack.threshold = max(stack.threshold, value + future - width)
    key = state_key(gap, mask, last, here.words, matter)
    number = join(key, value, value + future, h, o, every, hypotheses, arcs, slots, holders, stack, count)
    if number >= 0:
        new = hypotheses[number]
        new.gap, new.mask, new.last = gap, mask, last
        copy_state(here, new)
        if stack.size >= 2 * beam:
            prune(stack, beam, hypotheses, arcs, count)


@njit(cache=True, nogil=True)
def expand(
    h: int, covered: int, starts: Any, rest: Any, inside: Any, reach: int, every: bool,
    trail: Any, lattice: Any, options: Any, nodes: Any, scratch: Any, sentence: Any, language: Any, settings: Any,
) -> None:  # fmt: skip
    """Extend hypothesis h by every option that may come next.

    The next phrase covers the first gap, or leaves it open: then it must begin at most `limit` words from the end
    of the last phrase, and end at most `limit` words after the gap begins.
    """
    hypotheses, arcs, slots, holders, stacks, count = lattice
    weights, beam, limit, _, width = settings
    source, following = sentence.words, sentence.following
    keys, logprob, backoff = language.keys, language.logprob, language.backoff
    n, first, last, mask = len(source), hypotheses[h].gap, hypotheses[h].last, hypotheses[h].mask
    for begin in range(first, min(n - 1, first + limit) + 1):
        jump = abs(begin - last)
        if begin > first and jump > limit:
            continue
        base = hypotheses[h].score + weights[DISTORTION] * jump
        for o in range(starts[begin], starts[begin + 1]):
            option = options[o]
            if begin > first and option.end - first > limit:
                break  # options of one beginning come in order of their ends
            gap, new_mask = cover(first, mask, begin, option.end)
            if gap < 0:
                break
            future = ahead(gap, new_mask, rest, inside)
            stack = stacks[covered + option.end - begin]
            if base + option.estimate + future < stack.threshold - SLACK:
                continue
            visit(
                option.node, h, trail, hypotheses, nodes, weights, source, following, keys, logprob, backoff
            )
            extend(
                h, o, base + option.fixed, gap, new_mask, future, gap == n, reach, every,
                beam, width, weights, hypotheses, arcs, slots, holders, stack,
                count, options, nodes[option.node], scratch[0], keys, logprob, backoff,
            )  # fmt: skip


@njit(cache=True, nogil=True)
def search(
    sentence: Any, options: Any, nodes: Any, language: Any, settings: Any, longest: int, every: bool
) -> Any:
    """Beam search over stacks of equally many covered words, with recombination (Koehn 2004).

    Gives hypotheses, arcs and the final hypothesis. Two hypotheses recombine when they agree on coverage, on the
    end of the last phrase, and on those of their last words that the language model or a copied n-gram can
    still see; both remain as ways to what they become (with `every` false only the better one).
    """
    n, limit = len(sentence.words), settings.limit
    rest, inside = future_costs(n, options, longest, limit)
    starts = np.searchsorted(options.begin, np.arange(n + 1))
    reach, scratch, trail = (
        remembered(settings.weights),
        np.empty(1, NODE),
        np.empty(depth_of(nodes), np.int32),
    )
    lattice = new_lattice(n, language)
    if n == 0:
        end = finish(lattice.hypotheses[0], language.keys, language.logprob, language.backoff)
        lattice.hypotheses[0].score = settings.weights[LM] * end
    for covered in range(n):
        prune(lattice.stacks[covered], settings.beam, lattice.hypotheses, lattice.arcs, lattice.count)
        h = lattice.stacks[covered].top
        while h >= 0:
            gap = lattice.hypotheses[h].gap
            lattice = room_for(lattice, starts[min(n, gap + limit + 1)] - starts[gap], covered)
            expand(
                h, covered, starts, rest, inside, reach, every,
                trail, lattice, options, nodes, scratch, sentence, language, settings,
            )  # fmt: skip
            h = lattice.hypotheses[h].below
    return lattice.hypotheses, lattice.arcs, lattice.stacks[n].top


@njit(cache=True, nogil=True)
def tail_key(p: int, paths: Any, options: Any, nodes: Any) -> Any:
    """A key of the words of a path, hashed from the last word backwards."""
    if paths[p].option < 0:
        return np.uint64(0)
    key, node = paths[paths[p].after].key, options[paths[p].option].node
    while node >= 0:
        key = extend_hash(key, nodes[node].id)
        node = nodes[node].before
    return key


@njit(cache=True, nogil=True)
def rehashed_keys(slots: Any) -> Any:
    """The same set of keys in twice the room."""
    new = np.zeros(2 * len(slots), np.uint64)
    for key in slots:
        if key != 0:
            new[find_slot(new, key)] = key
    return new


@njit(cache=True, nogil=True)
def best_paths(
    hypotheses: Any, arcs: Any, final: int, options: Any, nodes: Any, wanted: int, tries: int
) -> Any:
    """The best derivations with different outputs, best first: A* backwards, exact over what the search kept.

    Of the ends of derivations with the same words that start at one hypothesis, only the best one is followed.
    Gives the options of each derivation one after another with bounds, and the scores. After `tries` steps it
    stops with what it has.
    """
    paths, number = np.empty(1 << 10, PATH), 1
    root = paths[0]
    root.tail, root.key, root.hypothesis, root.option, root.after = 0.0, 0, final, -1, -1
    heap = [(-hypotheses[final].score, 0)]
    seen, taken = np.zeros(1 << 10, np.uint64), 0
    chosen, steps = np.empty(64, np.int32), 0
    bounds, scores, found = np.zeros(wanted + 1, np.int32), np.zeros(wanted), 0
    while len(heap) and found < wanted and tries > 0:
        tries -= 1
        value, p = heapq.heappop(heap)
        h, key = paths[p].hypothesis, tail_key(p, paths, options, nodes)
        paths[p].key = key
        slot = find_slot(seen, extend_hash(key, h))
        if seen[slot] != 0:
            continue
        seen[slot] = extend_hash(key, h)
        taken += 1
        if 2 * taken > len(seen):
            seen = rehashed_keys(seen)
        if h == 0:
            while paths[p].option >= 0:
                if steps == len(chosen):
                    chosen = longer(chosen, 2 * steps)
                chosen[steps] = paths[p].option
                steps += 1
                p = paths[p].after
            scores[found] = -value
            found += 1
            bounds[found] = steps
            continue
        a = hypotheses[h].arc
        while a >= 0:
            if number == len(paths):
                paths = longer(paths, 2 * number)
            new, arc = paths[number], arcs[a]
            new.tail = paths[p].tail + arc.through - hypotheses[arc.before].score
            new.hypothesis, new.option, new.after = arc.before, arc.option, p
            heapq.heappush(heap, (-(hypotheses[arc.before].score + new.tail), number))
            number += 1
            a = arc.beside
    return chosen[:steps], bounds[: found + 1], scores[:found]


@njit(cache=True, nogil=True)
def spell(chosen: Any, bounds: Any, options: Any, nodes: Any) -> Any:
    """The nodes of the words of derivations, one after another, with bounds of the options and the derivations."""
    lengths, total = np.zeros(len(chosen) + 1, np.int32), 0
    for step in range(len(chosen)):
        node = options[chosen[step]].node
        while node >= 0:
            total += 1
            node = nodes[node].before
        lengths[step + 1] = total
    words = np.empty(total, np.int32)
    for step in range(len(chosen)):
        node = options[chosen[step]].node
        for place in range(lengths[step + 1] - 1, lengths[step] - 1, -1):
            words[place] = node
            node = nodes[node].before
    return words, lengths, lengths[bounds]


@njit(cache=True, nogil=True)
def path_features(
    chosen: Any, bounds: Any, options: Any, nodes: Any, scores: Any, sentence: Any, language: Any
) -> Any:
    """The features of derivations, and their words one after another with bounds."""
    source, following = sentence.words, sentence.following
    keys, logprob, backoff = language.keys, language.logprob, language.backoff
    words, steps, word_bounds = spell(chosen, bounds, options, nodes)
    features, scratch = np.zeros((len(bounds) - 1, FEATURES)), np.empty(1, NODE)
    here = scratch[0]
    for path in range(len(bounds) - 1):
        start(here, language)
        last = 0
        for step in range(bounds[path], bounds[path + 1]):
            option = options[chosen[step]]
            features[path, PHRASES] += 1
            features[path, DISTORTION] += abs(option.begin - last)
            last = option.end
            if option.row < 0:
                features[path, UNKNOWN] += 1
            else:
                for s in range(4):
                    features[path, s] += scores[option.row, s]
            for w in range(steps[step], steps[step + 1]):
                word = nodes[words[w]]
                score, run = append(
                    here, word.id, word.model, word.place, source, following, keys, logprob, backoff
                )
                features[path, LM] += score
                features[path, WORDS] += 1
                for c in range(run):
                    features[path, COPIED + c] += 1
                words[w] = word.id
        features[path, LM] += finish(here, keys, logprob, backoff)
    return features, words, word_bounds


@njit(cache=True, nogil=True)
def decode(words: Any, table_ids: Any, table: Any, language: Any, settings: Any, wanted: int) -> Any:
    """The best outputs of a sentence: words and bounds, features, scores, steps and bounds, their spans.

    A step is the number of an option; its span is (begin, end, row of the table).
    """
    first, following = places(words, len(language.ids) + len(language.extra))
    sentence = Sentence(words, table_ids, first, following)
    options, nodes = collect_options(sentence, table, language, settings)
    hypotheses, arcs, final = search(sentence, options, nodes, language, settings, table.longest, wanted > 1)
    tries = EFFORT * (wanted + len(words))
    steps, step_bounds, scores = best_paths(hypotheses, arcs, final, options, nodes, wanted, tries)
    features, ids, bounds = path_features(
        steps, step_bounds, options, nodes, table.scores, sentence, language
    )
    spans = np.empty((len(steps), 3), np.int32)
    for s in range(len(steps)):
        option = options[steps[s]]
        spans[s, 0], spans[s, 1], spans[s, 2] = option.begin, option.end, option.row
    return ids, bounds, features, scores, steps, step_bounds, spans
