"""Loops of biparsing under a beam: cells wait in buckets by their number of words (Saers et al. 2009).

A cell (s, t, u, v) is an item, with a number in the order in which it was first reached; `items` has a row
for each thing that is known of it, `values` its sum or its best. Kept items hang in four lists of each
corner: those that begin there on both sides, that end there on both sides, that begin in the source and end
in the target, and the other way round. An edge (parent, first child, second child, kind) says how an item was
made; kind 1 is straight, 2 inverted. An edge stands after those of its children.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from likewise.kernel import kernel
from likewise.transduce.itg.biparse._kernels import HIGH, LOW, word_scales

# Rows of items: the cell as one number, its lexical rule or -1, its best edge or -1, the item before it in
# its bucket, and from CHAIN on the items before it in the lists of its four corners.
KEY, RULE, CHOICE, BEFORE, CHAIN, ROWS = 0, 1, 2, 3, 4, 8


@kernel()
def corners(key: int, wide: int, high: int) -> Any:
    """The (s, t, u, v) of a key."""
    source, target = key // (high * high), key % (high * high)
    return source // wide, source % wide, target // high, target % high


@kernel()
def slot_of(table: Any, keys: Any, key: int) -> int:
    """Where a key stands in a table of items, or the free place where it would."""
    mask = len(table) - 1
    at = ((key ^ (key >> 17)) * 2654435761) & mask
    while table[at] >= 0 and keys[table[at]] != key:
        at = (at + 1) & mask
    return at


@kernel()
def rehashed(keys: Any, count: int, size: int) -> Any:
    """A table of so many places with the first items."""
    table = np.full(size, -1, np.int64)
    for item in range(count):
        table[slot_of(table, keys, keys[item])] = item
    return table


@kernel()
def reserve(items: Any, values: Any, edges: Any, table: Any, counts: Any, more: int) -> Any:
    """The same items, edges and table with room for more of them."""
    if counts[0] + more > len(values):
        room = 2 * (counts[0] + more)
        grown, grown_values = np.full((ROWS, room), -1, np.int64), np.empty(room)
        for item in range(counts[0]):  # slices would say the same, and compile for seconds
            grown_values[item] = values[item]
            for row in range(ROWS):
                grown[row, item] = items[row, item]
        items, values = grown, grown_values
    if counts[1] + more > len(edges):
        grown_edges = np.empty((2 * (counts[1] + more), 4), np.int32)
        for edge in range(counts[1]):
            for part in range(4):
                grown_edges[edge, part] = edges[edge, part]
        edges = grown_edges
    size = len(table)
    while size < 2 * (counts[0] + more):
        size *= 2
    if size > len(table):
        table = rehashed(items[KEY], counts[0], size)
    return items, values, edges, table


@kernel()
def lexical_items(n: int, m: int, cells: Any, scales: Any, best: bool) -> Any:
    """Items of all cells that a lexical rule makes, with their values; a word alone fits at many places."""
    first, last, left, right, logs = cells
    size = 0
    for c in range(len(logs)):
        size += n + 1 if first[c] == last[c] else m + 1 if left[c] == right[c] else 1
    items, values = np.full((ROWS, size), -1, np.int64), np.empty(size)
    count = 0
    for c in range(len(logs)):
        value = logs[c]
        for i in range(first[c], last[c]):
            value += scales[i]
        for j in range(n + left[c], n + right[c]):
            value += scales[j]
        for s in range(n + 1 if first[c] == last[c] else 1):
            for u in range(m + 1 if left[c] == right[c] else 1):
                source = (first[c] + s) * (n + 1) + last[c] + s
                items[KEY, count] = (source * (m + 1) + left[c] + u) * (m + 1) + right[c] + u
                items[RULE, count] = c
                values[count] = value if best else math.exp(value)
                count += 1
    return items, values


@kernel()
def wait(items: Any, item: int, buckets: Any, wide: int, high: int) -> None:
    """Put an item into the bucket of its number of words."""
    s, t, u, v = corners(items[KEY, item], wide, high)
    words = t - s + v - u
    items[BEFORE, item] = buckets[words]
    buckets[words] = item


@kernel()
def members_of(items: Any, last: int) -> Any:
    """The items of a bucket in the order in which they were reached."""
    count, item = 0, last
    while item >= 0:
        count += 1
        item = items[BEFORE, item]
    members = np.empty(count, np.int64)
    item = last
    while item >= 0:
        count -= 1
        members[count] = item
        item = items[BEFORE, item]
    return members


@kernel()
def kept_of(members: Any, items: Any, values: Any, beam: int) -> Any:
    """For some items whether each is lexical or one of the `beam` best; of equal ones the first reached."""
    kept = np.ones(len(members), np.bool_)
    if not 0 < beam < len(members):
        return kept
    best = np.empty(beam, np.int64)
    count = 0
    for at in range(len(members)):
        kept[at] = items[RULE, members[at]] >= 0
        value = values[members[at]]
        if count == beam and value <= values[members[best[count - 1]]]:
            continue
        place = count if count < beam else beam - 1
        while place > 0 and values[members[best[place - 1]]] < value:
            best[place] = best[place - 1]
            place -= 1
        best[place] = at
        count = min(count + 1, beam)
    for at in best[:count]:
        kept[at] = True
    return kept


@kernel()
def neighbours(items: Any, item: int, heads: Any, wide: int, high: int) -> int:
    """How many kept items share a corner with an item."""
    s, t, u, v = corners(items[KEY, item], wide, high)
    count = 0
    for side in range(4):
        other = heads[side, (t * high + v, s * high + u, t * high + u, s * high + v)[side]]
        while other >= 0:
            count += 1
            other = items[CHAIN + side, other]
    return count


@kernel()
def combine(
    items: Any, values: Any, edges: Any, table: Any, counts: Any, heads: Any, buckets: Any,
    one: int, side: int, weight: float, wide: int, high: int, best: bool,
) -> None:  # fmt: skip
    """Make an item and each kept one at a corner of it into larger ones. There is room for them.

    Sides 0 and 1 are straight, with the item first and second in the source; 2 and 3 are inverted.
    """
    s, t, u, v = corners(items[KEY, one], wide, high)
    other = heads[side, (t * high + v, s * high + u, t * high + u, s * high + v)[side]]
    while other >= 0:
        a, b, c, d = corners(items[KEY, other], wide, high)
        key = ((min(s, a) * wide + max(t, b)) * high + min(u, c)) * high + max(v, d)
        slot = slot_of(table, items[KEY], key)
        parent = table[slot]
        if parent < 0:
            parent = counts[0]
            counts[0] += 1
            table[slot] = parent
            items[KEY, parent] = key
            values[parent] = -np.inf if best else 0.0
            wait(items, parent, buckets, wide, high)
        edge = counts[1]
        counts[1] += 1
        edges[edge, 0], edges[edge, 3] = parent, 1 if side < 2 else 2
        edges[edge, 1 + side % 2], edges[edge, 2 - side % 2] = one, other
        if not best:
            values[parent] += weight * values[one] * values[other]
        elif weight + values[one] + values[other] > values[parent]:
            values[parent] = weight + values[one] + values[other]
            items[CHOICE, parent] = edge
        other = items[CHAIN + side, other]


@kernel()
def keep(items: Any, item: int, heads: Any, wide: int, high: int) -> None:
    """Hang an item into the lists of its corners."""
    s, t, u, v = corners(items[KEY, item], wide, high)
    for side in range(4):
        corner = (s * high + u, t * high + v, s * high + v, t * high + u)[side]
        items[CHAIN + side, item] = heads[side, corner]
        heads[side, corner] = item


@kernel()
def beam_chart(
    n: int, m: int, straight: float, inverted: float, cells: Any, scales: Any, beam: int, best: bool
) -> Any:
    """Fill buckets of cells, the smaller first, each cut to its `beam` best (0: all of them).

    Lexical cells are never cut: a word that lost its rules could not be written any more. `best` takes the
    largest sum of logs in place of the sum of products; the structural weights are logs then. Gives items,
    values, edges, and the item of the whole pair (or -1).
    """
    wide, high = n + 1, m + 1
    items, values = lexical_items(n, m, cells, scales, best)
    counts = np.array([len(values), 0])
    size = 1024
    while size < 2 * counts[0]:
        size *= 2
    edges, table = np.empty((size, 4), np.int32), rehashed(items[KEY], counts[0], size)
    heads, buckets = np.full((4, wide * high), -1), np.full(n + m + 1, -1)
    for item in range(counts[0]):
        wait(items, item, buckets, wide, high)
    for words in range(1, n + m + 1):
        members = members_of(items, buckets[words])
        kept = kept_of(members, items, values, beam)
        for at in range(len(members)):
            one = members[at]
            if not kept[at]:
                continue
            more = neighbours(items, one, heads, wide, high)
            items, values, edges, table = reserve(items, values, edges, table, counts, more)
            for side in range(4):
                weight = straight if side < 2 else inverted
                if weight != (-np.inf if best else 0.0):
                    combine(
                        items, values, edges, table, counts, heads, buckets,
                        one, side, weight, wide, high, best,
                    )  # fmt: skip
            keep(items, one, heads, wide, high)
    whole = table[slot_of(table, items[KEY], n * high * high + m)]
    return items[:, : counts[0]], values[: counts[0]], edges[: counts[1]], whole


@kernel()
def scaled_beam(n: int, m: int, straight: float, inverted: float, cells: Any, beam: int) -> Any:
    """`beam_chart` of sums, with factors of words that keep it far from underflow and overflow.

    Gives items, values, edges, the item of the pair (-1 where there is none), and the logs of the factors.
    """
    scales, covered = word_scales(n, m, cells)
    if not covered:
        scales[:] = 0.0
    tries = 0
    while True:
        best = tries == 1
        tries += 1
        weights = (np.log(straight), np.log(inverted)) if best else (straight, inverted)
        items, values, edges, whole = beam_chart(n, m, weights[0], weights[1], cells, scales, beam, best)
        if whole < 0:
            break
        if best:
            # A factor that all words share leaves the order in a bucket as it is: the same cells are kept.
            scales -= values[whole] / (n + m)
        elif LOW < values[whole] < HIGH:
            break
        elif tries > 2:
            scales -= 500.0 / (n + m)  # so many biparses that their sum is far above the best one
    return items, values, edges, whole, scales


@kernel()
def beam_outside(values: Any, edges: Any, whole: int, straight: float, inverted: float) -> Any:
    """The scaled outside probability of each item, and the mass of all straight rules."""
    above, used = np.zeros(len(values)), 0.0
    above[whole] = 1.0
    for edge in range(len(edges) - 1, -1, -1):
        parent, one, other = edges[edge, 0], edges[edge, 1], edges[edge, 2]
        beyond = above[parent] * (straight if edges[edge, 3] == 1 else inverted)
        if beyond != 0.0:
            above[one] += beyond * values[other]
            above[other] += beyond * values[one]
            if edges[edge, 3] == 1:
                used += beyond * values[one] * values[other]
    return above, used


@kernel()
def beam_shares(n: int, m: int, straight: float, inverted: float, cells: Any, beam: int, shares: Any) -> Any:
    """Write how often each lexical cell is used in the biparses under the beam.

    Gives the log probability, and the expected numbers of straight rules and of lexical ones.
    """
    first, last, left, right, logs = cells
    items, values, edges, whole, scales = scaled_beam(n, m, straight, inverted, cells, beam)
    shares[: len(logs)] = 0.0
    if whole < 0 or values[whole] == 0.0:
        return -np.inf, 0.0, 0.0
    above, used = beam_outside(values, edges, whole, straight, inverted)
    leaves = 0.0
    for item in range(len(values)):
        c = items[RULE, item]
        if c >= 0 and above[item] > 0.0:
            value = logs[c]
            for i in range(first[c], last[c]):
                value += scales[i]
            for j in range(n + left[c], n + right[c]):
                value += scales[j]
            share = math.exp(value) * above[item] / values[whole]
            shares[c] += share
            leaves += share
    return math.log(values[whole]) - scales.sum(), used / values[whole], leaves


@kernel()
def beam_nodes(n: int, m: int, items: Any, edges: Any, whole: int) -> Any:
    """The best biparse under the beam: a row (s, t, u, v, kind) a node, each before its children."""
    nodes, waiting = np.empty((2 * (n + m), 5), np.int64), np.empty(2 * (n + m), np.int64)
    waiting[0] = whole
    size, count = 1, 0
    while size > 0:
        size -= 1
        item = waiting[size]
        s, t, u, v = corners(items[KEY, item], n + 1, m + 1)
        edge = items[CHOICE, item]
        nodes[count] = (s, t, u, v, 0 if edge < 0 else edges[edge, 3])
        count += 1
        if edge >= 0:
            waiting[size] = edges[edge, 2]
            waiting[size + 1] = edges[edge, 1]
            size += 2
    return nodes[:count]
