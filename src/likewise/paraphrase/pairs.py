"""Training pairs from clusters: each text with one, some or all of the others of its cluster.

Chen & Dolan (2011), section 5.1: systems trained on 1, 5, 10 or all parallel descriptions a sentence.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from likewise.errors import InputError

__all__ = ["PAIRS", "draw_pairs", "pairs_setting"]

PAIRS = ("1", "5", "10", "all")
"""The paper's settings; any whole number from 1 will do."""


def pairs_setting(value: object) -> int | None:
    """How many parallel texts a text is paired with; None stands for all."""
    if value == "all":
        return None
    text = str(value)
    if isinstance(value, bool) or not text.isdecimal() or int(text) < 1:
        raise InputError(f"expected a whole number from 1 or 'all', found '{value}'", field="pairs")
    return int(text)


def draw_pairs(
    sizes: Sequence[int], pairs: int | None, seed: int
) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    """Places of source and target texts: for each text up to `pairs` others of its cluster, drawn by seed.

    `sizes` are the numbers of texts of the clusters, whose texts stand one after another.
    """
    chance = np.random.default_rng(seed)
    sources, targets, base = [np.zeros(0, np.int64)], [np.zeros(0, np.int64)], 0
    for size in sizes:
        wanted = size - 1 if pairs is None else min(pairs, size - 1)
        if wanted > 0:
            others = np.arange(size - 1) + (np.arange(size - 1) >= np.arange(size)[:, None])
            if wanted < size - 1:
                chosen = np.argsort(chance.random((size, size - 1)), axis=1)[:, :wanted]
                others = np.take_along_axis(others, np.sort(chosen, axis=1), axis=1)
            sources.append(base + np.repeat(np.arange(size), wanted))
            targets.append(base + others.ravel())
        base += size
    return np.concatenate(sources), np.concatenate(targets)
