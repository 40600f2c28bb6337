"""Loops of the HMM over the cells of pairs; see `likewise.transduce.align._kernels` for what these are.

`jumps` are the weights of jumps -reach - 1 ... reach + 1, of which the first and the last are those of each
place that is farther; `openings` those of first places 0 ... reach + 1, the last again of each farther place.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from likewise.kernel import kernel
from likewise.transduce.align._kernels import most_cells, widest


@kernel()
def jump_norms(jumps: Any, openings: Any, width: int, inverse: Any, begin: Any) -> float:
    """Write 1 / the sum of jump weights from each source place, and the probability of each first place.

    Gives 1 / the sum of the weights of first places.
    """
    reach = (len(jumps) - 3) // 2
    for i in range(width):
        total = jumps[0] * max(0, i - reach) + jumps[-1] * max(0, width - 1 - i - reach)
        for to in range(max(0, i - reach), min(width, i + reach + 1)):
            total += jumps[to - i + reach + 1]
        inverse[i] = 1.0 / total
    total = 0.0
    for i in range(width):
        begin[i] = openings[min(i, reach + 1)]
        total += begin[i]
    for i in range(width):
        begin[i] /= total
    return 1.0 / total if width > 0 else 0.0


@kernel()
def spread(weights: Any, jumps: Any, width: int, out: Any) -> None:
    """out[i] = sum over i' of weights[i'] * jumps[i - i'], far jumps taken together."""
    reach = (len(jumps) - 3) // 2
    for i in range(width):
        out[i] = 0.0
    for i in range(width):
        w = weights[i]
        low, high = max(0, i - reach), min(width, i + reach + 1)
        # Unsigned, so that no index may count from the end: only then are these loops vectorised.
        to, by = np.uint64(low), np.uint64(low - i + reach + 1)
        for n in range(np.uint64(high - low)):
            out[to + n] += w * jumps[by + n]
    if width > reach + 1:
        ahead, behind = 0.0, 0.0
        for i in range(reach + 1, width):
            ahead += weights[i - reach - 1]
            out[i] += jumps[-1] * ahead
        for i in range(width - reach - 2, -1, -1):
            behind += weights[i + reach + 1]
            out[i] += jumps[0] * behind


@kernel()
def spread_best(weights: Any, jumps: Any, width: int, out: Any, origin: Any) -> None:
    """`spread` with a maximum in place of the sum, and where it came from."""
    reach = (len(jumps) - 3) // 2
    for i in range(width):
        out[i], origin[i] = -1.0, 0.0
    for i in range(width):
        w, source = weights[i], float(i)
        low, high = max(0, i - reach), min(width, i + reach + 1)
        to, by = np.uint64(low), np.uint64(low - i + reach + 1)
        for n in range(np.uint64(high - low)):
            p = w * jumps[by + n]
            better = p > out[to + n]
            origin[to + n] = source if better else origin[to + n]
            out[to + n] = p if better else out[to + n]
    if width > reach + 1:
        top, at = -1.0, 0
        for i in range(reach + 1, width):
            if weights[i - reach - 1] > top:
                top, at = weights[i - reach - 1], i - reach - 1
            if top * jumps[-1] > out[i]:
                out[i], origin[i] = top * jumps[-1], at
        top = -1.0
        for i in range(width - reach - 2, -1, -1):
            if weights[i + reach + 1] >= top:
                top, at = weights[i + reach + 1], i + reach + 1
            if top * jumps[0] > out[i]:
                out[i], origin[i] = top * jumps[0], at


@kernel()
def count_jumps(weights: Any, onward: Any, width: int, moved: Any) -> None:
    """moved[d] += sum over i' of weights[i'] * onward[i' + d], far jumps taken together."""
    reach = (len(moved) - 3) // 2
    for i in range(width):
        w = weights[i]
        low, high = max(0, i - reach), min(width, i + reach + 1)
        to, by = np.uint64(low), np.uint64(low - i + reach + 1)
        for n in range(np.uint64(high - low)):
            moved[by + n] += w * onward[to + n]
    if width > reach + 1:
        ahead, behind = 0.0, 0.0
        for i in range(reach + 1, width):
            ahead += weights[i - reach - 1]
            moved[-1] += ahead * onward[i]
        for i in range(width - reach - 2, -1, -1):
            behind += weights[i + reach + 1]
            moved[0] += behind * onward[i]


@kernel()
def count_chances(left: Any, inverse: Any, width: int, chances: Any) -> None:
    """chances[d] += what a jump by d at weight 1 would have been expected, from places left so many times."""
    reach = (len(chances) - 3) // 2
    for i in range(width):
        share = left[i] * inverse[i]
        for to in range(max(0, i - reach), min(width, i + reach + 1)):
            chances[to - i + reach + 1] += share
        chances[0] += share * max(0, i - reach)
        chances[-1] += share * max(0, width - 1 - i - reach)


@kernel()
def hmm_forward(
    cell: int,
    width: int,
    height: int,
    places: Any,
    emissions: Any,
    jumps: Any,
    null: float,
    inverse: Any,
    begin: Any,
    real: Any,
    memory: Any,
    scales: Any,
    still_open: Any,
    weights: Any,
    arrive: Any,
) -> float:
    """Forward over one pair: at word j `real[j, i]` is linked to i, `memory[j, i]` has i as its last link."""
    likelihood = 0.0
    still_open[0] = 1.0
    arrive[:width] = 0.0
    for j in range(height):
        here, unlinked = j * width, null * emissions[places[cell]]
        for i in range(width):
            memory[here + i] = 0.0
        if j > 0:
            for i in range(width):
                weights[i] = memory[here - width + i] * inverse[i]
                memory[here + i] = unlinked * memory[here - width + i]
            spread(weights, jumps, width, arrive)
        total = still_open[j] * unlinked
        for i in range(width):
            p = (1.0 - null) * emissions[places[cell + 1 + i]]
            real[here + i] = p * (arrive[i] + still_open[j] * begin[i])
            memory[here + i] += real[here + i]
            total += memory[here + i]
        scales[j] = 1.0 / total
        still_open[j + 1] = still_open[j] * unlinked * scales[j]
        for i in range(width):
            real[here + i] *= scales[j]
            memory[here + i] *= scales[j]
        likelihood += math.log(total)
        cell += width + 1
    return likelihood


@kernel()
def hmm_backward(
    cell: int,
    width: int,
    height: int,
    places: Any,
    emissions: Any,
    backwards: Any,
    null: float,
    inverse: Any,
    begin: Any,
    begin_norm: float,
    real: Any,
    memory: Any,
    scales: Any,
    still_open: Any,
    weights: Any,
    arrive: Any,
    onward: Any,
    after: Any,
    left: Any,
    opening: Any,
    shares: Any,
    moved: Any,
    opened: Any,
    opening_chances: Any,
) -> None:
    """Back over one pair: `after[i]` is what follows if i is the last link, `left[i]` how often i is left."""
    left[:width] = 0.0
    opening[:width] = 0.0
    after[:width] = 1.0
    after_open, left_open = 1.0, 0.0
    for j in range(height - 1, -1, -1):
        here, c = j * width, cell + j * (width + 1)
        unlinked = null * emissions[places[c]] * scales[j]
        from_null, from_open = still_open[j] * after_open, 0.0
        for i in range(width):
            shares[c + 1 + i] = real[here + i] * after[i]
            onward[i] = (1.0 - null) * scales[j] * emissions[places[c + 1 + i]] * after[i]
            from_open += begin[i] * onward[i]
            opening[i] += still_open[j] * onward[i]
        left_open += still_open[j] * from_open
        after_open = from_open + unlinked * after_open
        if j > 0:
            spread(onward, backwards, width, arrive)
            for i in range(width):
                last = memory[here - width + i]
                from_null += last * after[i]
                weights[i] = last * inverse[i]
                left[i] += weights[i] * arrive[i]
                after[i] = arrive[i] * inverse[i] + unlinked * after[i]
            count_jumps(weights, onward, width, moved)
        shares[c] = unlinked * from_null
    far = len(opened) - 1
    for i in range(width):
        opened[min(i, far)] += opening[i] * begin[i]
        opening_chances[min(i, far)] += left_open * begin_norm


@kernel()
def hmm_shares(
    source_bounds: Any,
    target_bounds: Any,
    places: Any,
    emissions: Any,
    jumps: Any,
    openings: Any,
    null: float,
    shares: Any,
    moved: Any,
    chances: Any,
    opened: Any,
    opening_chances: Any,
) -> float:
    """Shares under the HMM by forward-backward in scaled probabilities; gives the log-likelihood.

    After a target word the state is the last source place that was linked (none yet: "open") and whether this
    word came from there or from NULL. What follows depends on the place alone, so the backward pass needs no
    NULL states. To `moved` are added expected jumps without their factor `jumps`, which the caller puts in.
    """
    width, height = widest(source_bounds), widest(target_bounds)
    most = most_cells(source_bounds, target_bounds)
    real, memory = np.empty(most), np.empty(most)
    scales, still_open = np.empty(height), np.empty(height + 1)
    inverse, begin, weights, arrive = np.empty(width), np.empty(width), np.empty(width), np.empty(width)
    onward, after, left, opening = np.empty(width), np.empty(width), np.empty(width), np.empty(width)
    cell, likelihood, before, begin_norm = 0, 0.0, -1, 0.0
    backwards = jumps[::-1].copy()
    for k in range(len(source_bounds) - 1):
        width = source_bounds[k + 1] - source_bounds[k]
        height = target_bounds[k + 1] - target_bounds[k]
        if width != before:
            begin_norm = jump_norms(jumps, openings, width, inverse, begin)
            before = width
        if width == 0:
            for c in range(cell, cell + height):
                shares[c] = 1.0
                likelihood += math.log(emissions[places[c]])
        else:
            likelihood += hmm_forward(
                *(cell, width, height, places, emissions, jumps, null, inverse, begin),
                *(real, memory, scales, still_open, weights, arrive),
            )
            hmm_backward(
                *(cell, width, height, places, emissions, backwards, null, inverse, begin, begin_norm),
                *(real, memory, scales, still_open, weights, arrive, onward, after, left, opening),
                *(shares, moved, opened, opening_chances),
            )
            count_chances(left, inverse, width, chances)
        cell += height * (width + 1)
    return likelihood


@kernel()
def hmm_links(
    source_bounds: Any,
    target_bounds: Any,
    places: Any,
    emissions: Any,
    jumps: Any,
    openings: Any,
    null: float,
    links: Any,
) -> None:
    """The likeliest sequence of links (Viterbi); of equal ones that with the earlier source places."""
    width = widest(source_bounds)
    came = np.empty(most_cells(source_bounds, target_bounds), np.int16)
    stayed = np.empty(len(came), np.bool_)
    inverse, begin = np.empty(width), np.empty(width)
    best, weights, arrive, origin = np.empty(width), np.empty(width), np.empty(width), np.empty(width)
    cell, before = 0, -1
    for k in range(len(source_bounds) - 1):
        width = source_bounds[k + 1] - source_bounds[k]
        height = target_bounds[k + 1] - target_bounds[k]
        if width != before:
            jump_norms(jumps, openings, width, inverse, begin)
            before = width
        best[:width] = 0.0
        still_open = 1.0
        for j in range(height):
            here, unlinked = j * width, null * emissions[places[cell]]
            for i in range(width):
                weights[i] = best[i] * inverse[i]
            spread_best(weights, jumps, width, arrive, origin)
            top = still_open * unlinked
            for i in range(width):
                start = still_open * begin[i]
                came[here + i] = -1 if start > arrive[i] else origin[i]
                p = (1.0 - null) * emissions[places[cell + 1 + i]] * max(start, arrive[i])
                stayed[here + i] = unlinked * best[i] > p
                best[i] = max(p, unlinked * best[i])
                top = max(top, best[i])
            still_open *= unlinked / top
            for i in range(width):
                best[i] /= top
            cell += width + 1
        place, score = -1, still_open
        for i in range(width):
            if best[i] > score:
                place, score = i, best[i]
        for j in range(height - 1, -1, -1):
            links[target_bounds[k] + j] = -1
            if place >= 0 and not stayed[j * width + place]:
                links[target_bounds[k] + j] = place
                place = came[j * width + place]
