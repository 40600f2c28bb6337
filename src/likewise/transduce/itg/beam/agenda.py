"""Biparsing of one pair of texts under a beam (Saers, Nivre & Wu 2009): an agenda in buckets.

Two things differ from the paper. A bucket is cut by what its cells have after each word's best rule was made
about 1, so that rare words are not lost to common ones; and lexical cells are never cut.
"""

from __future__ import annotations

import math

import numpy as np

from likewise.errors import InputError
from likewise.transduce.itg.biparse.exact import CellPosteriors, tree_of_nodes
from likewise.transduce.itg.biparse.lexical_cells import LexicalCells
from likewise.transduce.itg.biparse.tree import BiparseTree

__all__ = ["BEAM", "beam_inside_log", "beam_posteriors", "beam_tree", "check_beam"]

BEAM = 100
"""Cells that are kept of those with one number of words."""


def check_beam(beam: int) -> int:
    """A beam keeps at least one cell."""
    if beam < 1:
        raise InputError(f"expected at least 1, found {beam}", field="beam")
    return beam


def beam_inside_log(cells: LexicalCells, straight: float, inverted: float, beam: int = BEAM) -> float:
    """The natural log of the sum over the biparses that the beam leaves: never above the exact one."""
    return beam_posteriors(cells, straight, inverted, beam).log_probability


def beam_posteriors(
    cells: LexicalCells, straight: float, inverted: float, beam: int = BEAM
) -> CellPosteriors:
    """How often each rule is used in the biparses that the beam leaves."""
    from likewise.transduce.itg.beam._kernels import beam_shares

    shares = np.zeros(len(cells.arrays.logs))
    log, used, leaves = beam_shares(
        cells.width, cells.height, straight, inverted, tuple(cells.arrays), check_beam(beam), shares
    )
    swapped = leaves - 1.0 - used if inverted > 0.0 and log > -math.inf else 0.0
    return CellPosteriors(log, shares, used, swapped)


def beam_tree(cells: LexicalCells, straight: float, inverted: float, beam: int = BEAM) -> BiparseTree | None:
    """The most probable biparse that the beam leaves; None if there is none."""
    from likewise.transduce.itg.beam._kernels import beam_chart, beam_nodes
    from likewise.transduce.itg.biparse._kernels import word_scales

    n, m, arrays = cells.width, cells.height, tuple(cells.arrays)
    scales, covered = word_scales(n, m, arrays)
    if not covered:
        return None
    with np.errstate(divide="ignore"):
        logs = np.log([straight, inverted]).tolist()
    items, _, edges, whole = beam_chart(n, m, logs[0], logs[1], arrays, scales, check_beam(beam), True)
    if whole < 0:
        return None
    return tree_of_nodes(beam_nodes(n, m, items, edges, whole).tolist(), cells, straight, inverted)
