"""Features of outputs of a transduction grammar by name, and their weights."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from likewise.errors import InputError

__all__ = ["GRAMMAR_FEATURES", "GRAMMAR_WEIGHTS", "grammar_weights"]

GRAMMAR_WEIGHTS: Mapping[str, float] = {
    "tm": 1.0,  # natural log of the probabilities of all rules, structural ones too
    "lm": 1.2,  # natural log-probability of the language model, end of the sentence included
    "words": 0.5,  # target words
    "singletons": -3.0,  # rules with an empty side
    "copies": -3.0,  # rules that write the same on both sides
    "unknown": -5.0,  # source words that no rule knows, copied
    "dropped": -8.0,  # source words that no rule knows, left out
    "end": 1.0,  # bonus of the last word (see `Constraints.end_words`)
}
"""Weights by hand; a score is the sum of weight times feature."""

GRAMMAR_FEATURES = tuple(GRAMMAR_WEIGHTS)
"""In the order of the kernels (see `records`)."""


def grammar_weights(weights: Mapping[str, float] | None = None) -> npt.NDArray[Any]:
    """The weights in the order of the features; those not named keep their defaults."""
    weights = weights or {}
    for name, value in weights.items():
        if name not in GRAMMAR_WEIGHTS:
            raise InputError(f"unknown feature '{name}', expected one of {', '.join(GRAMMAR_FEATURES)}")
        if not np.isfinite(value):
            raise InputError(f"the weight of '{name}' is no finite number")
    return np.array([float(weights.get(name, GRAMMAR_WEIGHTS[name])) for name in GRAMMAR_FEATURES])
