"""Hot loop of the line search; its plain twin is in tests/transduce/tuning/test_kernels.py."""

from __future__ import annotations

from typing import Any

import numpy as np

from likewise.kernel import kernel


@kernel()
def envelopes(values: Any, slopes: Any, bounds: Any) -> Any:
    """Which candidate of each group is best along a line: that of highest `values + t * slopes`, for all t.

    Gives the candidate of each group at t = -infinity, and for each t at which the best one changes: t, the
    candidate before and the one after.
    """
    groups = len(bounds) - 1
    first = np.empty(groups, np.int64)
    changes = np.empty(len(values))
    before, after = np.empty(len(values), np.int64), np.empty(len(values), np.int64)
    hull, since = np.empty(len(values), np.int64), np.empty(len(values))
    number = 0
    for group in range(groups):
        order = np.argsort(slopes[bounds[group] : bounds[group + 1]], kind="mergesort") + bounds[group]
        size = 0
        for line in order:
            if size and slopes[line] == slopes[hull[size - 1]]:
                if values[line] <= values[hull[size - 1]]:
                    continue
                size -= 1
            # From where on does this line lie above the last one of the hull?
            t = -np.inf
            while size:
                top = hull[size - 1]
                t = (values[top] - values[line]) / (slopes[line] - slopes[top])
                if t > since[size - 1]:
                    break
                size -= 1
                t = -np.inf
            hull[size], since[size] = line, t
            size += 1
        first[group] = hull[0]
        for place in range(1, size):
            changes[number], before[number], after[number] = since[place], hull[place - 1], hull[place]
            number += 1
    return first, changes[:number], before[:number], after[:number]
