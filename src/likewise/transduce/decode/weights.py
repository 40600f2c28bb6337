"""Features of the decoder by name, and their weights."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from likewise.errors import InputError
from likewise.transduce.phrases.table import SCORES

__all__ = ["DEFAULTS", "FEATURE_NAMES", "checked_vector", "named_weights", "weight_vector"]

FEATURE_NAMES = (
    *SCORES, "lm", "words", "phrases", "distortion", "unknown",
    "copied-1", "copied-2", "copied-3", "copied-4",
)  # fmt: skip
"""In the order of the kernels: four phrase scores, language model, number of words and of phrases, words
jumped over, unknown words, n-grams of the output that stand in the source."""

DEFAULTS: Mapping[str, float] = {
    "phrase": 0.2, "phrase-inverse": 0.2, "lexical": 0.2, "lexical-inverse": 0.2, "lm": 0.5,
    "words": 0.5, "phrases": 0.0, "distortion": -0.3, "unknown": -2.0,
    "copied-1": 0.0, "copied-2": 0.0, "copied-3": 0.0, "copied-4": 0.0,
}  # fmt: skip
"""Weights by hand, before tuning."""


def weight_vector(weights: Mapping[str, float] | None = None) -> npt.NDArray[Any]:
    """The weights in the order of the features; those not named keep their defaults."""
    weights = weights or {}
    for name in weights:
        if name not in DEFAULTS:
            raise InputError(f"unknown feature '{name}', expected one of {', '.join(FEATURE_NAMES)}")
    return checked_vector([float(weights.get(name, DEFAULTS[name])) for name in FEATURE_NAMES])


def checked_vector(weights: npt.ArrayLike) -> npt.NDArray[Any]:
    """The weights as the kernels take them; refuses what is no finite weight for each feature."""
    vector = np.ascontiguousarray(weights, np.float64)
    if vector.shape != (len(FEATURE_NAMES),):
        raise InputError(f"expected {len(FEATURE_NAMES)} weights, one for each feature")
    if not np.isfinite(vector).all():
        bad = FEATURE_NAMES[int(np.flatnonzero(~np.isfinite(vector))[0])]
        raise InputError(f"the weight of '{bad}' is no finite number")
    return vector


def named_weights(vector: npt.NDArray[Any]) -> dict[str, float]:
    """The weights by name."""
    return dict(zip(FEATURE_NAMES, map(float, vector), strict=True))
