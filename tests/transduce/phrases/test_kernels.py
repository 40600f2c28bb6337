"""The kernels of phrase extraction against plain twins that follow the definitions."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from likewise.text.vocabulary import Tokenization
from likewise.transduce.align import Alignment, Lexicon
from likewise.transduce.bitext import Bitext
from likewise.transduce.phrases import _kernels as kernels
from likewise.transduce.phrases.extraction import FLOOR

BITS = (1 << 64) - 1
Link = tuple[int, int]
Pair = tuple[tuple[str, ...], tuple[str, ...]]

words = st.lists(st.sampled_from("abcd"), min_size=0, max_size=6)


@st.composite
def linked(draw: st.DrawFn) -> tuple[list[str], list[str], set[Link]]:
    """Two texts and links between them."""
    source, target = draw(words), draw(words)
    if not source or not target:
        return source, target, set()
    link = st.tuples(st.integers(0, len(source) - 1), st.integers(0, len(target) - 1))
    return source, target, draw(st.sets(link, max_size=7))


def extend_hash(key: int, word: int) -> int:
    mixed = (key ^ (word + 1)) * 0x9E3779B97F4A7C15 & BITS
    mixed ^= mixed >> 29
    mixed = mixed * 0xBF58476D1CE4E5B9 & BITS
    return (mixed ^ mixed >> 32) | 1


def phrase_key(ids: list[int]) -> int:
    key = 0
    for word in ids:
        key = extend_hash(key, word)
    return key


def consistent(links: set[Link], i: int, k: int, first: int, last: int) -> bool:
    """By definition: some link inside, none that leaves the pair of spans."""
    inside = [(i <= s <= k, first <= t <= last) for s, t in links]
    return any(s and t for s, t in inside) and all(s == t for s, t in inside)


def spans(n: int, longest: int) -> list[tuple[int, int]]:
    return [(i, k) for i in range(n) for k in range(i, min(n, i + longest))]


def weight(words: list[str], others: list[str], links: set[Link], lexicon: Lexicon) -> list[float]:
    """Log lexical weight of each word: the mean over its links, NULL's where there are none."""
    found = []
    for j, word in enumerate(words):
        mine = [lexicon.probability(others[o], word) for w, o in sorted(links) if w == j]
        mean = sum(mine) / len(mine) if mine else lexicon.probability(None, word)
        found.append(math.log(max(mean, FLOOR)))
    return found


class Twin:
    """Phrase pairs in dictionaries of tuples."""

    def __init__(self, longest: int, forward: Lexicon, backward: Lexicon) -> None:
        self.longest, self.forward, self.backward = longest, forward, backward
        self.counts: Counter[Pair] = Counter()
        self.weights: dict[Pair, tuple[float, float]] = {}

    def read(self, source: list[str], target: list[str], links: set[Link]) -> None:
        forth = weight(target, source, {(t, s) for s, t in links}, self.forward)
        back = weight(source, target, links, self.backward)
        for i, k in spans(len(source), self.longest):
            for first, last in spans(len(target), self.longest):
                if consistent(links, i, k, first, last):
                    pair = tuple(source[i : k + 1]), tuple(target[first : last + 1])
                    self.counts[pair] += 1
                    new = sum(forth[first : last + 1]), sum(back[i : k + 1])
                    old = self.weights.get(pair, new)
                    self.weights[pair] = max(old[0], new[0]), max(old[1], new[1])


def prepared(
    rows: list[tuple[list[str], list[str], set[Link]]],
) -> tuple[Bitext, Alignment, Lexicon, Lexicon]:
    lines = [(" ".join(source), " ".join(target)) for source, target, _ in rows]
    bitext = Bitext.of(lines, Tokenization("whitespace"))
    alignment = Alignment.of(" ".join(f"{s}-{t}" for s, t in sorted(links)) for _, _, links in rows)
    rng = np.random.default_rng(len(lines))
    both = [Lexicon.uniform(one) for one in (bitext, bitext.swapped())]
    forward, backward = (one.estimated(rng.integers(1, 9, len(one)).astype(np.float64)) for one in both)
    return bitext, alignment, forward, backward


@given(st.lists(linked(), min_size=1, max_size=4), st.integers(1, 4))
@settings(max_examples=60)
def test_extraction_equals_its_twin(rows: list[tuple[list[str], list[str], set[Link]]], longest: int) -> None:
    bitext, alignment, forward, backward = prepared(rows)
    twin = Twin(longest, forward, backward)
    for row in rows:
        twin.read(*row)
    source, target = bitext.source, bitext.target
    sources, targets, pairs = kernels.extract(
        kernels.TextArrays(source.ids, source.bounds),
        kernels.TextArrays(target.ids, target.bounds),
        kernels.LinkArrays(alignment.bounds, alignment.source, alignment.target),
        kernels.LexiconRows(forward.starts, forward.targets, forward.probabilities),
        kernels.LexiconRows(backward.starts, backward.targets, backward.probabilities),
        longest,
        6,
        FLOOR,
    )
    phrases = [
        [
            tuple(side.vocabulary[w] for w in side.ids[place : place + length])
            for place, length in zip(*some, strict=True)
        ]
        for side, some in ((source, sources), (target, targets))
    ]
    assert all(len(set(some)) == len(some) for some in phrases)
    found = {
        (phrases[0][s], phrases[1][t]): (count, forth, back)
        for s, t, count, forth, back in zip(*pairs, strict=True)
    }
    assert len(found) == len(pairs[0])
    assert {pair: count for pair, (count, _, _) in found.items()} == dict(twin.counts)
    for pair, (_, forth, back) in found.items():
        assert (forth, back) == pytest.approx(twin.weights[pair], abs=1e-5)


