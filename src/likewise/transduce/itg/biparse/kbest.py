"""The k best biparses, exact: lazily, only below cells that some good biparse has (Huang & Chiang 2005)."""

from __future__ import annotations

import heapq
import math
from dataclasses import dataclass, field

import numpy as np

from likewise.errors import InputError
from likewise.transduce.itg.biparse.exact import viterbi_charts
from likewise.transduce.itg.biparse.lexical_cells import LexicalCells
from likewise.transduce.itg.biparse.tree import BiparseKind, BiparseTree
from likewise.transduce.itg.grammar import Floats

__all__ = ["best_trees"]

Place = tuple[int, int, int, int]
Kinds: tuple[BiparseKind, BiparseKind] = ("straight", "inverted")
# A way to write a cell: minus its log, kind, both children and which of their best biparses they take. Heaps
# take the first in this order, so that equally good ones come in a fixed order.
Way = tuple[float, int, Place, Place, int, int]


def best_trees(cells: LexicalCells, straight: float, inverted: float, k: int) -> list[BiparseTree]:
    """The k most probable biparses, all different, the best first; fewer where there are no more."""
    if k < 1:
        raise InputError(f"expected at least 1, found {k}", field="k")
    charts = viterbi_charts(cells, straight, inverted)
    if charts is None:
        return []
    search = _Ranking(charts, (_log(straight), _log(inverted)))
    whole = (0, cells.width, 0, cells.height)
    trees = (search.tree(whole, rank) for rank in range(k))
    return [tree for tree in trees if tree is not None]


@dataclass
class _Ranked:
    """The best biparses of a cell so far, and ways that may come next."""

    trees: list[BiparseTree] = field(default_factory=list)
    waiting: list[Way] = field(default_factory=list)
    reached: set[tuple[int, Place, Place, int, int]] = field(default_factory=set)
    last: Way | None = None


class _Ranking:
    """The best biparses of cells, found when asked for."""

    def __init__(
        self, charts: tuple[Floats, Floats, Floats, Floats], structural: tuple[float, float]
    ) -> None:
        self.best, self.best_empty, self.lexical, self.lexical_empty = charts
        self.structural = structural
        self.cells: dict[Place, _Ranked] = {}
        self.width = (math.isqrt(8 * len(self.best) + 1) - 1) // 2

    def tree(self, place: Place, rank: int) -> BiparseTree | None:
        """The biparse of a cell that comes after `rank` better ones; None if there are not so many."""
        ranked = self.cells.get(place) or self._opened(place)
        while len(ranked.trees) <= rank:
            if ranked.last is not None:
                self._follow(ranked, ranked.last)
                ranked.last = None
            if not ranked.waiting:
                return None
            ranked.last = heapq.heappop(ranked.waiting)
            ranked.trees.append(self._made(place, ranked.last))
        return ranked.trees[rank]

    def _opened(self, place: Place) -> _Ranked:
        """A cell with the best biparse of each split; a lexical rule is a way without children."""
        ranked = self.cells[place] = _Ranked()
        lexical = _cell(self.width, self.lexical, self.lexical_empty, place)
        if lexical > -math.inf:
            ranked.waiting.append((-lexical, -1, place, place, 0, 0))
        s, t, u, v = place
        for i in range(s, t + 1):
            for j in range(u, v + 1):
                self._add_split(ranked, 0, (s, i, u, j), (i, t, j, v))
                self._add_split(ranked, 1, (s, i, j, v), (i, t, u, j))
        heapq.heapify(ranked.waiting)
        return ranked

    def _add_split(self, ranked: _Ranked, kind: int, one: Place, other: Place) -> None:
        if _is_nothing(one) or _is_nothing(other):
            return
        values = (_cell(self.width, self.best, self.best_empty, child) for child in (one, other))
        value = self.structural[kind] + sum(values)
        if value > -math.inf:
            ranked.waiting.append((-value, kind, one, other, 0, 0))

    def _follow(self, ranked: _Ranked, way: Way) -> None:
        """Add the ways that take the next best biparse of one child."""
        _, kind, one, other, first, second = way
        if kind < 0:
            return
        for ranks in ((first + 1, second), (first, second + 1)):
            step = (kind, one, other, *ranks)
            left, right = self.tree(one, ranks[0]), self.tree(other, ranks[1])
            if left is None or right is None or step in ranked.reached:
                continue
            ranked.reached.add(step)
            value = self.structural[kind] + left.log_probability + right.log_probability
            heapq.heappush(ranked.waiting, (-value, *step))

    def _made(self, place: Place, way: Way) -> BiparseTree:
        cost, kind, one, other, first, second = way
        source, target = place[:2], place[2:]
        if kind < 0:
            return BiparseTree("lexical", source, target, (), -cost)
        children = self.tree(one, first), self.tree(other, second)
        present = tuple(
            child for child in children if child is not None
        )  # both are: the way was made of them
        return BiparseTree(Kinds[kind], source, target, present, -cost)


def _cell(n: int, chart: Floats, empty: Floats, place: Place) -> float:
    s, t, u, v = place
    return float(empty[u, v] if s == t else chart[s * (2 * n - s - 1) // 2 + t - 1, u, v])


def _is_nothing(place: Place) -> bool:
    return place[0] == place[1] and place[2] == place[3]


def _log(probability: float) -> float:
    return float(np.log(probability)) if probability > 0.0 else -math.inf
