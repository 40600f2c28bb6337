"""The cells of a bitext: for each two words that might be linked, where they stand in the lexicon."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from likewise.errors import InputError
from likewise.text import Ints
from likewise.transduce.align.lexicon import Lexicon, known_ids
from likewise.transduce.bitext import Bitext

__all__ = ["Cells", "CellPiece"]

PIECE = 1 << 22
"""Cells that are worked on at once (4 bytes for their places, 4 for their shares)."""
KEPT = 1 << 26
"""A bitext of up to this many cells keeps their places from one round to the next."""
LARGEST = 1 << 24
"""Cells that one pair may have: 4,000 words a side."""


class CellPiece(NamedTuple):
    """Some pairs in a row: their bounds in the bitext, and the places of their cells."""

    source_bounds: Ints
    target_bounds: Ints
    places: npt.NDArray[np.uint32]


@dataclass
class Cells:
    """A bitext in pieces of bounded size. Both directions of one are cut at the same pairs."""

    source: Ints
    source_bounds: Ints
    target: Ints
    target_bounds: Ints
    lexicon: Lexicon
    cuts: list[int]
    keep: bool
    kept: dict[int, CellPiece] = field(default_factory=dict)

    @classmethod
    def of(cls, bitext: Bitext, lexicon: Lexicon) -> Cells:
        """The cells of a bitext, its words found in the lexicon's vocabularies."""
        sizes = (bitext.target.lengths + 1) * (bitext.source.lengths + 1)
        _check(bitext, sizes)
        ends = np.concatenate((np.zeros(1, np.int64), np.cumsum(sizes)))
        cuts = [0]
        while cuts[-1] < len(bitext):
            reached = int(np.searchsorted(ends, ends[cuts[-1]] + PIECE, "right")) - 1
            cuts.append(max(reached, cuts[-1] + 1))
        source, target = known_ids(bitext.source, lexicon.source), known_ids(bitext.target, lexicon.target)
        bounds = bitext.source.bounds, bitext.target.bounds
        return cls(source, bounds[0], target, bounds[1], lexicon, cuts, bool(ends[-1] <= KEPT))

    def __len__(self) -> int:
        return len(self.cuts) - 1

    def __iter__(self) -> Iterator[CellPiece]:
        return (self[at] for at in range(len(self)))

    def __getitem__(self, at: int) -> CellPiece:
        """A piece, its places found at first use."""
        piece = self.kept.get(at) or self._piece(at)
        if self.keep:
            self.kept[at] = piece
        return piece

    def _piece(self, at: int) -> CellPiece:
        from likewise.transduce.align._kernels import find_places

        here = slice(self.cuts[at], self.cuts[at + 1] + 1)
        source_bounds, target_bounds = self.source_bounds[here], self.target_bounds[here]
        places = find_places(
            *(self.source, source_bounds, self.target, target_bounds),
            *(self.lexicon.starts, self.lexicon.targets, self.lexicon.target.distinct),
        )
        return CellPiece(source_bounds, target_bounds, places)


def _check(bitext: Bitext, sizes: Ints) -> None:
    longest = max(bitext.source.lengths.max(initial=0), bitext.target.lengths.max(initial=0))
    if longest > np.iinfo(np.int16).max or sizes.max(initial=0) > LARGEST:
        k = int(sizes.argmax())
        words = f"{bitext.source.lengths[k]:,} and {bitext.target.lengths[k]:,} words"
        raise InputError(f"pair {k + 1} is too long to align ({words}): split it into sentences")
