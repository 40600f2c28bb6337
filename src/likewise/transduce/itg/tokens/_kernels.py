"""Loops of the expectation step: how often each token rule is used in all biparses of each pair.

A pair of I source and J target words has J * (I + 1) places, row by row of target words, as word alignment
has them: the first of a row is the insertion of its word, the others say where its pair with each source
word stands among the rules.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from likewise.kernel import kernel
from likewise.transduce.itg.beam._kernels import beam_shares
from likewise.transduce.itg.biparse._kernels import cell_shares, outside, scaled_inside


@kernel()
def token_cells(n: int, m: int, places: Any, logs: Any, words: Any, deletions: Any, cells: Any) -> Any:
    """The lexical cells of a pair: its pairs of words, its insertions, its deletions."""
    first, last, left, right, values = cells
    c, place = 0, 0
    for j in range(m):
        for i in range(-1, n):
            first[c], last[c] = max(i, 0), i + 1
            left[c], right[c] = j, j + 1
            values[c] = logs[places[place]]
            place += 1
            c += 1
    for i in range(n):
        first[c], last[c], left[c], right[c] = i, i + 1, 0, 0
        values[c] = deletions[words[i]]
        c += 1
    return first[:c], last[:c], left[:c], right[:c], values[:c]


@kernel()
def rooms(source_bounds: Any, target_bounds: Any) -> Any:
    """The most numbers that the chart of a pair has, that its matrix of insertions has, and its cells."""
    chart, matrix, cells = 1, 1, 1
    for k in range(len(source_bounds) - 1):
        n, m = source_bounds[k + 1] - source_bounds[k], target_bounds[k + 1] - target_bounds[k]
        chart = max(chart, n * (n + 1) // 2 * (m + 1) * (m + 1))
        matrix = max(matrix, (m + 1) * (m + 1))
        cells = max(cells, (n + 1) * (m + 1))
    return chart, matrix, cells


@kernel()
def expect(
    source: Any, source_bounds: Any, target_bounds: Any, places: Any, logs: Any, deletions: Any,
    straight: float, inverted: float, shares: Any, deleted: Any, structure: Any,
) -> float:  # fmt: skip
    """Write the shares of all places and source words; add to `structure` those of both structural rules.

    Gives the log-likelihood: -inf where a pair has no biparse.
    """
    size, width, most = rooms(source_bounds, target_bounds)
    charts, matrices = np.empty((4, size)), np.empty((2, width))
    spans, values = np.empty((4, most), np.int64), np.empty(most)
    buffers, used = (spans[0], spans[1], spans[2], spans[3], values), np.empty(most)
    place, likelihood = 0, 0.0
    for k in range(len(source_bounds) - 1):
        begin, n = source_bounds[k], source_bounds[k + 1] - source_bounds[k]
        m = target_bounds[k + 1] - target_bounds[k]
        high, end = n * (n + 1) // 2, place + m * (n + 1)
        shape = (high, m + 1, m + 1)
        size = high * (m + 1) * (m + 1)
        chart = charts[0, :size].reshape(shape)
        turned, children = charts[1, :size].reshape(shape), charts[2, :size].reshape(shape)
        above = charts[3, :size].reshape(shape)
        empty = matrices[0, : (m + 1) * (m + 1)].reshape((m + 1, m + 1))
        above_empty = matrices[1, : (m + 1) * (m + 1)].reshape((m + 1, m + 1))
        words = source[begin : begin + n]
        cells = token_cells(n, m, places[place:end], logs, words, deletions, buffers)
        total, scales = scaled_inside(n, m, straight, inverted, cells, chart, empty)
        here = deleted[begin - source_bounds[0] : begin - source_bounds[0] + n]
        if total == 0.0:
            shares[place:end] = 0.0
            here[:] = 0.0
            likelihood = -np.inf
        else:
            rooms_of_pair = (turned, children, above, above_empty)
            kept = outside(n, m, straight, inverted, chart, empty, *rooms_of_pair) / total
            leaves = cell_shares(n, m, total, cells, scales, above, above_empty, used)
            shares[place:end] = used[: end - place]
            here[:] = used[end - place : end - place + n]
            structure[0] += kept
            structure[1] += leaves - 1.0 - kept if inverted > 0.0 else 0.0
            likelihood += math.log(total) - scales.sum()
        place = end
    return likelihood


@kernel()
def add_at(places: Any, shares: Any, counts: Any) -> None:
    """Add each share to the count of its place."""
    for c in range(len(places)):
        counts[places[c]] += shares[c]


@kernel()
def expect_under_beam(
    source: Any, source_bounds: Any, target_bounds: Any, places: Any, logs: Any, deletions: Any,
    straight: float, inverted: float, beam: int, shares: Any, deleted: Any, structure: Any,
) -> float:  # fmt: skip
    """`expect` over the biparses that a beam leaves."""
    most = rooms(source_bounds, target_bounds)[2]
    spans, values = np.empty((4, most), np.int64), np.empty(most)
    buffers, used = (spans[0], spans[1], spans[2], spans[3], values), np.empty(most)
    place, likelihood = 0, 0.0
    for k in range(len(source_bounds) - 1):
        begin, n = source_bounds[k], source_bounds[k + 1] - source_bounds[k]
        m = target_bounds[k + 1] - target_bounds[k]
        end = place + m * (n + 1)
        words = source[begin : begin + n]
        cells = token_cells(n, m, places[place:end], logs, words, deletions, buffers)
        log, kept, leaves = beam_shares(n, m, straight, inverted, cells, beam, used)
        shares[place:end] = used[: end - place]
        deleted[begin - source_bounds[0] : begin - source_bounds[0] + n] = used[end - place : end - place + n]
        structure[0] += kept
        structure[1] += leaves - 1.0 - kept if inverted > 0.0 and leaves > 0.0 else 0.0
        likelihood += log
        place = end
    return likelihood
