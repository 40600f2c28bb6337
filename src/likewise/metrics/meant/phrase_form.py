"""Similarity of two phrases out of the similarities of their words: the ways of the papers, by name.

`f-score` is that of Lo et al. (2014, section 3.1) and Wu et al. (2014, section 3.1); `bitg` sums over the
biparses of a bracketing transduction grammar (Lo et al. 2014, section 3.2), `imeant` takes such a grammar
with weights in place of probabilities (Wu et al. 2014, section 3.2). Older ones: `bag`, the mean over all
pairs of words; `competitive`, links one to one, the best first (Melamed 1996, tried by Tumuluru et al. 2012);
`mihalcea`, the best partner of each word, weighted by how rare the word is (Mihalcea et al. 2006).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from likewise.transduce.itg import MatrixBiparse, biparse_matrix

__all__ = ["FORMS", "SEMIRINGS", "PhraseForm", "WordPairs"]

FORMS = ("f-score", "bitg", "imeant", "bag", "competitive", "mihalcea")
SEMIRINGS = ("inside", "viterbi")
GRAMMATICAL = ("bitg", "imeant")

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
FLOOR = 1e-7
"""The least probability of two words under `bitg`: without one, a word with no translation makes all zero."""
EXACT = 30
"""Words of the longer phrase up to which biparses are exact; above, the beam of Saers et al. (2009)."""
BEAM = 100


@dataclass(frozen=True)
class WordPairs:
    """What is known about the words of two sentences.

    `matrix` has a similarity for each word of the first and each of the second; `alone_first` and
    `alone_second` how well each word stands without a partner, where the similarity can tell (a translation
    table can); `weight_first` and `weight_second` how much each word counts, all the same where there are
    none.
    """

    matrix: Floats
    alone_first: Floats | None = None
    alone_second: Floats | None = None
    weight_first: Floats | None = None
    weight_second: Floats | None = None


@dataclass(frozen=True)
class PhraseForm:
    """One way from words to phrases. `null` weighs a word without a partner, for the two with a grammar."""

    form: str = "f-score"
    semiring: str = "viterbi"
    null: float = 0.1

    def table(self, words: WordPairs, first: Sequence[Ints], second: Sequence[Ints]) -> Floats:
        """The similarity of each phrase of the first sentence, as places of words, to each of the second."""
        if not first or not second:
            return np.zeros((len(first), len(second)))
        if self.form in {"f-score", "mihalcea"}:
            return self._best_partners(words, first, second)
        values = [[self._of_pair(words, one, other) for other in second] for one in first]
        return np.array(values)

    def whole(self, words: WordPairs) -> float:
        """The similarity of the two sentences."""
        n, m = words.matrix.shape
        return float(self.table(words, [np.arange(n)], [np.arange(m)])[0, 0]) if n and m else 0.0

    def biparse(self, words: WordPairs, one: Ints, other: Ints) -> MatrixBiparse:
        """The biparse of two phrases, under the weights of the form."""
        part = words.matrix[np.ix_(one, other)]
        alone_one = np.full(len(one), self.null) if words.alone_first is None else words.alone_first[one]
        alone_other = (
            np.full(len(other), self.null) if words.alone_second is None else words.alone_second[other]
        )
        longest = max(len(one), len(other))
        beam = BEAM if longest > EXACT else None
        if self.form == "imeant":
            return biparse_matrix(part, alone_one, alone_other, 1.0, 1.0, beam=beam)
        halves = [np.maximum(values, FLOOR) / 2.0 for values in (part, alone_one, alone_other)]
        return biparse_matrix(halves[0], halves[1], halves[2], 0.25, 0.25, beam=beam)

    def _best_partners(self, words: WordPairs, first: Sequence[Ints], second: Sequence[Ints]) -> Floats:
        """Mean over the words of each side of their best partner on the other, then the two put together."""
        matrix = words.matrix
        best_first = np.stack([matrix[:, places].max(axis=1) for places in second], axis=1)
        best_second = np.stack([matrix[places].max(axis=0) for places in first], axis=1)
        precision = _members(first, len(matrix), words.weight_first) @ best_first
        recall = (_members(second, matrix.shape[1], words.weight_second) @ best_second).T
        if self.form == "mihalcea":
            return np.asarray((precision + recall) / 2.0)
        return np.asarray(harmonic_mean(precision, recall))

    def _of_pair(self, words: WordPairs, one: Ints, other: Ints) -> float:
        if self.form in GRAMMATICAL:
            biparse = self.biparse(words, one, other)
            log = biparse.inside if self.semiring == "inside" else biparse.viterbi
            value = log / max(len(one), len(other))
            return min(math.exp(value), 1.0) if self.form == "imeant" else 1.0 / (1.0 - value)
        part = words.matrix[np.ix_(one, other)]
        if self.form == "bag":
            return float(part.mean())
        return 2.0 * sum(_competitive_links(part)) / sum(part.shape)


def harmonic_mean(first: Any, second: Any) -> Any:
    """2PR/(P+R), number by number; 0 where both are 0."""
    total = np.asarray(first + second, np.float64)
    return np.divide(2.0 * first * second, total, out=np.zeros_like(total), where=total > 0.0)


def _members(phrases: Sequence[Ints], size: int, weights: Floats | None) -> Floats:
    """A row a phrase: the share of each word of the sentence in it."""
    rows = np.zeros((len(phrases), size))
    for row, places in zip(rows, phrases, strict=True):
        shares = np.ones(len(places)) if weights is None else weights[places]
        total = shares.sum()
        row[places] = shares / total if total > 0.0 else 1.0 / len(places)
    return rows


def _competitive_links(part: Floats) -> list[float]:
    """Similarities of the links: always the best two words that are still free."""
    order = np.argsort(-part, axis=None, kind="stable")
    rows, columns, links = set[int](), set[int](), list[float]()
    for place in order.tolist():
        row, column = divmod(place, part.shape[1])
        if row in rows or column in columns or part[row, column] <= 0.0:
            continue
        rows.add(row)
        columns.add(column)
        links.append(float(part[row, column]))
        if len(links) == min(part.shape):
            break
    return links
