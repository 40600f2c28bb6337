"""Cosines of word vectors: those of an encoder, which know their neighbours, and those that do not."""

from __future__ import annotations

import unicodedata
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from likewise.metrics.meant.cooccurrence import is_sparse, unit_rows
from likewise.metrics.meant.phrase_form import Floats, PhraseForm, WordPairs, harmonic_mean
from likewise.metrics.meant.word_lookup import joined_words
from likewise.metrics.meant.word_similarity import (
    Similarity,
    TokenPairs,
    Tokens,
    equal_words,
    plain_word,
    rescaled,
)
from likewise.metrics.meant.worker_threads import in_threads
from likewise.text import Encoder, MultilingualEncoder

__all__ = ["EncoderSimilarity", "MultilingualSimilarity", "WordVectorSimilarity"]

Vectors = npt.NDArray[np.float32]
KEPT = 1024
"""Sentences whose vectors are kept: a reference comes back with every system."""
BATCH = 32
"""Sentences that a core reads at once."""
ONE_VECTOR = 1.0 - 1e-5
"""The rescaled cosine from which two vectors are one."""
_PLAIN = PhraseForm("f-score")


class _Read(NamedTuple):
    """A sentence as the encoder sees it: rows of length 1 for words and pieces, the mean of the last layer.

    `owners` says of which word each piece is, -1 for the ends; `unknown` which words it does not know.
    """

    words: Vectors
    pieces: Vectors
    mean: Vectors
    owners: npt.NDArray[np.int64]
    unknown: npt.NDArray[np.bool_]


class EncoderSimilarity(Similarity):
    """Cosines of the words of two sentences at one layer of an encoder; a word is the mean of its pieces.

    Words that are cut into more pieces are rarer, and count for as many: without that, sentences would be
    judged by their function words. A word of which the encoder knows nothing is like its equal only.

    Whole sentences are compared by pieces, ends included, each with the best of the other side (after Zhang
    et al. 2020), with a share of the cosine of the means of the last layer. Long texts are read in windows.
    """

    reads_sentences = True

    def __init__(
        self, encoder: Encoder, *, layer: int, base: float, name: str,
        piece_base: float = 0.3, cosine: float = 0.0,
    ) -> None:  # fmt: skip
        self.encoder, self.layer, self.base = encoder, layer, base
        self.piece_base, self.cosine = piece_base, cosine
        self.signature = f"{name}-layer{layer}-base{base:g}"
        self.sentence_signature = f"pieces-base{piece_base:g}-cosine{cosine:g}"
        self._kept: OrderedDict[Tokens, _Read] = OrderedDict()

    def matrices(self, pairs: TokenPairs) -> list[Floats]:
        """Rescaled cosines."""
        self._read(list(dict.fromkeys(tokens for pair in pairs for tokens in pair)))
        return [self._cosines(first, second) for first, second in pairs]

    def sentences(self, pairs: TokenPairs) -> Floats:
        """The similarity of whole sentences, by their pieces."""
        self._read(list(dict.fromkeys(tokens for pair in pairs for tokens in pair)))
        return np.array([self._whole(first, second) for first, second in pairs])

    def weights(self, tokens: Tokens) -> Floats:
        """The number of pieces of each word."""
        return np.array([len(self.encoder.pieces.of(plain_word(token))) for token in tokens], np.float64)

    def _cosines(self, first: Tokens, second: Tokens) -> Floats:
        one, other = self._kept[first], self._kept[second]
        matrix = rescaled((one.words @ other.words.T).astype(np.float64), self.base)
        blank = one.unknown[:, None] | other.unknown[None, :]
        if blank.any():
            matrix[blank] = equal_words(first, second)[blank]
        return matrix

    def _whole(self, first: Tokens, second: Tokens) -> float:
        if not first or not second:
            return 0.0
        one, other = self._kept[first], self._kept[second]
        matrix = rescaled((one.pieces @ other.pieces.T).astype(np.float64), self.piece_base)
        blind = one.unknown.any() or other.unknown.any()
        if blind:
            sides = [np.append(side.unknown, False)[side.owners] for side in (one, other)]
            blank = sides[0][:, None] | sides[1][None, :]
            equal = np.pad(equal_words(first, second), (0, 1))[np.ix_(one.owners, other.owners)]
            matrix[blank] = equal[blank]
        found = float(harmonic_mean(matrix.max(axis=1).mean(), matrix.max(axis=0).mean()))
        # The mean of a sentence of unknown words says nothing.
        known = min(1.0 - one.unknown.mean(), 1.0 - other.unknown.mean())
        share = self.cosine if known > 0.5 else 0.0
        return (1.0 - share) * found + share * max(float(one.mean @ other.mean), 0.0)

    def _read(self, texts: Sequence[Tokens]) -> None:
        new = [tokens for tokens in texts if tokens not in self._kept]
        for tokens, read in zip(new, in_threads(self._encoded, new, BATCH), strict=True):
            self._kept[tokens] = read
        for tokens in texts:
            self._kept.move_to_end(tokens)
        while len(self._kept) > max(KEPT, len(texts)):
            self._kept.popitem(last=False)

    def _encoded(self, texts: Sequence[Tokens]) -> list[_Read]:
        cut = [list(self._windows(tokens)) for tokens in texts]
        layers = iter(self.encoder.layers_of_batch([ids for windows in cut for ids, _ in windows]))
        return [
            self._joined(tokens, [(starts, next(layers)) for _, starts in windows])
            for tokens, windows in zip(texts, cut, strict=True)
        ]

    def _joined(self, tokens: Tokens, windows: Sequence[tuple[list[int], list[Vectors]]]) -> _Read:
        """What was read of the windows of a sentence, as one."""
        words = [_means(tables[self.layer], starts) for starts, tables in windows]
        pieces = np.concatenate([tables[self.layer] for _, tables in windows])
        owners, first = list[int](), 0
        for starts, _ in windows:
            sizes = np.diff(starts)
            owners += [-1, *np.repeat(np.arange(first, first + len(sizes)), sizes).tolist(), -1]
            first += len(sizes)
        mean = np.concatenate([tables[-1] for _, tables in windows]).mean(axis=0)
        nothing = self.encoder.pieces.unknown
        unknown = [nothing in (ids := self.encoder.pieces.of(plain_word(t))) or not ids for t in tokens]
        own = np.concatenate(words) if words else np.zeros((0, pieces.shape[1]), np.float32)
        return _Read(
            unit_rows(own), unit_rows(pieces), unit_rows(mean[None])[0],
            np.array(owners, np.int64), np.array(unknown, bool),
        )  # fmt: skip

    def _windows(self, tokens: Tokens) -> Iterator[tuple[list[int], list[int]]]:
        """Pieces with both ends, and where each word begins and the last one ends; as many words at once as
        the encoder reads."""
        pieces, longest = self.encoder.pieces, self.encoder.longest
        ids, starts = [pieces.first], [1]
        for token in tokens:
            own = pieces.of(plain_word(token))[: longest - 2]
            if len(ids) + len(own) + 1 > longest:
                yield [*ids, pieces.last], starts
                ids, starts = [pieces.first], [1]
            ids += own
            starts.append(len(ids))
        yield [*ids, pieces.last], starts


