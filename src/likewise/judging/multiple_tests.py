"""Many tests at once: p-values adjusted so that chance is not taken for a result (Holm; Benjamini-Yekutieli).

Holm (1979) bounds the chance of a single false alarm; Benjamini and Yekutieli (2001) bound the share of false
alarms among those that are raised. Both hold however the tests depend on each other.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from likewise.errors import InputError
from likewise.judging._checks import Floats, numbers

__all__ = ["benjamini_yekutieli", "holm"]


def holm(p_values: npt.ArrayLike) -> Floats:
    """Each p adjusted: rejecting those below alpha errs anywhere with a chance of alpha at most."""
    p = _probabilities(p_values)
    order = np.argsort(p, kind="stable")
    stepped = np.maximum.accumulate(p[order] * np.arange(len(p), 0, -1))
    return _placed(stepped, order)


def benjamini_yekutieli(p_values: npt.ArrayLike) -> Floats:
    """Each p adjusted: of those below q, a share of q at most is expected to be false."""
    p = _probabilities(p_values)
    n = len(p)
    places = np.arange(1, n + 1)
    harmonic = (1.0 / places).sum()
    order = np.argsort(p, kind="stable")
    stepped = np.minimum.accumulate((p[order] * n * harmonic / places)[::-1])[::-1]
    return _placed(stepped, order)


def _probabilities(values: npt.ArrayLike) -> Floats:
    p = numbers(values, "p-values")
    if ((p < 0) | (p > 1)).any():
        raise InputError("p-values: expected numbers from 0 to 1")
    return p


def _placed(stepped: Floats, order: npt.NDArray[np.intp]) -> Floats:
    adjusted = np.empty(len(order))
    adjusted[order] = np.minimum(stepped, 1.0)
    return adjusted
