"""Beam search over stacks of hypotheses (Koehn 2004), in flat arrays.

Twins of the parts are in tests/transduce/decode/test_kernels.py; the whole must find what an exhaustive
search finds. Into the innermost loops arrays travel one by one, and the functions called there are made one
with them: numba counts references to every array at each call, which would take a third of the time.
What the kernels hand to each other, records in arrays and groups of arrays, is in
`likewise.transduce.decode.records`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from likewise.kernel import kernel
from likewise.transduce.decode.options._kernels import append, copy_state, finish, start
from likewise.transduce.decode.records import (
    ARC,
    ARCS,
    COPIED,
    DISTORTION,
    FAR,
    FREE,
    FREE_ARC,
    HYPOTHESIS,
    LM,
    NODE,
    NUMBER,
    STACK,
    TAKEN,
    Lattice,
)
from likewise.transduce.phrases._kernels import extend_hash, find_slot, longer

SLACK = 2.0
"""How much worse than the worst one kept an option may look before its words are scored in their context."""
_ONE = np.uint64(1)


@kernel()
def future_costs(n: int, options: Any, longest: int, limit: int) -> Any:
    """Best estimates for uncovered words: `rest[i]` for all of them from i on, `inside[i, w]` for w of them.

    Between covered words there are never more than `limit` others.
    """
    spans = np.full((n + 1, longest + 1), FAR)
    for o in range(len(options)):
        i, width = options[o].begin, options[o].end - options[o].begin
        spans[i, width] = max(spans[i, width], options[o].estimate)
    rest, inside = np.full(n + 1, FAR), np.full((n + 1, limit + 1), FAR)
    rest[n], inside[n, 0] = 0.0, 0.0
    for i in range(n - 1, -1, -1):
        inside[i, 0] = 0.0
        for width in range(1, min(longest, n - i) + 1):
            rest[i] = max(rest[i], spans[i, width] + rest[i + width])
            for w in range(width, min(limit, n - i) + 1):
                inside[i, w] = max(inside[i, w], spans[i, width] + inside[i + width, w - width])
    return rest, inside


@kernel()
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
    return float(total + rest[begin])


@kernel()
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


@kernel(inline="always")
def state_key(gap: int, mask: Any, last: int, words: Any, matter: int) -> Any:
    """A key of all that decides how a hypothesis may go on and at what cost."""
    key = extend_hash(extend_hash(extend_hash(extend_hash(np.uint64(0), gap), mask), last), matter)
    for c in range(matter):
        key = extend_hash(key, words[c] + 1)
    return key


@kernel()
def remembered(weights: Any) -> int:
    """How many words before the next one copied n-grams with a weight can reach back to."""
    reach = 0
    for c in range(1, 4):
        if weights[COPIED + c] != 0.0:
            reach = c
    return reach


@kernel()
def new_lattice(n: int, language: Any) -> Any:
    """A lattice with the one hypothesis that has covered nothing."""
    hypotheses, arcs = np.empty(1 << 9, HYPOTHESIS), np.empty(1 << 10, ARC)
    slots, holders = np.zeros(1 << 11, np.uint64), np.zeros(1 << 11, np.int32)
    stacks = np.empty(n + 1, STACK)
    for stage in range(n + 1):
        stacks[stage].threshold, stacks[stage].top, stacks[stage].size = FAR, -1, 0
    stacks[0].top, stacks[0].size = 0, 1
    first = hypotheses[0]
    first.score, first.estimate, first.key, first.mask = 0.0, 0.0, 0, 0
    first.gap, first.last, first.arc, first.below = 0, 0, -1, -1
    start(first, language)
    return Lattice(hypotheses, arcs, slots, holders, stacks, np.array([1, 0, -1, -1, 0]))


@kernel()
def room_for(lattice: Any, needed: int, first: int, last: int) -> Any:
    """The lattice with room for so many more hypotheses and arcs; stacks first..last-1 are growing."""
    hypotheses, arcs, count = lattice.hypotheses, lattice.arcs, lattice.count
    slots, holders, stacks = lattice.slots, lattice.holders, lattice.stacks
    if count[NUMBER] + needed > len(hypotheses):
        hypotheses = longer(hypotheses, 2 * (len(hypotheses) + needed))
    if count[ARCS] + needed > len(arcs):
        arcs = longer(arcs, 2 * (len(arcs) + needed))
    if 2 * (count[TAKEN] + needed) > len(slots):
        slots, holders = by_key(hypotheses, stacks[first:last], count, needed, len(slots))
    return Lattice(hypotheses, arcs, slots, holders, stacks, count)


@kernel()
def by_key(hypotheses: Any, stacks: Any, count: Any, needed: int, room: int) -> Any:
    """A table of the stacks' hypotheses by key, of at least `room` slots, with room for `needed` more."""
    live = 0
    for stage in range(len(stacks)):
        live += stacks[stage].size
    while room < 4 * (live + needed):
        room *= 2
    slots, holders = np.zeros(room, np.uint64), np.zeros(room, np.int32)
    count[TAKEN] = live
    for stage in range(len(stacks)):
        h = stacks[stage].top
        while h >= 0:
            slot = find_slot(slots, hypotheses[h].key)
            slots[slot], holders[slot] = hypotheses[h].key, h
            h = hypotheses[h].below
    return slots, holders


