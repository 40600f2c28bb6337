"""The best outputs of a forest, all different: best first from the last word backwards.

A path is the end of an output: the words that are known, and before them items that are still open. Its value
is the best score of an output that ends so, exactly, as items know their best scores. Of the paths with the
same words and the same open items only the best is followed.
"""

from __future__ import annotations

import heapq
from typing import Any

import numpy as np

from likewise.kernel import kernel
from likewise.transduce.itg.decode.records import OPEN, PATH
from likewise.transduce.phrases._kernels import extend_hash, find_slot, longer

EFFORT = 1000
"""Steps that may be taken for each output wanted and each word of the source."""


@kernel()
def opened(opens: Any, number: int, item: Any, rest: Any) -> Any:
    """The list of opens with one more item in front of `rest`."""
    if number == len(opens):
        opens = longer(opens, 2 * number)
    opens[number].item, opens[number].next = item, rest
    key = opens[rest].key if rest >= 0 else np.uint64(0)
    opens[number].key = extend_hash(key, item)
    return opens


@kernel()
def pair_before(p: int, first: int, second: int, paths: Any, items: Any, texts: Any) -> bool:
    """Whether the words of a path have these two side by side."""
    before = -1
    while p >= 0:
        if paths[p].option >= 0:
            item = items[paths[p].option]
            for place in range(item.text, item.text + item.length):
                if before == first and texts[place] == second:
                    return True
                before = texts[place]
        p = paths[p].after
    return False


@kernel()
def first_word(p: int, paths: Any, items: Any) -> int:
    """The first of the words of a path; -1: it has none."""
    while p >= 0:
        if paths[p].option >= 0 and items[paths[p].option].length > 0:
            return int(items[paths[p].option].first)
        p = paths[p].after
    return -1


@kernel()
def is_fresh(item: Any, p: int, paths: Any, items: Any, texts: Any) -> bool:
    """Whether the words of an item before those of a path repeat neither a pair of theirs nor a word."""
    if item.length == 0:
        return True
    second = first_word(p, paths, items)
    for place in range(item.text + item.length - 1, item.text - 1, -1):
        first = texts[place]
        if first == second or (second >= 0 and pair_before(p, first, second, paths, items, texts)):
            return False
        second = first
    first = texts[item.text + item.length - 1]
    second = first_word(p, paths, items)
    for place in range(item.text, item.text + item.length - 1):
        if texts[place] == first and texts[place + 1] == second:
            return False
    return True


@kernel()
def write_words(p: int, fresh: bool, paths: Any, number: int, opens: Any, items: Any, texts: Any) -> Any:
    """Write the lexical items that a path has open in front; gives paths, their number, the path.

    The path is -1 if it repeats itself and may not.
    """
    while paths[p].open >= 0 and items[opens[paths[p].open].item].edge < 0:
        option = opens[paths[p].open].item
        if fresh and not is_fresh(items[option], p, paths, items, texts):
            return paths, number, -1
        if number == len(paths):
            paths = longer(paths, 2 * number)
        new, key = paths[number], paths[p].key
        for place in range(items[option].text + items[option].length - 1, items[option].text - 1, -1):
            key = extend_hash(key, texts[place])
        new.value, new.key, new.option, new.after = paths[p].value, key, option, p
        new.open, new.inverted = opens[paths[p].open].next, paths[p].inverted
        p = number
        number += 1
    return paths, number, p


@kernel()
def push_ways(
    p: int, heap: Any, paths: Any, number: int, opens: Any, many: int, items: Any, edges: Any
) -> Any:
    """Open the first item of a path by each way to it; gives paths, opens and their numbers."""
    here, rest = opens[paths[p].open].item, opens[paths[p].open].next
    e = items[here].edge
    while e >= 0:
        edge = edges[e]
        if number == len(paths):
            paths = longer(paths, 2 * number)
        first, last = (edge.right, edge.left) if edge.inverted else (edge.left, edge.right)
        opens = opened(opens, many, first, np.int64(rest))
        many += 1
        if last >= 0:
            opens = opened(opens, many, last, many - 1)
            # The last item is written first: it stands in front.
            many += 1
        new = paths[number]
        new.value = paths[p].value - items[here].total + edge.through
        new.key, new.option, new.after, new.open = paths[p].key, -1, p, many - 1
        new.inverted = paths[p].inverted + edge.inverted
        heapq.heappush(heap, (-new.value, number))
        number += 1
        e = edge.beside
    return paths, number, opens, many


@kernel()
def known_keys(slots: Any) -> Any:
    """The same set of keys in twice the room."""
    new = np.zeros(2 * len(slots), np.uint64)
    for key in slots:
        if key != 0:
            new[find_slot(new, key)] = key
    return new


@kernel()
def written(p: int, paths: Any, chosen: Any, steps: int) -> Any:
    """Write the lexical items of a path, first one first; gives the array of all and their number."""
    while p >= 0:
        if paths[p].option >= 0:
            if steps == len(chosen):
                chosen = longer(chosen, 2 * steps)
            chosen[steps] = paths[p].option
            steps += 1
        p = paths[p].after
    return chosen, steps


@kernel()
def best_outputs(forest: Any, goal: int, wanted: int, source_words: int, fresh: bool) -> Any:
    """Lexical items of the best outputs with different words, one after another with bounds.

    Gives their scores and numbers of inverted joins, too.
    """
    items, edges, texts, _ = forest
    # np.int64: a literal has a type of its own, for which what is called would be compiled once more.
    number: Any = np.int64(1)
    many: Any = np.int64(0)
    steps: Any = np.int64(0)
    paths, opens = np.empty(1 << 8, PATH), np.empty(1 << 8, OPEN)
    seen, known = np.zeros(1 << 9, np.uint64), 0
    chosen = np.empty(64, np.int32)
    bounds, scores, outputs = np.zeros(wanted + 1, np.int64), np.zeros(wanted), 0
    inversions = np.zeros(wanted, np.int64)
    heap: Any = [(0.0, np.int64(0))]
    heap.pop()
    if goal >= 0:
        opens = opened(opens, many, np.int32(goal), np.int64(-1))
        many += 1
        root = paths[0]
        root.value, root.key, root.open, root.option, root.after = items[goal].total, 0, 0, -1, -1
        root.inverted = 0
        heapq.heappush(heap, (-items[goal].total, np.int64(0)))
    tries = EFFORT * (wanted + source_words)
    while len(heap) > 0 and outputs < wanted and tries > 0:
        tries -= 1
        value, p = heapq.heappop(heap)
        paths, number, p = write_words(p, fresh, paths, number, opens, items, texts)
        if p < 0:
            continue
        key = extend_hash(paths[p].key, opens[paths[p].open].key if paths[p].open >= 0 else np.uint64(0))
        slot = find_slot(seen, key)
        if seen[slot] != 0:
            continue
        seen[slot] = key
        known += 1
        if 2 * known > len(seen):
            seen = known_keys(seen)
        if paths[p].open >= 0:
            paths, number, opens, many = push_ways(p, heap, paths, number, opens, many, items, edges)
        else:
            chosen, steps = written(p, paths, chosen, steps)
            scores[outputs], inversions[outputs] = -value, paths[p].inverted
            outputs += 1
            bounds[outputs] = steps
    return chosen[:steps], bounds[: outputs + 1], scores[:outputs], inversions[:outputs]
