"""The hot loop of NIST over n-gram numbers. It has a plain twin in tests/metrics/test_nist.py."""

from __future__ import annotations

from typing import Any

import numpy as np

from likewise.kernel import kernel


@kernel()
def informed_matches(
    candidates: Any, references: Any, ends: Any, grams: Any, bounds: Any, worth: Any, order: int
) -> Any:
    """Of each segment the sum of `worth` over matched n-grams, clipped at the most in any one reference."""
    sums = np.zeros(len(candidates), np.float64)
    own = np.zeros(len(worth), np.int64)
    tally = np.zeros(len(worth), np.int64)
    most = np.zeros(len(worth), np.int64)
    for segment in range(len(candidates)):
        first = bounds[candidates[segment]]
        last = bounds[candidates[segment] + 1] - order + 1
        for r in range(ends[segment], ends[segment + 1]):
            begin, end = bounds[references[r]], bounds[references[r] + 1] - order + 1
            for p in range(begin, end):
                tally[grams[p]] += 1
                most[grams[p]] = max(most[grams[p]], tally[grams[p]])
            for p in range(begin, end):
                tally[grams[p]] = 0
        for p in range(first, last):
            if own[grams[p]] < most[grams[p]]:
                own[grams[p]] += 1
                sums[segment] += worth[grams[p]]
        for p in range(first, last):
            own[grams[p]] = 0
        for r in range(ends[segment], ends[segment + 1]):
            for p in range(bounds[references[r]], bounds[references[r] + 1] - order + 1):
                most[grams[p]] = 0
    return sums
