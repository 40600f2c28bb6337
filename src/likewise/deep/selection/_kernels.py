"""The hot loops of parse selection: scores of candidates, and the model's loss with its gradient."""

from __future__ import annotations

from typing import Any

import numpy as np

from likewise.kernel import kernel

__all__ = ["loss_and_gradient", "score_rows"]


@kernel()
def score_rows(weights: Any, bounds: Any, ids: Any, counts: Any, scores: Any) -> None:
    """scores[c] = the sum of weights of row c's features, each times its count."""
    for c in range(len(bounds) - 1):
        total = 0.0
        for k in range(bounds[c], bounds[c + 1]):
            total += weights[ids[k]] * counts[k]
        scores[c] = total


@kernel()
def loss_and_gradient(
    weights: Any, items: Any, bounds: Any, ids: Any, counts: Any, targets: Any, gradient: Any, scores: Any
) -> Any:
    """The cross-entropy of the targets, summed over items; gradient and scores are left in their arrays."""
    gradient[:] = 0.0
    loss = 0.0
    for i in range(len(items) - 1):
        first, last = items[i], items[i + 1]
        top, mass = -np.inf, 0.0
        for c in range(first, last):
            total = 0.0
            for k in range(bounds[c], bounds[c + 1]):
                total += weights[ids[k]] * counts[k]
            scores[c] = total
            top = max(top, total)
            mass += targets[c]
        if mass == 0.0:
            continue
        whole = 0.0
        for c in range(first, last):
            whole += np.exp(scores[c] - top)
        level = top + np.log(whole)
        for c in range(first, last):
            loss -= targets[c] * (scores[c] - level)
            push = mass * np.exp(scores[c] - level) - targets[c]
            for k in range(bounds[c], bounds[c + 1]):
                gradient[ids[k]] += push * counts[k]
    return loss
