"""Kernels of the grammar decoder beside their plain twins."""

from __future__ import annotations

import math
import random
from itertools import product

import numpy as np
import pytest

from likewise.transduce.itg.decode import Constraints, GrammarDecoder, ResponseSearch
from likewise.transduce.itg.decode.forest._kernels import empty_forest, item_key, list_cell, repeats
from likewise.transduce.itg.decode.index._kernels import source_phrases
from likewise.transduce.itg.decode.options._kernels import lexical_cells
from likewise.transduce.itg.decode.reach._kernels import complete, finishable, outside, state_number
from likewise.transduce.itg.decode.records import BANNED, ITEMS, REFUSED, StateLimits, item_record
from likewise.transduce.lm.chart._kernels import state_key

from .plain_search import WORDS, PlainSearch, random_grammar, random_model

LIMITS = StateLimits(0, -1, 0, 1, False, False, False)


def groups(items: np.ndarray, cell: int) -> list[list[int]]:  # type: ignore[type-arg]
    """The numbers of a cell's items, group by group."""
    listed = []
    while cell >= 0:
        group, here = [], cell
        while here >= 0:
            group.append(int(here))
            here = items[here]["following"]
        listed.append(group)
        cell = items[cell]["group"]
    return listed


def test_rules_are_found_by_source_phrase_best_first() -> None:
    rng = random.Random(1)
    for _ in range(10):
        grammar, lm = random_grammar(rng), random_model(rng)
        index = GrammarDecoder(grammar, lm).index
        starts, keys = source_phrases(grammar.source_ids, grammar.source_bounds)
        sources = [rule.source for rule in grammar]
        assert len(keys) == len(set(sources)) == len(set(keys.tolist()))
        assert [sources[row] for row in starts[:-1]] == list(dict.fromkeys(sources))
        plain = PlainSearch(grammar, lm, {})
        fixed = [plain.rule_score(rule) for rule in grammar]
        assert index.arrays.fixed == pytest.approx(fixed)
        assert index.copies.tolist() == [rule.kind == "copy" for rule in grammar]
        for begin, end in zip(index.arrays.starts, index.arrays.starts[1:], strict=False):
            rows = index.arrays.ranked[begin:end].tolist()
            assert sorted(rows) == list(range(begin, end))
            assert (np.diff(index.arrays.estimates[begin:end]) >= 0).all()


def test_cells_list_their_items_by_groups() -> None:
    rng = np.random.default_rng(2)
    for number in (0, 1, 30):
        items = np.zeros(number, item_record(4))
        items["rank"], items["top"] = rng.normal(size=number), rng.integers(0, 3, number)
        items["mask"] = rng.integers(0, 2, number)
        listed = groups(items, list_cell(items, np.arange(number, dtype=np.int32)))
        assert sorted(i for group in listed for i in group) == list(range(number))
        states = [{(int(items[i]["top"]), int(items[i]["mask"])) for i in group} for group in listed]
        assert all(len(state) == 1 for state in states)
        assert len({min(state) for state in states}) == len(states)
        heads = [items[group[0]]["rank"] for group in listed]
        assert heads == sorted(heads, reverse=True)
        assert all((np.diff(items["rank"][group]) <= 0).all() for group in listed)


def test_repeats_beside_a_plain_count() -> None:
    rng = random.Random(3)
    both = [0, 0]
    fresh = Constraints(no_repeated_bigram=True)
    while min(both) < 100:
        words = [rng.choice("abcd") for _ in range(rng.randint(0, 7))]
        cut = rng.randint(0, len(words))
        if not (fresh.allow(words[:cut]) and fresh.allow(words[cut:])):
            continue
        items = np.zeros(2, item_record(4))
        items["text"], items["length"] = (0, cut), (cut, len(words) - cut)
        texts = np.array([ord(word) for word in words], np.int32)
        expected = not fresh.allow(words)
        both[expected] += 1
        assert repeats(texts, items[0], items[1]) == expected


def test_states_that_differ_have_different_keys() -> None:
    """All small states."""
    keys = set()
    states = list(product((0, 1), (1, 2), range(1, 12), (1, 2), range(1, 5)))
    for full, words, left, top, last in states:
        item = np.zeros(1, item_record(4))
        item["full"], item["words"], item["top"], item["kept"] = full, words, top, 1
        item["left"][0, 0], item["context"][0, 0] = left, last
        keys.add(int(item_key(item[0], LIMITS)))
    assert len(keys) == len(states)
    assert int(state_key(item[0])) != 0


