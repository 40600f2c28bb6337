"""IBM model 2 with log-linear positions: those near the diagonal are likelier (Dyer et al. 2013).

A target word is NULL's with a fixed probability; else position i of I, for target word j of J, has the weight
exp(-tension |(i + 1/2) / I - (j + 1/2) / J|). The paper numbers words from 1 and leaves out the halves; with
them both directions of a bitext see the same diagonal.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from likewise.transduce.align.aligner import Floats
from likewise.transduce.align.cells import CellPiece

__all__ = ["Diagonal", "DiagonalCounts"]

NULL = 0.08
TENSION = 4.0
_LEAST, _MOST = 0.1, 40.0


@dataclass(frozen=True)
class DiagonalCounts:
    """Nearness to the diagonal: of the links, of the positions without the words, and its variance there."""

    positions: Diagonal
    moments: npt.NDArray[np.float64]

    def __add__(self, other: DiagonalCounts) -> DiagonalCounts:
        return DiagonalCounts(self.positions, self.moments + other.moments)

    def maximise(self) -> Diagonal:
        """One step of Newton's method, at most to the half or the double."""
        seen, expected, variance = self.moments.tolist()
        tension = self.positions.tension
        step = (seen - expected) / variance if variance > 0.0 else 0.0
        step = min(max(step, -tension / 2), tension)
        return Diagonal(min(max(tension + step, _LEAST), _MOST), self.positions.null)


@dataclass(frozen=True)
class Diagonal:
    """How strongly positions are drawn to the diagonal."""

    tension: float = TENSION
    null: float = NULL

    def nothing(self) -> DiagonalCounts:
        """The counts of no text."""
        return DiagonalCounts(self, np.zeros(3))

    def share(self, piece: CellPiece, emissions: Floats, shares: Floats) -> tuple[DiagonalCounts, float]:
        """Write how likely the words of each cell are linked; give counts and the log-likelihood."""
        from likewise.transduce.align._kernels import ibm2_shares

        moments = np.zeros(3)
        likelihood = ibm2_shares(*piece, emissions, self.tension, self.null, shares, moments)
        return DiagonalCounts(self, moments), likelihood

    def link(self, piece: CellPiece, emissions: Floats, links: npt.NDArray[np.int16]) -> None:
        """The likeliest source word; of equally likely ones that nearest to the diagonal."""
        from likewise.transduce.align._kernels import best_cells

        best_cells(*piece, emissions, self.tension, self.null, links)
