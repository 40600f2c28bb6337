"""The best dependency tree over scores of arcs: every word one head, exactly one word under the root."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from likewise.frames import _kernels

__all__ = ["best_tree"]


def best_tree(arcs: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
    """The head of each word: 0 the root, k the word k - 1. `arcs[k, h]` is the score of head h above word k.

    Arcs from the root cost more than all others together can gain, so the best tree has just one of them.
    """
    size = len(arcs)
    if size == 0:
        return np.zeros(0, np.int64)
    heads = arcs.argmax(1)
    if (heads == 0).sum() == 1 and _is_tree(heads):
        return np.asarray(heads, np.int64)  # each word's best head: no tree is better
    own = np.asarray(arcs, np.float64).copy()
    own[np.arange(size), np.arange(1, size + 1)] = own.min()
    own[:, 0] -= (own.max() - own.min() + 1) * (size + 1)
    found: npt.NDArray[np.int64] = _kernels.best_heads(own)
    return found


def _is_tree(heads: npt.NDArray[np.int64]) -> bool:
    above = np.concatenate([[0], heads])
    steps = 1
    while steps <= len(heads):
        above = above[above]
        steps *= 2
    return not above.any()
