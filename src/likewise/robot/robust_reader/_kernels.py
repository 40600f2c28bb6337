"""Loops of the chart: sums over all derivations of a command, shares of parts, one step of learning."""

from __future__ import annotations

from typing import Any

import numpy as np

from likewise.kernel import kernel

__all__ = ["descend", "descend_some", "edges", "inside", "outside", "place_scores", "some_scores"]


@kernel(nogil=False)
def place_scores(starts: Any, feats: Any, weights: Any, out: Any) -> None:
    """Row t of `out` becomes the sum of the weights of the features of place t."""
    for t in range(len(starts) - 1):
        for y in range(weights.shape[1]):
            out[t, y] = 0.0
        for k in range(starts[t], starts[t + 1]):
            f = feats[k]
            for y in range(weights.shape[1]):
                out[t, y] += weights[f, y]


@kernel(nogil=False)
def inside(
    count: Any,
    entries: Any,
    values: Any,
    binary: Any,
    first: Any,
    unary: Any,
    fine: Any,
    split: Any,
    begin: Any,
    end: Any,
    chart: Any,
    active: Any,
    sizes: Any,
) -> None:
    """Fill chart[i, j, symbol] with the sum over its derivations, each the product of its parts.

    `entries` (begin, end, symbol) are leaves in the order of width; `binary` rows are left, right, parent,
    class, sorted by the left symbol, which has the rows first[left] to first[left + 1]; `unary` rows are
    child, parent, class, in an order in which no parent comes before it is done.
    """
    at = 0
    for width in range(1, count + 1):
        for i in range(count - width + 1):
            j = i + width
            cell = chart[i, j]
            while at < len(entries) and entries[at, 0] == i and entries[at, 1] == j:
                cell[entries[at, 2]] += values[at]
                at += 1
            for k in range(i + 1, j):
                for a in range(sizes[i, k]):
                    left = active[i, k, a]
                    value = chart[i, k, left]
                    for r in range(first[left], first[left + 1]):
                        other = chart[k, j, binary[r, 1]]
                        if other > 0.0:
                            c = binary[r, 3]
                            cell[binary[r, 2]] += value * other * fine[r] * split[k, c] * end[j, c]
            base = len(binary)
            for u in range(len(unary)):
                value = cell[unary[u, 0]]
                if value > 0.0:
                    c = unary[u, 2]
                    cell[unary[u, 1]] += value * fine[base + u] * begin[i, c] * end[j, c]
            size = 0
            for s in range(len(cell)):
                if cell[s] > 0.0:
                    active[i, j, size] = s
                    size += 1
            sizes[i, j] = size


@kernel(nogil=False)
def outside(
    count: Any,
    binary: Any,
    first: Any,
    unary: Any,
    fine: Any,
    split: Any,
    begin: Any,
    end: Any,
    chart: Any,
    active: Any,
    sizes: Any,
    out: Any,
    slope_fine: Any,
    slope_split: Any,
    slope_begin: Any,
    slope_end: Any,
) -> None:
    """Fill out[i, j, symbol] from what stands there for the root; take expected rules from the slopes."""
    base = len(binary)
    for width in range(count, 0, -1):
        for i in range(count - width + 1):
            j = i + width
            for u in range(len(unary) - 1, -1, -1):
                above = out[i, j, unary[u, 1]]
                value = chart[i, j, unary[u, 0]]
                if above > 0.0 and value > 0.0:
                    c = unary[u, 2]
                    weight = fine[base + u] * begin[i, c] * end[j, c] * above
                    out[i, j, unary[u, 0]] += weight
                    share = weight * value
                    slope_fine[base + u] -= share
                    slope_begin[i, c] -= share
                    slope_end[j, c] -= share
            for k in range(i + 1, j):
                for a in range(sizes[i, k]):
                    left = active[i, k, a]
                    value = chart[i, k, left]
                    total = 0.0
                    for r in range(first[left], first[left + 1]):
                        above = out[i, j, binary[r, 2]]
                        if above > 0.0:
                            other = chart[k, j, binary[r, 1]]
                            if other > 0.0:
                                c = binary[r, 3]
                                weight = fine[r] * split[k, c] * end[j, c] * above
                                total += weight * other
                                out[k, j, binary[r, 1]] += weight * value
                                share = weight * value * other
                                slope_fine[r] -= share
                                slope_split[k, c] -= share
                                slope_end[j, c] -= share
                    out[i, k, left] += total


