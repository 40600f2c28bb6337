"""Directed links: for each target word the source word it came from."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from likewise.text import Ints

__all__ = ["Links"]


@dataclass(frozen=True)
class Links:
    """Of target word j of pair k, `source[bounds[k] + j]` is its source word's position, or -1: none."""

    source: npt.NDArray[np.int16]
    bounds: Ints

    def __len__(self) -> int:
        return len(self.bounds) - 1

    def pair(self, k: int) -> list[int]:
        """The source position of each target word of pair k."""
        places: list[int] = self.source[self.bounds[k] : self.bounds[k + 1]].tolist()
        return places