@kernel()
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


@kernel()
def sift(values: Any, members: Any, place: int, last: int, value: float, member: int) -> None:
    """Put a value into the heap of places up to `last`, from `place` down to where it belongs."""
    child = 2 * place + 1
    while child <= last:
        if child < last and (values[child], members[child]) < (values[child + 1], members[child + 1]):
            child += 1
        if (values[child], members[child]) < (value, member):
            break
        values[place], members[place] = values[child], members[child]
        place, child = child, 2 * child + 1
    values[place], members[place] = value, member


@kernel()
def sort_by(values: Any, members: Any) -> None:
    """Sort both by value, equal ones by member: a heap sort, as numba takes seconds to compile numpy's."""
    number = len(values)
    for place in range(number // 2 - 1, -1, -1):
        sift(values, members, place, number - 1, values[place], members[place])
    for last in range(number - 2, -1, -1):
        value, member = values[last + 1], members[last + 1]
        values[last + 1], members[last + 1] = values[0], members[0]
        sift(values, members, 0, last, value, member)


@kernel()
def prune(stack: Any, beam: int, hypotheses: Any, arcs: Any, count: Any) -> None:
    """Keep the `beam` best hypotheses of a stack that reach its threshold, best first.

    If there are so many, the worst of them sets the threshold.
    """
    number = stack.size
    members, values = np.empty(number, np.int32), np.empty(number)
    h = stack.top
    for m in range(number):
        members[m], values[m] = h, -hypotheses[h].estimate
        h = hypotheses[h].below
    sort_by(values, members)
    kept = min(beam, number)
    while kept > 1 and -values[kept - 1] < stack.threshold:
        kept -= 1
    for m in range(kept, number):
        discard(members[m], hypotheses, arcs, count)
    stack.top, stack.size = -1, kept
    for m in range(kept - 1, -1, -1):
        hypotheses[members[m]].below = stack.top
        stack.top = members[m]
    if kept == beam:
        stack.threshold = max(stack.threshold, -values[kept - 1])


@kernel(inline="always")
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


@kernel()
def new_hypothesis(hypotheses: Any, count: Any) -> int:
    """Take an unused hypothesis. Room must have been made."""
    h = count[FREE]
    if h >= 0:
        count[FREE] = hypotheses[h].below
    else:
        h = count[NUMBER]
        count[NUMBER] += 1
    return int(h)


@kernel(inline="always")
def join(
    key: Any, value: float, total: float, h: int, o: int, every: bool,
    hypotheses: Any, arcs: Any, slots: Any, holders: Any, stack: Any, count: Any,
) -> int:  # fmt: skip
    """Bring hypothesis h, extended by option o, into the lattice; gives the number of a new one, or -1.

    If a hypothesis with the same key is there, this is one more way to it, or with `every` false the only one
    if it is the better one. A new one still lacks its coverage and state.
    """
    slot, number = find_slot(slots, key), -1
    if slots[slot] == key and hypotheses[holders[slot]].key == key:
        old = hypotheses[holders[slot]]
        if every:
            old.arc = new_arc(h, o, value, old.arc, arcs, count)
        elif value > old.score:
            arc = arcs[old.arc]
            arc.before, arc.option, arc.through = h, o, value
        if value > old.score:
            old.score, old.estimate = value, total
    else:
        if slots[slot] == 0:
            count[TAKEN] += 1
        number = new_hypothesis(hypotheses, count)
        slots[slot], holders[slot] = key, number
        new = hypotheses[number]
        new.key, new.score, new.estimate, new.below = key, value, total, stack.top
        new.arc = new_arc(h, o, value, -1, arcs, count)
        stack.top = number
        stack.size += 1
    return number


@kernel(inline="always")
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
        here.visitor, here.value = h, 0.0
        if here.before < 0:
            copy_state(hypotheses[h], here)
        else:
            copy_state(nodes[here.before], here)
            here.value = nodes[here.before].value
        score, run = append(here, here.id, here.model, here.place, source, following, keys, logprob, backoff)
        here.run = run
        here.value += weights[LM] * score
        for c in range(run):
            here.value += weights[COPIED + c]


@kernel()
def deepest(nodes: Any) -> int:
    """Most words that an option has."""
    depths, most = np.ones(len(nodes) + 1, np.int32), 1
    for node in range(len(nodes)):  # the one before has the smaller number
        if nodes[node].before >= 0:
            depths[node] = depths[nodes[node].before] + 1
            most = max(most, depths[node])
    return most


@kernel(inline="always")
def extend(
    h: int, o: int, value: float, gap: int, mask: Any, future: float, final: bool, reach: int, every: bool,
    beam: int, width: float, weights: Any, hypotheses: Any, arcs: Any, slots: Any, holders: Any, stack: Any,
    count: Any, options: Any, here: Any, scratch: Any, keys: Any, logprob: Any, backoff: Any,
) -> None:  # fmt: skip
    """Extend hypothesis h by option o, whose last node has been visited; the result joins the lattice."""
    value += here.value
    matter, last = max(here.kept, min(here.run, reach)), options[o].end
    if final:
        copy_state(here, scratch)
        value += weights[LM] * finish(scratch, keys, logprob, backoff)
        matter, last = 0, 0
    if value + future >= stack.threshold:
        stack.threshold = max(stack.threshold, value + future - width)
        key = state_key(gap, mask, last, here.words, matter)
        number = join(
            key, value, value + future, h, o, every, hypotheses, arcs, slots, holders, stack, count
        )  # fmt: skip
        if number >= 0:
            new = hypotheses[number]
            new.gap, new.mask, new.last = gap, mask, last
            copy_state(here, new)
            if stack.size >= 2 * beam:
                prune(stack, beam, hypotheses, arcs, count)


@kernel()
def expand(
    h: int, covered: int, starts: Any, rest: Any, inside: Any, reach: int, every: bool, trail: Any,
    lattice: Any, options: Any, nodes: Any, scratch: Any, sentence: Any, language: Any, settings: Any,
) -> None:  # fmt: skip
    """Extend hypothesis h by every option that may come next.

    The next phrase covers the first gap, or leaves it open: then it must begin at most `limit` words from the
    end of the last phrase, and end at most `limit` words after the gap begins.
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


@kernel()
def first_options(options: Any, n: int) -> Any:
    """For each word the first of the options that begin there or later; they are sorted by their begin."""
    starts = np.zeros(n + 1, np.int64)
    for o in range(len(options)):
        starts[options[o].begin + 1] += 1
    for i in range(n):
        starts[i + 1] += starts[i]
    return starts


@kernel()
def search(
    sentence: Any, options: Any, nodes: Any, language: Any, settings: Any, longest: int, every: bool
) -> Any:
    """Beam search over stacks of equally many covered words, with recombination.

    Gives hypotheses, arcs and the final hypothesis. Two hypotheses recombine when they agree on coverage, on
    the end of the last phrase, and on those of their last words that the language model or a copied n-gram
    can still see; both remain as ways to what they become (with `every` false only the better one).
    """
    n, limit = len(sentence.words), settings.limit
    rest, inside = future_costs(n, options, longest, limit)
    starts = first_options(options, n)
    reach, scratch, trail = (
        remembered(settings.weights),
        np.zeros(1, NODE),
        np.empty(deepest(nodes), np.int32),
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
            lattice = room_for(
                lattice, starts[min(n, gap + limit + 1)] - starts[gap], covered + 1, covered + longest + 1
            )
            expand(
                h, covered, starts, rest, inside, reach, every, trail,
                lattice, options, nodes, scratch, sentence, language, settings,
            )  # fmt: skip
            h = lattice.hypotheses[h].below
    return lattice.hypotheses, lattice.arcs, lattice.stacks[n].top
