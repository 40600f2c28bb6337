"""Where lexical rules fit into a pair of texts: what all biparsers start from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from likewise.errors import InputError
from likewise.text import Ints
from likewise.transduce.itg.grammar import Floats

__all__ = ["LexicalCells", "cells_of_matrix"]


class CellArrays(NamedTuple):
    """A lexical cell each: source words `first..last`, target words `left..right`, log of its rule.

    A deletion (left = right) fits everywhere and stands here once, at 0.
    """

    first: Ints
    last: Ints
    left: Ints
    right: Ints
    logs: Floats


@dataclass(frozen=True)
class LexicalCells:
    """The lexical cells of a pair of texts of `width` source and `height` target words.

    `rows` says which rule of a grammar each is, -1 where there is no grammar.
    """

    width: int
    height: int
    arrays: CellArrays
    rows: Ints

    @classmethod
    def of(
        cls, width: int, height: int, places: Ints, probabilities: Floats, rows: Ints | None = None
    ) -> LexicalCells:
        """Cells at places (first, last, left, right), a row each, with their probabilities; those of 0 go."""
        kept = probabilities > 0.0
        first, last, left, right = (np.ascontiguousarray(column) for column in places[kept].T)
        arrays = CellArrays(first, last, left, right, np.log(probabilities[kept]))
        rules = np.full(len(places), -1) if rows is None else rows
        return cls(width, height, arrays, rules[kept])

    def log_of(self) -> dict[tuple[tuple[int, int], tuple[int, int]], float]:
        """The log probability of each cell by its source and target words; (0, 0) is no words."""
        first, last, left, right, logs = (column.tolist() for column in self.arrays)
        sides = zip(zip(first, last, strict=True), zip(left, right, strict=True), strict=True)
        return dict(zip(sides, logs, strict=True))


def cells_of_matrix(
    pairs: npt.ArrayLike, deletions: npt.ArrayLike, insertions: npt.ArrayLike
) -> LexicalCells:
    """The cells of rules with one word a side: a probability for each two words, and for each word alone."""
    alone, added = np.asarray(deletions, np.float64), np.asarray(insertions, np.float64)
    matrix, width, height = np.asarray(pairs, np.float64), len(alone), len(added)
    if matrix.size != width * height or (matrix.size and matrix.shape != (width, height)):
        found = " x ".join(str(size) for size in matrix.shape)
        raise InputError(f"expected {width} x {height} probabilities of pairs of words, found {found}")
    values = np.concatenate((matrix.reshape(-1), added, alone))
    if not (np.isfinite(values).all() and (values >= 0.0).all()):
        raise InputError("probabilities of words and pairs of words are numbers of 0 or more")
    source, target = np.arange(width), np.arange(height)
    i, j = np.repeat(source, height), np.tile(target, width)
    places = np.concatenate(
        (_places(i, 1, j, 1), _places(target * 0, 0, target, 1), _places(source, 1, source * 0, 0))
    )
    return LexicalCells.of(width, height, places, values)


def _places(first: Ints, wide: int, left: Ints, high: int) -> Ints:
    """Places of cells that are so many words wide and high."""
    return np.stack((first, first + wide, left, left + high), axis=1)
