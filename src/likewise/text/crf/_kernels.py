"""Loops of the linear-chain model: score tables, likelihood with gradient, marginals, k best sequences."""

from __future__ import annotations

from typing import Any

import numpy as np

from likewise.kernel import kernel

__all__ = ["best_sequences", "likelihood", "log_probabilities", "marginals"]


@kernel(nogil=False)
def _scores(
    first: Any, last: Any, feats: Any, starts: Any, pairs: Any, nodes: Any, edges: Any, node: Any, edge: Any
) -> None:
    """Fill node[t, y] and edge[t, x, y] (from x at t - 1 to y at t) of one sequence."""
    size = node.shape[1]
    for t in range(first, last):
        for y in range(size):
            node[t - first, y] = 0.0
            for x in range(size):
                edge[t - first, x, y] = 0.0
        for k in range(starts[t], starts[t + 1]):
            f = feats[k]
            for y in range(size):
                node[t - first, y] += nodes[f, y]
            e = pairs[f]
            if t > first and e >= 0:
                for x in range(size):
                    for y in range(size):
                        edge[t - first, x, y] += edges[e, x, y]


@kernel(nogil=False)
def _log_sum(values: Any) -> Any:
    top = values.max()
    total = 0.0
    for value in values:
        total += np.exp(value - top)
    return top + np.log(total)


@kernel(nogil=False)
def _passes(count: Any, node: Any, edge: Any, forward: Any, backward: Any) -> Any:
    """Forward and backward sums in the log domain; the log of the partition function."""
    size = node.shape[1]
    work = np.empty(size)
    for y in range(size):
        forward[0, y] = node[0, y]
        backward[count - 1, y] = 0.0
    for t in range(1, count):
        for y in range(size):
            for x in range(size):
                work[x] = forward[t - 1, x] + edge[t, x, y]
            forward[t, y] = _log_sum(work) + node[t, y]
    for t in range(count - 2, -1, -1):
        for x in range(size):
            for y in range(size):
                work[y] = backward[t + 1, y] + edge[t + 1, x, y] + node[t + 1, y]
            backward[t, x] = _log_sum(work)
    return _log_sum(forward[count - 1])


@kernel(nogil=False)
def likelihood(
    bounds: Any,
    starts: Any,
    feats: Any,
    gold: Any,
    weights: Any,
    pairs: Any,
    nodes: Any,
    edges: Any,
    slope_n: Any,
    slope_e: Any,
) -> Any:
    """Log likelihood of the gold labels, each sequence times its weight; adds its gradient to the slopes."""
    size = nodes.shape[1]
    longest = 1
    for s in range(len(bounds) - 1):
        longest = max(longest, bounds[s + 1] - bounds[s])
    node, edge = np.empty((longest, size)), np.empty((longest, size, size))
    forward, backward = np.empty((longest, size)), np.empty((longest, size))
    unary, pair = np.empty(size), np.empty((size, size))
    total = 0.0
    for s in range(len(bounds) - 1):
        first, last = bounds[s], bounds[s + 1]
        count = last - first
        if count == 0:
            continue
        _scores(first, last, feats, starts, pairs, nodes, edges, node, edge)
        log_z = _passes(count, node, edge, forward, backward)
        weight = weights[s]
        total -= weight * log_z
        for t in range(count):
            y = gold[first + t]
            total += weight * node[t, y]
            for z in range(size):
                unary[z] = -np.exp(forward[t, z] + backward[t, z] - log_z)
            unary[y] += 1.0
            if t > 0:
                x = gold[first + t - 1]
                total += weight * edge[t, x, y]
                for a in range(size):
                    for b in range(size):
                        pair[a, b] = -np.exp(
                            forward[t - 1, a] + edge[t, a, b] + node[t, b] + backward[t, b] - log_z
                        )
                pair[x, y] += 1.0
            for k in range(starts[first + t], starts[first + t + 1]):
                f = feats[k]
                for z in range(size):
                    slope_n[f, z] += weight * unary[z]
                e = pairs[f]
                if t > 0 and e >= 0:
                    for a in range(size):
                        for b in range(size):
                            slope_e[e, a, b] += weight * pair[a, b]
    return total


@kernel(nogil=False)
def marginals(starts: Any, feats: Any, pairs: Any, nodes: Any, edges: Any) -> Any:
    """The probability of each label at each place of one sequence."""
    count, size = len(starts) - 1, nodes.shape[1]
    node, edge = np.empty((count, size)), np.empty((count, size, size))
    forward, backward = np.empty((count, size)), np.empty((count, size))
    _scores(0, count, feats, starts, pairs, nodes, edges, node, edge)
    log_z = _passes(count, node, edge, forward, backward)
    return np.exp(forward + backward - log_z)


@kernel(nogil=False)
def best_sequences(k: Any, starts: Any, feats: Any, pairs: Any, nodes: Any, edges: Any) -> Any:
    """Up to k best label sequences and their log probabilities, best first; fewer end in rows of -inf."""
    count, size = len(starts) - 1, nodes.shape[1]
    node, edge = np.empty((count, size)), np.empty((count, size, size))
    forward, backward = np.empty((count, size)), np.empty((count, size))
    _scores(0, count, feats, starts, pairs, nodes, edges, node, edge)
    log_z = _passes(count, node, edge, forward, backward)
    score = np.full((count, size, k), -np.inf)
    back = np.zeros((count, size, k), np.int64)
    pool = np.empty(size * k)
    for y in range(size):
        score[0, y, 0] = node[0, y]
    for t in range(1, count):
        for y in range(size):
            for x in range(size):
                for r in range(k):
                    pool[x * k + r] = score[t - 1, x, r] + edge[t, x, y] + node[t, y]
            order = np.argsort(-pool, kind="mergesort")
            for r in range(k):
                score[t, y, r] = pool[order[r]]
                back[t, y, r] = order[r]
    flat = score[count - 1].copy().reshape(size * k)
    order = np.argsort(-flat, kind="mergesort")
    labels = np.zeros((k, count), np.int64)
    values = np.empty(k)
    for r in range(k):
        values[r] = flat[order[r]] - log_z
        at = order[r]
        for t in range(count - 1, -1, -1):
            labels[r, t] = at // k
            at = back[t, at // k, at % k]
    return labels, values


@kernel(nogil=False)
def log_probabilities(many: Any, starts: Any, feats: Any, pairs: Any, nodes: Any, edges: Any) -> Any:
    """The log probability of each row of labels in `many`."""
    count, size = len(starts) - 1, nodes.shape[1]
    node, edge = np.empty((count, size)), np.empty((count, size, size))
    forward, backward = np.empty((count, size)), np.empty((count, size))
    _scores(0, count, feats, starts, pairs, nodes, edges, node, edge)
    log_z = _passes(count, node, edge, forward, backward)
    found = np.full(len(many), -log_z)
    for r in range(len(many)):
        for t in range(count):
            found[r] += node[t, many[r, t]]
            if t > 0:
                found[r] += edge[t, many[r, t - 1], many[r, t]]
    return found
