"""Charts over the spans of a sentence: scores of spans, sums over derivations, their gradients, a beam.

A grammar arrives as rows (symbol, arity, first child, second child, classifier, may be empty), ordered so
that children that can cover the same span as their parent come first; the last row's symbol covers the whole
sentence only. A classifier of -1 scores nothing. A span i, j holds the words i to j - 1.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from likewise.kernel import kernel

LENGTHS = 8
"""The first feature ids: how many words a span holds, the last for all longer ones."""
_LOW = -1e30
_BUFFER = 512


@kernel()
def span_scores(length: int, grams: Any, values: Any, weights: Any) -> Any:
    """The score of each classifier for each span: `[i, j, classifier]`.

    A gram is (start, end, feature): inside the spans that hold it, or with end -1 at the left edge of spans
    that begin at start, or with start -1 at the right edge of those that end at end.
    """
    size = weights.shape[1]
    scores = np.zeros((length + 1, length + 1, size))
    left = np.zeros((length + 1, size))
    right = np.zeros((length + 1, size))
    for k in range(len(grams)):
        start, end, feature = grams[k]
        if end < 0:
            left[start] += values[k] * weights[feature]
        elif start < 0:
            right[end] += values[k] * weights[feature]
        else:
            scores[start, end] += values[k] * weights[feature]
    for width in range(1, length + 1):
        for i in range(length + 1 - width):
            j = i + width
            if width > 1:
                scores[i, j] += scores[i + 1, j] + scores[i, j - 1]
            if width > 2:
                scores[i, j] -= scores[i + 1, j - 1]
    for i in range(length + 1):
        for j in range(i, length + 1):
            scores[i, j] += left[i] + right[j] + weights[min(j - i, LENGTHS - 1)]
    return scores


@kernel()
def add_scores(x: float, y: float) -> float:
    """The logarithm of the sum of two numbers given by their logarithms."""
    if x < y:
        x, y = y, x
    return x if y - x < -40.0 else x + np.log1p(np.exp(y - x))


@kernel()
def inside(length: int, rows: Any, symbols: int, scores: Any, swaps: Any) -> Any:
    """For each symbol and span the log of the sum over all derivations: `[symbol, i, j]`."""
    chart = np.full((symbols, length + 1, length + 1), _LOW)
    for width in range(length + 1):
        for i in range(length + 1 - width):
            j = i + width
            for r in range(len(rows)):
                symbol, arity, first, second, classifier, empty = rows[r]
                if (width == 0 and arity == 0 and empty == 0) or (symbol == rows[-1, 0] and width < length):
                    continue
                own = scores[i, j, classifier] if classifier >= 0 else 0.0
                if arity == 0:
                    chart[symbol, i, j] = add_scores(chart[symbol, i, j], own)
                elif arity == 1:
                    if chart[first, i, j] > _LOW:
                        chart[symbol, i, j] = add_scores(chart[symbol, i, j], own + chart[first, i, j])
                else:
                    swap = swaps[classifier] if classifier >= 0 else 0.0
                    total = chart[symbol, i, j]
                    for m in range(i, j + 1):
                        if chart[first, i, m] > _LOW and chart[second, m, j] > _LOW:
                            total = add_scores(total, own + chart[first, i, m] + chart[second, m, j])
                        if chart[second, i, m] > _LOW and chart[first, m, j] > _LOW:
                            total = add_scores(total, own + swap + chart[second, i, m] + chart[first, m, j])
                    chart[symbol, i, j] = total
    return chart


@kernel()
def outside(length: int, rows: Any, scores: Any, swaps: Any, chart: Any, sign: float, into: Any) -> Any:
    """Add to `into` how probable each classifier is at each span, times a sign; returns that of swaps."""
    share = np.zeros(chart.shape)
    swapped = np.zeros(len(swaps))
    share[rows[-1, 0], 0, length] = 1.0
    for width in range(length, -1, -1):
        for i in range(length + 1 - width):
            j = i + width
            for r in range(len(rows) - 1, -1, -1):
                symbol, arity, first, second, classifier, empty = rows[r]
                given = share[symbol, i, j]
                if given < 1e-9 or (width == 0 and arity == 0 and empty == 0):
                    continue
                own = (scores[i, j, classifier] if classifier >= 0 else 0.0) - chart[symbol, i, j]
                used = 0.0
                if arity == 0:
                    used = given * np.exp(own)
                elif arity == 1:
                    if chart[first, i, j] > _LOW:
                        used = given * np.exp(own + chart[first, i, j])
                        share[first, i, j] += used
                else:
                    swap = swaps[classifier] if classifier >= 0 else 0.0
                    for m in range(i, j + 1):
                        if chart[first, i, m] > _LOW and chart[second, m, j] > _LOW:
                            part = given * np.exp(own + chart[first, i, m] + chart[second, m, j])
                            share[first, i, m] += part
                            share[second, m, j] += part
                            used += part
                        if chart[second, i, m] > _LOW and chart[first, m, j] > _LOW:
                            part = given * np.exp(own + swap + chart[second, i, m] + chart[first, m, j])
                            share[second, i, m] += part
                            share[first, m, j] += part
                            used += part
                            if classifier >= 0:
                                swapped[classifier] += sign * part
                if classifier >= 0:
                    into[i, j, classifier] += sign * used
    return swapped


@kernel()
def _stepped(weights: Any, history: Any, feature: int, gradient: Any, rate: float, decay: float) -> None:
    for c in range(weights.shape[1]):
        slope = gradient[c] - decay * weights[feature, c]
        if slope != 0.0:
            history[feature, c] += slope * slope
            weights[feature, c] += rate * slope / np.sqrt(history[feature, c])


@kernel()
def learn_spans(
    length: int, grams: Any, values: Any, slopes: Any, weights: Any, history: Any, rate: float, decay: float
) -> None:
    """One step up the gradient for all features of a sentence, given that of each span and classifier."""
    size = weights.shape[1]
    left, right = np.zeros((length + 1, size)), np.zeros((length + 1, size))
    widths = np.zeros((LENGTHS, size))
    for i in range(length + 1):
        for j in range(i, length + 1):
            left[i] += slopes[i, j]
            right[j] += slopes[i, j]
            widths[min(j - i, LENGTHS - 1)] += slopes[i, j]
    for width in range(length, 0, -1):
        for i in range(length + 1 - width):
            j = i + width
            if i > 0:
                slopes[i, j] += slopes[i - 1, j]
            if j < length:
                slopes[i, j] += slopes[i, j + 1]
            if i > 0 and j < length:
                slopes[i, j] -= slopes[i - 1, j + 1]
    for k in range(len(grams)):
        start, end, feature = grams[k]
        if end < 0:
            _stepped(weights, history, feature, left[start] * values[k], rate, decay)
        elif start < 0:
            _stepped(weights, history, feature, right[end] * values[k], rate, decay)
        else:
            _stepped(weights, history, feature, slopes[start, end] * values[k], rate, decay)
    for width in range(LENGTHS):
        _stepped(weights, history, width, widths[width], rate, decay)


@kernel()
def learn_pass(
    order: Any,
    lengths: Any,
    gram_bounds: Any,
    grams: Any,
    values: Any,
    grammar: Any,
    symbols: int,
    tree_bounds: Any,
    trees: Any,
    shares: Any,
    weights: Any,
    history: Any,
    swaps: Any,
    swap_history: Any,
    rate: float,
    decay: float,
) -> float:
    """One pass over the examples; returns the sum of log probabilities of their plans.

    Example e has the rows `tree_bounds[e]` to `tree_bounds[e + 1]` of `trees`: its plan's parse as a grammar.
    """
    total = 0.0
    for e in order:
        length = lengths[e]
        own = grams[gram_bounds[e] : gram_bounds[e + 1]]
        value = values[gram_bounds[e] : gram_bounds[e + 1]]
        tree = trees[tree_bounds[e] : tree_bounds[e + 1]]
        scores = span_scores(length, own, value, weights)
        right = inside(length, tree, tree[-1, 0] + 1, scores, swaps)
        if right[tree[-1, 0], 0, length] <= _LOW:
            continue
        every = inside(length, grammar, symbols, scores, swaps)
        total += right[tree[-1, 0], 0, length] - every[grammar[-1, 0], 0, length]
        slopes = np.zeros(scores.shape)
        turned = outside(length, tree, scores, swaps, right, shares[e], slopes)
        turned += outside(length, grammar, scores, swaps, every, -shares[e], slopes)
        learn_spans(length, own, value, slopes, weights, history, rate, decay)
        for c in range(len(swaps)):
            if turned[c] != 0.0:
                swap_history[c] += turned[c] * turned[c]
                swaps[c] += rate * turned[c] / np.sqrt(swap_history[c])
    return total


@kernel()
def mixed(classifier: int, first: int, second: int) -> Any:
    """A number for a meaning: what was made of which parts."""
    mix = np.int64(classifier + 2) * np.int64(0x1E3779B97F4A7C15)
    mix = (mix ^ (mix >> np.int64(29))) + np.int64(first) * np.int64(0x3F58476D1CE4E5B9)
    mix = (mix ^ (mix >> np.int64(31))) * np.int64(0x14D049BB133111EB) + np.int64(second)
    return (mix ^ (mix >> np.int64(27))) * np.int64(0x2545F4914F6CDD1D)


@kernel()
def _offer(
    count: int,
    pool: Any,
    total: Any,
    best: Any,
    links: Any,
    meaning: int,
    score: float,
    top: float,
    r: int,
    m: int,
    turned: int,
    a: int,
    b: int,
) -> int:
    for k in range(count):
        if pool[k] == meaning:
            total[k] = add_scores(total[k], score)
            if top > best[k]:
                best[k] = top
                links[k, 0], links[k, 1], links[k, 2], links[k, 3], links[k, 4] = r, m, turned, a, b
            return count
    if count == _BUFFER:
        return count
    pool[count], total[count], best[count] = meaning, score, top
    links[count, 0], links[count, 1], links[count, 2] = r, m, turned
    links[count, 3], links[count, 4] = a, b
    return count + 1


@kernel()
def _settle(count: int, width: int, pool: Any, total: Any, best: Any, links: Any, cell: Any) -> None:
    """Move the best candidates of a cell into the chart, best first."""
    meanings, totals, bests, kept = cell
    order = np.argsort(-total[:count], kind="mergesort")
    for place in range(min(count, width)):
        k = order[place]
        meanings[place], totals[place], bests[place] = pool[k], total[k], best[k]
        kept[place] = links[k]


@kernel()
def beam(length: int, rows: Any, symbols: int, scores: Any, swaps: Any, width: int, margin: float) -> Any:
    """The most probable meanings of each symbol and span, each with its most probable derivation.

    Returns for every cell `[symbol, i, j, rank]` the meaning (0 where there is none), the log of the sum over
    its derivations in the beam, that of the best one, and how that one was made: the row, the split, whether
    the children are swapped, and the ranks of the children.
    """
    shape = (symbols, length + 1, length + 1, width)
    meanings, totals = np.zeros(shape, np.int64), np.full(shape, _LOW)
    bests, links = np.full(shape, _LOW), np.zeros((symbols, length + 1, length + 1, width, 5), np.int32)
    pool, total, best = np.zeros(_BUFFER, np.int64), np.zeros(_BUFFER), np.zeros(_BUFFER)
    made = np.zeros((_BUFFER, 5), np.int32)
    for span in range(length + 1):
        for i in range(length + 1 - span):
            j = i + span
            count, bar = 0, _LOW
            for r in range(len(rows)):
                symbol, arity, first, second, classifier, empty = rows[r]
                skip = (span == 0 and arity == 0 and empty == 0) or (symbol == rows[-1, 0] and span < length)
                own = scores[i, j, classifier] if classifier >= 0 else 0.0
                if skip:
                    pass
                elif arity == 0:
                    count = _offer(
                        count, pool, total, best, made, mixed(classifier, 0, 0), own, own, r, 0, 0, 0, 0
                    )
                elif arity == 1:
                    for a in range(width):
                        child = meanings[first, i, j, a]
                        if child == 0:
                            break
                        if own + totals[first, i, j, a] < bar:
                            break
                        bar = max(bar, own + totals[first, i, j, a] - margin)
                        meaning = mixed(classifier, child, 0) if classifier >= 0 else child
                        count = _offer(
                            count,
                            pool,
                            total,
                            best,
                            made,
                            meaning,
                            own + totals[first, i, j, a],
                            own + bests[first, i, j, a],
                            r,
                            0,
                            0,
                            a,
                            0,
                        )
                else:
                    swap = swaps[classifier] if classifier >= 0 else 0.0
                    for m in range(i, j + 1):
                        for turned in range(2):
                            x, y = (i, m) if turned == 0 else (m, j)
                            p, q = (m, j) if turned == 0 else (i, m)
                            for a in range(width):
                                one = meanings[first, x, y, a]
                                if one == 0:
                                    break
                                for b in range(width // (a + 1)):
                                    two = meanings[second, p, q, b]
                                    if two == 0:
                                        break
                                    more = own + swap * turned
                                    score = more + totals[first, x, y, a] + totals[second, p, q, b]
                                    if score < bar:
                                        break
                                    bar = max(bar, score - margin)
                                    count = _offer(
                                        count,
                                        pool,
                                        total,
                                        best,
                                        made,
                                        mixed(classifier, one, two),
                                        score,
                                        more + bests[first, x, y, a] + bests[second, p, q, b],
                                        r,
                                        m,
                                        turned,
                                        a,
                                        b,
                                    )
                if r == len(rows) - 1 or rows[r + 1, 0] != symbol:
                    cell = (
                        meanings[symbol, i, j],
                        totals[symbol, i, j],
                        bests[symbol, i, j],
                        links[symbol, i, j],
                    )
                    _settle(count, width, pool, total, best, made, cell)
                    count, bar = 0, _LOW
    return meanings, totals, bests, links
