"""The collection that is searched as pages to count on, for lexical choice after its own usage."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from likewise.ask.retrieval import DocumentIndex

__all__ = ["IndexHits"]


class IndexHits:
    """Counts of the passages of an index; a `PageCounter` for the translator."""

    def __init__(self, index: DocumentIndex) -> None:
        self._index = index

    def __len__(self) -> int:
        """Number of passages; an index has fewer documents where some are long."""
        return len(self._index.live)

    def numbers(self, text: str) -> npt.NDArray[np.int32]:
        """The passages that hold a term, by number."""
        return self._index.numbers(text).astype(np.int32)

    def pages(self, text: str) -> int:
        """Passages that hold the term."""
        return self._index.pages(text)

    def together(self, texts: Sequence[str]) -> int:
        """Passages that hold all of the terms."""
        return self._index.together(texts)

    def pair(self, source: str, target: str) -> int:
        """Passages that hold an English term beside its translation."""
        return self._index.pair(source, target)
