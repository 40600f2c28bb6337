"""Lexical items: rules that match a span, unknown words, insertions attached to them.

Twins are in tests/transduce/itg/decode.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from likewise.kernel import kernel
from likewise.transduce.decode.stacks._kernels import sort_by
from likewise.transduce.itg.decode.forest._kernels import (
    add_item,
    list_cell,
    merge_states,
    repeats,
    room_for,
    write_text,
)
from likewise.transduce.itg.decode.index._kernels import NEVER
from likewise.transduce.itg.decode.records import (
    ALLOWED,
    BANNED,
    COPIED,
    DROPPED,
    END_BONUS,
    END_WORD,
    ITEMS,
    LEFT_OUT,
    LEXICAL,
    LM,
    REFUSED,
    REQUIRED_BITS,
    TEXT,
    TM,
    UNKNOWN,
    WORDS,
)
from likewise.transduce.lm.chart._kernels import clear_span, join_spans, push_word
from likewise.transduce.phrases._kernels import extend_hash, find_slot, longer

_REQUIRED = (1 << REQUIRED_BITS) - 1
# As other arguments are: for a literal, which has a type of its own, all that is called is compiled again.
_ZERO: Any = np.int64(0)
_ONE: Any = np.int64(1)
_COPIED: Any = np.int64(COPIED)
_LEFT_OUT: Any = np.int64(LEFT_OUT)


@kernel()
def word_tags(ids: Any, tags: Any, fresh: bool) -> int:
    """All tags of some words; -1 if they may not be used: a banned word or one that is repeated."""
    every = 0
    for place in range(len(ids)):
        every |= tags[ids[place]]
        if fresh and place > 0:
            if ids[place] == ids[place - 1]:
                return -1
            for earlier in range(1, place):
                if ids[earlier] == ids[place] and ids[earlier - 1] == ids[place - 1]:
                    return -1
    return -1 if every & BANNED else every


@kernel()
def end_bonus(item: Any, challenge: Any, weights: Any) -> float:
    """What the last word of an item adds if it is the last of all."""
    return float(weights[END_BONUS] * challenge.bonus[item.last]) if item.last >= 0 else 0.0


@kernel()
def make_lexical(
    item: Any, ids: Any, score: float, forest: Any, challenge: Any, tables: Any, limits: Any, weights: Any
) -> None:
    """Make the record the lexical item of some words; `score` is without the language model."""
    clear_span(item)
    item.text, item.length = forest.count[TEXT], len(ids)
    item.mask, item.ending, item.first, item.last = 0, 0, -1, -1
    for place in range(len(ids)):
        word = ids[place]
        push_word(tables, item, challenge.model[word])
        forest.texts[forest.count[TEXT]] = word
        forest.count[TEXT] += 1
        item.mask |= challenge.tags[word] & _REQUIRED
        item.last = word
    if len(ids) > 0:
        item.first = ids[0]
        if limits.end_only:
            item.ending = ALLOWED if challenge.tags[item.last] & END_WORD else REFUSED
    item.count = min(limits.cap, len(ids))
    item.total = score + weights[LM] * item.score
    item.rank = item.total
    item.top, item.base, item.side = LEXICAL, -1, 0


@kernel()
def take_rule(
    row: Any, ids: Any, score: float, begin: int, end: int, final: bool,
    forest: Any, scratch: Any, challenge: Any, tables: Any, limits: Any, weights: Any,
) -> Any:  # fmt: skip
    """The forest with a rule as a lexical item of a span."""
    forest = room_for(forest, _ONE, len(ids))
    item = scratch[0]
    make_lexical(item, ids, score, forest, challenge, tables, limits, weights)
    item.row, item.begin, item.end = row, begin, end
    if final:
        item.rank += end_bonus(item, challenge, weights)
    add_item(forest, item)
    return forest


@kernel()
def chosen_rows(
    first: int, last: int, final: bool, most: int, rules: Any, challenge: Any, limits: Any, weights: Any
) -> Any:
    """Rows among `ranked[first:last]` to use: the best ones, and the best with a word that is asked for.

    Asked for are required words and, where the last word of the output is known, those that may end it.
    """
    rows, taken = np.empty(min(last - first, 2 * most), np.int32), 0
    asked, values, special = np.empty(16, np.int32), np.empty(16), 0
    scan = limits.masks > 1 or (final and limits.ends)
    for place in range(first, last):
        if taken >= most and not scan:
            break
        row = rules.ranked[place]
        ids = rules.target_ids[rules.target_bounds[row] : rules.target_bounds[row + 1]]
        if rules.fixed[row] == NEVER:
            break  # they come last
        every = word_tags(ids, challenge.tags, limits.fresh)
        if every < 0:
            continue
        ends = final and len(ids) > 0 and challenge.tags[ids[-1]] & END_WORD != 0
        if scan and (every & _REQUIRED != 0 or ends):
            if special == len(asked):
                asked, values = longer(asked, 2 * special), longer(values, 2 * special)
            bonus = weights[END_BONUS] * challenge.bonus[ids[-1]] if ends else 0.0
            asked[special], values[special] = row, rules.estimates[place] - bonus
            special += 1
        elif taken < most:
            rows[taken] = row
            taken += 1
    sort_by(values[:special], asked[:special])
    for place in range(min(special, most)):
        rows[taken] = asked[place]
        taken += 1
    return rows[:taken]


@kernel()
def take_unknown(
    place: int, final: bool, forest: Any, scratch: Any, challenge: Any, tables: Any, limits: Any, weights: Any
) -> Any:
    """The forest with a source word copied, and left out."""
    ids = challenge.copies[place : place + 1]
    if word_tags(ids, challenge.tags, limits.fresh) >= 0:
        forest = take_rule(
            _COPIED, ids, weights[UNKNOWN] + weights[WORDS], place, place + 1, final,
            forest, scratch, challenge, tables, limits, weights,
        )  # fmt: skip
    return take_rule(
        _LEFT_OUT, ids[:0], weights[DROPPED], place, place + 1, final,
        forest, scratch, challenge, tables, limits, weights,
    )  # fmt: skip


@kernel()
def span_rules(
    begin: int, end: int, key: Any, final: bool, forest: Any, scratch: Any,
    challenge: Any, rules: Any, extra: Any, tables: Any, limits: Any, settings: Any,
) -> Any:  # fmt: skip
    """The forest with the rules of a source phrase as lexical items, those of the search among them.

    A span of length 0 is that of insertions, which the search's own have `begin` -1 for.
    """
    weights, most = settings.weights, settings.per_span
    if begin == end:
        phrase, most, asked = 0, settings.per_insertion, -1
    else:
        slot, asked = find_slot(rules.slots, key), begin
        phrase = rules.places[slot] if rules.slots[slot] == key else -1
    if phrase >= 0:
        first, last = rules.starts[phrase], rules.starts[phrase + 1]
        chosen = chosen_rows(first, last, final, most, rules, challenge, limits, weights)
        for row in chosen:
            ids = rules.target_ids[rules.target_bounds[row] : rules.target_bounds[row + 1]]
            forest = take_rule(
                np.int64(row), ids, rules.fixed[row], begin, end, final,
                forest, scratch, challenge, tables, limits, weights,
            )  # fmt: skip
    for further in range(len(extra.begins)):
        if extra.begins[further] == asked and (asked < 0 or extra.ends[further] == end):
            ids = extra.target_ids[extra.target_bounds[further] : extra.target_bounds[further + 1]]
            if word_tags(ids, challenge.tags, limits.fresh) >= 0:
                forest = take_rule(
                    len(rules.fixed) + further, ids, extra.fixed[further], begin, end, final,
                    forest, scratch, challenge, tables, limits, weights,
                )  # fmt: skip
    return forest


@kernel()
def attach(
    one: Any, base: Any, side: int, structural: float, texts: Any, tables: Any, limits: Any, weights: Any,
    joined: Any,
) -> bool:  # fmt: skip
    """Make the record the lexical item of an insertion and what it is attached to; false: it may not be."""
    before, behind = (one, base) if side == 0 else (base, one)
    if limits.fresh and repeats(texts, before, behind):
        return False
    join_spans(tables, before, behind, joined)
    merge_states(before, behind, limits, joined)
    gained = joined.score - before.score - behind.score
    joined.total = one.total + base.total + structural + weights[LM] * gained
    joined.rank = joined.total
    joined.top, joined.side, joined.row, joined.text = LEXICAL, side, one.row, -1
    joined.begin, joined.end = base.begin, base.end
    return True


@kernel()
def attached(
    bases: Any, inserted: Any, final: bool, candidates: Any,
    forest: Any, challenge: Any, rules: Any, tables: Any, limits: Any, weights: Any,
) -> Any:  # fmt: skip
    """All ways to attach one of the insertions (a range of items) to one of a range of lexical items.

    Those before are attached before those behind, so that each text comes about in one way.
    """
    number, structural = 0, weights[TM] * rules.straight
    for b in range(bases[0], bases[1]):
        base = forest.items[b]
        for one in range(inserted[0], inserted[1]):
            for side in range(2):
                if base.length == 0 if side == 1 else base.base >= 0 and base.side == 1:
                    continue
                if number == len(candidates):
                    candidates = longer(candidates, 2 * number)
                joined = candidates[number]
                if attach(
                    forest.items[one], base, side, structural, forest.texts, tables, limits, weights, joined
                ):
                    joined.base, joined.before = b, one
                    if final:
                        joined.rank += end_bonus(joined, challenge, weights)
                    number += 1
    return candidates, number


@kernel()
def keep_attached(candidates: Any, number: int, most: int, limits: Any, forest: Any) -> Any:
    """The forest with the best candidates as lexical items; most of each group where only some may stay."""
    order, ranks = np.empty(number, np.int32), np.empty(number)
    words = 0
    for c in range(number):
        order[c], ranks[c] = c, -candidates[c].rank
        words += candidates[c].length
    sort_by(ranks, order)
    kept = min(most, number)
    asked = 0
    forest = room_for(forest, number, words)
    for place in range(number):
        candidate = candidates[order[place]]
        special = candidate.mask != 0 or candidate.ending == ALLOWED
        if place < kept or (special and asked < most):
            asked += 1 if special else 0
            one, base = forest.items[candidate.before], forest.items[candidate.base]
            if candidate.side == 0:
                write_text(forest, one, base, candidate)
            else:
                write_text(forest, base, one, candidate)
            add_item(forest, candidate)
    return forest


@kernel()
def lexical_cells(
    forest: Any, challenge: Any, rules: Any, extra: Any, tables: Any, limits: Any, settings: Any, scratch: Any
) -> Any:
    """The forest with all lexical items, and the cells of them by begin and end of the span."""
    n, monotone = len(challenge.source), settings.monotone
    cells = np.full((n + 1, n + 1), -1, np.int32)
    candidates = np.empty(64, scratch.dtype)
    inserted = np.zeros(4, np.int64)  # ranges of items: insertions anywhere, and at the end of the source
    if settings.insertions > 0 and rules.straight > NEVER:
        for place in range(2):
            inserted[2 * place] = forest.count[ITEMS]
            forest = span_rules(
                _ZERO, _ZERO, np.uint64(0), place == 1, forest, scratch,
                challenge, rules, extra, tables, limits, settings,
            )  # fmt: skip
            inserted[2 * place + 1] = forest.count[ITEMS]
    for begin in range(n):
        key = np.uint64(0)
        for end in range(begin + 1, n + 1):
            key = extend_hash(key, challenge.source[end - 1])
            final, start = monotone and end == n, forest.count[ITEMS]
            if end - begin <= rules.longest or len(extra.begins) > 0:
                forest = span_rules(
                    begin, end, key, final, forest, scratch, challenge, rules, extra, tables, limits, settings
                )
            if end == begin + 1 and forest.count[ITEMS] == start:
                forest = take_unknown(
                    begin, final, forest, scratch, challenge, tables, limits, settings.weights
                )
            first = start
            for _ in range(settings.insertions):
                last = forest.count[ITEMS]
                these = inserted[2:] if final else inserted[:2]
                bases = np.array([first, last])
                candidates, number = attached(
                    bases,
                    these,
                    final,
                    candidates,
                    forest,
                    challenge,
                    rules,
                    tables,
                    limits,
                    settings.weights,
                )
                forest = keep_attached(candidates, number, settings.per_span, limits, forest)
                first = last
            if forest.count[ITEMS] > start:
                members = np.arange(start, forest.count[ITEMS]).astype(np.int32)
                cells[begin, end] = list_cell(forest.items, members)
    return forest, cells
