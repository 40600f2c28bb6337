"""Hot loops of phrase extraction; each has a plain Python twin in tests/transduce/phrases/test_kernels.py.

Phrases and pairs of phrases are numbered by open-addressing tables of 64-bit keys. Keys of phrases are hashes
of 63 bits: among n different phrases the chance that any two share one is about n²/2⁶⁴.
Texts, links and lexicons come as the arrays that they are made of.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from likewise.kernel import kernel

_ONE = np.uint64(1)
_MULTIPLY = np.uint64(0x9E3779B97F4A7C15)
_MIX = np.uint64(0xBF58476D1CE4E5B9)
_NONE = 1 << 30


class TextArrays(NamedTuple):
    """Word ids of many texts; those of text k are `ids[bounds[k]:bounds[k + 1]]`."""

    ids: Any
    bounds: Any


class LinkArrays(NamedTuple):
    """Links of many pairs of texts; those of pair k are numbers `bounds[k]` to `bounds[k + 1]`."""

    bounds: Any
    source: Any
    target: Any


class LexiconRows(NamedTuple):
    """t(target | source) as sparse rows: 0 is NULL's, 1 + s that of source word s; targets are sorted."""

    starts: Any
    targets: Any
    probabilities: Any


class Side(NamedTuple):
    """What is known of one side of a pair of texts, in room for the longest text.

    For each word the first and last word that it is linked to, and the sum of log lexical weights before it;
    for each span the key of its words and the number of the phrase, once it has one.
    """

    low: Any
    high: Any
    sums: Any
    keys: Any
    numbers: Any


class Phrases(NamedTuple):
    """Phrases by number: where each first stands, and how long it is; a table finds them by key."""

    slots: Any
    numbers: Any
    place: Any
    length: Any


class Pairs(NamedTuple):
    """Pairs of phrases by number: the two phrases, how often, log lexical weights forth and back."""

    slots: Any
    numbers: Any
    source: Any
    target: Any
    count: Any
    forward: Any
    backward: Any


@kernel()
def extend_hash(hashed: Any, word: Any) -> Any:
    """The hash of a phrase made longer by one word; that of the empty phrase is 0, of no other phrase."""
    mixed = (hashed ^ (np.uint64(word) + _ONE)) * _MULTIPLY
    mixed ^= mixed >> np.uint64(29)
    mixed = mixed * _MIX
    mixed ^= mixed >> np.uint64(32)
    return mixed | _ONE  # never 0, which marks an empty slot


@kernel()
def find_slot(slots: Any, key: Any) -> int:
    """The slot that holds the key, or the empty one where it belongs; the size is a power of two."""
    mask = np.uint64(len(slots) - 1)
    slot = (key ^ (key >> np.uint64(31))) & mask
    while slots[slot] != 0 and slots[slot] != key:
        slot = (slot + _ONE) & mask
    return int(slot)


@kernel()
def rehashed(slots: Any, numbers: Any, size: int) -> Any:
    """The same table with another number of slots."""
    new_slots, new_numbers = np.zeros(size, np.uint64), np.zeros(size, np.int32)
    for slot in range(len(slots)):
        if slots[slot] != 0:
            place = find_slot(new_slots, slots[slot])
            new_slots[place], new_numbers[place] = slots[slot], numbers[slot]
    return new_slots, new_numbers


@kernel()
def longer(array: Any, size: int) -> Any:
    """The same array with room for `size` elements; the new ones hold anything."""
    new = np.empty(size, array.dtype)
    for i in range(len(array)):  # of a slice numba compiles the message for shapes that differ, too
        new[i] = array[i]
    return new


@kernel()
def empty_phrases(room: int) -> Any:
    """Room (a power of two) for phrases; the table that finds them has twice as many slots."""
    slots, numbers = np.zeros(2 * room, np.uint64), np.zeros(2 * room, np.int32)
    return Phrases(slots, numbers, np.empty(room, np.int64), np.empty(room, np.uint8))


@kernel()
def empty_pairs(room: int) -> Any:
    """Room (a power of two) for pairs."""
    slots, numbers = np.zeros(2 * room, np.uint64), np.zeros(2 * room, np.int32)
    source, target, count = np.empty(room, np.int32), np.empty(room, np.int32), np.empty(room, np.int32)
    return Pairs(
        slots, numbers, source, target, count, np.empty(room, np.float32), np.empty(room, np.float32)
    )


@kernel()
def room_for_phrases(phrases: Any, needed: int) -> Any:
    """The phrases with room for at least so many of them."""
    room = len(phrases.place)
    if needed <= room:
        return phrases
    while room < needed:
        room *= 2
    slots, numbers = rehashed(phrases.slots, phrases.numbers, 2 * room)
    return Phrases(slots, numbers, longer(phrases.place, room), longer(phrases.length, room))


