"""Columns of `candidate_values`: what speaks for a candidate, a row each."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

__all__ = [
    "ALL_GRAMS",
    "ALL_MATCHED",
    "ALL_MATCHED_SOURCE",
    "CONTENT",
    "GRAMS",
    "KEPT",
    "MATCHED",
    "MATCHED_SOURCE",
    "NEW",
    "ORDER",
    "VALUES",
    "mean_support",
    "reasons",
]

ORDER = 4
"""Longest n-gram whose support is learned; BLEU and PINC look no further."""

MATCHED = 0
"""From here on, for n = 1..4: expected matches of the candidate's n-grams."""
MATCHED_SOURCE = MATCHED + ORDER
"""From here on: the same when the source is a reference."""
GRAMS = MATCHED_SOURCE + ORDER
"""From here on: how many n-grams it has."""
NEW = GRAMS + ORDER
"""PINC against the source, 0 to 1."""
CONTENT = NEW + 1
"""Inverse document frequency of its words, weighted by their support."""
KEPT = CONTENT + 1
"""Inverse document frequency of its words that stand in the source."""
VALUES = KEPT + 1
"""How many columns there are."""

ALL_MATCHED = slice(MATCHED, MATCHED + ORDER)
ALL_MATCHED_SOURCE = slice(MATCHED_SOURCE, MATCHED_SOURCE + ORDER)
ALL_GRAMS = slice(GRAMS, GRAMS + ORDER)
"""The columns of all four lengths."""


def mean_support(values: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Of each candidate the share of its n-grams, of all lengths, that is expected to match."""
    matched, grams = values[:, ALL_MATCHED].sum(axis=1), values[:, ALL_GRAMS].sum(axis=1)
    return np.asarray(matched / np.maximum(1.0, grams))


def reasons(row: npt.NDArray[Any], source: int) -> dict[str, float]:
    """What speaks for a candidate by name, beside a source of so many words."""
    orders = [n for n in range(ORDER) if row[GRAMS + n]]
    support = {f"support-{n + 1}": float(row[MATCHED + n] / row[GRAMS + n]) for n in orders}
    return {**support, "pinc": float(100 * row[NEW]), "length-ratio": float(row[GRAMS] / source)}
