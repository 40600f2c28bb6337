"""Expected counts of token rules over a bitext, in pieces on all cores, however many there are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from likewise.text import Ints
from likewise.transduce.bitext import Bitext
from likewise.transduce.decode.parallel import in_order
from likewise.transduce.itg.beam.agenda import check_beam
from likewise.transduce.itg.grammar import Floats
from likewise.transduce.itg.tokens.token_rules import TokenRules

__all__ = ["PairPiece", "TokenCounts", "expect_tokens", "pieces_of"]

PIECE = 1 << 18
"""Places that are worked on at once (4 bytes each, and 8 for their shares)."""


class PairPiece(NamedTuple):
    """Some pairs in a row: their bounds in the bitext, and where their words stand among the rules."""

    source_bounds: Ints
    target_bounds: Ints
    places: npt.NDArray[np.uint32]


@dataclass(frozen=True)
class TokenCounts:
    """How often each rule is expected; counts of two parts of a bitext add up to those of the whole."""

    probability: Floats
    deletions: Floats
    straight: float
    inverted: float
    log_likelihood: float

    def __add__(self, other: TokenCounts) -> TokenCounts:
        return TokenCounts(
            self.probability + other.probability,
            self.deletions + other.deletions,
            self.straight + other.straight,
            self.inverted + other.inverted,
            self.log_likelihood + other.log_likelihood,
        )

    def maximise(self, rules: TokenRules) -> TokenRules:
        """The rules with the counts for probabilities: all rules have one left side, so one sum."""
        total = self.straight + self.inverted + self.probability.sum() + self.deletions.sum()
        if total <= 0.0:
            return rules
        return replace(
            rules,
            probability=self.probability / total,
            deletions=self.deletions / total,
            straight=float(self.straight / total),
            inverted=float(self.inverted / total),
        )


def pieces_of(bitext: Bitext, rules: TokenRules) -> list[PairPiece]:
    """The bitext in pieces of about `PIECE` places."""
    from likewise.transduce.align._kernels import find_places

    source, target = bitext.source, bitext.target
    ends = np.concatenate((np.zeros(1, np.int64), np.cumsum((source.lengths + 1) * (target.lengths + 1))))
    cuts = np.unique(np.searchsorted(ends, np.arange(0, ends[-1] + PIECE, PIECE)).clip(0, len(bitext)))
    pieces = []
    for low, high in zip(cuts[:-1].tolist(), cuts[1:].tolist(), strict=True):
        bounds = source.bounds[low : high + 1], target.bounds[low : high + 1]
        places = find_places(
            *(source.ids, bounds[0], target.ids, bounds[1]), rules.starts, rules.targets, target.distinct
        )
        pieces.append(PairPiece(*bounds, places))
    return pieces


def expect_tokens(
    bitext: Bitext,
    rules: TokenRules,
    *,
    pieces: list[PairPiece] | None = None,
    beam: int | None = None,
    workers: int | None = None,
) -> TokenCounts:
    """How often each rule is used in the biparses of all pairs, each weighted by its probability.

    All biparses, or those that a beam leaves.
    """
    from likewise.transduce.itg.tokens._kernels import add_at

    width = 0 if beam is None else check_beam(beam)
    pieces = pieces_of(bitext, rules) if pieces is None else pieces
    counts, deletions = np.zeros(len(rules.targets) + 1), np.zeros_like(rules.deletions)
    structure, likelihood = np.zeros(2), 0.0
    for piece, (shares, deleted, used, logs) in zip(
        pieces, _shares(bitext, rules, pieces, width, workers), strict=True
    ):
        add_at(piece.places, shares, counts)
        add_at(bitext.source.ids[piece.source_bounds[0] : piece.source_bounds[-1]], deleted, deletions)
        structure += used
        likelihood += logs
    return TokenCounts(counts[:-1], deletions, float(structure[0]), float(structure[1]), likelihood)


def _shares(
    bitext: Bitext, rules: TokenRules, pieces: list[PairPiece], beam: int, workers: int | None
) -> Iterator[tuple[Floats, Floats, Floats, float]]:
    with np.errstate(divide="ignore"):
        logs = np.append(np.log(rules.probability), -np.inf)  # the last stands for two words without a rule
        deletions = np.log(rules.deletions)
    work = partial(_share_piece, bitext.source.ids, logs, deletions, (rules.straight, rules.inverted), beam)
    return in_order(work, pieces, workers)


def _share_piece(
    source: Ints,
    logs: Floats,
    deletions: Floats,
    structural: tuple[float, float],
    beam: int,
    piece: PairPiece,
) -> tuple[Floats, Floats, Floats, float]:
    shares = np.empty(len(piece.places))
    deleted = np.empty(int(piece.source_bounds[-1] - piece.source_bounds[0]))
    used = np.zeros(2)
    given = (source, *piece, logs, deletions, *structural)
    if beam:
        from likewise.transduce.itg.tokens._kernels import expect_under_beam

        return shares, deleted, used, expect_under_beam(*given, beam, shares, deleted, used)
    from likewise.transduce.itg.tokens._kernels import expect

    return shares, deleted, used, expect(*given, shares, deleted, used)
