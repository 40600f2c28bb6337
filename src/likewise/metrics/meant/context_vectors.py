"""Context vectors: words that stand among the same words are alike, learnt from a user's own text.

What MEANT compares words by (Lo et al. 2014, section 2). The window, the weighting and what unknown words get
are not in the papers: here counts in a window of five words on each side, positive pointwise mutual
information, and either all contexts or fewer numbers (see `cooccurrence`); a word that was not learnt is like
its equal only.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Self

import numpy as np
from scipy import sparse

from likewise.errors import InputError
from likewise.io import (
    SEED,
    ModelCard,
    ModelFiles,
    Progress,
    SavedModel,
    dumps_arrays,
    fingerprint,
    read_lines,
    unheard,
)
from likewise.metrics.meant.cooccurrence import (
    Ints,
    cooccurrences,
    is_sparse,
    positive_information,
    reduced,
    unit_rows,
)
from likewise.metrics.meant.word_lookup import table_word, table_words
from likewise.text import code_of

__all__ = ["ContextVectors", "load_vectors"]

WINDOW, DIMENSION, LEAST = 5, 300, 5
_PART = 2000
"""Texts that are cut into words at once."""


class ContextVectors(SavedModel):
    """The words of a language, how often each was seen, and a vector of length 1 for each.

    `vectors` has a row a word: numbers, or (`dimension` 0) a sparse row with a column for each context.
    """

    kind = "context-vectors"

    def __init__(
        self, vocabulary: Sequence[str], counts: Ints, vectors: Any, settings: Mapping[str, Any],
        data: str = "",
    ) -> None:  # fmt: skip
        self.vocabulary, self.counts, self.vectors = tuple(vocabulary), counts, vectors
        self.settings, self.data = dict(settings), data

    def __len__(self) -> int:
        """Number of words."""
        return len(self.vocabulary)

    @classmethod
    def fit(
        cls, examples: Iterable[str], /, *, seed: int = SEED, progress: Progress | None = None,
        lang: str = "en", window: int = WINDOW, dimension: int = DIMENSION, least: int = LEAST,
    ) -> Self:  # fmt: skip
        """Learn from texts. `window`: words on each side that count as context; `dimension`: numbers of a
        vector, 0 for all contexts; `least`: how often a word must be seen."""
        for name, value, lowest in (("window", window, 1), ("dimension", dimension, 0), ("least", least, 1)):
            if value < lowest:
                raise InputError(f"expected a whole number from {lowest}, not {value}", field=name)
        tell = progress or unheard
        texts = [text for text in examples if text.strip()]
        lang = code_of(lang)
        cut = list[list[str]]()
        for start in range(0, len(texts), _PART):
            tell("reading words", 0.5 * start / len(texts))
            cut += table_words(texts[start : start + _PART], lang)
        counts = Counter(word for words in cut for word in words)
        kept = sorted((word for word, n in counts.items() if n >= least), key=lambda w: (-counts[w], w))
        if len(kept) < 2:
            raise InputError(f"no two words stand {least} times or more in these texts")
        ids = {word: number for number, word in enumerate(kept)}
        tell("counting contexts", 0.5)
        numbers = [np.array([ids.get(word, -1) for word in words], np.int64) for words in cut]
        matrix = positive_information(cooccurrences(numbers, len(kept), window))
        tell("finding vectors", 0.6)
        vectors = unit_rows(reduced(matrix, dimension, seed) if dimension else matrix)
        tell("done", 1.0)
        settings = {
            "lang": lang,
            "window": window,
            "dimension": dimension,
            "least": least,
            "texts": len(texts),
        }
        seen = np.array([counts[word] for word in kept], np.int64)
        return cls(kept, seen, _coarse(vectors), settings, fingerprint(texts))

    @property
    def name(self) -> str:
        """What it was learnt from and how: the language, the settings and a fingerprint."""
        own = "-".join(f"{key}{self.settings[key]}" for key in ("window", "dimension", "least"))
        return f"context-{self.settings['lang']}-{own}-{self.model_card().fingerprint}"

    @cached_property
    def _ids(self) -> dict[str, int]:
        return {word: number for number, word in enumerate(self.vocabulary)}

    def words(self, words: Sequence[str]) -> Any:
        """A row for each word, zeros for one that was not learnt; sparse where all contexts are kept."""
        rows = np.array([self._ids.get(table_word(word), -1) for word in words], np.int64)
        known = sparse.diags((rows >= 0).astype(np.float32))
        found = self.vectors[np.maximum(rows, 0)]
        return (known @ found).tocsr() if is_sparse(found) else known @ found

    def rarities(self, words: Sequence[str]) -> Any:
        """How rare words are, from 0 to 1: minus the log of the share of each; 1 for one not learnt."""
        total = max(float(self.counts.sum()), 2.0)
        seen = [self._ids.get(table_word(word)) for word in words]
        counts = np.array([1.0 if n is None else float(self.counts[n]) for n in seen])
        return np.log(total / counts) / np.log(total)

    def saved_settings(self) -> Mapping[str, Any]:
        return self.settings

    def saved_files(self) -> Mapping[str, bytes]:
        arrays: dict[str, Any] = {
            "words": np.frombuffer("\n".join(self.vocabulary).encode("utf-8"), np.uint8),
            "counts": self.counts.astype(np.uint32),
        }
        if is_sparse(self.vectors):
            arrays |= {
                "values": self.vectors.data.astype(np.float16),
                "contexts": self.vectors.indices.astype(np.uint32),
                "starts": self.vectors.indptr.astype(np.int64),
            }
        else:
            arrays["vectors"] = self.vectors.astype(np.float16)
        return {"vectors.npz": dumps_arrays(arrays, pressed=True)}

    @classmethod
    def restored(cls, card: ModelCard, files: ModelFiles) -> Self:
        arrays = files.arrays("vectors.npz")
        words = arrays["words"].tobytes().decode("utf-8").split("\n")
        if "vectors" in arrays:
            vectors: Any = arrays["vectors"].astype(np.float32)
        else:
            parts = arrays["values"].astype(np.float32), arrays["contexts"].astype(np.int32), arrays["starts"]
            vectors = sparse.csr_matrix(parts, (len(words), len(words)))
        if not len(words) == vectors.shape[0] == len(arrays["counts"]):
            raise ValueError("its parts do not fit together")
        settings = {key: card.settings[key] for key in ("lang", "window", "dimension", "least", "texts")}
        return cls(words, arrays["counts"].astype(np.int64), vectors, settings, card.data)


def _coarse(vectors: Any) -> Any:
    """Vectors as they come back from disk, where numbers have half precision."""
    if is_sparse(vectors):
        values = vectors.data.astype(np.float16).astype(np.float32)
        return sparse.csr_matrix((values, vectors.indices, vectors.indptr), vectors.shape)
    return vectors.astype(np.float16).astype(np.float32)


def load_vectors(name: str) -> ContextVectors:
    """The vectors in a folder that `likewise meant vectors` wrote, or those learnt from a file of texts, a
    text on each line, with the settings that are usual."""
    path = Path(name)
    if path.is_file():
        try:
            return ContextVectors.fit(text for _, text in read_lines(path))
        except InputError as error:
            raise InputError(error.message, file=name) from None
    return ContextVectors.load(name)
