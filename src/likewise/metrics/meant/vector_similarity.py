"""Cosines of word vectors: those of an encoder, which know their neighbours, and those that do not."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from likewise.metrics.meant.phrase_form import Floats
from likewise.metrics.meant.similarity import (
    Similarity,
    TokenPairs,
    Tokens,
    equal_words,
    plain_word,
    rescaled,
)
from likewise.text import Encoder

__all__ = ["EncoderSimilarity", "WordVectorSimilarity"]

Vectors = npt.NDArray[np.float32]
KEPT = 4096
"""Sentences whose vectors are kept: a reference comes back with every system."""


class EncoderSimilarity(Similarity):
    """Cosines of the words of two sentences at one layer of an encoder; a word is the mean of its pieces.

    Words that are cut into more pieces are rarer, and count for as many: without that, sentences would be
    judged by their function words.
    """

    def __init__(self, encoder: Encoder, *, layer: int, base: float, name: str) -> None:
        self.encoder, self.layer, self.base = encoder, layer, base
        self.signature = f"{name}-layer{layer}-base{base:g}"
        self._kept: OrderedDict[Tokens, Vectors] = OrderedDict()

    def matrices(self, pairs: TokenPairs) -> list[Floats]:
        """Rescaled cosines; a word that is cut off at the end of a long text is like none but its equal."""
        self._read(list(dict.fromkeys(tokens for pair in pairs for tokens in pair)))
        found = [self._cosines(first, second) for first, second in pairs]
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return found

    def weights(self, tokens: Tokens) -> Floats:
        """The number of pieces of each word."""
        return np.array([len(self.encoder.pieces.of(plain_word(token))) for token in tokens], np.float64)

    def _cosines(self, first: Tokens, second: Tokens) -> Floats:
        one, other = self._kept[first], self._kept[second]
        matrix = rescaled((one @ other.T).astype(np.float64), self.base)
        if len(first) > 100 or len(second) > 100:  # perhaps cut off
            seen = np.linalg.norm(one, axis=1), np.linalg.norm(other, axis=1)
            blank = np.outer(*seen) == 0.0
            matrix[blank] = equal_words(first, second)[blank]
        return matrix

    def _read(self, texts: Sequence[Tokens]) -> None:
        new = [tokens for tokens in texts if tokens not in self._kept]
        cut = [self._pieces(tokens) for tokens in new]
        layers = self.encoder.layers_of_batch([ids for ids, _ in cut])
        for tokens, (_, starts), tables in zip(new, cut, layers, strict=True):
            self._kept[tokens] = _word_vectors(tables[self.layer], starts)
        for tokens in texts:
            self._kept.move_to_end(tokens)

    def _pieces(self, tokens: Tokens) -> tuple[list[int], list[int]]:
        """Pieces with both ends, and where each word begins and the last one ends."""
        pieces = self.encoder.pieces
        ids, starts = [pieces.first], [1]
        for token in tokens:
            ids += pieces.of(plain_word(token))
            starts.append(len(ids))
        longest = self.encoder.longest
        return [*ids[:longest], pieces.last], [min(start, longest) for start in starts]


def _word_vectors(table: Vectors, starts: Sequence[int]) -> Vectors:
    """Means of the pieces of each word, of length 1; zeros for words that were cut off."""
    sums = np.concatenate((np.zeros((1, table.shape[1]), np.float32), np.cumsum(table, axis=0)))
    words = np.diff(sums[list(starts)], axis=0)
    lengths = np.linalg.norm(words, axis=1, keepdims=True)
    kept = np.diff(starts)[:, None] > 0
    scaled: Vectors = np.divide(words, lengths, out=np.zeros_like(words), where=kept & (lengths > 0.0))
    return scaled


class WordVectorSimilarity(Similarity):
    """Cosines of vectors without context. Equals have 1; one without a vector is like its equal only."""

    def __init__(
        self, vectors: Callable[[Sequence[str]], npt.NDArray[Any]], *, base: float, signature: str
    ) -> None:
        self._vectors, self.base = vectors, base
        self.signature = f"{signature}-base{base:g}"

    def matrices(self, pairs: TokenPairs) -> list[Floats]:
        """Rescaled cosines, at least 0."""
        words = list(dict.fromkeys(plain_word(token) for pair in pairs for side in pair for token in side))
        if not words:
            return [np.zeros((len(first), len(second))) for first, second in pairs]
        table = np.asarray(self._vectors(words), np.float32)
        lengths = np.linalg.norm(table, axis=1, keepdims=True)
        table = np.divide(table, lengths, out=np.zeros_like(table), where=lengths > 0.0)
        rows = {word: row for row, word in enumerate(words)}
        return [self._matrix(first, second, table, rows) for first, second in pairs]

    def _matrix(self, first: Tokens, second: Tokens, table: Vectors, rows: Mapping[str, int]) -> Floats:
        one, other = ([rows[plain_word(token)] for token in side] for side in (first, second))
        matrix = rescaled((table[one] @ table[other].T).astype(np.float64), self.base)
        return np.maximum(matrix, equal_words(first, second))
