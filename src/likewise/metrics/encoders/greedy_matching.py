"""Greedy matching of two texts by their vectors, after Zhang et al. (2020, BERTScore, section 3).

Every piece of the candidate is held against the piece of the other text that is most like it (precision), and
the other way round (recall); a piece may be taken more than once. Weights are those of the side that looks.
Here cosines below 0 count as 0, and a piece of which the encoder knows nothing is like its equal only.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from likewise.metrics.encoders.kept_vectors import EncodedText

__all__ = ["GreedyMatch", "Units", "equal_matrix", "greedy_match", "match_matrix", "units_of"]

Floats = npt.NDArray[np.float64]


class Units(NamedTuple):
    """What is matched of a text: rows of length 1, with their names, and which of them say nothing."""

    rows: Floats
    names: tuple[str, ...]
    unknown: npt.NDArray[np.bool_]


class GreedyMatch(NamedTuple):
    """Precision, recall and F from 0 to 1, and whom each unit of either side has taken, with the cosine."""

    precision: float
    recall: float
    f: float
    taken: tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]
    cosines: tuple[Floats, Floats]


def units_of(text: EncodedText, unit: str) -> Units:
    """The pieces of a text, or its words, each the mean of its pieces."""
    rows = text.pieces.astype(np.float64)
    if unit == "pieces" or not len(rows):
        return Units(_unit(rows), text.names, text.unknown)
    starts = np.flatnonzero(np.diff(text.owners, prepend=-1))
    ends = [*starts[1:].tolist(), len(rows)]
    names = tuple(
        "".join(name.removeprefix("##") for name in text.names[start:end])
        for start, end in zip(starts.tolist(), ends, strict=True)
    )
    return Units(_unit(np.add.reduceat(rows, starts)), names, np.logical_or.reduceat(text.unknown, starts))


def match_matrix(one: Units, other: Units) -> Floats:
    """How like each unit of one text is to each of the other: cosines, at least 0."""
    matrix = np.clip(one.rows @ other.rows.T, 0.0, 1.0)
    blank = one.unknown[:, None] | other.unknown[None, :]
    if blank.any():
        matrix[blank] = equal_matrix(one.names, other.names)[blank]
    return matrix


def equal_matrix(one: Sequence[str], other: Sequence[str]) -> Floats:
    """1 where two words are the same."""
    same = np.array(one, object)[:, None] == np.array(other, object)[None, :]
    return np.asarray(same, np.float64).reshape(len(one), len(other))


def greedy_match(
    matrix: Floats, weights: Floats | None = None, other_weights: Floats | None = None
) -> GreedyMatch:
    """The matching of a candidate (rows) and another text (columns); weights of all 0 count as equal."""
    if not matrix.size:
        none = np.zeros(0, np.int64), np.zeros(0, np.int64)
        return GreedyMatch(0.0, 0.0, 0.0, none, (np.zeros(0), np.zeros(0)))
    best, best_other = matrix.max(axis=1), matrix.max(axis=0)
    precision, recall = _mean(best, weights), _mean(best_other, other_weights)
    total = precision + recall
    f = 2.0 * precision * recall / total if total > 0.0 else 0.0
    return GreedyMatch(
        precision, recall, f, (matrix.argmax(axis=1), matrix.argmax(axis=0)), (best, best_other)
    )


def _mean(values: Floats, weights: Floats | None) -> float:
    if weights is None or not weights.any():
        return float(values.mean())
    return float(values @ weights / weights.sum())


def _unit(rows: Floats) -> Floats:
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    return np.asarray(np.divide(rows, lengths, out=np.zeros_like(rows), where=lengths > 0.0))
