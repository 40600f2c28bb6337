"""The search as one kernel: lexical items, cells filled by cube pruning, the best outputs (Chiang 2007).

Twins and an exhaustive search are in tests/transduce/itg/decode.
"""

from __future__ import annotations

import heapq
from typing import Any

import numpy as np

from likewise.kernel import kernel
from likewise.transduce.itg.decode.forest._kernels import (
    add_edge,
    add_item,
    empty_forest,
    item_key,
    list_cell,
    merge_states,
    repeats,
    room_for,
    write_text,
)
from likewise.transduce.itg.decode.index._kernels import NEVER
from likewise.transduce.itg.decode.nbest._kernels import best_outputs
from likewise.transduce.itg.decode.options._kernels import end_bonus, lexical_cells
from likewise.transduce.itg.decode.reach._kernels import complete, feasible, reach_of
from likewise.transduce.itg.decode.records import INVERTED, ITEMS, LM, NO_ROW, START, STRAIGHT, TM
from likewise.transduce.lm._kernels import TYPED_END
from likewise.transduce.lm.chart._kernels import (
    begin_span,
    clear_span,
    copy_span,
    join_spans,
    push_word,
)
from likewise.transduce.phrases._kernels import find_slot, longer, rehashed

# As other arguments are: for a literal, which has a type of its own, all that is called is compiled again.
_ZERO: Any = np.int64(0)
_ONE: Any = np.int64(1)
_NO_ITEM: Any = np.int32(-1)
_STRAIGHT: Any = np.int32(0)

PATIENCE = 32
"""Candidates that a constraint refuses are looked at up to so many times the pop limit."""


@kernel()
def close(item: Any, start: Any, whole: Any, challenge: Any, tables: Any, weights: Any) -> None:
    """Rank an item that covers the source by the score of the output that it is."""
    if start.top == START:  # monotone: it has the beginning of the sentence already
        copy_span(item, whole)
        gained = 0.0
    else:
        join_spans(tables, start, item, whole)
        gained = whole.score - item.score
    gained += push_word(tables, whole, TYPED_END)
    item.rank = item.total + weights[LM] * gained + end_bonus(item, challenge, weights)


@kernel()
def make_start(item: Any, tables: Any, monotone: bool) -> None:
    """Make the record the beginning of a sentence; in monotone search it is the first item of all."""
    begin_span(tables, item)
    item.total, item.rank, item.top = 0.0, 0.0, START if monotone else NO_ROW
    item.count, item.mask, item.ending, item.first, item.last = 0, 0, 0, -1, -1
    item.text, item.length, item.begin, item.end, item.row, item.base, item.side = 0, 0, 0, 0, NO_ROW, -1, 0
    item.edge, item.following, item.group = -1, -1, -1


@kernel()
def propose(
    candidate: Any, left: Any, right: Any, inverted: int, texts: Any,
    rules: Any, tables: Any, limits: Any, weights: Any,
) -> None:  # fmt: skip
    """Make the record what two items are as one."""
    one, other = (right, left) if inverted else (left, right)
    join_spans(tables, one, other, candidate)
    merge_states(one, other, limits, candidate)
    candidate.total = left.total + right.total + weights[LM] * (candidate.score - left.score - right.score)
    if left.top != START:
        candidate.total += weights[TM] * (rules.inverted if inverted else rules.straight)
    candidate.rank = candidate.total
    candidate.top = INVERTED if inverted else STRAIGHT
    candidate.inverted, candidate.text, candidate.row, candidate.base = inverted, -1, NO_ROW, -1
    candidate.begin, candidate.end, candidate.side = left.begin, right.end, 0
    candidate.refused = 1 if limits.fresh and repeats(texts, one, other) else 0
    candidate.key = item_key(candidate, limits)


@kernel()
def push(
    heap: Any, candidates: Any, number: int, left: int, right: int, inverted: Any, leading: int, whole: Any,
    scratch: Any, forest: Any, challenge: Any, rules: Any, tables: Any, limits: Any, weights: Any,
) -> Any:  # fmt: skip
    """Put what two items are as one on the heap; gives the candidates with one more."""
    if number == len(candidates):
        candidates = longer(candidates, 2 * number)
    candidate, items = candidates[number], forest.items
    propose(candidate, items[left], items[right], inverted, forest.texts, rules, tables, limits, weights)
    candidate.before, candidate.behind, candidate.leading = left, right, leading
    if whole:
        close(candidate, scratch[0], scratch[1], challenge, tables, weights)
    heapq.heappush(heap, (-candidate.rank, number))
    return candidates


