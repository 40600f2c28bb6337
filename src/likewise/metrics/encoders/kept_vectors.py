"""What an encoder made of a text, and the store of the texts that it met last."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

__all__ = ["KeptVectors", "Single", "EncodedText"]

Single = npt.NDArray[np.float32]

_KEPT_BYTES = 1 << 28


class EncodedText(NamedTuple):
    """A text as an encoder sees it.

    `whole` has a row a layer; `pieces` a row a piece (ends left out), with its name in `names` and the number
    of its word in `owners`; `unknown` marks pieces that tell nothing of their word, which are like their
    equals only.
    """

    whole: Single
    pieces: Single
    names: tuple[str, ...]
    owners: npt.NDArray[np.int64]
    unknown: npt.NDArray[np.bool_]

    @property
    def size(self) -> int:
        """Bytes that it takes."""
        return self.whole.nbytes + self.pieces.nbytes + self.owners.nbytes + 64 * len(self.names)


class KeptVectors:
    """Vectors of the texts met last, up to so many bytes: a reference comes back with every system."""

    def __init__(self, most: int = _KEPT_BYTES) -> None:
        self._most, self._bytes = most, 0
        self._known: OrderedDict[tuple[str, str], EncodedText] = OrderedDict()

    def split(self, texts: Iterable[str], lang: str) -> tuple[dict[str, EncodedText], list[str]]:
        """Those that are there, and the rest in an order of their own."""
        found, new = dict[str, EncodedText](), list[str]()
        for text in dict.fromkeys(texts):
            known = self._known.get((text, lang))
            if known is None:
                new.append(text)
            else:
                found[text] = known
                self._known.move_to_end((text, lang))
        return found, sorted(new)

    def add(self, read: dict[str, EncodedText], lang: str) -> None:
        for text, vectors in read.items():
            self._known[text, lang] = vectors
            self._bytes += vectors.size
        while self._bytes > self._most:
            self._bytes -= self._known.popitem(last=False)[1].size
