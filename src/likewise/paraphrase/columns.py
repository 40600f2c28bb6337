"""Columns of `candidate_values`: what speaks for a candidate, a row each."""

from __future__ import annotations

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
