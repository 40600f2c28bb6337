"""Both directions counted together, so that they learn to agree (Liang, Taskar and Klein 2006).

A link counts with the product of its probabilities in the two directions, in both of them.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from typing import Any

import numpy as np

from likewise.transduce.align.aligner import Aligner, ExpectedCounts, Floats
from likewise.transduce.align.cells import CellPiece, Cells
from likewise.transduce.bitext import Bitext

__all__ = ["Both", "expect_both"]

Both = tuple[Aligner, Aligner]


def expect_both(
    bitext: Bitext,
    aligners: Both,
    *,
    cells: tuple[Cells, Cells] | None = None,
    pool: Executor | None = None,
) -> tuple[ExpectedCounts, ExpectedCounts]:
    """Expected counts of a bitext and of the bitext swapped; with a pool, the two at once."""
    from likewise.transduce.align._kernels import add_shares, agree

    sides = (bitext, bitext.swapped())
    both = cells or tuple(Cells.of(s, a.lexicon) for s, a in zip(sides, aligners, strict=True))
    lexical = [np.zeros(len(a.emissions)) for a in aligners]
    positions: list[Any] = [a.positions.nothing() for a in aligners]
    likelihood = [0.0, 0.0]
    each: Callable[..., Any] = map if pool is None else pool.map
    for at in range(len(both[0])):
        pieces = list(each(lambda c, at=at: c[at], both))
        shared = list(each(_shared, pieces, aligners))
        agree(pieces[0].source_bounds, pieces[0].target_bounds, *(shares for shares, _, _ in shared))
        list(each(add_shares, (p.places for p in pieces), (shares for shares, _, _ in shared), lexical))
        for side, (_, counted, log) in enumerate(shared):
            positions[side], likelihood[side] = positions[side] + counted, likelihood[side] + log
    words = [len(side.target.ids) for side in sides]
    forward, backward = map(ExpectedCounts, aligners, (c[:-1] for c in lexical), positions, likelihood, words)
    return forward, backward


def _shared(piece: CellPiece, aligner: Aligner) -> tuple[Floats, Any, float]:
    shares = np.empty(len(piece.places), np.float32)
    return shares, *aligner.positions.share(piece, aligner.emissions, shares)
