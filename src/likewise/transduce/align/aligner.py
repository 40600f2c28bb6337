"""An aligner is a lexicon and a model of positions; its expected counts add up over parts of a bitext.

One round of expectation maximisation is `expect(bitext, aligner).maximise()`. Counts of parts of a bitext
under one aligner, added, are the counts of the whole, so the parts may be counted anywhere.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Protocol, Self

import numpy as np
import numpy.typing as npt

from likewise.errors import InputError
from likewise.transduce.align.cells import CellPiece, Cells
from likewise.transduce.align.lexicon import Lexicon
from likewise.transduce.align.links import Links
from likewise.transduce.bitext import Bitext

__all__ = ["Aligner", "ExpectedCounts", "Floats", "PositionCounts", "Positions", "expect"]

Floats = npt.NDArray[np.floating[Any]]


class PositionCounts(Protocol):
    """What a model of positions counts."""

    def __add__(self, other: Self, /) -> Self: ...

    def maximise(self) -> Positions:
        """The positions under which these counts are likelier."""
        ...


class Positions(Protocol):
    """How likely a target word comes from a source position, whatever the words are."""

    def nothing(self) -> PositionCounts:
        """The counts of no text."""
        ...

    def share(self, piece: CellPiece, emissions: Floats, shares: Floats) -> tuple[Any, float]:
        """Write how likely the words of each cell are linked; give counts and the log-likelihood."""
        ...

    def link(self, piece: CellPiece, emissions: Floats, links: npt.NDArray[np.int16]) -> None:
        """Write the source position of each target word, -1 for none."""
        ...


@dataclass(frozen=True)
class Aligner:
    """p(target text | source text). `prior` is how far aligning draws the lexicon to word frequencies."""

    lexicon: Lexicon
    positions: Positions
    prior: float = 0.0

    @cached_property
    def emissions(self) -> npt.NDArray[np.float32]:
        """The lexicon as alignment uses it."""
        return self.lexicon.emissions(self.prior)

    def align(self, bitext: Bitext) -> Links:
        """The likeliest source word of each target word, or none."""
        links = np.empty(len(bitext.target.ids), np.int16)
        for piece in replace(Cells.of(bitext, self.lexicon), keep=False):
            self.positions.link(piece, self.emissions, links)
        return Links(links, bitext.target.bounds)


@dataclass(frozen=True)
class ExpectedCounts:
    """Expected counts of a bitext under an aligner: of links of each lexicon entry, and of positions."""

    aligner: Aligner
    lexical: npt.NDArray[np.float64]
    positions: PositionCounts
    log_likelihood: float
    words: int

    def __add__(self, other: ExpectedCounts) -> ExpectedCounts:
        alike = type(self.positions) is type(other.positions)
        if not alike or len(self.lexical) != len(other.lexical):
            raise InputError("counts of different aligners cannot be added")
        return ExpectedCounts(
            self.aligner,
            self.lexical + other.lexical,
            self.positions + other.positions,
            self.log_likelihood + other.log_likelihood,
            self.words + other.words,
        )

    @property
    def perplexity(self) -> float:
        """Of a target word, under the aligner that counted."""
        return float(np.exp(-self.log_likelihood / max(self.words, 1)))

    def maximise(self) -> Aligner:
        """The aligner under which these counts are likelier."""
        lexicon = self.aligner.lexicon.estimated(self.lexical)
        return replace(self.aligner, lexicon=lexicon, positions=self.positions.maximise())


def expect(bitext: Bitext, aligner: Aligner, *, cells: Cells | None = None) -> ExpectedCounts:
    """Expected counts of a bitext; `cells` are those of the bitext, if they are at hand."""
    from likewise.transduce.align._kernels import add_shares

    cells = cells or Cells.of(bitext, aligner.lexicon)
    lexical = np.zeros(len(aligner.emissions))
    positions, likelihood = aligner.positions.nothing(), 0.0
    for piece in cells:
        shares = np.empty(len(piece.places), np.float32)
        counted, log = aligner.positions.share(piece, aligner.emissions, shares)
        add_shares(piece.places, shares, lexical)
        positions, likelihood = positions + counted, likelihood + log
    return ExpectedCounts(aligner, lexical[:-1], positions, likelihood, len(bitext.target.ids))
