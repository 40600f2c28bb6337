"""Words into pieces of a fixed vocabulary, as the uncased models of the BERT family read them.

Devlin et al. (2019): small letters without accents, marks of punctuation alone, then the longest known piece
first; pieces inside a word begin with `##`. Words come in already told apart, so blanks need no rule.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from functools import lru_cache

__all__ = ["WordPieces"]

_LONGEST = 100


class WordPieces:
    """The vocabulary with a memory for words it has cut before."""

    def __init__(self, lines: Iterable[str]) -> None:
        self.ids: Mapping[str, int] = {line.rstrip("\n"): number for number, line in enumerate(lines)}
        self.unknown = self.ids["[UNK]"]
        self.first, self.last = self.ids["[CLS]"], self.ids["[SEP]"]
        self.of = lru_cache(maxsize=50_000)(self._of)

    def _of(self, word: str) -> tuple[int, ...]:
        found: list[int] = []
        for piece in _split(word):
            found += self._cut(piece)
        return tuple(found) or (self.unknown,)

    def _cut(self, word: str) -> list[int]:
        """The longest known pieces from left to right; one unknown where some part has none."""
        found, start = list[int](), 0
        if len(word) > _LONGEST:
            return [self.unknown]
        while start < len(word):
            lead = "##" if start else ""
            end = next((e for e in range(len(word), start, -1) if lead + word[start:e] in self.ids), None)
            if end is None:
                return [self.unknown]
            found.append(self.ids[lead + word[start:end]])
            start = end
        return found


def _split(word: str) -> list[str]:
    """Small letters without accents; marks and Chinese characters stand alone."""
    plain = "".join(c for c in unicodedata.normalize("NFD", word.lower()) if unicodedata.category(c) != "Mn")
    spaced = (f" {c} " if _is_mark(c) or _is_han(c) else c for c in plain if c.isprintable() or c.isspace())
    return "".join(spaced).split()


def _is_mark(char: str) -> bool:
    """Punctuation; every sign of ASCII that is neither letter, digit nor blank counts."""
    return (char.isascii() and not char.isalnum() and not char.isspace()) or unicodedata.category(char)[
        0
    ] == "P"


def _is_han(char: str) -> bool:
    return (
        "\u3400" <= char <= "\u9fff" or "\uf900" <= char <= "\ufaff" or "\U00020000" <= char <= "\U0002fa1f"
    )
