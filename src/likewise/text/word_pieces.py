"""Words into pieces of a fixed vocabulary, as the uncased models of the BERT family read them.

Devlin et al. (2019): small letters without accents, marks of punctuation alone, then the longest known piece
first; pieces inside a word begin with `##`.
"""

from __future__ import annotations

import gzip
import unicodedata
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from importlib.resources import files

__all__ = ["WordPieces", "english_pieces"]

_LONGEST_WORD = 100


class WordPieces:
    """A vocabulary and how words are cut by it.

    Words come in already told apart, so blanks need no rule. Those that were cut before are remembered.
    """

    def __init__(self, lines: Iterable[str]) -> None:
        self.ids: Mapping[str, int] = {line.rstrip("\n"): number for number, line in enumerate(lines)}
        self.unknown = self.ids["[UNK]"]
        self.first, self.last = self.ids["[CLS]"], self.ids["[SEP]"]
        self.of = lru_cache(maxsize=50_000)(self._of)

    def words(self, text: str) -> list[str]:
        """The words and marks of a running text, small and without accents, as the models read them."""
        return _split(text)

    def _of(self, word: str) -> tuple[int, ...]:
        ids = [number for piece in _split(word) for number in self._cut(piece)]
        return tuple(ids) or (self.unknown,)

    def _cut(self, word: str) -> list[int]:
        """The longest known pieces from left to right; one unknown where some part has none."""
        ids, start = list[int](), 0
        if len(word) > _LONGEST_WORD:
            return [self.unknown]
        while start < len(word):
            lead = "##" if start else ""
            end = next((e for e in range(len(word), start, -1) if lead + word[start:e] in self.ids), None)
            if end is None:
                return [self.unknown]
            ids.append(self.ids[lead + word[start:end]])
            start = end
        return ids


@cache
def english_pieces() -> WordPieces:
    """The 30,522 pieces of the uncased English models, which come with the package."""
    packed = files("likewise").joinpath("data/word-pieces.txt.gz").read_bytes()
    return WordPieces(gzip.decompress(packed).decode("utf-8").splitlines())


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