def _means(table: Vectors, starts: Sequence[int]) -> Vectors:
    """Means of the pieces of each word, up to a factor."""
    sums = np.concatenate((np.zeros((1, table.shape[1]), np.float32), np.cumsum(table, axis=0)))
    return np.asarray(np.diff(sums[list(starts)], axis=0), np.float32)


class WordVectorSimilarity(Similarity):
    """Cosines of vectors without context. Equals have 1; one without a vector is like its equal only.

    `vectors` gives a row a word, of an array or a sparse matrix; `weights_of` how much each word counts.
    """

    def __init__(
        self, vectors: Callable[[Sequence[str]], Any], *, base: float, signature: str,
        weights_of: Callable[[Sequence[str]], Floats] | None = None,
    ) -> None:  # fmt: skip
        self._vectors, self._weights_of, self.base = vectors, weights_of, base
        self.signature = f"{signature}-base{base:g}"

    def matrices(self, pairs: TokenPairs) -> list[Floats]:
        """Rescaled cosines, at least 0."""
        words = list(dict.fromkeys(plain_word(token) for pair in pairs for side in pair for token in side))
        if not words:
            return [np.zeros((len(first), len(second))) for first, second in pairs]
        table = unit_rows(self._vectors(words))
        rows = {word: row for row, word in enumerate(words)}
        return [self._matrix(first, second, table, rows) for first, second in pairs]

    def weights(self, tokens: Tokens) -> Floats | None:
        """How much each word counts, where the vectors' makers say so."""
        return self._weights_of([plain_word(token) for token in tokens]) if self._weights_of else None

    def _matrix(self, first: Tokens, second: Tokens, table: Any, rows: Mapping[str, int]) -> Floats:
        one, other = ([rows[plain_word(token)] for token in side] for side in (first, second))
        cosines = table[one] @ table[other].T
        plain = cosines.toarray() if is_sparse(cosines) else cosines
        return np.maximum(rescaled(plain.astype(np.float64), self.base), equal_words(first, second))


class MultilingualSimilarity(WordVectorSimilarity):
    """Cosines of the words of sixteen languages, each read by itself; whole sentences half by their words and
    half by the cosine of the two.

    Signs that it does not know all have one vector, and are like their equals only. The encoder is asked for
    when there is something to read: its name is in signatures of English texts too.
    """

    reads_sentences = True

    def __init__(
        self, encoder: Callable[[], MultilingualEncoder], *, name: str, base: float, cosine: float = 0.5
    ) -> None:
        super().__init__(lambda words: encoder().words(words), base=base, signature=name)
        self._encoder, self.cosine = encoder, cosine
        self.sentence_signature = f"words-cosine{cosine:g}"

    def sentences(self, pairs: TokenPairs) -> Floats:
        """The f-score of the words and the cosine of the sentences."""
        words = [_PLAIN.whole(WordPairs(matrix)) for matrix in self.matrices(pairs)]
        sides = [self._encoder().sentences([joined_words(pair[side]) for pair in pairs]) for side in (0, 1)]
        cosines = np.clip(np.einsum("ij,ij->i", *sides).astype(np.float64), 0.0, 1.0)
        return np.asarray((1.0 - self.cosine) * np.array(words) + self.cosine * cosines)

    def _matrix(self, first: Tokens, second: Tokens, table: Any, rows: Mapping[str, int]) -> Floats:
        matrix = super()._matrix(first, second, table, rows)
        for i, j in np.argwhere(matrix > ONE_VECTOR):
            if _folded(first[i]) != _folded(second[j]):
                matrix[i, j] = 0.0
        return matrix


def _folded(token: str) -> str:
    """A word as the multilingual encoder reads it: wide and joined letters as plain ones."""
    return unicodedata.normalize("NFKC", plain_word(token))
