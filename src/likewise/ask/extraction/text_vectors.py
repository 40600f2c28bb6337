"""Vectors of clauses and sentences by the multilingual encoder, those met lately kept."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from functools import cache

import numpy as np
import numpy.typing as npt

from likewise.text import MultilingualEncoder, multilingual_encoder

__all__ = ["TextVectors", "text_vectors"]

Floats = npt.NDArray[np.float32]


class TextVectors:
    """An encoder with a memory."""

    def __init__(self, encoder: MultilingualEncoder, kept: int = 8192) -> None:
        self._encoder, self._kept = encoder, kept
        self._rows = OrderedDict[str, Floats]()

    def vectors(self, texts: Sequence[str]) -> Floats:
        """A row for each text; all that are not known are read in one pass."""
        fresh = [text for text in dict.fromkeys(texts) if text not in self._rows]
        for text, row in zip(fresh, self._encoder.sentences(fresh), strict=True):
            self._rows[text] = row
        table = np.zeros((len(texts), self._encoder.width), np.float32)
        for number, text in enumerate(texts):
            table[number] = self._rows[text]
            self._rows.move_to_end(text)
        while len(self._rows) > self._kept:
            self._rows.popitem(last=False)
        return table


@cache
def text_vectors() -> TextVectors:
    """The one of this process."""
    return TextVectors(multilingual_encoder())
