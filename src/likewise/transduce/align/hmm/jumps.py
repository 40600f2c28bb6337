"""The HMM of alignment: a source position depends on the one before it (Vogel, Ney and Tillmann 1996).

The weight of a jump depends on its width alone and is normalised over the positions that the source text has.
A word of NULL does not forget the position before it (Och and Ney 2003, section 2.1.1).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from likewise.transduce.align.aligner import Floats
from likewise.transduce.align.cells import CellPiece

__all__ = ["JumpCounts", "Jumps"]

REACH = 20
"""Jumps of up to this width have weights of their own; farther ones share one a side."""
NULL = 0.2
PRIOR = 1.0
"""Chances of each jump that are taken as seen beforehand; taken as often as its weight to start from says."""


@dataclass(frozen=True)
class JumpCounts:
    """Expected jumps by width, how many would be expected at weight 1, and the same of first positions."""

    positions: Jumps
    moved: npt.NDArray[np.float64]
    chances: npt.NDArray[np.float64]
    opened: npt.NDArray[np.float64]
    opening_chances: npt.NDArray[np.float64]

    def __add__(self, other: JumpCounts) -> JumpCounts:
        return JumpCounts(
            self.positions,
            self.moved + other.moved,
            self.chances + other.chances,
            self.opened + other.opened,
            self.opening_chances + other.opening_chances,
        )

    def maximise(self) -> Jumps:
        """Weights under which the jumps are likelier.

        They are normalised differently at each position, so dividing counts by their sum would not do; this
        is one step of the iteration for such models (Hunter 2004, on Bradley-Terry models).
        """
        near = Jumps.near()
        jumps = (self.moved + PRIOR * near.jumps) / (self.chances + PRIOR)
        openings = (self.opened + PRIOR * near.openings) / (self.opening_chances + PRIOR)
        return Jumps(jumps / jumps.max(), openings / openings.max(), self.positions.null)


@dataclass(frozen=True)
class Jumps:
    """Weights of jumps -REACH-1 (and farther) ... REACH+1 (and farther), and of the first position."""

    jumps: npt.NDArray[np.float64]
    openings: npt.NDArray[np.float64]
    null: float = NULL

    @classmethod
    def near(cls) -> Jumps:
        """Weights to start from: a jump is the less likely the farther it is from one step ahead."""
        off = np.abs(np.arange(-REACH - 1, REACH + 2) - 1)
        return cls(1.0 / (1.0 + off), 1.0 / np.arange(1.0, REACH + 3))

    def nothing(self) -> JumpCounts:
        """The counts of no text."""
        sizes = (len(self.jumps), len(self.jumps), len(self.openings), len(self.openings))
        return JumpCounts(self, *(np.zeros(size) for size in sizes))

    def share(self, piece: CellPiece, emissions: Floats, shares: Floats) -> tuple[JumpCounts, float]:
        """Write how likely the words of each cell are linked; give counts and the log-likelihood."""
        from likewise.transduce.align.hmm._kernels import hmm_shares

        counts = self.nothing()
        likelihood = hmm_shares(
            *(*piece, emissions, self.jumps, self.openings, self.null, shares),
            *(counts.moved, counts.chances, counts.opened, counts.opening_chances),
        )
        counts.moved[:] *= self.jumps
        return counts, likelihood

    def link(self, piece: CellPiece, emissions: Floats, links: npt.NDArray[np.int16]) -> None:
        """The likeliest sequence of source positions."""
        from likewise.transduce.align.hmm._kernels import hmm_links

        hmm_links(*piece, emissions, self.jumps, self.openings, self.null, links)
