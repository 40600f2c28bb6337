"""Hot loops of the error rates over word ids (see likewise.text.vocabulary).

Every kernel has a plain Python twin in tests/metrics/test_word_errors.py that it must equal. Texts are by
number; those of text t are ids[bounds[t]:bounds[t+1]], and segment i has references[ends[i]:ends[i+1]].
"""

from __future__ import annotations

from typing import Any

import numpy as np

from likewise.kernel import kernel


@kernel()
def edit_distances(candidates: Any, references: Any, ends: Any, ids: Any, bounds: Any, jumps: bool) -> Any:
    """For each reference the edits that lead from its candidate to it; with `jumps`, a move costs 1."""
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
                row[i] = min(i, 1) if jumps else i
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
                if jumps:
                    for i in range(size + 1):
                        row[i] = min(row[i], lowest + 1)
            errors[place] = row[size]
    return errors


@kernel()
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
