"""The collection that is searched as pages to count on, for lexical choice after its own usage."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from likewise.ask.retrieval import DocumentIndex
from likewise.ask.retrieval.keyword_scores import phrase_passages

__all__ = ["IndexHits"]


class IndexHits:
    """Counts of passages of an index; a `PageCounter` for the translator."""

    def __init__(self, index: DocumentIndex) -> None:
        self._parts, self._size = index.parts, len(index.live)
        self._passages = lru_cache(maxsize=50_000)(self._found)

    def __len__(self) -> int:
        """Number of passages."""
        return self._size

    def numbers(self, text: str) -> npt.NDArray[np.int32]:
        """The passages that hold a term, by number."""
        return self._passages(text)

    def pages(self, text: str) -> int:
        """Passages that hold the term."""
        return len(self._passages(text))

    def together(self, texts: Sequence[str]) -> int:
        """Passages that hold all of the terms."""
        rows = sorted((self._passages(text) for text in dict.fromkeys(texts)), key=len)
        if not rows:
            return 0
        common = rows[0]
        for other in rows[1:]:
            common = np.intersect1d(common, other, assume_unique=True)
        return len(common)

    def pair(self, source: str, target: str) -> int:
        """Passages that hold an English term beside its translation."""
        return self.together([source, target])

    def _found(self, text: str) -> npt.NDArray[np.int32]:
        return np.asarray(phrase_passages(text, self._parts), np.int32)
