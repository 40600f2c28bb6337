"""Loops of word alignment over integer ids.

A pair of I source and J target words has J * (I + 1) cells, row by row of target words; the first cell of a
row is NULL's. `places` says for each cell where its two words stand in the lexicon, `emissions` how likely they
are together, and `shares`, which the models of positions write, how likely they are linked. All pairs of the
bounds are walked; `places` and `shares` begin with the first of them.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numba import njit


@njit(cache=True, nogil=True)
def grouped(words: Any, size: int) -> Any:
    """The places of each word, in order: those of word w are `places[ends[w]:ends[w + 1]]`; -1 is no word."""
    ends = np.zeros(size + 1, np.int64)
    for word in words:
        if word >= 0:
            ends[word + 1] += 1
    ends = np.cumsum(ends)
    fill = ends[:-1].copy()
    places = np.empty(ends[-1], np.int64)
    for i in range(len(words)):
        if words[i] >= 0:
            places[fill[words[i]]] = i
            fill[words[i]] += 1
    return ends, places


@njit(cache=True, nogil=True)
def text_of_each(bounds: Any) -> Any:
    """For each word the text that it stands in."""
    texts = np.empty(bounds[-1] - bounds[0], np.int32)
    for k in range(len(bounds) - 1):
        texts[bounds[k] - bounds[0] : bounds[k + 1] - bounds[0]] = k
    return texts


@njit(cache=True, nogil=True)
def cooccurrences(
    source: Any, source_bounds: Any, target: Any, target_bounds: Any, rows: int, size: int
) -> Any:
    """For NULL and each source word the target words that stand in some pair with it, sorted."""
    ends, places = grouped(source, rows)
    texts = text_of_each(source_bounds)
    seen = np.full(size, -1, np.int64)
    starts = np.zeros(rows + 2, np.int64)
    found = np.empty(max(2 * size, 1024), np.int32)
    count = 0
    for word in target:
        if seen[word] != rows:
            seen[word] = rows
            found[count] = word
            count += 1
    found[:count].sort()
    starts[1] = count
    for s in range(rows):
        if count + size > len(found):
            grown = np.empty(2 * (count + size), np.int32)
            grown[:count] = found[:count]
            found = grown
        for at in range(ends[s], ends[s + 1]):
            k = texts[places[at]]
            for j in range(target_bounds[k], target_bounds[k + 1]):
                if seen[target[j]] != s:
                    seen[target[j]] = s
                    found[count] = target[j]
                    count += 1
        found[starts[s + 1] : count].sort()
        starts[s + 2] = count
    return starts, found[:count].copy()


@njit(cache=True, nogil=True)
def find_places(
    source: Any, source_bounds: Any, target: Any, target_bounds: Any, starts: Any, targets: Any, size: int
) -> Any:
    """Where in the lexicon each cell stands; `len(targets)` if it does not. -1 is a word not in it.

    One source word after the other, so that its row lies open, spread over the vocabulary.
    """
    nowhere = len(targets)
    cells = np.zeros(len(source_bounds), np.int64)
    for k in range(len(source_bounds) - 1):
        width = source_bounds[k + 1] - source_bounds[k] + 1
        cells[k + 1] = cells[k] + width * (target_bounds[k + 1] - target_bounds[k])
    places = np.empty(cells[-1], np.uint32)
    first = source_bounds[0]
    ends, where = grouped(source[first : source_bounds[-1]], len(starts) - 2)
    texts = text_of_each(source_bounds)
    row = np.full(size + 1, nowhere, np.int64)  # the last is that of the word -1
    for at in range(starts[0], starts[1]):
        row[targets[at]] = at
    for k in range(len(source_bounds) - 1):
        width = source_bounds[k + 1] - source_bounds[k] + 1
        cell = cells[k]
        for j in range(target_bounds[k], target_bounds[k + 1]):
            places[cell] = row[target[j]]
            places[cell + 1 : cell + width] = nowhere
            cell += width
    for at in range(starts[0], starts[1]):
        row[targets[at]] = nowhere
    for s in range(len(starts) - 2):
        if ends[s] == ends[s + 1]:
            continue
        for at in range(starts[s + 1], starts[s + 2]):
            row[targets[at]] = at
        for at in range(ends[s], ends[s + 1]):
            k = texts[where[at]]
            width = source_bounds[k + 1] - source_bounds[k] + 1
            cell = cells[k] + where[at] + first - source_bounds[k] + 1
            for j in range(target_bounds[k], target_bounds[k + 1]):
                places[cell] = row[target[j]]
                cell += width
        for at in range(starts[s + 1], starts[s + 2]):
            row[targets[at]] = nowhere
    return places


@njit(cache=True, nogil=True)
def add_shares(places: Any, shares: Any, counts: Any) -> None:
    """Add what each cell's share is to the count of its two words."""
    for c in range(len(places)):
        counts[places[c]] += shares[c]


