"""Matches of n-grams in plain Python: what the kernels do, for input that is over at once.

Every function takes and gives what the kernel of its name does (likewise.metrics._kernels). The `.._seconds`
tell about how long they take, measured on one core of an ordinary machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from likewise.metrics.bleu_columns import COUNTS

__all__ = [
    "bleu_seconds", "bleu_statistics", "bleu_walk", "pinc_seconds", "pinc_values", "pinc_walk",
    "self_bleu_seconds", "self_bleu_statistics", "value_seconds", "walk_seconds",
]  # fmt: skip


def walk_seconds(
    segments: Any, candidates: Any, references: Any, ends: Any, ids: Any, bounds: Any, words: int,
    order: int, statistics: Any,
) -> float:  # fmt: skip
    """About how long `bleu_walk` takes."""
    share = len(segments) / max(len(candidates), 1)
    length = len(ids) / max(len(bounds) - 1, 1)
    return 1e-4 + share * (len(candidates) + len(references)) * order * (4e-7 + 8e-8 * length)


def bleu_walk(
    segments: Any, candidates: Any, references: Any, ends: Any, ids: Any, bounds: Any, words: int,
    order: int, statistics: Any,
) -> None:  # fmt: skip
    """BLEU statistics of the listed segments, whose candidates are short and repeat no pair of words."""
    flat, starts, limits = ids.tolist(), bounds.tolist(), ends.tolist()
    texts, others = candidates.tolist(), references.tolist()
    for segment in segments.tolist():
        own = flat[starts[texts[segment]] : starts[texts[segment] + 1]]
        theirs = [flat[starts[t] : starts[t + 1]] for t in others[limits[segment] : limits[segment + 1]]]
        size = len(own)
        statistics[segment] = [
            size, _closest(size, list(map(len, theirs))), _matched_words(own, theirs),
            *_matched_runs(own, theirs, order), *(max(size - n, 0) for n in range(order)),
        ]  # fmt: skip


def _closest(size: int, lengths: Sequence[int]) -> int:
    """The length that is closest, of two as close the shorter; -1 where there is none."""
    return min(lengths, key=lambda length: (abs(length - size), length), default=-1)


def _matched_words(own: list[int], theirs: list[list[int]]) -> int:
    """How many words are in some reference, each as often as it is in any one of them."""
    distinct = set(own)
    shared = distinct.intersection(*[set().union(*theirs)])
    if len(distinct) == len(own):
        return len(shared)
    return sum(min(own.count(word), max(their.count(word) for their in theirs)) for word in shared)


def _matched_runs(own: list[int], theirs: list[list[int]], order: int) -> list[int]:
    """For n = 2..order how many n-grams are in some reference; none of them is there twice."""
    counts: list[int] = []
    for n in range(2, order + 1):
        mine, shared = set(_grams(own, n)), set[tuple[int, ...]]()
        if counts[-1:] != [0]:
            for their in theirs:
                shared |= mine.intersection(_grams(their, n))
        counts.append(len(shared))
    return counts


def _grams(words: list[int], n: int) -> Any:
    return zip(*(words[start:] for start in range(n)), strict=False)


def pinc_seconds(
    segments: Any, sources: Any, candidates: Any, ids: Any, bounds: Any, repeated: Any, distinct: Any,
    words: int, values: Any,
) -> float:  # fmt: skip
    """About how long `pinc_walk` takes."""
    length = len(ids) / max(len(bounds) - 1, 1)
    order = int(distinct.shape[1])
    return 1e-4 + len(segments) * order * (1e-6 + 1.5e-7 * length)


def pinc_walk(
    segments: Any, sources: Any, candidates: Any, ids: Any, bounds: Any, repeated: Any, distinct: Any,
    words: int, values: Any,
) -> None:  # fmt: skip
    """PINC (of n-gram sets) of the listed pairs of short texts."""
    flat, starts, totals = ids.tolist(), bounds.tolist(), distinct.tolist()
    for segment, source, candidate in zip(
        segments.tolist(), sources[segments].tolist(), candidates[segments].tolist(), strict=True
    ):
        theirs = flat[starts[source] : starts[source + 1]]
        own = flat[starts[candidate] : starts[candidate + 1]]
        orders, value = 0, 0.0
        for n, total in enumerate(totals[candidate], start=1):
            if total:
                orders += 1
                value += 1.0 - len(set(_grams(own, n)).intersection(_grams(theirs, n))) / total
        values[segment] = 100.0 * (value / orders) if orders else 0.0


def bleu_seconds(
    candidates: Any, references: Any, ends: Any, ids: Any, counts: Any, bounds: Any, lengths: Any,
    distinct: int, order: int,
) -> float:  # fmt: skip
    """About how long `bleu_statistics` takes."""
    each = len(ids) / max(len(lengths), 1)
    return 1e-4 + 1.5e-7 * (len(candidates) + len(references)) * (each + 4 * order)


def bleu_statistics(
    candidates: Any, references: Any, ends: Any, ids: Any, counts: Any, bounds: Any, lengths: Any,
    distinct: int, order: int,
) -> Any:  # fmt: skip
    """BLEU statistics of each segment, from the counts of n-grams."""
    statistics = np.zeros((len(candidates), COUNTS + 2 * order), np.float64)
    table, sizes = _Counts(ids, counts, bounds, order), lengths.tolist()
    others = references.tolist()
    limits = zip(candidates.tolist(), pairwise(ends.tolist()), strict=True)
    for segment, (text, (first, last)) in enumerate(limits):
        theirs = others[first:last]
        best: dict[int, int] = {}
        own = [table.of(text, n) for n in range(order)]
        for row in own:
            best |= dict.fromkeys(row, 0)
        for reference in theirs:
            for n in range(order):
                for gram, count in table.of(reference, n).items():
                    if count > best.get(gram, count):
                        best[gram] = count
        statistics[segment] = [
            sizes[text], _closest(sizes[text], [sizes[reference] for reference in theirs]),
            *(sum(min(count, best[gram]) for gram, count in row.items()) for row in own),
            *(sum(row.values()) for row in own),
        ]  # fmt: skip
    return statistics


def self_bleu_seconds(
    candidates: Any, members: Any, ends: Any, ids: Any, counts: Any, bounds: Any, lengths: Any,
    distinct: int, order: int,
) -> float:  # fmt: skip
    """About how long `self_bleu_statistics` takes."""
    each = len(ids) / max(len(lengths), 1)
    return 1e-4 + 3e-7 * len(members) * (each + 4 * order)


def self_bleu_statistics(
    candidates: Any, members: Any, ends: Any, ids: Any, counts: Any, bounds: Any, lengths: Any,
    distinct: int, order: int,
) -> Any:  # fmt: skip
    """BLEU statistics of each candidate against the other candidates of its group."""
    statistics = np.zeros((len(candidates), COUNTS + 2 * order), np.float64)
    table, sizes = _Counts(ids, counts, bounds, order), lengths.tolist()
    texts, flat = candidates.tolist(), members.tolist()
    for first, last in pairwise(ends.tolist()):
        inside = flat[first:last]
        two: dict[int, tuple[int, int]] = {}
        for segment in inside:
            for n in range(order):
                for gram, count in table.of(texts[segment], n).items():
                    top, second = two.get(gram, (0, 0))
                    two[gram] = (count, top) if count > top else (top, max(second, count))
        widths = [sizes[texts[segment]] for segment in inside]
        for segment in inside:
            own = [table.of(texts[segment], n) for n in range(order)]
            size = sizes[texts[segment]]
            rest = list(widths)
            rest.remove(size)
            matched = [
                # Where the text itself has the most, the others have the second most; so too if two have it.
                sum(min(count, two[g][1] if count == two[g][0] else two[g][0]) for g, count in row.items())
                for row in own
            ]
            totals = [sum(row.values()) for row in own]
            statistics[segment] = [size, _closest(size, rest), *matched, *totals]
    return statistics


class _Counts:
    """The n-grams of texts with their counts, as dictionaries."""

    def __init__(self, ids: Any, counts: Any, bounds: Any, order: int) -> None:
        self._ids, self._counts, self._bounds = ids.tolist(), counts.tolist(), bounds.tolist()
        self._order = order
        self._kept: dict[int, dict[int, int]] = {}

    def of(self, text: int, n: int) -> dict[int, int]:
        """Those of n + 1 words of a text."""
        place = text * self._order + n
        if place not in self._kept:
            first, last = self._bounds[place : place + 2]
            self._kept[place] = dict(zip(self._ids[first:last], self._counts[first:last], strict=True))
        return self._kept[place]


def value_seconds(
    sources: Any, candidates: Any, ids: Any, counts: Any, bounds: Any, distinct: int, order: int,
    multiset: bool,
) -> float:  # fmt: skip
    """About how long `pinc_values` takes."""
    each = len(ids) / max((len(bounds) - 1) // order, 1)
    return 1e-4 + 3e-7 * len(candidates) * (each + 4 * order)


def pinc_values(
    sources: Any, candidates: Any, ids: Any, counts: Any, bounds: Any, distinct: int, order: int,
    multiset: bool,
) -> Any:  # fmt: skip
    """PINC of each pair, from the counts of n-grams; 0 for an empty candidate."""
    values = np.zeros(len(candidates), np.float64)
    table = _Counts(ids, counts, bounds, order)
    for place, (source, text) in enumerate(zip(sources.tolist(), candidates.tolist(), strict=True)):
        orders, value = 0, 0.0
        for n in range(order):
            own, theirs = table.of(text, n), table.of(source, n)
            if own and multiset:
                shared = sum(min(count, theirs.get(gram, 0)) for gram, count in own.items())
                orders, value = orders + 1, value + (1.0 - shared / sum(own.values()))
            elif own:
                orders, value = orders + 1, value + (1.0 - len(own.keys() & theirs.keys()) / len(own))
        if orders:
            values[place] = 100.0 * (value / orders)
    return values
