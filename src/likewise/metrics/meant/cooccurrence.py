"""Words by what stands around them: counts in a window, positive pointwise mutual information, fewer numbers.

The context vectors of the MEANT family (Lo et al. 2014, section 2) are of this kind; the papers do not say
how theirs were counted. Contexts are smoothed and the singular values taken to their root, after Levy et al.
(2015).
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import sparse
from threadpoolctl import threadpool_limits

__all__ = ["cooccurrences", "is_sparse", "positive_information", "reduced", "unit_rows"]

Ints = npt.NDArray[np.int64]
Rows = npt.NDArray[np.float32]

SMOOTHING = 0.75
"""Power of the counts of contexts: rare ones would else be taken to tell more than they do."""
DENSE = 1500
"""Words up to which all singular values are found; above, only those that are asked for."""
_CHUNK = 1 << 21
"""Words of text that are counted at once."""


def cooccurrences(texts: list[Ints], size: int, window: int) -> Any:
    """How often two of `size` words stand at most `window` words from each other in a text: a sparse matrix.

    Words are numbers; -1 is a word that is not counted, and takes its place all the same.
    """
    counts = sparse.csr_matrix((size, size), dtype=np.float64)
    gap = np.full(window, -1, np.int64)
    ends = np.cumsum([len(text) for text in texts]) // _CHUNK
    bounds = [0, *(np.flatnonzero(np.diff(ends)) + 1).tolist(), len(texts)]
    for start, end in pairwise(bounds):
        line = np.concatenate([part for text in texts[start:end] for part in (text, gap)] or [gap])
        for apart in range(1, window + 1):
            one, other = line[:-apart], line[apart:]
            both = (one >= 0) & (other >= 0)
            seen = sparse.coo_matrix((np.ones(both.sum()), (one[both], other[both])), (size, size))
            counts = counts + seen.tocsr()
    return (counts + counts.T).tocsr()


def positive_information(counts: Any) -> Any:
    """How much more often than by chance each word stands in each context: the log of it, at least 0."""
    found = counts.tocoo()
    words = np.asarray(counts.sum(axis=1)).ravel()
    contexts = np.asarray(counts.sum(axis=0)).ravel() ** SMOOTHING
    expected = words[found.row] * contexts[found.col] / max(contexts.sum(), 1e-12)
    values = np.log(found.data / expected)
    kept = values > 0.0
    places = found.row[kept], found.col[kept]
    return sparse.csr_matrix((values[kept].astype(np.float32), places), counts.shape)


def reduced(matrix: Any, dimension: int, seed: int) -> Rows:
    """The rows in `dimension` numbers: singular vectors by the roots of the singular values."""
    least = min(dimension, min(matrix.shape))
    # One thread: sums of several come in another order each time, and the last bits differ.
    with threadpool_limits(limits=1, user_api="blas"):
        if min(matrix.shape) <= max(DENSE, least):
            left, values, _ = np.linalg.svd(matrix.toarray().astype(np.float64), full_matrices=False)
            left, values = left[:, :least], values[:least]
        else:
            begin = np.random.default_rng(seed).normal(size=min(matrix.shape))
            from scipy.sparse.linalg import svds  # here: it takes longer to load than most texts to read

            left, values, _ = svds(matrix.astype(np.float64), k=least, v0=begin)
            left, values = left[:, ::-1], values[::-1]
    # The sign of a singular vector is chance.
    largest = np.abs(left).argmax(axis=0)
    signs = np.where(left[largest, np.arange(left.shape[1])] < 0.0, -1.0, 1.0)
    return np.asarray(left * signs * np.sqrt(np.maximum(values, 0.0)), np.float32)


def is_sparse(matrix: Any) -> bool:
    """Whether a matrix holds its numbers with their places."""
    return bool(sparse.issparse(matrix))


def unit_rows(matrix: Any) -> Any:
    """Rows of length 1, of an array or a sparse matrix; zeros stay."""
    if is_sparse(matrix):
        lengths = np.sqrt(np.asarray(matrix.multiply(matrix).sum(axis=1)).ravel())
        scale = np.divide(1.0, lengths, out=np.zeros_like(lengths), where=lengths > 0.0)
        return (sparse.diags(scale.astype(np.float32)) @ matrix).tocsr()
    lengths = np.linalg.norm(matrix, axis=1, keepdims=True)
    return np.divide(matrix, lengths, out=np.zeros_like(matrix), where=lengths > 0.0)