@njit(cache=True, nogil=True)
def agree(source_bounds: Any, target_bounds: Any, forward: Any, backward: Any) -> None:
    """Let both directions share a link only as far as the other does: the product of their shares."""
    f, b = 0, 0
    for k in range(len(source_bounds) - 1):
        width = source_bounds[k + 1] - source_bounds[k]
        height = target_bounds[k + 1] - target_bounds[k]
        for j in range(height):
            for i in range(width):
                one, other = f + j * (width + 1) + 1 + i, b + i * (height + 1) + 1 + j
                both = forward[one] * backward[other]
                forward[one] = both
                backward[other] = both
        f += height * (width + 1)
        b += width * (height + 1)


@njit(cache=True, nogil=True)
def estimate(starts: Any, counts: Any, probabilities: Any, totals: Any) -> None:
    """Divide each row of counts by its sum; a row without counts keeps its probabilities."""
    for row in range(len(starts) - 1):
        total = 0.0
        for at in range(starts[row], starts[row + 1]):
            total += counts[at]
        totals[row] = total
        if total > 0.0:
            for at in range(starts[row], starts[row + 1]):
                probabilities[at] = counts[at] / total


@njit(cache=True, nogil=True)
def smooth(
    starts: Any, targets: Any, probabilities: Any, totals: Any, size: int, prior: float, floor: float
) -> Any:
    """Probabilities drawn to the frequency of the target word as if each row had seen it `prior` times more.

    None is under the floor, and one more stands at the end for two words that were never seen together.
    """
    frequency = np.zeros(size)
    everything = 0.0
    if prior > 0.0:
        for row in range(len(starts) - 1):
            everything += totals[row]
            for at in range(starts[row], starts[row + 1]):
                frequency[targets[at]] += probabilities[at] * totals[row]
    scale = prior / everything if everything > 0.0 else 0.0
    smoothed = np.empty(len(targets) + 1, np.float32)
    smoothed[-1] = floor
    for row in range(len(starts) - 1):
        for at in range(starts[row], starts[row + 1]):
            p = probabilities[at]
            if scale > 0.0:
                p = (p * totals[row] + scale * frequency[targets[at]]) / (totals[row] + prior)
            smoothed[at] = max(p, floor)
    return smoothed


@njit(cache=True, nogil=True)
def ibm1_shares(source_bounds: Any, target_bounds: Any, places: Any, emissions: Any, shares: Any) -> float:
    """Shares under IBM model 1; gives the log-likelihood of the target words."""
    cell, likelihood = 0, 0.0
    for k in range(len(source_bounds) - 1):
        width = source_bounds[k + 1] - source_bounds[k] + 1
        for _ in range(target_bounds[k], target_bounds[k + 1]):
            total = 0.0
            for c in range(cell, cell + width):
                shares[c] = emissions[places[c]]
                total += shares[c]
            for c in range(cell, cell + width):
                shares[c] /= total
            likelihood += math.log(total / width)
            cell += width
    return likelihood


