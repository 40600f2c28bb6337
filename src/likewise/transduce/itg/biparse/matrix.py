"""Biparsing two texts from a matrix: a number for each two words, not a grammar of rules.

What the MEANT family stands on: similarities of words, or any other weights of 0 or more, in place of
probabilities.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy.typing as npt

from likewise.errors import InputError
from likewise.transduce.itg.biparse.exact import best_tree, inside_log
from likewise.transduce.itg.biparse.lexical_cells import cells_of_matrix
from likewise.transduce.itg.biparse.tree import BiparseTree

__all__ = ["MatrixBiparse", "biparse_matrix"]


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
) -> MatrixBiparse:
    """Biparse by a matrix of source x target words, weights of words left alone, and of structural rules."""
    check_structural(straight, inverted)
    cells = cells_of_matrix(pairs, deletions, insertions)
    tree = best_tree(cells, straight, inverted)
    best = tree.log_probability if tree is not None else -math.inf
    return MatrixBiparse(inside_log(cells, straight, inverted), best, tree)


def check_structural(straight: float, inverted: float) -> None:
    """Structural rules have weights of 0 or more."""
    if not (0.0 <= straight < math.inf and 0.0 <= inverted < math.inf):
        raise InputError(
            f"straight and inverted rules have weights of 0 or more, found {straight} and {inverted}"
        )
