"""Columns of the statistics of BLEU: two lengths, then for each order the matches, then the totals.

A module of its own, so that the kernels and those who must not wait for them have the same names.
"""

from __future__ import annotations

__all__ = ["COUNTS", "LENGTH", "REFERENCE_LENGTH"]

LENGTH, REFERENCE_LENGTH = 0, 1
"""Words of the candidate, and of the reference that comes closest to it."""
COUNTS = 2
"""From here on as many matches as there are orders of n-grams, then as many totals."""