@given(linked(), st.integers(1, 5))
@settings(max_examples=60)
def test_ranges_and_spans(row: tuple[list[str], list[str], set[Link]], longest: int) -> None:
    source, target, links = row
    n, m = len(source), len(target)
    ordered = np.array(sorted(links), np.int16).reshape(-1, 2)
    sides = kernels.empty_side(6, longest), kernels.empty_side(6, longest)
    for side, ours, length in ((sides[0], 0, n), (sides[1], 1, m)):
        low, high, places = side.low, side.high, ordered.T.copy()
        kernels.link_ranges(0, len(links), places[ours], places[1 - ours], length, low, high)
        for w in range(length):
            others = [link[1 - ours] for link in links if link[ours] == w]
            assert (low[w], high[w]) == ((min(others), max(others)) if others else (1 << 30, -1))
    room = np.zeros((longest * (longest * (longest + 1) // 2), 3), np.int64)
    for i in range(n):
        number = kernels.consistent_spans(i, n, m, *sides, longest, room)
        expected = {
            (k, first, last)
            for begin, k in spans(n, longest)
            for first, last in spans(m, longest)
            if begin == i and consistent(links, i, k, first, last)
        }
        assert number == len(expected)
        assert set(map(tuple, room[:number].tolist())) == expected


@given(st.lists(st.lists(st.integers(0, 1000), min_size=1, max_size=5), min_size=1, max_size=30))
@settings(max_examples=40)
def test_keys_and_their_index(phrases: list[list[int]]) -> None:
    distinct = [list(p) for p in dict.fromkeys(map(tuple, phrases))]
    words = np.array([w for p in distinct for w in p], np.int32)
    bounds = np.cumsum([0, *map(len, distinct)]).astype(np.int32)
    keys = kernels.phrase_keys(words, bounds)
    assert keys.tolist() == [phrase_key(p) for p in distinct]
    slots, places = kernels.build_index(keys, 64)
    for wide in (slots, places), kernels.rehashed(slots, places, 128):
        for place, key in enumerate(keys):
            slot = kernels.find_slot(wide[0], key)
            assert wide[0][slot] == key
            assert wide[1][slot] == place
        assert np.count_nonzero(wide[0]) == len(distinct)
    absent = np.uint64(extend_hash(phrase_key(distinct[0]), 2000))
    assert slots[kernels.find_slot(slots, absent)] == 0


def test_slots_in_a_full_row_are_tried_one_after_another() -> None:
    slots = np.zeros(4, np.uint64)
    for number, key in enumerate((4, 8, 12)):  # all of them belong to slot 0
        slot = kernels.find_slot(slots, np.uint64(key))
        assert slot == number
        slots[slot] = key
    assert kernels.find_slot(slots, np.uint64(12)) == 2
    assert slots[kernels.find_slot(slots, np.uint64(16))] == 0


@given(st.lists(st.sampled_from("abcd"), max_size=6), st.integers(1, 4))
@settings(max_examples=20)
def test_keys_of_spans(text: list[str], longest: int) -> None:
    ids = np.array(["abcd".index(w) for w in text], np.int32)
    keys = np.zeros((6, longest), np.uint64)
    kernels.span_keys(ids, longest, keys)
    for i, k in spans(len(text), longest):
        assert keys[i, k - i] == phrase_key(ids[i : k + 1].tolist())


def test_words_of_phrases_are_gathered() -> None:
    ids = np.array([5, 6, 7, 8], np.int32)
    words, bounds = kernels.gather(ids, np.array([2, 0]), np.array([2, 3], np.uint8))
    assert words.tolist() == [7, 8, 5, 6, 7]
    assert bounds.tolist() == [0, 2, 5]


def test_room_grows_and_keeps_what_is_there() -> None:
    phrases, pairs = kernels.empty_phrases(4), kernels.empty_pairs(4)
    side = kernels.empty_side(40, 1)
    ids = np.arange(40, dtype=np.int32)
    kernels.span_keys(ids, 1, side.keys)
    side.numbers[:] = -1
    for word in range(40):
        phrases, pairs = kernels.room_for_phrases(phrases, word + 1), kernels.room_for_pairs(pairs, word + 1)
        assert kernels.number_span(phrases, word, side, word, 1, 100 + word) == word
        assert kernels.count_pair(pairs, word, word, 39 - word, -1.0, -2.0) == word
    side.numbers[:] = -1  # found again by key, not by place
    assert [kernels.number_span(phrases, 99, side, word, 1, 0) for word in range(40)] == list(range(40))
    assert phrases.place[:40].tolist() == list(range(100, 140))
    assert kernels.count_pair(pairs, 99, 3, 36, -0.5, -3.0) == 3
    assert pairs.count[:5].tolist() == [1, 1, 1, 2, 1]
    assert (pairs.forward[3], pairs.backward[3]) == (-0.5, -2.0)
