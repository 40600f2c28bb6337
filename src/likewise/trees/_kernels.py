"""Loops of the greedy tagger and of the span parser: features by hashing, chart, perceptron updates."""

from __future__ import annotations

from typing import Any

import numpy as np

from likewise.kernel import kernel

__all__ = ["best_tree", "decode", "span_features", "tag", "train_spans", "train_tags"]

SPAN_FEATURES = 22
START, END, LABEL = 0, 1, 2
"""Columns of a table of labelled spans."""


@kernel(nogil=False)
def tag(starts: Any, feats: Any, allowed: Any, weights: Any, before: Any, before2: Any, out: Any) -> None:
    """Tags of one sentence, left to right; `allowed[t]` >= 0 fixes the tag of a frequent plain word."""
    size = weights.shape[1]
    one = two = size
    scores = np.empty(size)
    for t in range(len(starts) - 1):
        best = allowed[t]
        if best < 0:
            for y in range(size):
                scores[y] = before[one, y] + before2[two * (size + 1) + one, y]
            for k in range(starts[t], starts[t + 1]):
                for y in range(size):
                    scores[y] += weights[feats[k], y]
            best = 0
            for y in range(1, size):
                if scores[y] > scores[best]:
                    best = y
        out[t] = best
        two, one = one, best


@kernel(nogil=False)
def _learn(row: Any, total: Any, wrong: Any, right: Any, now: Any) -> None:
    row[right] += 1.0
    row[wrong] -= 1.0
    total[right] += now
    total[wrong] -= now


@kernel(nogil=False)
def train_tags(
    order: Any, bounds: Any, starts: Any, feats: Any, gold: Any, allowed: Any, w: Any, b: Any, b2: Any,
    tw: Any, tb: Any, tb2: Any, now: Any,
) -> Any:  # fmt: skip
    """One pass of the perceptron over sentences in the given order; t* hold the sums for averaging."""
    size = w.shape[1]
    scores = np.empty(size)
    for s in order:
        one = two = size
        for t in range(bounds[s], bounds[s + 1]):
            now += 1
            best = allowed[t]
            if best < 0:
                for y in range(size):
                    scores[y] = b[one, y] + b2[two * (size + 1) + one, y]
                for k in range(starts[t], starts[t + 1]):
                    for y in range(size):
                        scores[y] += w[feats[k], y]
                best = 0
                for y in range(1, size):
                    if scores[y] > scores[best]:
                        best = y
                if best != gold[t]:
                    for k in range(starts[t], starts[t + 1]):
                        _learn(w[feats[k]], tw[feats[k]], best, gold[t], now)
                    _learn(b[one], tb[one], best, gold[t], now)
                    _learn(b2[two * (size + 1) + one], tb2[two * (size + 1) + one], best, gold[t], now)
            two, one = one, best
    return now


@kernel(nogil=False)
def _mix(kind: Any, a: Any, b: Any, c: Any, d: Any, mask: Any) -> Any:
    value = np.uint64(kind) * np.uint64(0x9E3779B97F4A7C15)
    for part in (a, b, c, d):
        value = (value ^ np.uint64(part + 1)) * np.uint64(0xBF58476D1CE4E5B9)
        value ^= value >> np.uint64(29)
    return np.int64(value & np.uint64(mask))


