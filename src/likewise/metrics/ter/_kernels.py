"""TER's search for shifts over word numbers (Snover et al. 2006), edit for edit as sacrebleu has it.

While some block of the candidate, moved to where the reference has it, lowers the edit distance, the best
such move is made. What may move where, which of several is best, the band in which distances are computed
and the number of moves that are tried are Tercom's, as sacrebleu 2.6 understands them.
"""

from __future__ import annotations

from itertools import pairwise
from math import ceil, floor
from typing import Any

import numpy as np

from likewise.kernel import kernel

LONGEST_SHIFT = 10
FARTHEST_SHIFT = 50
HALF_BAND = 25
MOST_TRIED = 1000
UNREACHED = 1 << 29
KEPT, CHANGED, DELETED, INSERTED = 0, 1, 2, 3
"""What is done with a word: kept, substituted, taken from the candidate, put in from the reference."""


@kernel()
def band(row: int, size: int, length: int) -> tuple[int, int]:
    """First and last column (exclusive) of a row that are computed, of `size` rows and `length` columns."""
    ratio = length / size
    half = ceil(ratio / 2 + HALF_BAND) if ratio / 2 > HALF_BAND else HALF_BAND
    diagonal = floor(row * ratio)
    if row == size:
        return max(0, diagonal - half), length + 1
    return max(0, diagonal - half), min(length + 1, diagonal + half)


@kernel()
def fill_row(
    word: int, reference: Any, before: Any, costs: Any, steps: Any, row: int, size: int, away: int
) -> int:
    """The row of distances after one more word of the candidate, from the row before it.

    Returns the least distance that any path through the row can end with; `away` is what to fill beyond.
    """
    length = len(reference)
    first, last = band(row, size, length)
    if first > 0:
        costs[first - 1] = UNREACHED
    least = UNREACHED
    for j in range(first, last):
        if j == 0:
            cost, step = before[0] + 1, DELETED
        else:
            same = reference[j - 1] == word
            cost, step = before[j - 1] + (0 if same else 1), KEPT if same else CHANGED
            if before[j] + 1 < cost:
                cost, step = before[j] + 1, DELETED
            if costs[j - 1] + 1 < cost:
                cost, step = costs[j - 1] + 1, INSERTED
        costs[j], steps[j] = min(cost, UNREACHED), step
        least = min(least, cost + abs((size - row) - (length - j)))
    for j in range(last, away):
        costs[j] = UNREACHED
    return least


@kernel()
def fill_matrix(words: Any, reference: Any, costs: Any, steps: Any) -> int:
    """All rows of distances between a candidate and its reference, with the step that leads to each cell."""
    size, length = len(words), len(reference)
    for j in range(length + 1):
        costs[0, j], steps[0, j] = j, INSERTED
    for i in range(1, size + 1):
        away = band(i + 1, size, length)[1] if i < size else length + 1
        fill_row(words[i - 1], reference, costs[i - 1], costs[i], steps[i], i, size, away)
    return int(costs[size, length])


@kernel()
def trace(steps: Any, size: int, length: int, places: Any, wrong: Any, missed: Any) -> None:
    """Where each word of the reference stands in the candidate, and running sums of the errors of both."""
    wrong[: size + 1] = 0
    missed[: length + 1] = 0
    i, j = size, length
    while i > 0 or j > 0:
        step = steps[i, j]
        if step == DELETED:
            wrong[i] = 1
            i -= 1
            continue
        places[j - 1] = i - 1
        missed[j] = step != KEPT
        if step != INSERTED:
            wrong[i] = step != KEPT
            i -= 1
        j -= 1
    for place in range(size):
        wrong[place + 1] += wrong[place]
    for place in range(length):
        missed[place + 1] += missed[place]


@kernel()
def move(words: Any, start: int, count: int, target: int, moved: Any) -> int:
    """Words with a block taken to another place; returns the first place that changed."""
    size = len(words)
    if target < start:
        a, b, c, d = target, start, start + count, size
        moved[:a] = words[:a]
        moved[a : a + c - b] = words[b:c]
        moved[a + c - b : c] = words[a:b]
        moved[c:d] = words[c:d]
        return target
    # Inside or right behind the block, the target counts from the block's end.
    end = target if target > start + count else min(target + count, size)
    after = start + count
    moved[:start] = words[:start]
    moved[start : start + end - after] = words[after:end]
    moved[start + end - after : end] = words[start:after]
    moved[end:] = words[end:]
    return start


@kernel()
def moved_distance(
    moved: Any, reference: Any, costs: Any, first: int, limit: int, rows: Any, steps: Any
) -> int:
    """The distance after a move, from the rows that it leaves alone; more than `limit` where it is more."""
    size, length = len(moved), len(reference)
    before = costs[first]
    for i in range(first + 1, size + 1):
        away = band(i + 1, size, length)[1] if i < size else length + 1
        if fill_row(moved[i - 1], reference, before, rows[i % 2], steps, i, size, away) > limit:
            return limit + 1
        before = rows[i % 2]
    return int(before[length])