@kernel(nogil=False)
def edges(
    count: Any,
    binary: Any,
    first: Any,
    unary: Any,
    fine: Any,
    split: Any,
    begin: Any,
    end: Any,
    chart: Any,
    active: Any,
    sizes: Any,
    out: Any,
    least: Any,
    found: Any,
    scores: Any,
) -> Any:
    """The rules at their places that have at least that share of all derivations: begin, cut, end, rule."""
    base, size = len(binary), 0
    for width in range(1, count + 1):
        for i in range(count - width + 1):
            j = i + width
            for k in range(i + 1, j):
                for a in range(sizes[i, k]):
                    left = active[i, k, a]
                    value = chart[i, k, left]
                    for r in range(first[left], first[left + 1]):
                        above = out[i, j, binary[r, 2]]
                        other = chart[k, j, binary[r, 1]]
                        if above > 0.0 and other > 0.0:
                            c = binary[r, 3]
                            weight = fine[r] * split[k, c] * end[j, c]
                            if weight * above * value * other >= least and size < len(found):
                                found[size, 0], found[size, 1], found[size, 2], found[size, 3] = i, k, j, r
                                scores[size] = np.log(weight)
                                size += 1
            for u in range(len(unary)):
                value, above = chart[i, j, unary[u, 0]], out[i, j, unary[u, 1]]
                if value > 0.0 and above > 0.0:
                    c = unary[u, 2]
                    weight = fine[base + u] * begin[i, c] * end[j, c]
                    if weight * above * value >= least and size < len(found):
                        found[size, 0], found[size, 1], found[size, 2], found[size, 3] = i, -1, j, base + u
                        scores[size] = np.log(weight)
                        size += 1
    return size


@kernel(nogil=False)
def descend(starts: Any, feats: Any, slope: Any, weights: Any, squares: Any, rate: Any, l2: Any) -> None:
    """One step of AdaGrad (Duchi et al. 2011) for the features of each place, upwards."""
    for t in range(len(starts) - 1):
        for y in range(slope.shape[1]):
            d = slope[t, y]
            if d > 1e-5 or d < -1e-5:
                for k in range(starts[t], starts[t + 1]):
                    f = feats[k]
                    g = d - l2 * weights[f, y]
                    squares[f, y] += g * g
                    weights[f, y] += rate * g / np.sqrt(squares[f, y])


@kernel(nogil=False)
def some_scores(starts: Any, feats: Any, rows: Any, columns: Any, weights: Any) -> Any:
    """The sum of the weights of the features of given rows for one column each."""
    out = np.zeros(len(rows))
    for n in range(len(rows)):
        for k in range(starts[rows[n]], starts[rows[n] + 1]):
            out[n] += weights[feats[k], columns[n]]
    return out


@kernel(nogil=False)
def descend_some(
    starts: Any,
    feats: Any,
    rows: Any,
    columns: Any,
    slope: Any,
    weights: Any,
    squares: Any,
    rate: Any,
    l2: Any,
) -> None:
    """As `descend`, for given rows with one column each."""
    for n in range(len(rows)):
        d = slope[n]
        if d > 1e-5 or d < -1e-5:
            y = columns[n]
            for k in range(starts[rows[n]], starts[rows[n] + 1]):
                f = feats[k]
                g = d - l2 * weights[f, y]
                squares[f, y] += g * g
                weights[f, y] += rate * g / np.sqrt(squares[f, y])
