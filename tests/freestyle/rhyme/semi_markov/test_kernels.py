"""The compiled loops beside plain ones: all ways to cut a verse, word for word ratios, links one by one."""

from __future__ import annotations

from collections.abc import Iterator
from math import exp, log
from typing import Any

import numpy as np
import pytest

from likewise.freestyle.rhyme.semi_markov import _kernels
from likewise.freestyle.rhyme.semi_markov.state_table import (
    GAPS,
    LATER_LINE,
    LENGTHS,
    MEMBERS,
    PAIRS,
    STATES,
    WEIGHTS,
)

Path = list[tuple[int, int]]
SUMS: Any = _kernels.forward_backward
BEST: Any = _kernels.best_segments


def ways(size: int, start: int = 0) -> Iterator[Path]:
    """Every way to cut lines into states: (first line, state)."""
    if start == size:
        yield []
        return
    for state, scheme in enumerate(STATES):
        if start + len(scheme) <= size:
            for rest in ways(size, start + len(scheme)):
                yield [(start, state), *rest]


def links_of(state: int) -> list[tuple[int, int]]:
    scheme = STATES[state]
    return [(i, j) for j in range(len(scheme)) for i in range(j) if scheme[i] == scheme[j]]


def ratio_of(state: int, line: int, ratios: Any) -> float:
    """The log likelihood ratio of a segment: a geometric mean for each line that joins a class."""
    total = 0.0
    for j, label in enumerate(STATES[state]):
        earlier = [i for i in range(j) if STATES[state][i] == label]
        total += sum(ratios[line + j, j - i - 1] for i in earlier) / max(1, len(earlier))
    return total


class Chain:
    """One verse with random ratios, habits and memories."""

    def __init__(self, size: int, seed: int) -> None:
        draw = np.random.default_rng(seed)
        count = len(STATES)
        self.size, self.verses = size, np.array([0, size])
        self.ratios = draw.normal(size=(size, 3))
        self.chain = draw.dirichlet(np.ones(count), count + 1)
        self.corpus, self.poem = draw.random((2, count)) * 9, draw.random((size, count)) * 3 + 1
        self.own = draw.random((size, count))
        self.places, self.kinds = np.arange(size), np.arange(size) % 2
        self.scores = np.zeros((size, count))
        _kernels.segment_scores(
            self.verses, self.ratios, LENGTHS, PAIRS, LATER_LINE, GAPS, WEIGHTS, self.scores
        )

    def step(self, line: int, before: int, state: int) -> float:
        kind = self.kinds[line]
        usual = (self.corpus[kind, state] + 7 * self.chain[before, state]) / (self.corpus[kind].sum() + 7)
        here = self.poem[line, state] - self.own[line, state]
        return float((here + 2 * usual) / (self.poem[line].sum() - self.own[line].sum() + 2))

    def weight(self, path: Path) -> float:
        total, before = 1.0, len(STATES)
        for line, state in path:
            total *= self.step(line, before, state) * exp(ratio_of(state, line, self.ratios))
            before = state
        return total

    @property
    def habits(self) -> tuple[Any, ...]:
        return (
            self.places, self.kinds, self.own, self.poem, self.poem.sum(1), self.corpus, self.corpus.sum(1),
            self.chain, 2.0, 7.0,
        )  # fmt: skip


