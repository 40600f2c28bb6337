"""Correlations of a weighted sample, where an item of weight w stands for w copies of it.

A bootstrap replicate is such a sample, so no replicate has to be built or sorted again. Constant: nan.
"""

from __future__ import annotations

import math

import numpy as np

from likewise.judging._checks import Floats, Ints
from likewise.kernel import kernel


@kernel()
def weighted_pearson(x: Floats, y: Floats, weights: Ints) -> float:
    """Pearson from weighted moments, in two passes."""
    total, mean_x, mean_y = 0, 0.0, 0.0
    low_x, high_x, low_y, high_y = math.inf, -math.inf, math.inf, -math.inf
    for i in range(len(x)):
        if weights[i] == 0:
            continue
        total += weights[i]
        mean_x += weights[i] * x[i]
        mean_y += weights[i] * y[i]
        low_x, high_x = min(low_x, x[i]), max(high_x, x[i])
        low_y, high_y = min(low_y, y[i]), max(high_y, y[i])
    if low_x >= high_x or low_y >= high_y:
        return math.nan
    mean_x /= total
    mean_y /= total
    xx, yy, xy = 0.0, 0.0, 0.0
    for i in range(len(x)):
        dx, dy = x[i] - mean_x, y[i] - mean_y
        xx += weights[i] * dx * dx
        yy += weights[i] * dy * dy
        xy += weights[i] * dx * dy
    return xy / math.sqrt(xx) / math.sqrt(yy)


@kernel()
def weighted_midranks(groups: Ints, size: int, weights: Ints) -> Floats:
    """Mid-rank of each tie group, counted from the middle rank so that the weighted mean is 0."""
    counts = np.zeros(size, dtype=np.int64)
    for i in range(len(groups)):
        counts[groups[i]] += weights[i]
    middle = (counts.sum() + 1) / 2
    ranks = np.empty(size, dtype=np.float64)
    below = 0
    for g in range(size):
        ranks[g] = below + (counts[g] + 1) / 2 - middle
        below += counts[g]
    return ranks


@kernel()
def weighted_spearman(group_x: Ints, group_y: Ints, size_x: int, size_y: int, weights: Ints) -> float:
    """Spearman: Pearson of the weighted mid-ranks; groups number the distinct values upwards."""
    rank_x = weighted_midranks(group_x, size_x, weights)
    rank_y = weighted_midranks(group_y, size_y, weights)
    xx, yy, xy = 0.0, 0.0, 0.0
    for i in range(len(group_x)):
        dx, dy = rank_x[group_x[i]], rank_y[group_y[i]]
        xx += weights[i] * dx * dx
        yy += weights[i] * dy * dy
        xy += weights[i] * dx * dy
    if xx == 0.0 or yy == 0.0:
        return math.nan
    return xy / math.sqrt(xx) / math.sqrt(yy)


@kernel()
def tied_pairs(counts: Ints) -> int:
    """Pairs within one tie group."""
    tied = 0
    for count in counts:
        tied += count * (count - 1) // 2
    return tied


@kernel()
def weighted_kendall(
    order: Ints, group_x: Ints, group_y: Ints, size_x: int, size_y: int, weights: Ints
) -> float:
    """Kendall's tau-b: items in order of x, a Fenwick tree over y; `order` sorts the items by group_x."""
    tree = np.zeros(size_y + 1, dtype=np.int64)
    counts_x = np.zeros(size_x, dtype=np.int64)
    counts_y = np.zeros(size_y, dtype=np.int64)
    score, seen, start = 0, 0, 0
    while start < len(order):
        stop = start
        # A tie group of x is asked as a whole before it enters the tree: its pairs count for nothing.
        while stop < len(order) and group_x[order[stop]] == group_x[order[start]]:
            weight, y = weights[order[stop]], group_y[order[stop]]
            stop += 1
            if weight == 0:
                continue
            below, node = 0, y
            while node > 0:
                below += tree[node]
                node -= node & -node
            score += weight * (2 * below + counts_y[y] - seen)
        for k in range(start, stop):
            weight, y = weights[order[k]], group_y[order[k]]
            if weight == 0:
                continue
            counts_x[group_x[order[k]]] += weight
            counts_y[y] += weight
            seen += weight
            node = y + 1
            while node <= size_y:
                tree[node] += weight
                node += node & -node
        start = stop
    pairs = seen * (seen - 1) // 2
    untied_x, untied_y = pairs - tied_pairs(counts_x), pairs - tied_pairs(counts_y)
    if untied_x == 0 or untied_y == 0:
        return math.nan
    return score / math.sqrt(untied_x) / math.sqrt(untied_y)