@kernel()
def room_for_pairs(pairs: Any, needed: int) -> Any:
    """The pairs with room for at least so many of them."""
    room = len(pairs.count)
    if needed <= room:
        return pairs
    while room < needed:
        room *= 2
    slots, numbers = rehashed(pairs.slots, pairs.numbers, 2 * room)
    source, target, count = longer(pairs.source, room), longer(pairs.target, room), longer(pairs.count, room)
    forward, backward = longer(pairs.forward, room), longer(pairs.backward, room)
    return Pairs(slots, numbers, source, target, count, forward, backward)


@kernel()
def link_ranges(begin: int, end: int, ours: Any, theirs: Any, length: int, low: Any, high: Any) -> None:
    """For each word of one side, the first and last word of the other side that it is linked to."""
    for i in range(length):
        low[i] = _NONE
        high[i] = -1
    for k in range(begin, end):
        i = ours[k]
        low[i] = min(low[i], theirs[k])
        high[i] = max(high[i], theirs[k])


@kernel()
def probability(target: int, row: int, lexicon: Any) -> float:
    """t(target | the row's word), 0 where the lexicon does not have it."""
    low, high = lexicon.starts[row], lexicon.starts[row + 1]
    while low < high:
        middle = (low + high) // 2
        if lexicon.targets[middle] < target:
            low = middle + 1
        else:
            high = middle
    if low < lexicon.starts[row + 1] and lexicon.targets[low] == target:
        return float(lexicon.probabilities[low])
    return 0.0


@kernel()
def lexical_sums(
    words: Any,
    others: Any,
    begin: int,
    end: int,
    ours: Any,
    theirs: Any,
    lexicon: Any,
    floor: float,
    sums: Any,
) -> None:
    """Running sums of log lexical weights (Koehn et al. 2003, section 4.4).

    `sums[j]` is the sum over words before j of log mean t(word | linked others), t(word | NULL) where
    there is no link. In a consistent phrase pair all links of a word lie inside, so that any phrase's
    weight is a difference of two sums.
    """
    number = len(words)
    total = np.zeros(number)
    links = np.zeros(number, np.int64)
    for k in range(begin, end):
        j = ours[k]
        total[j] += probability(words[j], others[theirs[k]] + 1, lexicon)
        links[j] += 1
    sums[0] = 0.0
    for j in range(number):
        mean = total[j] / links[j] if links[j] else probability(words[j], 0, lexicon)
        sums[j + 1] = sums[j] + np.log(max(mean, floor))


@kernel()
def consistent_spans(i: int, n: int, m: int, source: Any, target: Any, longest: int, spans: Any) -> int:
    """All consistent pairs of spans whose source side begins at word i; the texts have n and m words.

    Row (k, first, last) of `spans` pairs source words i..k with target words first..last. Returns how many
    there are.
    """
    found = 0
    low, high = _NONE, -1
    for k in range(i, min(n, i + longest)):
        low, high = min(low, source.low[k]), max(high, source.high[k])
        if high < 0:
            continue
        if high - low >= longest:
            break
        consistent = True
        for j in range(low, high + 1):  # a word without links is always inside
            consistent = consistent and target.low[j] >= i and target.high[j] <= k
        first = low
        while consistent:
            last = high
            while last < m and last - first < longest and (last == high or target.high[last] < 0):
                spans[found, 0], spans[found, 1], spans[found, 2] = k, first, last
                found += 1
                last += 1
            first -= 1
            consistent = first >= 0 and target.high[first] < 0 and high - first < longest
    return found


@kernel()
def span_keys(words: Any, longest: int, keys: Any) -> None:
    """`keys[i, k]`: the hash of the k + 1 words from word i on."""
    for i in range(len(words)):
        hashed = np.uint64(0)
        for k in range(min(longest, len(words) - i)):
            hashed = extend_hash(hashed, words[i + k])
            keys[i, k] = hashed


@kernel()
def empty_side(widest: int, longest: int) -> Any:
    """Room for texts of up to `widest` words."""
    low, high, sums = np.zeros(widest, np.int64), np.zeros(widest, np.int64), np.zeros(widest + 1)
    return Side(
        low, high, sums, np.zeros((widest, longest), np.uint64), np.zeros((widest, longest), np.int32)
    )


@kernel()
def read_side(
    words: Any, others: Any, begin: int, end: int, ours: Any, theirs: Any,
    lexicon: Any, floor: float, longest: int, side: Any,
) -> None:  # fmt: skip
    """Fill in what is known of one side of a pair."""
    link_ranges(begin, end, ours, theirs, len(words), side.low, side.high)
    lexical_sums(words, others, begin, end, ours, theirs, lexicon, floor, side.sums)
    span_keys(words, longest, side.keys)
    side.numbers[: len(words)] = -1


@kernel()
def number_span(phrases: Any, taken: int, side: Any, first: int, length: int, place: int) -> int:
    """The number of the phrase of a span: its own if it has one, else `taken`, the next.

    Room must have been made. `place` is where the span stands among all words.
    """
    if side.numbers[first, length - 1] < 0:
        key = side.keys[first, length - 1]
        slot = find_slot(phrases.slots, key)
        if phrases.slots[slot] == 0:
            phrases.slots[slot], phrases.numbers[slot] = key, taken
            phrases.place[taken], phrases.length[taken] = place, length
        side.numbers[first, length - 1] = phrases.numbers[slot]
    return int(side.numbers[first, length - 1])


