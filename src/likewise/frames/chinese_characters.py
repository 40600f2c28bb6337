"""Chinese text as the parser reads it: characters, runs of Latin letters and of digits, each with a number.

Wide and narrow marks are one, and so are the traditional and the simplified forms of a character: both have
the row of the simplified one, so a model that was learnt from either script reads both.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property

import numpy as np
import numpy.typing as npt

__all__ = ["ChineseCharacters", "pieces_of", "symbol_of"]

_PIECES = re.compile(r"[A-Za-z\u00c0-\u024f]+|\d+(?:[.,:]\d+)*|\S")
_LATIN = re.compile(r"[A-Za-z\u00c0-\u024f]")
_MARKS: dict[int, int | str] = {
    **{code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)},
    **str.maketrans("。｡“”‘’﹑﹐•‧・", "..「」『』、,···"),
}
UNKNOWN, EDGE = 0, 1
"""The rows of what is not known, and of what stands before and behind a sentence."""
BIGRAMS = 1 << 14
"""Rows of pairs of neighbours; which one a pair has, its two numbers tell."""


def pieces_of(text: str) -> list[tuple[int, int]]:
    """Where the pieces of a text stand: a character each, but Latin letters and digits by runs."""
    return [match.span() for match in _PIECES.finditer(text)]


def symbol_of(piece: str) -> str:
    """What a piece is called in the vocabulary: marks in one form, Latin letters and digits by their
    shape."""
    piece = piece.translate(_MARKS)
    if piece[0].isdecimal():
        return f"<{'9' * min(len(piece), 5)}>" if piece.isdecimal() else "<9.9>"
    if _LATIN.match(piece):
        shape = "a" if piece.islower() else "A" if piece.isupper() else "Aa"
        return f"<{shape}>" if len(piece) > 1 else f"<1{shape}>"
    return piece


class ChineseCharacters:
    """The vocabulary: one row for all forms of a character, the simplified one first."""

    def __init__(self, rows: Sequence[str]) -> None:
        self.rows = list(rows)
        self.ids: dict[str, int] = {}
        for number, row in enumerate(self.rows):
            # A shape or a special row is a name, any other row a list of characters.
            for name in [row] if row.startswith("<") and len(row) > 1 else row:
                self.ids.setdefault(name, number)

    @cached_property
    def _simple(self) -> dict[int, str]:
        return str.maketrans({name: self.rows[n][0] for name, n in self.ids.items() if len(name) == 1})

    def simplified(self, word: str) -> str:
        """A word in the form that the list of words has it in; a character that is not known stays."""
        return word.translate(_MARKS).translate(self._simple)

    def numbers(self, pieces: Sequence[str]) -> npt.NDArray[np.int64]:
        """The rows of pieces."""
        return np.array([self.ids.get(symbol_of(piece), UNKNOWN) for piece in pieces], np.int64)


def bigrams_of(numbers: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """For each piece the rows of two pairs: with the one before it, and with the one behind it."""
    padded = np.concatenate([[EDGE], numbers, [EDGE]])
    pairs = (padded[:-1] * 7919 + padded[1:] * 104_729) % BIGRAMS
    return np.stack([pairs[:-1], pairs[1:]], 1)
