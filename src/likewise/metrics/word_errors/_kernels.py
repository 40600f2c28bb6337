"""Hot loops of the error rates over word ids (see likewise.text.vocabulary).

Every kernel has a plain Python twin in tests/metrics/test_word_errors.py that it must equal. Texts are by
number; those of text t are ids[bounds[t]:bounds[t+1]], and segment i has references[ends[i]:ends[i+1]].
"""

from __future__ import annotations

from typing import Any

import numpy as np

from likewise.kernel import kernel
from likewise.metrics.word_errors import plain_distances


@kernel(plain=plain_distances.edit_distances, cost=plain_distances.distance_seconds)
def edit_distances(candidates: Any, references: Any, ends: Any, ids: Any, bounds: Any, distinct: int) -> Any:
    """For each reference the words to insert, delete or substitute in its candidate.

    By bits, 64 words of the candidate at a time (Myers 1999; Hyyrö 2003): going down a column of the table of
    distances, each is one more than the last (`rises`), one less (`falls`), or the same; a word of the
    reference leads from one column to the next.
    """
    errors = np.zeros(len(references), np.float64)
    longest = 0
    for text in candidates:
        longest = max(longest, bounds[text + 1] - bounds[text])
    most = (longest + 63) // 64
    one, zero, every = np.uint64(1), np.uint64(0), np.uint64(0xFFFFFFFFFFFFFFFF)
    bit63 = np.uint64(63)
    # Row 0 is that of words which the candidate does not have.
    rows = np.zeros(distinct, np.int32)
    places = np.zeros((longest + 1, max(most, 1)), np.uint64)
    rises, falls = np.empty(most, np.uint64), np.empty(most, np.uint64)
    for segment in range(len(candidates)):
        begin, end = bounds[candidates[segment]], bounds[candidates[segment] + 1]
        size = end - begin
        blocks = (size + 63) // 64
        known = 0
        for i in range(size):
            word = ids[begin + i]
            if rows[word] == 0:
                known += 1
                rows[word] = known
                for block in range(blocks):
                    places[known, block] = zero
            places[rows[word], i >> 6] |= one << np.uint64(i & 63)
        top = np.uint64((size - 1) & 63)
        for place in range(ends[segment], ends[segment + 1]):
            first, last = bounds[references[place]], bounds[references[place] + 1]
            if size == 0:
                errors[place] = last - first
                continue
            for block in range(blocks):
                rises[block], falls[block] = every, zero
            distance = size
            for j in range(first, last):
                row = rows[ids[j]]
                up_in, down_in = one, zero
                for block in range(blocks):
                    rise, fall = rises[block], falls[block]
                    same = places[row, block]
                    met = same | down_in
                    level = (((met & rise) + rise) ^ rise) | met | fall
                    up, down = fall | ~(level | rise), level & rise
                    if block == blocks - 1:
                        distance += np.int64((up >> top) & one) - np.int64((down >> top) & one)
                    up_out, down_out = up >> bit63, down >> bit63
                    up, down = (up << one) | up_in, (down << one) | down_in
                    rises[block], falls[block] = down | ~(level | up), up & level
                    up_in, down_in = up_out, down_out
            errors[place] = distance
        for i in range(begin, end):
            rows[ids[i]] = 0
    return errors


@kernel()
def block_distances(candidates: Any, references: Any, ends: Any, ids: Any, bounds: Any) -> Any:
    """For each reference the edits and jumps that lead from its candidate to it; a jump costs 1."""
    errors = np.zeros(len(references), np.float64)
    longest = 0
    for text in candidates:
        longest = max(longest, bounds[text + 1] - bounds[text])
    row = np.empty(longest + 1, np.int64)
    for segment in range(len(candidates)):
        begin, end = bounds[candidates[segment]], bounds[candidates[segment] + 1]
        size = end - begin
        for place in range(ends[segment], ends[segment + 1]):
            for i in range(size + 1):
                row[i] = min(i, 1)
            for j in range(bounds[references[place]], bounds[references[place] + 1]):
                word = ids[j]
                diagonal = row[0]
                row[0] += 1
                lowest = row[0]
                for i in range(1, size + 1):
                    above = row[i]
                    cost = min(above, row[i - 1]) + 1
                    cost = min(cost, diagonal + (ids[begin + i - 1] != word))
                    row[i] = cost
                    diagonal = above
                    lowest = min(lowest, cost)
                for i in range(size + 1):
                    row[i] = min(row[i], lowest + 1)
            errors[place] = row[size]
    return errors


@kernel(plain=plain_distances.unordered_errors, cost=plain_distances.unordered_seconds)
def unordered_errors(
    candidates: Any, references: Any, ends: Any, ids: Any, bounds: Any, distinct: int
) -> Any:
    """For each reference the longer of its length and its candidate's, less the words that they share."""
    errors = np.zeros(len(references), np.float64)
    left = np.zeros(distinct, np.int64)
    for segment in range(len(candidates)):
        begin, end = bounds[candidates[segment]], bounds[candidates[segment] + 1]
        for place in range(ends[segment], ends[segment + 1]):
            for i in range(begin, end):
                left[ids[i]] += 1
            shared = 0
            first, last = bounds[references[place]], bounds[references[place] + 1]
            for j in range(first, last):
                if left[ids[j]] > 0:
                    left[ids[j]] -= 1
                    shared += 1
            errors[place] = max(end - begin, last - first) - shared
            for i in range(begin, end):
                left[ids[i]] = 0
    return errors