@njit(cache=True, nogil=True)
def diagonal(width: int, height: int, j: int, tension: float, weights: Any) -> Any:
    """exp(tension * h) for each source place, h = -|(i + 1/2) / width - (j + 1/2) / height|; sums of w, wh, whh."""
    total, first, second = 0.0, 0.0, 0.0
    for i in range(width):
        h = -abs((i + 0.5) / width - (j + 0.5) / height)
        w = math.exp(tension * h)
        weights[i] = w
        total += w
        first += w * h
        second += w * h * h
    return total, first, second


@njit(cache=True, nogil=True)
def ibm2_shares(
    source_bounds: Any,
    target_bounds: Any,
    places: Any,
    emissions: Any,
    tension: float,
    null: float,
    shares: Any,
    moments: Any,
) -> float:
    """Shares under the log-linear IBM model 2; gives the log-likelihood.

    To `moments` are added, over links other than NULL's: h expected with the words, h expected without them,
    and its variance.
    """
    cell, likelihood = 0, 0.0
    weights = np.empty(widest(source_bounds))
    for k in range(len(source_bounds) - 1):
        width = source_bounds[k + 1] - source_bounds[k]
        height = target_bounds[k + 1] - target_bounds[k]
        for j in range(height):
            norm, first, second = diagonal(width, height, j, tension, weights)
            unlinked = null if width > 0 else 1.0
            shares[cell] = unlinked * emissions[places[cell]]
            total = 1.0 * shares[cell]
            for i in range(width):
                p = (1.0 - null) * weights[i] / norm * emissions[places[cell + 1 + i]]
                shares[cell + 1 + i] = p
                total += p
            linked, seen = 0.0, 0.0
            shares[cell] /= total
            for i in range(width):
                shares[cell + 1 + i] /= total
                linked += shares[cell + 1 + i]
                seen += shares[cell + 1 + i] * -abs((i + 0.5) / width - (j + 0.5) / height)
            if width > 0:
                moments[0] += seen
                moments[1] += linked * first / norm
                moments[2] += linked * (second / norm - (first / norm) ** 2)
            likelihood += math.log(total)
            cell += width + 1
    return likelihood


@njit(cache=True, nogil=True)
def best_cells(
    source_bounds: Any, target_bounds: Any, places: Any, emissions: Any, tension: float, null: float, links: Any
) -> None:
    """Link each target word to its likeliest source word; of equal ones to the one nearest the diagonal.

    `null` below 0 is IBM model 1, where NULL is a place like any other.
    """
    cell = 0
    weights = np.empty(widest(source_bounds))
    for k in range(len(source_bounds) - 1):
        width = source_bounds[k + 1] - source_bounds[k]
        height = target_bounds[k + 1] - target_bounds[k]
        for j in range(height):
            norm, _, _ = diagonal(width, height, j, tension, weights)
            linked = 1.0 if null < 0.0 else (1.0 - null) / norm if width > 0 else 0.0
            best = (1.0 if null < 0.0 else null) * emissions[places[cell]]
            chosen, off = -1, math.inf
            for i in range(width):
                p = linked * weights[i] * emissions[places[cell + 1 + i]]
                distance = abs((i + 0.5) * height - (j + 0.5) * width)
                if p > best or (p == best and distance < off):
                    best, chosen, off = p, i, distance
            links[target_bounds[k] + j] = chosen
            cell += width + 1


@njit(cache=True, nogil=True)
def widest(bounds: Any) -> int:
    """The most words of a text."""
    most = 0
    for k in range(len(bounds) - 1):
        most = max(most, bounds[k + 1] - bounds[k])
    return most


@njit(cache=True, nogil=True)
def most_cells(source_bounds: Any, target_bounds: Any) -> int:
    """The most source times target words of a pair."""
    most = 0
    for k in range(len(source_bounds) - 1):
        wide, high = source_bounds[k + 1] - source_bounds[k], target_bounds[k + 1] - target_bounds[k]
        most = max(most, wide * high)
    return most