@kernel()
def may_join(
    one: Any, other: Any, inverted: int, begin: int, end: int, rules: Any, reach: Any, limits: Any,
    monotone: bool,
) -> bool:  # fmt: skip
    """Whether items of two groups may be joined: the normal form, rules of probability 0, constraints.

    In normal form the right one of a straight join is not straight, that of an inverted join not inverted.
    """
    if other.top == (INVERTED if inverted else STRAIGHT):
        return False
    if one.top != START and (rules.inverted if inverted else rules.straight) <= NEVER:
        return False
    count, mask = min(limits.cap, one.count + other.count), one.mask | other.mask
    first, last = (other, one) if inverted else (one, other)
    ending = last.ending if last.ending != 0 else first.ending
    return feasible(begin, end, count, mask, ending, reach, limits, monotone)


@kernel()
def corners(
    begin: int, end: int, heap: Any, candidates: Any, left_cells: Any, right_cells: Any, scratch: Any,
    forest: Any, challenge: Any, rules: Any, tables: Any, reach: Any, limits: Any, settings: Any,
) -> Any:  # fmt: skip
    """Put the best of each pair of groups that may be joined to this span on the heap."""
    number: Any = _ZERO
    whole = begin == 0 and end == len(challenge.source)
    for middle in range(begin if settings.monotone else begin + 1, end):
        left = left_cells[begin, middle]
        while left >= 0:
            right = right_cells[middle, end]
            while right >= 0:
                for inverted in range(1 if settings.monotone else 2):
                    one, other = forest.items[left], forest.items[right]
                    if may_join(one, other, inverted, begin, end, rules, reach, limits, settings.monotone):
                        candidates = push(
                            heap, candidates, number, left, right, np.int64(inverted), _ONE, whole,
                            scratch, forest, challenge, rules, tables, limits, settings.weights,
                        )  # fmt: skip
                        number += 1
                right = forest.items[right].group
            left = forest.items[left].group
    return candidates, number


@kernel()
def accept(candidate: Any, slots: Any, holders: Any, every: bool, fresh: bool, forest: Any) -> int:
    """Take a candidate in; gives its number if it is a new item, -1 if it is one more way to an old one.

    With `every` false only the best way to an item is kept.
    """
    slot, number = find_slot(slots, candidate.key), -1
    here = holders[slot]
    if slots[slot] == 0:
        number = add_item(forest, candidate)
        slots[slot], holders[slot] = candidate.key, number
        here = number
    elif candidate.total > forest.items[here].total:
        forest.items[here].total, forest.items[here].rank = candidate.total, candidate.rank
    elif not every:
        return -1
    if not every:
        forest.items[here].edge = -1
    if fresh and forest.items[here].total == candidate.total:
        left, right = forest.items[candidate.before], forest.items[candidate.behind]
        one, other = (right, left) if candidate.inverted else (left, right)
        write_text(forest, one, other, forest.items[here])
        forest.items[here].length = candidate.length
    add_edge(forest, here, candidate.total, candidate.before, candidate.behind, candidate.inverted)
    return number


@kernel()
def fill_cell(
    begin: int, end: int, candidates: Any, left_cells: Any, right_cells: Any, members: Any, scratch: Any,
    every: bool, forest: Any, challenge: Any, rules: Any, tables: Any, reach: Any, limits: Any, settings: Any,
) -> Any:  # fmt: skip
    """Join items to those of a span, best first as far as it is known: cube pruning.

    From a pair of items it goes on to the next right one, and from the first right one to the next left one,
    so that no pair comes twice (Gesmundo & Henderson 2010). Gives the forest, candidates, and numbers of the
    new items with their number.
    """
    heap = [(0.0, 0)]
    heap.pop()
    whole, weights = begin == 0 and end == len(challenge.source), settings.weights
    candidates, number = corners(
        begin, end, heap, candidates, left_cells, right_cells, scratch,
        forest, challenge, rules, tables, reach, limits, settings,
    )  # fmt: skip
    slots, holders, new, taken, seen = np.zeros(256, np.uint64), np.zeros(256, np.int32), 0, 0, 0
    while len(heap) > 0 and taken < settings.pop_limit and seen < PATIENCE * settings.pop_limit:
        c = heapq.heappop(heap)[1]
        seen += 1
        if candidates[c].refused == 0:
            taken += 1
            forest = room_for(forest, _ONE, np.int64(candidates[c].length) if limits.fresh else _ZERO)
            if 2 * new >= len(slots):
                slots, holders = rehashed(slots, holders, 2 * len(slots))
            item = accept(candidates[c], slots, holders, every, limits.fresh, forest)
            if item >= 0:
                if new == len(members):
                    members = longer(members, 2 * new)
                members[new] = item
                new += 1
        left, right = candidates[c].before, candidates[c].behind
        inverted: Any = np.int64(candidates[c].inverted)
        further = forest.items[left].following
        if candidates[c].leading == 1 and further >= 0:
            candidates = push(
                heap, candidates, number, further, right, inverted, _ONE, whole,
                scratch, forest, challenge, rules, tables, limits, weights,
            )  # fmt: skip
            number += 1
        further = forest.items[right].following
        if further >= 0:
            candidates = push(
                heap, candidates, number, left, further, inverted, _ZERO, whole,
                scratch, forest, challenge, rules, tables, limits, weights,
            )  # fmt: skip
            number += 1
    return forest, candidates, members, new


