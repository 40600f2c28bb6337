"""Training: one model, and a grid of regularisation values in cross-validation (Packard 2012, sections 1 and
4).

The loss is the cross-entropy between the target candidates (which share one unit of probability evenly) and
the model, summed over items, plus the squared length of the weights over twice the variance sigma. Along a
grid each value starts from the weights of the one before, the small ones first: their weights are short and
quickly found. Folds go by a digest of the item's id, so an item is in the same fold whatever stands beside
it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import numpy.typing as npt
from threadpoolctl import threadpool_limits

from likewise.deep.selection import _kernels as kernels
from likewise.deep.selection.lbfgs import minimise
from likewise.deep.selection.store import Candidates
from likewise.errors import InputError

__all__ = ["cross_validate", "fit_weights", "folds_of", "log_probabilities", "sigma_grid"]

Array = npt.NDArray[Any]


def sigma_grid(lowest: float = 0.001, highest: float = 1000.0, count: int = 41) -> Array:
    """The paper's regularisation variances: geometric, both ends included."""
    if not 0 < lowest <= highest or count < 1:
        raise InputError("a grid needs 0 < lowest <= highest and at least one value")
    return np.geomspace(lowest, highest, count)


def folds_of(ids: Sequence[str], count: int) -> Array:
    """The fold of each item, from 0, by its id alone."""
    if count < 2:
        raise InputError(f"expected at least 2 folds, found {count}")
    digests = (hashlib.sha256(name.encode("utf-8")).digest()[:8] for name in ids)
    return np.array([int.from_bytes(digest, "big") % count for digest in digests], np.int64)


def fit_weights(
    data: Candidates, targets: Array, sigma: float, start: Array | None = None, *, tolerance: float = 1e-3
) -> Array:
    """The weights of a model; `targets` has a share for each row, all 0 in an item that teaches nothing."""
    # Threads of the linear algebra would wait for each other far longer than these short vectors take.
    with threadpool_limits(1, user_api="blas"):
        return _fit(data, targets, sigma, start, tolerance)


def _fit(data: Candidates, targets: Array, sigma: float, start: Array | None, tolerance: float) -> Array:
    if not sigma > 0:
        raise InputError(f"sigma is a variance, expected a number above 0, found {sigma}")
    scores, gradient = np.zeros(len(data.bounds) - 1), np.zeros(data.features)
    targets = np.ascontiguousarray(targets, dtype=np.float64)

    def slope(weights: Array) -> tuple[float, Array]:
        loss = kernels.loss_and_gradient(
            weights, data.items, data.bounds, data.ids, data.counts, targets, gradient, scores
        )
        return float(loss + weights @ weights / (2 * sigma)), gradient + weights / sigma

    first = np.zeros(data.features) if start is None else start
    return minimise(slope, first, tolerance=tolerance)[0]


def log_probabilities(data: Candidates, weights: Array) -> Array:
    """The logarithm of each candidate's probability among those of its item."""
    scores = np.zeros(len(data.bounds) - 1)
    kernels.score_rows(weights, data.bounds, data.ids, data.counts, scores)
    filled = np.flatnonzero(np.diff(data.items))
    if not len(filled):
        return scores
    starts, sizes = data.items[filled], np.diff(data.items)[filled]
    scores -= np.repeat(np.maximum.reduceat(scores, starts), sizes)
    scores -= np.repeat(np.log(np.add.reduceat(np.exp(scores), starts)), sizes)
    return scores


def cross_validate(
    data: Candidates,
    targets: Array,
    folds: Array,
    sigmas: Sequence[float] | Array,
    *,
    workers: int = 2,
    progress: Callable[[int], None] | None = None,
) -> Array:
    """Log-probabilities of all candidates, a row a sigma, each by a model that has not seen the item."""
    order = np.argsort(np.asarray(sigmas), kind="stable")
    out = np.zeros((len(order), len(data.bounds) - 1))

    def one(fold: int) -> None:
        learnt, held = np.flatnonzero(folds != fold), np.flatnonzero(folds == fold)
        packed, used = _packed(data.of_items(learnt))
        rows, test = data.rows_of(learnt), data.of_items(held)
        places = data.rows_of(held)
        weights, whole = np.zeros(packed.features), np.zeros(data.features)
        for number in order:
            weights = _fit(packed, targets[rows], float(sigmas[number]), weights, 1e-3)
            whole[used] = weights
            out[number, places] = log_probabilities(test, whole)
            if progress is not None:
                progress(1)

    with threadpool_limits(1, user_api="blas"), ThreadPoolExecutor(max(1, workers)) as pool:
        list(pool.map(one, sorted(set(folds.tolist()))))
    return out


def _packed(data: Candidates) -> tuple[Candidates, Array]:
    """The same rows over the features they have, and which those are: vectors are shorter then."""
    used, ids = np.unique(data.ids, return_inverse=True)
    packed = Candidates(data.items, data.bounds, ids.astype(np.int32), data.counts, len(used))
    return packed, used
