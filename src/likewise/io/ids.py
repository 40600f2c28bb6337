"""Ids seen so far, in memory that stays small for tens of millions of them."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

__all__ = ["SeenKeys"]

_RECENT = 1 << 18


class SeenKeys:
    """Notices a key used twice.

    Keys are held as 64-bit hashes (two of ten million different ones fall together once in some
    hundred thousand runs): recent ones with their line, older ones as sorted arrays, merged like the
    digits of a binary counter, so ten million keys take about 80 MB.
    """

    def __init__(self) -> None:
        self._recent: dict[int, int] = {}
        self._runs: list[npt.NDArray[np.int64]] = []

    def add(self, key: Any, line: int) -> tuple[int, int | None] | None:
        """Note a key; where it was used before, (its line, the earlier line or None if long ago)."""
        value, known = hash(key), len(self._recent)
        earlier = self._recent.setdefault(value, line)
        # The count, not the line, tells: several records may stand on one.
        if len(self._recent) == known:
            return line, earlier
        return self.flush() if len(self._recent) >= _RECENT else None

    def flush(self) -> tuple[int, int | None] | None:
        """Hold the recent keys against the older ones and put them away with them."""
        run = np.fromiter(self._recent, np.int64, len(self._recent))
        for old in self._runs:
            place = np.minimum(np.searchsorted(old, run), len(old) - 1)
            hits = np.flatnonzero(old[place] == run)
            if len(hits):
                return min(self._recent[int(run[hit])] for hit in hits), None
        run.sort()
        while self._runs and len(self._runs[-1]) <= len(run):
            run = np.concatenate((self._runs.pop(), run))
            run.sort(kind="stable")
        if len(run):
            self._runs.append(run)
        self._recent.clear()
        return None
