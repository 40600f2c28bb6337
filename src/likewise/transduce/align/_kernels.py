"""Loops of word alignment over integer ids.

A pair of I source and J target words has J * (I + 1) cells, row by row of target words; the first cell of a
row is NULL's. `places` says for each cell where its two words stand in the lexicon, `emissions` how likely
they are together, and `shares`, which the models of positions write, how likely they are linked. All pairs of
the bounds are walked; `places` and `shares` begin with the first of them.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from likewise.kernel import kernel


@kernel()
def grouped(words: Any, size: int) -> Any:
    """The places of each word, in order: those of word w are `places[ends[w]:ends[w + 1]]`; -1 is no word."""
    ends = np.zeros(size + 1, np.int64)
    for word in words:
        if word >= 0:
            ends[word + 1] += 1
    for word in range(size):
        ends[word + 1] += ends[word]
    fill = ends[:-1].copy()
    places = np.empty(ends[-1], np.int64)
    for i in range(len(words)):
        if words[i] >= 0:
            places[fill[words[i]]] = i
            fill[words[i]] += 1
    return ends, places


@kernel()
def text_of_each(bounds: Any) -> Any:
    """For each word the text that it stands in."""
    texts = np.empty(bounds[-1] - bounds[0], np.int32)
    for k in range(len(bounds) - 1):
        texts[bounds[k] - bounds[0] : bounds[k + 1] - bounds[0]] = k
    return texts


@kernel()
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
    starts[1] = count
    for s in range(rows):
        if count + size > len(found):
            grown = np.empty(2 * (count + size), np.int32)
            for at in range(count):
                grown[at] = found[at]
            found = grown
        for at in range(ends[s], ends[s + 1]):
            k = texts[places[at]]
            for j in range(target_bounds[k], target_bounds[k + 1]):
                if seen[target[j]] != s:
                    seen[target[j]] = s
                    found[count] = target[j]
                    count += 1
        starts[s + 2] = count
    return starts, sorted_rows(starts, found[:count], size)


@kernel()
def sorted_rows(starts: Any, targets: Any, size: int) -> Any:
    """Each row of targets in order: they are dealt out by target word (numba compiles sorts for long)."""
    ends, places = grouped(targets, size)
    rows = text_of_each(starts)
    fill, dealt = starts[:-1].copy(), np.empty(len(targets), np.int32)
    for target in range(size):
        for at in range(ends[target], ends[target + 1]):
            row = rows[places[at]]
            dealt[fill[row]] = target
            fill[row] += 1
    return dealt


@kernel()
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


@kernel()
def add_shares(places: Any, shares: Any, counts: Any) -> None:
    """Add what each cell's share is to the count of its two words."""
    for c in range(len(places)):
        counts[places[c]] += shares[c]


@kernel()
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


@kernel()
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


@kernel()
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


@kernel()
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


@kernel()
def diagonal(width: int, height: int, j: int, tension: float, weights: Any) -> Any:
    """Weights w = exp(tension * h), h = -|(i + 1/2) / width - (j + 1/2) / height|; sums of w, wh and whh."""
    total, first, second = 0.0, 0.0, 0.0
    for i in range(width):
        h = -abs((i + 0.5) / width - (j + 0.5) / height)
        w = math.exp(tension * h)
        weights[i] = w
        total += w
        first += w * h
        second += w * h * h
    return total, first, second


@kernel()
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
            total = float(shares[cell])
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


@kernel()
def best_cells(
    source_bounds: Any,
    target_bounds: Any,
    places: Any,
    emissions: Any,
    tension: float,
    null: float,
    links: Any,
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


@kernel()
def widest(bounds: Any) -> int:
    """The most words of a text."""
    most = 0
    for k in range(len(bounds) - 1):
        most = max(most, bounds[k + 1] - bounds[k])
    return most


@kernel()
def most_cells(source_bounds: Any, target_bounds: Any) -> int:
    """The most source times target words of a pair."""
    most = 0
    for k in range(len(source_bounds) - 1):
        wide, high = source_bounds[k + 1] - source_bounds[k], target_bounds[k + 1] - target_bounds[k]
        most = max(most, wide * high)
    return most


@kernel()
def linked(links: Any) -> int:
    """How many words have a link."""
    number = 0
    for link in links:
        number += link >= 0
    return number


@kernel()
def symmetrised(
    forward: Any, target_bounds: Any, backward: Any, source_bounds: Any, grow: bool, final: bool, union: bool
) -> Any:
    """Links of both directions made one; see `symmetrise`. A cell is 1 forward, 2 backward, 4 taken."""
    width, height = widest(source_bounds), widest(target_bounds)
    grid = np.zeros(most_cells(source_bounds, target_bounds), np.uint8)
    used_source, used_target = np.empty(width, np.bool_), np.empty(height, np.bool_)
    size = linked(forward) + linked(backward)
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


@kernel()
def take(cells: Any, width: int, i: int, j: int, used_source: Any, used_target: Any) -> None:
    """Make a link one of the alignment."""
    cells[j * width + i] |= 4
    used_source[i] = True
    used_target[j] = True


@kernel()
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


@kernel()
def entry_probability(starts: Any, targets: Any, probabilities: Any, row: int, target: int) -> Any:
    """The probability of a target word in a row of the lexicon; 0 where it is not there, or no row is."""
    if row < 0 or target < 0:
        return np.float32(0.0)
    low, high = starts[row], starts[row + 1]
    end = high
    while low < high:
        middle = (low + high) // 2
        if targets[middle] < target:
            low = middle + 1
        else:
            high = middle
    return probabilities[low] if low < end and targets[low] == target else np.float32(0.0)


@kernel()
def probability_matrix(starts: Any, targets: Any, probabilities: Any, rows: Any, columns: Any) -> Any:
    """The probabilities of target words (or -1) in rows (or -1) of the lexicon."""
    matrix = np.empty((len(rows), len(columns)), np.float32)
    for i in range(len(rows)):
        for j in range(len(columns)):
            matrix[i, j] = entry_probability(starts, targets, probabilities, rows[i], columns[j])
    return matrix


@kernel()
def probability_matrices(
    starts: Any, targets: Any, probabilities: Any,
    source: Any, source_bounds: Any, target: Any, target_bounds: Any, ends: Any,
) -> Any:  # fmt: skip
    """The matrices of many pairs of texts one after another; that of pair k begins at `ends[k]`."""
    flat = np.empty(ends[-1], np.float32)
    for k in range(len(ends) - 1):
        at = ends[k]
        for i in range(source_bounds[k], source_bounds[k + 1]):
            # A source word's row is one after its id; the word -1 has none.
            row = source[i] + 1 if source[i] >= 0 else -1
            for j in range(target_bounds[k], target_bounds[k + 1]):
                flat[at] = entry_probability(starts, targets, probabilities, row, target[j])
                at += 1
    return flat