@kernel(nogil=False)
def span_features(w: Any, t: Any, i: Any, j: Any, mask: Any, out: Any) -> None:
    """Rows of the weight table for the span [i, j); w and t hold ids with two ends on each side."""
    a, b = i + 2, j + 1
    size = min(j - i, 10) if j - i < 10 else 10 + min((j - i) // 10, 4)
    out[0] = _mix(1, w[a], size, 0, 0, mask)
    out[1] = _mix(2, w[b], size, 0, 0, mask)
    out[2] = _mix(3, w[a - 1], t[a], 0, 0, mask)
    out[3] = _mix(4, w[b + 1], t[b], 0, 0, mask)
    out[4] = _mix(5, t[a], t[b], size, 0, mask)
    out[5] = _mix(6, t[a - 1], t[a], t[b], t[b + 1], mask)
    out[6] = _mix(7, t[a - 1], t[b + 1], 0, 0, mask)
    out[7] = _mix(8, t[a - 1], t[a], t[a + 1], 0, mask)
    out[8] = _mix(9, t[b - 1], t[b], t[b + 1], 0, mask)
    out[9] = _mix(10, w[a], w[b], 0, 0, mask)
    out[10] = _mix(11, w[a], t[b + 1], 0, 0, mask)
    out[11] = _mix(12, w[a - 1], w[a], 0, 0, mask)
    out[12] = _mix(13, w[b], w[b + 1], 0, 0, mask)
    out[13] = _mix(14, t[a], t[b], t[b + 1], 0, mask)
    out[14] = _mix(15, t[a - 1], t[a], t[b + 1], 0, mask)
    out[15] = _mix(16, w[a - 1], w[b + 1], 0, 0, mask)
    out[16] = _mix(17, w[a], t[a + 1], t[b + 1], 0, mask)
    out[17] = _mix(18, t[b], t[b + 1], t[min(b + 2, len(t) - 1)], 0, mask)
    out[18] = _mix(19, t[a - 2], t[a - 1], t[a], 0, mask)
    out[19] = _mix(20, w[b + 1], w[a], 0, 0, mask)
    commas = shape = 0
    for k in range(a, b + 1):
        if j - i <= 4:
            shape = shape * 61 + t[k] + 9
        commas += w[k] == 1
    out[20] = _mix(21, shape, t[a - 1] if j - i <= 4 else 0, size, 0, mask)
    out[21] = _mix(22, commas, t[a], t[b + 1], size, mask)


@kernel(nogil=False)
def _fill(
    w: Any, t: Any, n: Any, weights: Any, mask: Any, gold: Any, margin: Any, label: Any, score: Any
) -> None:
    """Best label and its score of every span; `gold[i, j]` other labels gain a margin while training."""
    size = weights.shape[1]
    rows = np.empty(SPAN_FEATURES, np.int64)
    scores = np.empty(size, np.float32)
    for i in range(n):
        for j in range(i + 1, n + 1):
            span_features(w, t, i, j, mask, rows)
            scores[:] = 0.0
            for r in rows:
                for y in range(size):
                    scores[y] += weights[r, y]
            best, top = -1, margin if gold[i, j] >= 0 else np.float32(0.0)
            for y in range(size):
                value = scores[y] + (margin if y != gold[i, j] else np.float32(0.0))
                if value > top or (best < 0 and i == 0 and j == n):
                    best, top = y, value
            label[i, j] = best
            score[i, j] = top


@kernel(nogil=False)
def best_tree(label: Any, score: Any) -> Any:
    """Labels of the best tree's spans, -1 elsewhere, by CKY; `score[i, j]` is overwritten with sums."""
    n = len(label) - 1
    split = np.zeros((n + 1, n + 1), np.int64)
    for length in range(2, n + 1):
        for i in range(n - length + 1):
            j = i + length
            best, top = i + 1, score[i, i + 1] + score[i + 1, j]
            for k in range(i + 2, j):
                value = score[i, k] + score[k, j]
                if value > top:
                    best, top = k, value
            split[i, j] = best
            score[i, j] += top
    found = np.full((n + 1, n + 1), -1, np.int64)
    stack = [(0, n)]
    while len(stack) > 0:
        i, j = stack.pop()
        found[i, j] = label[i, j]
        if j - i > 1:
            stack.append((i, split[i, j]))
            stack.append((split[i, j], j))
    return found


@kernel(nogil=False)
def decode(w: Any, t: Any, n: Any, weights: Any, mask: Any, gold: Any, margin: Any) -> Any:
    """The best tree: label[i, j] of each chosen span, -1 elsewhere (CKY; unlabelled spans cost nothing)."""
    label = np.full((n + 1, n + 1), -1, np.int64)
    score = np.zeros((n + 1, n + 1), np.float32)
    _fill(w, t, n, weights, mask, gold, margin, label, score)
    return best_tree(label, score)


@kernel(nogil=False)
def train_spans(
    order: Any,
    bounds: Any,
    words: Any,
    tags: Any,
    spans: Any,
    at: Any,
    weights: Any,
    sums: Any,
    mask: Any,
    now: Any,
) -> Any:
    """One pass of the perceptron with a margin; spans hold (start, end, label) of sentence s from at[s]."""
    rows = np.empty(SPAN_FEATURES, np.int64)
    for s in order:
        now += 1
        n = bounds[s + 1] - bounds[s] - 4
        w, t = words[bounds[s] : bounds[s + 1]], tags[bounds[s] : bounds[s + 1]]
        gold = np.full((n + 1, n + 1), -1, np.int64)
        for k in range(at[s], at[s + 1]):
            gold[spans[k, START], spans[k, END]] = spans[k, LABEL]
        found = decode(w, t, n, weights, mask, gold, np.float32(1.0))
        for i in range(n):
            for j in range(i + 1, n + 1):
                g, f = gold[i, j], found[i, j]
                if g == f:
                    continue
                span_features(w, t, i, j, mask, rows)
                for r in rows:
                    if g >= 0:
                        weights[r, g] += 1.0
                        sums[r, g] += now
                    if f >= 0:
                        weights[r, f] -= 1.0
                        sums[r, f] -= now
    return now
