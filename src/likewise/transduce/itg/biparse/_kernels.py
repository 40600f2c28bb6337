"""Loops of exact biparsing in matrix form: sums over all biparses, their adjoints, the best biparse.

A chart has a matrix over (u, v) for each source span s < t, at `span(n, s, t)`: entry [u, v] is the cell of
source words s..t and target words u..v. Spans without source words all have one matrix E, `empty`, which is
strictly upper triangular: insertions alone. With X[s, t] the matrix of a span,

    X[s, t] = K + (p_s + p_i) (E X[s, t] + X[s, t] E),
    K = lexical + sum over s < S < t of p_s X[s, S] X[S, t] + p_i X[S, t] X[s, S].

All products are sums of rows, so that the innermost loop runs along memory. Lexical cells are five arrays
(s, t, u, v, log probability); a deletion (u = v) stands at every place of the target, whatever its u.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from likewise.kernel import kernel
from likewise.transduce.itg.biparse.matrices._kernels import (
    best_empty,
    best_insertions,
    best_products,
    gather,
    insert,
    insert_empty,
    insert_outside,
    multiply,
    outside_empty,
    spread,
    spread_down,
    spread_empty,
    spread_last,
    spread_rest,
    turn,
)
from likewise.transduce.itg.biparse.matrices.row_piece import borrowed

# Scaled probabilities between these are far enough from the least and the largest number.
LOW, HIGH = 1e-250, 1e250


@kernel(inline="always")
def span(n: int, s: int, t: int) -> int:
    """Where the matrix of the source words s..t stands, s < t."""
    return s * (2 * n - s - 1) // 2 + t - 1


@kernel()
def word_scales(n: int, m: int, cells: Any) -> Any:
    """Log factors of each source and each target word that make its best rule about 1.

    A rule shares its probability evenly among its words. Every biparse has every word once: the factors move
    all of them alike. False where some word has no rule at all.
    """
    first, last, left, right, logs = cells
    best = np.full(n + m, -np.inf)
    for c in range(len(logs)):
        share = logs[c] / (last[c] - first[c] + right[c] - left[c])
        for i in range(first[c], last[c]):
            best[i] = max(best[i], share)
        for j in range(n + left[c], n + right[c]):
            best[j] = max(best[j], share)
    for i in range(n + m):
        if best[i] == -np.inf:
            return best, False
    return -best, True


@kernel()
def fill_logs(n: int, m: int, cells: Any, scales: Any, chart: Any, empty: Any) -> None:
    """Lexical cells as scaled log probabilities; -inf is everywhere else."""
    first, last, left, right, logs = cells
    chart[:] = -np.inf
    empty[:] = -np.inf
    for c in range(len(logs)):
        value = logs[c]
        for i in range(first[c], last[c]):
            value += scales[i]
        for j in range(n + left[c], n + right[c]):
            value += scales[j]
        if first[c] == last[c]:
            empty[left[c], right[c]] = value
        elif left[c] == right[c]:
            for u in range(m + 1):
                chart[span(n, first[c], last[c]), u, u] = value
        else:
            chart[span(n, first[c], last[c]), left[c], right[c]] = value


@kernel()
def fill(n: int, m: int, cells: Any, scales: Any, chart: Any, empty: Any) -> None:
    """Lexical cells as scaled probabilities; zero is everywhere else."""
    first, last, left, right, logs = cells
    chart[:] = 0.0
    empty[:] = 0.0
    for c in range(len(logs)):
        value = logs[c]
        for i in range(first[c], last[c]):
            value += scales[i]
        for j in range(n + left[c], n + right[c]):
            value += scales[j]
        value = math.exp(value)
        if first[c] == last[c]:
            empty[left[c], right[c]] = value
        elif left[c] == right[c]:
            for u in range(m + 1):
                chart[span(n, first[c], last[c]), u, u] = value
        else:
            chart[span(n, first[c], last[c]), left[c], right[c]] = value


@kernel()
def inside(n: int, m: int, straight: float, inverted: float, chart: Any, empty: Any) -> Any:
    """Fill a chart that has its lexical cells; gives the scaled probability of the pair."""
    chart, empty = borrowed(chart), borrowed(empty)
    insert_empty(empty, m, straight + inverted)
    for size in range(1, n + 1):
        for s in range(n - size + 1):
            t = s + size
            out = chart[span(n, s, t)]
            for middle in range(s + 1, t):
                multiply(chart[span(n, s, middle)], chart[span(n, middle, t)], out, m, straight, inverted)
            insert(empty, out, m, straight + inverted)
    return chart[n - 1, 0, m] if n > 0 else empty[0, m]


@kernel()
def outside(
    n: int, m: int, straight: float, inverted: float, chart: Any, empty: Any,
    turned: Any, first: Any, above: Any, above_empty: Any,
) -> float:  # fmt: skip
    """Fill `above` and `above_empty` with the scaled outside probability of each cell of a full chart.

    `turned` and `first` are room for the transposed chart and for what cells have as first children of
    straight rules. Gives the sum of the probability of all biparses, each as often as it has straight rules.
    """
    chart, empty, turned, first = borrowed(chart), borrowed(empty), borrowed(turned), borrowed(first)
    above, above_empty = borrowed(above), borrowed(above_empty)
    both, used = straight + inverted, 0.0
    turned_empty = np.empty((m + 1, m + 1))
    first[:] = 0.0
    above[:] = 0.0
    above_empty[:] = 0.0
    turn(empty, turned_empty, m)
    for at in range(len(chart)):
        turn(chart[at], turned[at], m)
    if n > 0:
        above[n - 1, 0, m] = 1.0
    else:
        above_empty[0, m] = 1.0
    for size in range(n, 0, -1):
        for s in range(n - size + 1):
            t = s + size
            here = span(n, s, t)
            matrix = above[here]
            used += gather(chart[here], first[here], matrix, m)
            insert_outside(turned_empty, empty, matrix, m, both)
            spread_empty(matrix, turned[here], above_empty, m, both)
            for middle in range(s + 1, t):
                one, other = span(n, s, middle), span(n, middle, t)
                left, right, weights = turned[one], turned[other], (m, straight, inverted)
                spread(matrix, left, right, first[one], above[other], *weights)
                spread_down(matrix, left, right, above[one], above[other], *weights)
                spread_rest(matrix, left, right, first[one], above[one], above[other], *weights)
                spread_last(matrix, left, right, first[one], above[one], above[other], *weights)
    mixed = outside_empty(empty, above_empty, m, both, n > 0)
    return used + mixed * (straight / both if both > 0.0 else 0.0)


@kernel()
def viterbi(n: int, m: int, straight: float, inverted: float, chart: Any, empty: Any) -> Any:
    """Fill a chart of logs with the best biparse of each cell; gives that of the pair.

    Logs cost nothing here: the largest of sums takes the place of the sum of products, and never underflows.
    """
    chart, empty = borrowed(chart), borrowed(empty)
    both = max(straight, inverted)
    best_empty(empty, m, both)
    for size in range(1, n + 1):
        for s in range(n - size + 1):
            out = chart[span(n, s, s + size)]
            for middle in range(s + 1, s + size):
                one, other = chart[span(n, s, middle)], chart[span(n, middle, s + size)]
                best_products(one, other, out, m, straight, inverted)
            best_insertions(empty, out, m, both)
    return chart[n - 1, 0, m] if n > 0 else empty[0, m]


@kernel()
def scaled_inside(
    n: int, m: int, straight: float, inverted: float, cells: Any, chart: Any, empty: Any
) -> Any:
    """The inside chart under factors of words that keep it far from underflow and overflow.

    Gives the scaled probability, and the logs of the factors. Where the first factors will not do,
    the best biparse, found in logs, says which will.
    """
    scales, covered = word_scales(n, m, cells)
    if not covered or n + m == 0:
        return 0.0, scales
    fill(n, m, cells, scales, chart, empty)
    total = inside(n, m, straight, inverted, chart, empty)
    if LOW < total < HIGH:
        return total, scales
    fill_logs(n, m, cells, scales, chart, empty)
    logs = (
        (np.log(straight) if straight > 0.0 else -np.inf),
        (np.log(inverted) if inverted > 0.0 else -np.inf),
    )
    best = viterbi(n, m, logs[0], logs[1], chart, empty)
    if best == -np.inf:
        return 0.0, scales
    scales -= best / (n + m)
    for _ in range(8):
        fill(n, m, cells, scales, chart, empty)
        total = inside(n, m, straight, inverted, chart, empty)
        if total < HIGH:
            break
        scales -= 500.0 / (n + m)
    return total, scales


@kernel()
def cell_shares(
    n: int, m: int, total: float, cells: Any, scales: Any, above: Any, above_empty: Any, shares: Any
) -> float:
    """Write how often each lexical cell is used in the biparses of a pair; gives the sum: their leaves."""
    first, last, left, right, logs = cells
    leaves = 0.0
    for c in range(len(logs)):
        value, beyond = logs[c], 0.0
        for i in range(first[c], last[c]):
            value += scales[i]
        for j in range(n + left[c], n + right[c]):
            value += scales[j]
        if first[c] == last[c]:
            beyond = above_empty[left[c], right[c]]
        elif left[c] == right[c]:
            for u in range(m + 1):
                beyond += above[span(n, first[c], last[c]), u, u]
        else:
            beyond = above[span(n, first[c], last[c]), left[c], right[c]]
        shares[c] = math.exp(value) * beyond / total
        leaves += shares[c]
    return leaves


@kernel()
def backtrace(
    n: int, m: int, straight: float, inverted: float, chart: Any, empty: Any, lexical: Any, lexical_empty: Any
) -> Any:
    """The best biparse of a full chart of logs: a row (s, t, u, v, kind) a node, each before its children.

    Kind 0 is a lexical rule, 1 straight, 2 inverted; the children of a node follow it, first the one that is
    first in the source. Of equally good ones lexical rules come first, then straight ones, then early splits.
    """
    nodes = np.empty((2 * (n + m), 5), np.int64)
    waiting = np.empty((2 * (n + m), 4), np.int64)
    waiting[0] = (0, n, 0, m)
    size, count = 1, 0
    while size > 0:
        size -= 1
        s, t, u, v = waiting[size]
        value = cell_of(n, chart, empty, s, t, u, v)
        nodes[count, :4] = waiting[size]
        if value == cell_of(n, lexical, lexical_empty, s, t, u, v):
            nodes[count, 4] = 0
            count += 1
            continue
        kind, middle, k = best_split(n, straight, inverted, chart, empty, s, t, u, v)
        nodes[count, 4] = kind
        count += 1
        if kind == 1:
            waiting[size] = (middle, t, k, v)
            waiting[size + 1] = (s, middle, u, k)
        else:
            waiting[size] = (middle, t, u, k)
            waiting[size + 1] = (s, middle, k, v)
        size += 2
    return nodes[:count]


@kernel()
def cell_of(n: int, chart: Any, empty: Any, s: int, t: int, u: int, v: int) -> Any:
    """What a cell has, with source words or without."""
    return empty[u, v] if s == t else chart[span(n, s, t), u, v]


@kernel()
def best_split(
    n: int, straight: float, inverted: float, chart: Any, empty: Any, s: int, t: int, u: int, v: int
) -> Any:
    """The kind of rule of the best two children of a cell, and where it is split on both sides."""
    best, kind, middle, place = -np.inf, 1, s, u
    for cut in range(s, t + 1):
        for k in range(u, v + 1):
            if (cut == s and k == u) or (cut == t and k == v):
                continue
            one = cell_of(n, chart, empty, s, cut, u, k)
            value = straight + one + cell_of(n, chart, empty, cut, t, k, v)
            if value > best:
                best, kind, middle, place = value, 1, cut, k
    for cut in range(s, t + 1):
        for k in range(u, v + 1):
            if (cut == s and k == v) or (cut == t and k == u):
                continue
            one = cell_of(n, chart, empty, s, cut, k, v)
            value = inverted + one + cell_of(n, chart, empty, cut, t, u, k)
            if value > best:
                best, kind, middle, place = value, 2, cut, k
    return kind, middle, place
