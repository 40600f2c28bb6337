"""Which candidate the other keywords speak for: the pages on which it stands with translations of them.

A softer language model than the counts of Mitamura et al. (2006, section 3.2): a page need not hold all
keywords, and every candidate of another keyword counts by its share.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from likewise.ask.translation.hit_counter import PageCounter

__all__ = ["page_support"]


def page_support(
    candidates: Sequence[Sequence[tuple[str, float]]], pages: PageCounter
) -> list[list[tuple[float, float]]]:
    """For each candidate (text, share) of each keyword, how well the other keywords stand on its best page.

    A keyword stands on a page as well as its best candidate there: share times rarity. Two numbers from 0 to
    about 1: the support as such, and how it compares with that of the keyword's best supported candidate.
    """
    size = len(pages)
    rows = np.zeros((len(candidates), size), np.float32)
    rarest = math.log(size + 1.0)
    numbers = [[pages.numbers(text) for text, _ in own] for own in candidates]
    for row, own, places in zip(rows, candidates, numbers, strict=True):
        for (_, share), where in zip(own, places, strict=True):
            if len(where):
                row[where] = np.maximum(row[where], share * math.log((size + 1) / len(where)) / rarest)
    total = rows.sum(axis=0)
    return [
        _compared([_best(total - row, where) / max(len(candidates) - 1, 1) for where in places])
        for row, places in zip(rows, numbers, strict=True)
    ]


def _best(scores: npt.NDArray[np.float32], where: npt.NDArray[np.int32]) -> float:
    return float(scores[where].max()) if len(where) else 0.0


def _compared(supports: list[float]) -> list[tuple[float, float]]:
    top = max(supports, default=0.0)
    return [(one, one / top if top > 0 else 0.0) for one in supports]
