"""The best derivations of a command, from the likely parts of its chart (Huang and Chiang 2005)."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from likewise.robot.robust_reader import _kernels
from likewise.robot.robust_reader.chart import FilledChart
from likewise.robot.robust_reader.chart_grammar import ChartGrammar
from likewise.robot.robust_reader.tree_grammar import Derivation
from likewise.worlds.blocks import Rcl

__all__ = ["best_derivations"]

_LEAST = 1e-6
"""Rules and leaves with a smaller share of all derivations are not looked at."""
_MOST_EDGES = 20_000
Node = tuple[int, int, int]
"""Begin, end, symbol."""


@dataclass(frozen=True, slots=True)
class _Way:
    """A way to make a node: of other nodes by a rule, or as a leaf."""

    score: float
    number: int
    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class _Ranked:
    """One of the best derivations of a node: its way, and which of the best of each part."""

    score: float
    way: _Way
    ranks: tuple[int, ...]


def best_derivations(
    chart: FilledChart, leaf_of: Callable[[int], Rcl], most: int
) -> list[tuple[float, Derivation]]:
    """Up to so many derivations with the logarithms of their chances, the likeliest first.

    `leaf_of` says what stands in the tree for the entry of a number.
    """
    if not chart:
        return []
    search = _Search(_forest(chart), most)
    root = (0, chart.size, chart.grammar.root)
    total = float(np.log(chart.inside[root]))
    return [
        (one.score - total, _built(search, root, rank, leaf_of, chart.grammar))
        for rank, one in enumerate(search.best(root))
    ]


def _forest(chart: FilledChart) -> dict[Node, list[_Way]]:
    """The ways to make each node that have a share in the sum worth looking at."""
    out, _ = chart.outside()
    grammar, factors = chart.grammar, chart.factors
    places, scores = np.zeros((_MOST_EDGES, 4), np.int64), np.zeros(_MOST_EDGES)
    count = _kernels.edges(
        chart.size, grammar.binary, grammar.first, grammar.unary, factors.rules, factors.split, factors.begin,
        factors.end, chart.inside, chart.active, chart.sizes, out, _LEAST, places, scores,
    )  # fmt: skip
    forest: dict[Node, list[_Way]] = {}
    for (begin, cut, end, rule), score in zip(places[:count].tolist(), scores[:count].tolist(), strict=True):
        if cut >= 0:
            left, right, parent, _ = grammar.binary[rule].tolist()
            parts: tuple[Node, ...] = ((begin, cut, left), (cut, end, right))
        else:
            child, parent, _ = grammar.unary[rule - len(grammar.binary)].tolist()
            parts = ((begin, end, child),)
        forest.setdefault((begin, end, parent), []).append(_Way(score, rule, parts))
    begins, ends, symbols = chart.entries.T
    likely = np.flatnonzero(chart.values * out[begins, ends, symbols] >= _LEAST)
    for number in likely.tolist():
        begin, end, symbol = chart.entries[number].tolist()
        way = _Way(float(np.log(chart.values[number])), number, ())
        forest.setdefault((begin, end, symbol), []).append(way)
    return forest


class _Search:
    """The best derivations of each node, found when they are first asked for."""

    def __init__(self, forest: dict[Node, list[_Way]], most: int) -> None:
        self._forest, self._most = forest, most
        self._best: dict[Node, list[_Ranked]] = {}

    def best(self, node: Node) -> list[_Ranked]:
        """The best derivations of a node."""
        if node not in self._best:
            self._best[node] = self._found(self._forest.get(node, ()))
        return self._best[node]

    def _found(self, ways: Sequence[_Way]) -> list[_Ranked]:
        heap: list[tuple[float, int, tuple[int, ...]]] = []
        for number, way in enumerate(ways):
            self._push(heap, ways, number, (0,) * len(way.parts))
        seen = {(number, ranks) for _, number, ranks in heap}
        found: list[_Ranked] = []
        while heap and len(found) < self._most:
            minus, number, ranks = heapq.heappop(heap)
            found.append(_Ranked(-minus, ways[number], ranks))
            for k in range(len(ranks)):
                fresh = (*ranks[:k], ranks[k] + 1, *ranks[k + 1 :])
                if (number, fresh) not in seen:
                    seen.add((number, fresh))
                    self._push(heap, ways, number, fresh)
        return found

    def _push(
        self,
        heap: list[tuple[float, int, tuple[int, ...]]],
        ways: Sequence[_Way],
        number: int,
        ranks: tuple[int, ...],
    ) -> None:
        """Put a derivation on the heap, if its parts have derivations of these ranks."""
        score = ways[number].score
        for part, rank in zip(ways[number].parts, ranks, strict=True):
            best = self.best(part)
            if rank >= len(best):
                return
            score += best[rank].score
        heapq.heappush(heap, (-score, number, ranks))


def _built(
    search: _Search, node: Node, rank: int, leaf_of: Callable[[int], Rcl], grammar: ChartGrammar
) -> Derivation:
    begin, end, symbol = node
    one = search.best(node)[rank]
    if not one.way.parts:
        return Derivation(grammar.names[symbol], begin, end, leaf=leaf_of(one.way.number))
    parts = tuple(
        _built(search, part, place, leaf_of, grammar)
        for part, place in zip(one.way.parts, one.ranks, strict=True)
    )
    return Derivation(grammar.names[symbol], begin, end, parts)