@njit(cache=True, nogil=True)
def jump_norms(jumps: Any, openings: Any, width: int, inverse: Any, begin: Any) -> float:
    """1 / the sum of jump weights from each source place; each first place's probability; 1 / their weights' sum."""
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


@njit(cache=True, nogil=True)
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


@njit(cache=True, nogil=True)
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


@njit(cache=True, nogil=True)
def count_chances(left: Any, inverse: Any, width: int, chances: Any) -> None:
    """chances[d] += what a jump by d at weight 1 would have been expected, from places left so many times."""
    reach = (len(chances) - 3) // 2
    for i in range(width):
        share = left[i] * inverse[i]
        for to in range(max(0, i - reach), min(width, i + reach + 1)):
            chances[to - i + reach + 1] += share
        chances[0] += share * max(0, i - reach)
        chances[-1] += share * max(0, width - 1 - i - reach)


@njit(cache=True, nogil=True)
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


@njit(cache=True, nogil=True)
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


@njit(cache=True, nogil=True)
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


@njit(cache=True, nogil=True)
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


@njit(cache=True, nogil=True)
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


@njit(cache=True, nogil=True)
def symmetrised(
    forward: Any, target_bounds: Any, backward: Any, source_bounds: Any, grow: bool, final: bool, union: bool
) -> Any:
    """Links of both directions made one; see `symmetrise`. A cell is 1 forward, 2 backward, 4 taken."""
    width, height = widest(source_bounds), widest(target_bounds)
    grid = np.zeros(most_cells(source_bounds, target_bounds), np.uint8)
    used_source, used_target = np.empty(width, np.bool_), np.empty(height, np.bool_)
    size = np.sum(forward >= 0) + np.sum(backward >= 0)
    sources, targets = np.empty(size, np.int16), np.empty(size, np.int16)
    bounds = np.zeros(len(source_bounds), np.int64)
    count = 0
    for k in range(len(source_bounds) - 1):
        width = source_bounds[k + 1] - source_bounds[k]
        height = target_bounds[k + 1] - target_bounds[k]
        cells = grid[: width * height]
        cells[:] = 0
        used_source[:width] = False
        used_target[:height] = False
        for j in range(height):
            if forward[target_bounds[k] + j] >= 0:
                cells[j * width + forward[target_bounds[k] + j]] = 1
        for i in range(width):
            if backward[source_bounds[k] + i] >= 0:
                cells[backward[source_bounds[k] + i] * width + i] += 2
        for j in range(height):
            for i in range(width):
                if cells[j * width + i] == 3 or (union and cells[j * width + i] > 0):
                    take(cells, width, i, j, used_source, used_target)
        if grow:
            grow_links(cells, width, height, used_source, used_target)
        if final:
            for side in (1, 2):
                for j in range(height):
                    for i in range(width):
                        if cells[j * width + i] == side and not used_target[j] and not used_source[i]:
                            take(cells, width, i, j, used_source, used_target)
        for j in range(height):
            for i in range(width):
                if cells[j * width + i] >= 4:
                    sources[count], targets[count] = i, j
                    count += 1
        bounds[k + 1] = count
    return bounds, sources[:count].copy(), targets[:count].copy()


@njit(cache=True, nogil=True)
def take(cells: Any, width: int, i: int, j: int, used_source: Any, used_target: Any) -> None:
    """Make a link one of the alignment."""
    cells[j * width + i] |= 4
    used_source[i] = True
    used_target[j] = True


@njit(cache=True, nogil=True)
def grow_links(cells: Any, width: int, height: int, used_source: Any, used_target: Any) -> None:
    """Take neighbours of taken links that one direction has, while they link a word that had no link."""
    added = True
    while added:
        added = False
        for j in range(height):
            for i in range(width):
                if cells[j * width + i] < 4:
                    continue
                for y in range(max(0, j - 1), min(height, j + 2)):
                    for x in range(max(0, i - 1), min(width, i + 2)):
                        free = not used_target[y] or not used_source[x]
                        if free and 0 < cells[y * width + x] < 4:
                            take(cells, width, x, y, used_source, used_target)
                            added = True
