"""IBM model 1: every source position, and NULL, is as likely as every other (Brown et al. 1993)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from likewise.transduce.align.aligner import Floats
from likewise.transduce.align.cells import CellPiece

__all__ = ["Uniform", "UniformCounts"]


@dataclass(frozen=True)
class UniformCounts:
    """Nothing to count: uniform positions have no parameters."""

    def __add__(self, other: UniformCounts) -> UniformCounts:
        return self

    def maximise(self) -> Uniform:
        """Uniform positions again."""
        return Uniform()


@dataclass(frozen=True)
class Uniform:
    """The positions of IBM model 1."""

    def nothing(self) -> UniformCounts:
        """The counts of no text."""
        return UniformCounts()

    def share(self, piece: CellPiece, emissions: Floats, shares: Floats) -> tuple[UniformCounts, float]:
        """Write how likely the words of each cell are linked; give the log-likelihood."""
        from likewise.transduce.align._kernels import ibm1_shares

        return UniformCounts(), ibm1_shares(*piece, emissions, shares)

    def link(self, piece: CellPiece, emissions: Floats, links: npt.NDArray[np.int16]) -> None:
        """The likeliest source word; of equally likely ones that nearest to the diagonal."""
        from likewise.transduce.align._kernels import best_cells

        best_cells(*piece, emissions, 0.0, -1.0, links)