def limits_of(asked: Constraints, decoder: GrammarDecoder) -> StateLimits:
    return ResponseSearch(decoder.index, ("a",), asked).limits


def test_lexical_items_and_what_can_be_finished() -> None:
    """All lexical items have the score of a plain twin; what can be finished is told by trying all ways."""
    rng = random.Random(4)
    for _ in range(8):
        decoder = GrammarDecoder(
            random_grammar(rng), random_model(rng), per_span=1000, per_insertion=1000, monotone=False
        )
        asked = Constraints(length=(1, 4), required=["x"], end_words={"x": 0.0, "a": 0.0}, end_only=True)
        source = tuple(rng.choice(WORDS) for _ in range(3))
        search = ResponseSearch(decoder.index, source, asked)
        scratch = np.zeros(1, item_record(4))
        forest, cells = lexical_cells(
            empty_forest(scratch), search.challenge, decoder.index.arrays, search.extra, decoder.index.tables,
            search.limits, decoder._settings, scratch,
        )  # fmt: skip
        items = forest.items[: forest.count[ITEMS]]
        plain = PlainSearch(decoder.grammar, decoder.lm, {})
        options: dict[tuple[int, int], list[tuple[str, ...]]] = {}
        for begin, end in product(range(3), range(1, 4)):
            expected = plain.lexical(source[begin:end], asked) if end > begin else {}
            best: dict[tuple[str, ...], float] = {}
            for number in (i for group in groups(items, cells[begin, end]) for i in group):
                item = items[number]
                ids = forest.texts[item["text"] : item["text"] + item["length"]]
                names = [*decoder.grammar.target_vocabulary, *search.new_words]
                words = tuple(names[i] for i in ids)
                score = float(item["total"] - 1.2 * item["score"])
                best[words] = max(score, best.get(words, -math.inf))
            assert best == pytest.approx(expected)
            options[begin, end] = list(best)
        check_finishable(cells, items, search.limits, options, asked)
        check_outside(cells, items, search.limits, options)


def check_finishable(cells, items, limits, options, asked) -> None:  # type: ignore[no-untyped-def]
    finish = finishable(cells, items, limits)
    for place, count, mask, ending in product(range(4), range(limits.cap + 1), (0, 1), (1, 2)):
        if count == 0 or (mask and count == 1 and ending == 2):
            continue
        # A text before `place` of so many words, with the required word or not, that ends so.
        before = ["b"] * (count - 1) + (["a"] if ending == 1 else ["c"])
        if mask:
            before[0] = "x"
        rests = finished(place, options)
        expected = any(asked.allow([*before, *rest]) for rest in rests)
        assert finish[place, state_number(count, mask, ending, limits)] == expected


def finished(place: int, options: dict[tuple[int, int], list[tuple[str, ...]]]) -> set[tuple[str, ...]]:
    """All that the source from here on may become."""
    if place == 3:
        return {()}
    return {
        words + rest
        for end in range(place + 1, 4)
        for words in options[place, end]
        for rest in finished(end, options)
    }


def check_outside(cells, items, limits, options) -> None:  # type: ignore[no-untyped-def]
    least, most, masks = outside(cells, items, limits)
    for place in range(4):
        rests = finished(place, options)
        sizes = [len(rest) for rest in rests]
        assert least[1, place] == min(sizes)
        assert most[1, place] == max(sizes)
        assert masks[1, place] == any("x" in rest for rest in rests)


def test_what_is_complete() -> None:
    limits = StateLimits(2, 3, 4, 2, True, True, False)
    assert complete(2, 1, 1, limits)
    assert not complete(1, 1, 1, limits)
    assert not complete(4, 1, 1, limits)
    assert not complete(2, 0, 1, limits)
    assert not complete(2, 1, REFUSED, limits)
    assert complete(0, 0, 0, LIMITS)


def test_tags_of_words() -> None:
    rng = random.Random(5)
    decoder = GrammarDecoder(random_grammar(rng), random_model(rng))
    asked = Constraints(required=["x", "q"], banned=["a"], end_words={"b": 2.0, "nowhere": 1.0})
    search = ResponseSearch(decoder.index, ("a", "q"), asked)
    challenge = search.challenge
    assert challenge.tags[search.target_id("q")] == 1
    assert challenge.tags[search.target_id("x")] in (2, -1)
    assert challenge.tags[search.target_id("a")] == BANNED
    assert challenge.bonus.sum() == 2.0
    assert search.target_id("nowhere") == -1
