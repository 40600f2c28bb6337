"""Biparsing two texts from a matrix: a number for each two words, not a grammar of rules.

What the MEANT family stands on: similarities of words, or any other weights of 0 or more, in place of
probabilities.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy.typing as npt

from likewise.errors import InputError
from likewise.transduce.itg.beam.agenda import beam_inside_log, beam_tree
from likewise.transduce.itg.biparse.exact import best_tree, best_value, inside_log
from likewise.transduce.itg.biparse.lexical_cells import cells_of_matrix
from likewise.transduce.itg.biparse.tree import BiparseTree

__all__ = ["MatrixBiparse", "biparse_matrix", "matrix_log"]


@dataclass(frozen=True)
class MatrixBiparse:
    """Natural logs of the sum over all biparses and of the best one, which is `tree`; -inf and None: none."""

    inside: float
    viterbi: float
    tree: BiparseTree | None

    @property
    def links(self) -> list[tuple[int, int]]:
        """The pairs of a source and a target word that the best biparse links, sorted."""
        return self.tree.links() if self.tree is not None else []


def biparse_matrix(
    pairs: npt.ArrayLike,
    deletions: npt.ArrayLike,
    insertions: npt.ArrayLike,
    straight: float = 0.25,
    inverted: float = 0.25,
    *,
    beam: int | None = None,
) -> MatrixBiparse:
    """Biparse by a matrix of source x target words, weights of words left alone, and of structural rules.

    Exact, or with a `beam` of so many cells of each number of words.
    """
    check_structural(straight, inverted)
    cells = cells_of_matrix(pairs, deletions, insertions)
    if beam is None:
        tree, total = best_tree(cells, straight, inverted), inside_log(cells, straight, inverted)
    else:
        tree = beam_tree(cells, straight, inverted, beam)
        total = beam_inside_log(cells, straight, inverted, beam)
    best = tree.log_probability if tree is not None else -math.inf
    return MatrixBiparse(total, best, tree)


def matrix_log(
    pairs: npt.ArrayLike,
    deletions: npt.ArrayLike,
    insertions: npt.ArrayLike,
    straight: float = 0.25,
    inverted: float = 0.25,
    *,
    semiring: str = "inside",
    beam: int | None = None,
) -> float:
    """One number of `biparse_matrix` alone, several times faster: `inside`, or the best biparse
    (`viterbi`)."""
    check_structural(straight, inverted)
    cells = cells_of_matrix(pairs, deletions, insertions)
    if semiring == "inside":
        if beam is None:
            return inside_log(cells, straight, inverted)
        return beam_inside_log(cells, straight, inverted, beam)
    if beam is None:
        return best_value(cells, straight, inverted)
    tree = beam_tree(cells, straight, inverted, beam)
    return tree.log_probability if tree is not None else -math.inf


def check_structural(straight: float, inverted: float) -> None:
    """Structural rules have weights of 0 or more."""
    if not (0.0 <= straight < math.inf and 0.0 <= inverted < math.inf):
        raise InputError(
            f"straight and inverted rules have weights of 0 or more, found {straight} and {inverted}"
        )
