"""Items of a chart: made, compared, listed by groups. Twins: tests/transduce/itg/decode/test_kernels.py.

A cell holds the items of a span. Those that are alike to the constraints and to the normal form make a group,
best first; the groups of a cell are a list by their first items, so that a cell is the number of one item.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from likewise.kernel import kernel
from likewise.transduce.decode.stacks._kernels import sort_by
from likewise.transduce.itg.decode.records import EDGE, EDGES, ITEMS, TEXT, Forest
from likewise.transduce.lm.chart._kernels import copy_span, state_key
from likewise.transduce.phrases._kernels import extend_hash, longer

_ONE = np.uint64(1)


@kernel()
def empty_forest(blank: Any) -> Any:
    """A forest without items; `blank` is an array of the records to use."""
    items = np.empty(1 << 10, blank.dtype)
    return Forest(items, np.empty(1 << 10, EDGE), np.empty(1 << 12, np.int32), np.zeros(3, np.int64))


@kernel()
def room_for(forest: Any, items: int, words: Any) -> Any:
    """The forest with room for so many more items, ways and words."""
    records, edges, texts, count = forest
    if count[ITEMS] + items > len(records):
        records = longer(records, 2 * (len(records) + items))
    if count[EDGES] + items > len(edges):
        edges = longer(edges, 2 * (len(edges) + items))
    if count[TEXT] + words > len(texts):
        texts = longer(texts, 2 * (len(texts) + words))
    return Forest(records, edges, texts, count)


@kernel()
def copy_item(item: Any, copy: Any) -> None:
    """Give one record all of another, its place in lists and its ways apart."""
    copy_span(item, copy)
    copy.total, copy.rank, copy.key, copy.top = item.total, item.rank, item.key, item.top
    copy.count, copy.mask, copy.ending = item.count, item.mask, item.ending
    copy.first, copy.last, copy.text, copy.length = item.first, item.last, item.text, item.length
    copy.begin, copy.end, copy.row, copy.base, copy.side = (
        item.begin,
        item.end,
        item.row,
        item.base,
        item.side,
    )
    copy.edge, copy.following, copy.group = -1, -1, -1


@kernel()
def add_item(forest: Any, item: Any) -> int:
    """Take a record in; gives its number. Room must have been made."""
    number = forest.count[ITEMS]
    copy_item(item, forest.items[number])
    forest.count[ITEMS] += 1
    return int(number)


@kernel()
def add_edge(forest: Any, number: int, through: float, left: int, right: int, inverted: int) -> None:
    """Add a way to an item. Room must have been made."""
    place = forest.count[EDGES]
    edge, item = forest.edges[place], forest.items[number]
    edge.through, edge.left, edge.right, edge.inverted = through, left, right, inverted
    edge.beside = item.edge
    item.edge = place
    forest.count[EDGES] += 1


@kernel()
def item_key(item: Any, limits: Any) -> Any:
    """A key of all that decides how an item may go on, and at what cost."""
    key = extend_hash(state_key(item), item.top)
    key = extend_hash(extend_hash(extend_hash(key, item.count), item.mask), item.ending)
    if limits.ends or limits.fresh:
        key = extend_hash(key, item.last + 1)
    if limits.fresh:
        key = extend_hash(key, item.first + 1)
    return key | _ONE


@kernel()
def merge_states(one: Any, other: Any, limits: Any, joined: Any) -> None:
    """Write what two items in the order of the target are as one to the constraints."""
    joined.count = min(limits.cap, one.count + other.count)
    joined.mask = one.mask | other.mask
    joined.ending = other.ending if other.ending != 0 else one.ending
    joined.first = one.first if one.first >= 0 else other.first
    joined.last = other.last if other.last >= 0 else one.last
    joined.length = one.length + other.length


@kernel()
def repeats(texts: Any, one: Any, other: Any) -> bool:
    """Whether two texts behind one another have a pair of neighbours twice, or a word twice in a row.

    Each of them alone has not.
    """
    if one.length == 0 or other.length == 0:
        return False
    last, first = texts[one.text + one.length - 1], texts[other.text]
    if last == first:
        return True
    for place in range(one.text, one.text + one.length - 1):
        before, after = texts[place], texts[place + 1]
        if before == last and after == first:
            return True
        for second in range(other.text, other.text + other.length - 1):
            if texts[second] == before and texts[second + 1] == after:
                return True
    for second in range(other.text, other.text + other.length - 1):
        if texts[second] == last and texts[second + 1] == first:
            return True
    return False


@kernel()
def write_text(forest: Any, one: Any, other: Any, joined: Any) -> None:
    """Write the words of two items behind one another as those of a third. Room must have been made."""
    texts, place = forest.texts, forest.count[TEXT]
    joined.text = place
    for word in range(one.text, one.text + one.length):
        texts[place] = texts[word]
        place += 1
    for word in range(other.text, other.text + other.length):
        texts[place] = texts[word]
        place += 1
    forest.count[TEXT] = place


@kernel()
def alike(one: Any, other: Any) -> bool:
    """Whether two items of a cell are of one group."""
    same_state = one.count == other.count and one.mask == other.mask and one.ending == other.ending
    return bool(same_state and one.top == other.top)


@kernel()
def list_cell(items: Any, members: Any) -> int:
    """List items (by their numbers) as a cell; gives the first one, or -1."""
    number = len(members)
    ranks = np.empty(number)
    for m in range(number):
        ranks[m] = -items[members[m]].rank
    sort_by(ranks, members)
    tails, groups, cell, last_head = np.empty(number, np.int32), 0, -1, -1
    for m in range(number):
        here = members[m]
        items[here].following, items[here].group = -1, -1
        g = 0
        while g < groups and not alike(items[tails[g]], items[here]):
            g += 1
        if g < groups:
            items[tails[g]].following = here
        else:
            groups += 1
            if last_head < 0:
                cell = here
            else:
                items[last_head].group = here
            last_head = here
        tails[g] = here
    return cell