@kernel()
def best_move(
    words: Any, reference: Any, costs: Any, rows: Any, steps: Any, errors: Any, moved: Any, best: Any,
    tried: int,
) -> int:  # fmt: skip
    """Put the best move that lowers the distance into `best` (block, length, target, distance); moves tried.

    The best lowers it most; of several it moves the longest block, the first one, to the first place.
    """
    size, length = len(words), len(reference)
    places, wrong, missed = errors[0], errors[1], errors[2]
    best[0], best[1], best[2], best[3] = -1, 0, -1, costs[size, length] - 1
    for start in range(size):
        for begin in range(max(0, start - FARTHEST_SHIFT), min(length, start + FARTHEST_SHIFT + 1)):
            for count in range(1, min(LONGEST_SHIFT, size - start, length - begin) + 1):
                if words[start + count - 1] != reference[begin + count - 1]:
                    break
                if wrong[start + count] == wrong[start] or missed[begin + count] == missed[begin]:
                    continue
                if start <= places[begin] < start + count:
                    continue
                previous = -1
                for ahead in range(-1, count):
                    target = places[begin + ahead] + 1 if begin + ahead >= 0 else 0
                    if target == previous:
                        continue
                    previous = target
                    tried += 1
                    # A move that lowers the distance less cannot be the best.
                    first = move(words, start, count, target, moved)
                    distance = moved_distance(moved, reference, costs, first, best[3], rows, steps)
                    if distance > best[3]:
                        continue
                    longer = count > best[1] or (count == best[1] and start < best[0])
                    sooner = count == best[1] and start == best[0] and target < best[2]
                    if distance < best[3] or best[0] < 0 or longer or sooner:
                        best[0], best[1], best[2], best[3] = start, count, target, distance
                if tried >= MOST_TRIED:
                    return tried
    return tried


def edits_by_sacrebleu(
    candidates: Any, references: Any, ends: Any, ids: Any, bounds: Any, other_ids: Any, other_bounds: Any
) -> Any:
    """The same by sacrebleu itself: slow, but there at once."""
    from sacrebleu.metrics.lib_ter import translation_edit_rate

    words, others = ids.tolist(), other_ids.tolist()
    edits = np.zeros(len(references), np.float64)
    for segment, (first, last) in enumerate(pairwise(ends.tolist())):
        text = candidates[segment]
        own = words[bounds[text] : bounds[text + 1]]
        for place in range(first, last):
            reference = others[other_bounds[references[place]] : other_bounds[references[place] + 1]]
            edits[place] = translation_edit_rate(own, reference)[0]
    return edits


def sacrebleu_seconds(
    candidates: Any, references: Any, ends: Any, ids: Any, bounds: Any, other_ids: Any, other_bounds: Any
) -> float:
    """About how long that takes: it grows with the product of the lengths."""
    sizes = np.repeat(np.diff(bounds)[candidates], np.diff(ends))
    return 2e-6 * float((sizes * np.diff(other_bounds)[references]).sum())


@kernel(plain=edits_by_sacrebleu, cost=sacrebleu_seconds)
def ter_edits(
    candidates: Any, references: Any, ends: Any, ids: Any, bounds: Any, other_ids: Any, other_bounds: Any
) -> Any:
    """For each reference the edits and shifts that turn its candidate into it.

    Candidate t is ids[bounds[t]:bounds[t+1]], a reference the same of the other two; segment i has
    references[ends[i]:ends[i+1]].
    """
    edits = np.zeros(len(references), np.float64)
    longest = 0
    for text in candidates:
        longest = max(longest, bounds[text + 1] - bounds[text])
    widest = 0
    for text in references:
        widest = max(widest, other_bounds[text + 1] - other_bounds[text])
    costs, steps = np.empty((1, 1), np.int32), np.empty((1, 1), np.int8)
    rows, spare = np.empty((2, widest + 1), np.int32), np.empty(widest + 1, np.int8)
    errors = np.zeros((3, max(longest, widest) + 1), np.int64)
    words, moved = np.empty(longest, np.int64), np.empty(longest, np.int64)
    best = np.empty(4, np.int64)
    for segment in range(len(candidates)):
        begin, end = bounds[candidates[segment]], bounds[candidates[segment] + 1]
        size = end - begin
        for place in range(ends[segment], ends[segment + 1]):
            text = references[place]
            reference = other_ids[other_bounds[text] : other_bounds[text + 1]]
            length = len(reference)
            if size == 0 or length == 0:
                edits[place] = max(size, length)
                continue
            if costs.shape[0] <= size or costs.shape[1] <= length:
                shape = max(costs.shape[0], size + 1), max(costs.shape[1], length + 1)
                costs, steps = np.empty(shape, np.int32), np.empty(shape, np.int8)
            words[:size] = ids[begin:end]
            shifts, tried = 0, 0
            while True:
                distance = fill_matrix(words[:size], reference, costs, steps)
                if distance == 0:
                    break
                trace(steps, size, length, errors[0], errors[1], errors[2])
                tried = best_move(
                    words[:size], reference, costs, rows, spare, errors, moved[:size], best, tried
                )
                if best[0] < 0 or tried >= MOST_TRIED:
                    break
                move(words[:size], best[0], best[1], best[2], moved[:size])
                words[:size] = moved[:size]
                shifts += 1
            edits[place] = shifts + distance
    return edits