@kernel()
def count_pair(pairs: Any, taken: int, source: int, target: int, forward: float, backward: float) -> int:
    """Count a pair once more and keep its best weights; gives its number, as `number_span` does."""
    # Neighbouring numbers would crowd one stretch of the table, so they are mixed (by a bijection:
    # different pairs stay different).
    key = (((np.uint64(source) << np.uint64(32)) | np.uint64(target)) + _ONE) * _MULTIPLY
    slot = find_slot(pairs.slots, key)
    if pairs.slots[slot] == 0:
        pairs.slots[slot], pairs.numbers[slot] = key, taken
        pairs.source[taken], pairs.target[taken], pairs.count[taken] = source, target, 0
        pairs.forward[taken], pairs.backward[taken] = forward, backward
    pair = pairs.numbers[slot]
    pairs.count[pair] += 1
    pairs.forward[pair] = max(pairs.forward[pair], forward)
    pairs.backward[pair] = max(pairs.backward[pair], backward)
    return int(pair)


@kernel()
def extract(
    source: Any, target: Any, links: Any, forward: Any, backward: Any, longest: int, widest: int, floor: float
) -> Any:
    """All consistent phrase pairs up to `longest` words a side, with counts and best lexical weights.

    Gives for source phrases and target phrases where they first stand (place, length), and for pairs the
    two phrases, the count, log lex(target | source) and log lex(source | target). No text has more than
    `widest` words.
    """
    sources, targets, pairs = empty_phrases(1 << 11), empty_phrases(1 << 11), empty_pairs(1 << 11)
    # np.int64: a literal has a type of its own, for which what is called would be compiled once more.
    none: Any = np.int64(0)
    sn = tn = pn = none
    ours, theirs = empty_side(widest, longest), empty_side(widest, longest)
    spans = np.zeros((longest * (longest * (longest + 1) // 2), 3), np.int64)
    for pair in range(len(source.bounds) - 1):
        s0, t0 = source.bounds[pair], target.bounds[pair]
        swords = source.ids[s0 : source.bounds[pair + 1]]
        twords = target.ids[t0 : target.bounds[pair + 1]]
        begin, end = links.bounds[pair], links.bounds[pair + 1]
        read_side(swords, twords, begin, end, links.source, links.target, backward, floor, longest, ours)
        read_side(twords, swords, begin, end, links.target, links.source, forward, floor, longest, theirs)
        for i in range(len(swords)):
            found = consistent_spans(i, len(swords), len(twords), ours, theirs, longest, spans)
            sources = room_for_phrases(sources, sn + found)
            targets = room_for_phrases(targets, tn + found)
            pairs = room_for_pairs(pairs, pn + found)
            for f in range(found):
                k, first, last = spans[f, 0], spans[f, 1], spans[f, 2]
                s = number_span(sources, sn, ours, i, k + 1 - i, s0 + i)
                t = number_span(targets, tn, theirs, first, last + 1 - first, t0 + first)
                lexical, inverse = theirs.sums[last + 1] - theirs.sums[first], ours.sums[k + 1] - ours.sums[i]
                p = count_pair(pairs, pn, s, t, lexical, inverse)
                sn, tn, pn = max(sn, s + 1), max(tn, t + 1), max(pn, p + 1)
    return (
        (sources.place[:sn], sources.length[:sn]),
        (targets.place[:tn], targets.length[:tn]),
        (pairs.source[:pn], pairs.target[:pn], pairs.count[:pn], pairs.forward[:pn], pairs.backward[:pn]),
    )


@kernel()
def gather(ids: Any, places: Any, lengths: Any) -> Any:
    """The words of phrases, one after another, and the bounds of each."""
    bounds = np.zeros(len(places) + 1, np.int32)
    for p in range(len(places)):
        bounds[p + 1] = bounds[p] + lengths[p]
    words = np.empty(bounds[-1], np.int32)
    for p in range(len(places)):
        for k in range(lengths[p]):
            words[bounds[p] + k] = ids[places[p] + k]
    return words, bounds


@kernel()
def phrase_keys(words: Any, bounds: Any) -> Any:
    """The hash of each phrase."""
    keys = np.zeros(len(bounds) - 1, np.uint64)
    for p in range(len(keys)):
        for k in range(bounds[p], bounds[p + 1]):
            keys[p] = extend_hash(keys[p], words[k])
    return keys


@kernel()
def build_index(keys: Any, size: int) -> Any:
    """An open-addressing table of `size` slots (a power of two) from key to its place."""
    slots, places = np.zeros(size, np.uint64), np.zeros(size, np.int32)
    for place in range(len(keys)):
        slot = find_slot(slots, keys[place])
        slots[slot], places[slot] = keys[place], place
    return slots, places