@pytest.mark.parametrize("size", [1, 2, 5, 7])
def test_sums_and_best_path_equal_those_over_all_ways(size: int) -> None:
    verse = Chain(size, size)
    paths = list(ways(size))
    weights = np.array([verse.weight(path) for path in paths])
    whole = weights.sum()
    segments, links = np.zeros((size, len(STATES))), np.zeros((size, 3))
    for path, weight in zip(paths, weights / whole, strict=True):
        for line, state in path:
            segments[line, state] += weight
            for i, j in links_of(state):
                links[line + j, j - i - 1] += weight
    got_segments, got_links = np.zeros_like(segments), np.zeros_like(links)
    got_chain = np.zeros((len(STATES) + 1, len(STATES)))
    total = SUMS(
        verse.verses, verse.scores, LENGTHS, PAIRS, LATER_LINE, GAPS, *verse.habits, got_segments, got_links,
        got_chain,
    )  # fmt: skip
    assert total == pytest.approx(log(whole))
    np.testing.assert_allclose(got_segments, segments, atol=1e-12)
    np.testing.assert_allclose(got_links, links, atol=1e-12)
    np.testing.assert_allclose(got_chain.sum(0), segments.sum(0), atol=1e-12)
    best = np.full(size, -1)
    BEST(verse.verses, verse.scores, LENGTHS, *verse.habits, best)
    assert [(line, state) for line, state in enumerate(best.tolist()) if state >= 0] == paths[
        int(weights.argmax())
    ]


def test_a_verse_of_five_thousand_lines_neither_overflows_nor_vanishes() -> None:
    verse = Chain(5000, 1)
    segments, links = np.zeros((5000, len(STATES))), np.zeros((5000, 3))
    chain = np.zeros((len(STATES) + 1, len(STATES)))
    total = SUMS(
        verse.verses, verse.scores * 1e3, LENGTHS, PAIRS, LATER_LINE, GAPS, *verse.habits, segments, links,
        chain,
    )  # fmt: skip
    assert np.isfinite(total)
    assert (segments * LENGTHS).sum() == pytest.approx(5000)


def test_log_ratios_equal_plain_ones() -> None:
    draw = np.random.default_rng(3)
    words, smoothing, step, floor, most = 6, 2.0, 0.5, 0.02, 6.0
    counts = np.triu(draw.random((words, words)) * 5, 1) * (draw.random((words, words)) < 0.7)
    counts += counts.T
    song = np.where(np.arange(words * words).reshape(words, words) % 3 == 0, 4, -2)
    song = np.triu(song, 1) + np.triu(song, 1).T
    rows = [np.flatnonzero(row) for row in counts]
    bounds = np.cumsum([0, *map(len, rows)])
    flat = [(x, y) for x, row in enumerate(rows) for y in row]
    table = (
        bounds, np.array([y for _, y in flat]), np.array([song[x, y] for x, y in flat]),
        np.array([counts[x, y] for x, y in flat]), counts.sum(1), float(counts.sum()), 1.5,
        smoothing, step, floor, most,
    )  # fmt: skip

    def plain(x: int, y: int, where: int) -> float:
        seen = counts * (song != where) if where >= 0 else counts
        shared = sum(seen[x, z] * seen[z, y] / (counts[z].sum() + smoothing) for z in range(words))
        own = counts[x, y] - seen[x, y]
        a, b = counts[x].sum() - own, counts[y].sum() - own
        joint = (seen[x, y] + step * shared) * counts.sum() / ((a + smoothing) * (b + smoothing))
        known = a / (a + smoothing) * (b / (b + smoothing))
        return float(np.clip(np.log(joint + 1 - known + floor), -most, most))

    ratio: Any = _kernels.log_ratio
    for where in (-1, 4):
        for x in range(words):
            for y in range(words):
                expected = 1.5 if x == y else plain(x, y, where)
                assert ratio(x, y, where, *table) == pytest.approx(expected)
    assert ratio(-1, 0, -1, *table) == -5 * most  # a line without a word
    assert ratio(-2, 0, -1, *table) == pytest.approx(log(1 + floor))  # a word that was not learnt
    assert ratio(-2, -2, -1, *table) == 1.5
    ids, ratios = np.array([0, 3, -1, 3, 1]), np.zeros((5, 2))
    fill: Any = _kernels.log_ratios
    fill(ids, np.array([0, 4, 5]), np.array([4, 4, 4, 4, -1]), *table, ratios)
    assert ratios[1, 0] == pytest.approx(plain(3, 0, 4))
    assert (ratios[2, 0], ratios[3, 1], ratios[4].tolist(), ratios[0].tolist()) == (
        -5 * most,
        1.5,
        [0, 0],
        [0, 0],
    )


