"""The best derivations of a command, from the parts of its chart that are likely enough (Huang and Chiang 2005)."""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from likewise.robot.robust_reader import _kernels
from likewise.robot.robust_reader.chart_model import ChartGrammar, CommandArrays
from likewise.robot.robust_reader.chart_weights import ChartWeights
from likewise.robot.robust_reader.tree_grammar import Derivation
from likewise.worlds.blocks import Rcl

__all__ = ["best_derivations"]

_LEAST = 1e-6
"""Rules and leaves with a smaller share of all derivations are not looked at."""
_MOST_EDGES = 20_000
Node = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class _Way:
    """A way to make a node: of other nodes by a rule, or as a leaf."""

    score: float
    number: int
    parts: tuple[Node, ...]


def best_derivations(
    weights: ChartWeights, command: CommandArrays, most: int
) -> list[tuple[float, Derivation]]:
    """Up to so many derivations with the logarithms of their chances, the likeliest first."""
    grammar, size = weights.grammar, command.size
    weighed = weights.weigh(command)
    filled = weights.filled(command, weighed)
    if not 0.0 < filled.total < np.inf:
        return []
    out = np.zeros_like(filled.inside)
    out[0, size, grammar.root] = 1.0 / filled.total
    dummies = [np.zeros_like(weights.fine), *(np.zeros_like(weighed.split) for _ in range(3))]
    chart = (
        size, grammar.binary, grammar.first, grammar.unary, np.exp(weights.fine), weighed.split, weighed.begin,
        weighed.end, filled.inside, filled.active, filled.sizes, out,
    )  # fmt: skip
    _kernels.outside(*chart, *dummies)
    found, scores = np.zeros((_MOST_EDGES, 4), np.int64), np.zeros(_MOST_EDGES)
    count = _kernels.edges(*chart, _LEAST, found, scores)
    forest: dict[Node, list[_Way]] = {}
    for (begin, cut, end, rule), score in zip(found[:count].tolist(), scores[:count].tolist(), strict=True):
        if cut >= 0:
            left, right, parent, _ = grammar.binary[rule].tolist()
            parts: tuple[Node, ...] = ((begin, cut, left), (cut, end, right))
        else:
            child, parent, _ = grammar.unary[rule - len(grammar.binary)].tolist()
            parts = ((begin, end, child),)
        forest.setdefault((begin, end, parent), []).append(_Way(score, rule, parts))
    for number, (begin, end, symbol, _, _, _) in enumerate(command.entries.tolist()):
        value = filled.values[number]
        if value * out[begin, end, symbol] >= _LEAST:
            forest.setdefault((begin, end, symbol), []).append(_Way(float(np.log(value)), number, ()))
    search = _Search(forest, most)
    root = (0, size, grammar.root)
    base = float(np.log(filled.total))
    return [
        (score - base, _built(search, root, k, command, grammar))
        for k, score in enumerate(search.scores(root))
    ]


class _Search:
    """The best ways to make each node, found when they are first asked for."""

    def __init__(self, forest: dict[Node, list[_Way]], most: int) -> None:
        self._forest, self._most = forest, most
        self._best: dict[Node, list[tuple[float, _Way, tuple[int, ...]]]] = {}

    def best(self, node: Node) -> list[tuple[float, _Way, tuple[int, ...]]]:
        """Score, way, and which of the best of each part."""
        if node in self._best:
            return self._best[node]
        heap = []
        for n, way in enumerate(self._forest.get(node, ())):
            score = self._score(way, (0,) * len(way.parts))
            if score is not None:
                heap.append((-score, n, (0,) * len(way.parts), way))
        heapq.heapify(heap)
        seen = {(row[1], row[2]) for row in heap}
        found = []
        while heap and len(found) < self._most:
            minus, n, places, way = heapq.heappop(heap)
            found.append((-minus, way, places))
            for k in range(len(places)):
                fresh = (*places[:k], places[k] + 1, *places[k + 1 :])
                score = self._score(way, fresh) if (n, fresh) not in seen else None
                if score is not None:
                    seen.add((n, fresh))
                    heapq.heappush(heap, (-score, n, fresh, way))
        self._best[node] = found
        return found

    def scores(self, node: Node) -> list[float]:
        return [row[0] for row in self.best(node)]

    def _score(self, way: _Way, places: Sequence[int]) -> float | None:
        score = way.score
        for part, place in zip(way.parts, places, strict=True):
            best = self.best(part)
            if place >= len(best):
                return None
            score += best[place][0]
        return score


def _built(
    search: _Search, node: Node, rank: int, command: CommandArrays, grammar: ChartGrammar
) -> Derivation:
    _, way, places = search.best(node)[rank]
    begin, end, _ = node
    if not way.parts:
        _, _, _, option, first, last = command.entries[way.number].tolist()
        meaning = command.meanings[option]
        symbol = list(grammar.columns)[command.options[option, 1]]
        return Derivation(symbol, begin, end, leaf=Rcl(*meaning, span=(first, last)))
    parts = tuple(
        _built(search, part, place, command, grammar) for part, place in zip(way.parts, places, strict=True)
    )
    return Derivation(grammar.ordered[way.number].parent, begin, end, parts)
