"""Exact biparsing of one pair of texts: sum over all biparses, posteriors, the best biparse."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from likewise.errors import InputError
from likewise.transduce.itg.biparse.lexical_cells import LexicalCells
from likewise.transduce.itg.biparse.tree import BiparseKind, BiparseTree
from likewise.transduce.itg.grammar import Floats

__all__ = ["CellPosteriors", "best_tree", "best_value", "inside_log", "posteriors_of", "tree_of_nodes"]

_KINDS: tuple[BiparseKind, BiparseKind, BiparseKind] = ("lexical", "straight", "inverted")
LARGEST = 1 << 28
"""Numbers that a chart may have (2 GiB): about 150 words a side. The beam has no such limit."""


@dataclass(frozen=True)
class CellPosteriors:
    """Log probability of a pair; how often each lexical cell and structural rule is expected, given it."""

    log_probability: float
    lexical: Floats
    straight: float
    inverted: float


def inside_log(cells: LexicalCells, straight: float, inverted: float) -> float:
    """The natural log of the sum of the probabilities of all biparses; -inf if there is none."""
    from likewise.transduce.itg.biparse._kernels import scaled_inside

    n, m = cells.width, cells.height
    total, scales = scaled_inside(n, m, straight, inverted, tuple(cells.arrays), *_rooms(n, m))
    return math.log(total) - float(scales.sum()) if total > 0.0 else -math.inf


def posteriors_of(cells: LexicalCells, straight: float, inverted: float) -> CellPosteriors:
    """Inside and outside: how often each rule is used in all biparses, each weighted by its probability."""
    from likewise.transduce.itg.biparse._kernels import cell_shares, outside, scaled_inside

    n, m, arrays = cells.width, cells.height, tuple(cells.arrays)
    chart, empty = _rooms(n, m)
    shares = np.zeros(len(cells.arrays.logs))
    total, scales = scaled_inside(n, m, straight, inverted, arrays, chart, empty)
    if total == 0.0:
        return CellPosteriors(-math.inf, shares, 0.0, 0.0)
    above, above_empty = np.empty_like(chart), np.empty_like(empty)
    turned, first = np.empty_like(chart), np.empty_like(chart)
    used = outside(n, m, straight, inverted, chart, empty, turned, first, above, above_empty) / total
    leaves = cell_shares(n, m, total, arrays, scales, above, above_empty, shares)
    swapped = leaves - 1.0 - used if inverted > 0.0 else 0.0
    return CellPosteriors(math.log(total) - float(scales.sum()), shares, used, swapped)


def best_tree(cells: LexicalCells, straight: float, inverted: float) -> BiparseTree | None:
    """The most probable biparse; None if there is none."""
    from likewise.transduce.itg.biparse._kernels import backtrace

    logs = _log(straight), _log(inverted)
    charts = viterbi_charts(cells, straight, inverted)
    if charts is None:
        return None
    nodes = backtrace(cells.width, cells.height, *logs, *charts)
    return tree_of_nodes(nodes.tolist(), cells, straight, inverted)


def best_value(cells: LexicalCells, straight: float, inverted: float) -> float:
    """The natural log of the probability of the best biparse; -inf if there is none."""
    charts = viterbi_charts(cells, straight, inverted)
    if charts is None:
        return -math.inf
    chart, empty = charts[:2]
    return float(chart[cells.width - 1, 0, cells.height] if cells.width else empty[0, cells.height])


def viterbi_charts(
    cells: LexicalCells, straight: float, inverted: float
) -> tuple[Floats, Floats, Floats, Floats] | None:
    """Logs of the best biparse of each cell, then of lexical cells alone, each with its matrix of insertions.

    None where the pair has no biparse.
    """
    from likewise.transduce.itg.biparse._kernels import fill_logs, viterbi

    n, m = cells.width, cells.height
    if n + m == 0:
        return None
    lexical, lexical_empty = _rooms(n, m)
    fill_logs(n, m, tuple(cells.arrays), np.zeros(n + m), lexical, lexical_empty)
    chart, empty = lexical.copy(), lexical_empty.copy()
    best = viterbi(n, m, _log(straight), _log(inverted), chart, empty)
    return None if best == -math.inf else (chart, empty, lexical, lexical_empty)


def tree_of_nodes(
    nodes: list[list[int]], cells: LexicalCells, straight: float, inverted: float
) -> BiparseTree:
    """The tree of rows (s, t, u, v, kind), each before its children."""
    lexical = cells.log_of()
    structural = (0.0, _log(straight), _log(inverted))
    done: list[BiparseTree] = []
    for s, t, u, v, kind in reversed(nodes):
        if kind == 0:
            value = lexical[(s, t) if s < t else (0, 0), (u, v) if u < v else (0, 0)]
            children: tuple[BiparseTree, ...] = ()
        else:
            children = (done.pop(), done.pop())
            value = structural[kind] + sum(child.log_probability for child in children)
        done.append(BiparseTree(_KINDS[kind], (s, t), (u, v), children, value))
    return done[0]


def _rooms(n: int, m: int) -> tuple[Floats, Floats]:
    """Room for a chart and for the matrix of insertions."""
    spans = n * (n + 1) // 2
    if spans * (m + 1) * (m + 1) > LARGEST:
        raise InputError(f"{n} and {m} words are too many to biparse without a beam")
    return np.empty((spans, m + 1, m + 1)), np.empty((m + 1, m + 1))


def _log(probability: float) -> float:
    return math.log(probability) if probability > 0.0 else -math.inf