def linked(states: list[int], ratios: Any, window: int = 8) -> tuple[list[int], Any]:
    """Classes of one verse of more than 16 lines' habits: only gaps count, all alike."""
    size = int(LENGTHS[states].sum())
    best, line = np.full(size, -1), 0
    for state in states:
        best[line] = state
        line += LENGTHS[state]
    gaps = np.tile([1.0, 5.0], (window + 1, 1))
    new_gaps, classes, sure = np.zeros_like(gaps), np.zeros(size, np.int64), np.zeros(size)
    none, own = np.zeros((1, 2)), np.full((size, 3), -1.0)
    _kernels.link_classes(
        np.array([0, size]), best, LENGTHS, MEMBERS, ratios, np.array([0]), np.array([-1]), none, none, gaps,
        1.0, 10.0, own, none.copy(), none.copy(), new_gaps, own.copy(), classes, sure,
    )  # fmt: skip
    return classes.tolist(), sure


def plain_links(states: list[int], ratios: Any, window: int = 8) -> list[int]:
    """The same, with lists: each class goes on with the earlier class of the highest odds above 1."""
    groups: list[list[int]] = []
    start = 0
    for state in states:
        scheme, taken, before = STATES[state], set[int](), len(groups)
        for label in range(max(scheme) + 1):
            new = [start + k for k, one in enumerate(scheme) if one == label]
            odds = {}
            for number in range(before):
                if number not in taken and new[0] - groups[number][-1] <= window:
                    means = [ratios[j, j - i - 1] for i in groups[number] for j in new
                             if j - i <= window and new[0] - i <= window]  # fmt: skip
                    odds[number] = 0.25 * exp(sum(means) / len(means))
            best = max(odds, key=lambda number: odds[number], default=None)
            if best is not None and odds[best] > 1:
                groups[best] = groups[best] + new
                taken.add(best)
            else:
                groups.append(new)
        start += len(scheme)
    return [next(group[0] for group in groups if line in group) for line in range(start)]


@pytest.mark.parametrize("seed", range(20))
def test_links_equal_plain_ones(seed: int) -> None:
    draw = np.random.default_rng(seed)
    states = draw.integers(0, len(STATES), 6).tolist()
    ratios = draw.normal(0.5, 2.0, (int(LENGTHS[states].sum()), 8))
    classes, sure = linked(states, ratios)
    assert classes == plain_links(states, ratios)
    assert (sure <= 1).all()


def test_spenserian_stanza() -> None:
    """ABAB BCBC C: three states, linked by the words alone."""
    gold = "ABABBCBCC"
    ratios = np.array([[4.0 if line >= gap and gold[line] == gold[line - gap] else -4.0
                        for gap in range(1, 9)] for line in range(9)])  # fmt: skip
    abab = STATES.index((0, 1, 0, 1))
    classes, _ = linked([abab, abab, 0], ratios)
    assert "".join("ABC"[[0, 1, 5].index(one)] for one in classes) == gold


def test_counts_go_both_ways_and_dropped_pairs_stay_out() -> None:
    bounds, partners = np.array([0, 1, 2, 2]), np.array([1, 0])
    counts = np.zeros(2)
    ids, links = np.array([0, 1, 2, 0]), np.array([[0.0], [0.5], [0.9], [0.7]])
    _kernels.add_links(ids, links, bounds, partners, counts)
    assert counts.tolist() == [0.5, 0.5]
    table = np.zeros((2, 1))
    _kernels.add_rows(np.array([1, 0, 1, 1]), links, table)
    assert table.ravel().tolist() == pytest.approx([0.5, 1.6])
