"""Pareto frontier of systems in the plane of two scores (Chen and Dolan 2011, section 5.1, Figure 3).

A paraphrase system is a point (PINC, BLEU); on the frontier are those that no other beats in both.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from likewise.errors import InputError
from likewise.judge._checks import Ints


def frontier(points: npt.ArrayLike) -> Ints:
    """Indices of the points that no other dominates, in order of the first coordinate.

    Higher is better in both. One point dominates another when it is at least as good in both coordinates
    and better in one, so equal points stay together.
    """
    array = np.asarray(points, dtype=np.float64)
    if array.ndim != 2 or array.shape[1] != 2 or len(array) == 0:
        raise InputError(f"expected points of two scores each, got an array of shape {array.shape}")
    if not np.isfinite(array).all():
        at = int(np.argmin(np.isfinite(array).all(axis=1)))
        raise InputError(f"point {at + 1} is not finite")
    kept: list[int] = []
    # From the right, the highest of each column first: only a higher point, or its equal, survives.
    for i in np.lexsort((-array[:, 1], -array[:, 0])):
        if not kept or array[i, 1] > array[kept[-1], 1] or (array[i] == array[kept[-1]]).all():
            kept.append(int(i))
    return np.array(kept[::-1], dtype=np.int64)