@kernel()
def with_lexical(cell: int, members: Any, new: int, items: Any) -> Any:
    """Numbers of the items of a cell behind others."""
    group = cell
    while group >= 0:
        here = group
        while here >= 0:
            if new == len(members):
                members = longer(members, 2 * new)
            members[new] = here
            new += 1
            here = items[here].following
        group = items[group].group
    return members, new


@kernel()
def fill_chart(
    cells: Any, every: bool, scratch: Any,
    forest: Any, challenge: Any, rules: Any, tables: Any, limits: Any, settings: Any,
) -> Any:  # fmt: skip
    """Fill all cells; gives the forest and the cell of the whole source.

    In monotone search all that begins at the first word is joined to a lexical item on its right, which
    stands for every bracketing: the time grows linearly with the words.
    """
    n, monotone = len(challenge.source), settings.monotone
    reach = reach_of(cells, forest.items, limits, monotone)
    candidates, members, left_cells = np.empty(256, scratch.dtype), np.empty(64, np.int32), cells
    if monotone:
        left_cells = np.full((1, n + 1), -1, np.int32)
        forest = room_for(forest, _ONE, _ZERO)
        left_cells[0, 0] = add_item(forest, scratch[0])
    for begin in range(0 if monotone else n - 1, -1, -1):
        for end in range(begin + 1, n + 1):
            forest, candidates, members, new = fill_cell(
                begin, end, candidates, left_cells, cells, members, scratch,
                every, forest, challenge, rules, tables, reach, limits, settings,
            )  # fmt: skip
            if not monotone:
                if begin == 0 and end == n:
                    rank_whole(cells[begin, end], scratch, forest.items, challenge, tables, settings.weights)
                members, new = with_lexical(cells[begin, end], members, new, forest.items)
            left_cells[begin, end] = list_cell(forest.items, members[:new])
    return forest, left_cells[0, n]


@kernel()
def rank_whole(cell: int, scratch: Any, items: Any, challenge: Any, tables: Any, weights: Any) -> None:
    """Rank the lexical items of the whole source by the scores of the outputs that they are."""
    group = cell
    while group >= 0:
        here = group
        while here >= 0:
            close(items[here], scratch[0], scratch[1], challenge, tables, weights)
            here = items[here].following
        group = items[group].group


@kernel()
def add_goal(cell: int, scratch: Any, forest: Any, limits: Any) -> Any:
    """The forest with one item more, which each output is a way to; its number, or -1 if there is none."""
    goal: Any = np.int64(-1)
    while cell >= 0:
        here = cell
        while here >= 0:
            item = forest.items[here]
            if complete(item.count, item.mask, item.ending, limits):
                forest = room_for(forest, _ONE, _ZERO)
                if goal < 0:
                    goal = np.int64(add_item(forest, scratch[0]))
                    forest.items[goal].total = NEVER
                through = forest.items[here].rank
                forest.items[goal].total = max(forest.items[goal].total, through)
                add_edge(forest, goal, through, here, _NO_ITEM, _STRAIGHT)
            here = forest.items[here].following
        cell = forest.items[cell].group
    return forest, goal


@kernel()
def search(
    challenge: Any, rules: Any, extra: Any, tables: Any, limits: Any, settings: Any, blank: Any, wanted: int
) -> Any:
    """The best outputs: lexical items of each in the order of the target with bounds, scores,
    inverted joins, all items."""
    scratch = np.empty(2, blank.dtype)
    clear_span(scratch[1])
    forest = empty_forest(blank)
    forest, cells = lexical_cells(forest, challenge, rules, extra, tables, limits, settings, scratch[1:])
    make_start(scratch[0], tables, settings.monotone)
    forest, cell = fill_chart(cells, wanted > 1, scratch, forest, challenge, rules, tables, limits, settings)
    forest, goal = add_goal(cell, scratch, forest, limits)
    chosen, bounds, scores, inversions = best_outputs(
        forest, goal, wanted, len(challenge.source), limits.fresh
    )
    return chosen, bounds, scores, inversions, forest.items[: forest.count[ITEMS]]
