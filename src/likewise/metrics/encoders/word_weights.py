"""How much each word or piece counts in `greedy`: equally, or the more, the rarer it is (idf).

Zhang et al. (2020, section 3) count in how many of the M references a piece stands, and weigh it by
log((M + 1) / (n + 1)). Here each different reference counts once, so that the number of systems, their order
and the cut of a stream change nothing; or a file of texts is counted, which is the same for all that is
scored by it. The third way needs no texts: the pieces of the English encoders stand in the order of how often
they were seen, and by Zipf's law a piece of rank r tells log r.
"""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Protocol

import numpy as np
import numpy.typing as npt

from likewise.errors import InputError
from likewise.io import read_lines
from likewise.metrics.encoders.encoder_kinds import DEPTHS
from likewise.metrics.encoders.text_vectors import words_in
from likewise.text import english_pieces

__all__ = [
    "IDF",
    "CountedWeights",
    "EqualWeights",
    "VocabularyWeights",
    "WordWeights",
    "file_name",
    "file_texts",
    "names_in",
]

Floats = npt.NDArray[np.float64]

IDF = ("none", "vocabulary", "references")
"""What `idf=..` may be beside a file of texts."""
_FIRST_BY_RANK = "the"
"""The pieces before it, marks and single letters among them, are not in the order of their counts."""
_LEAST_RANK = 10


class WordWeights(Protocol):
    """What gives the weights of the units of a text; None where all count the same."""

    def of(self, names: Sequence[str], kind: str, lang: str) -> Floats | None:
        """The weight of each unit, which an encoder of that kind reads in that language."""
        ...


class EqualWeights:
    """All units count the same."""

    def of(self, names: Sequence[str], kind: str, lang: str) -> Floats | None:
        """No weights."""
        return None


class VocabularyWeights:
    """The logarithm of the rank of a piece in the vocabulary of the English encoders; of a word, the sum."""

    def of(self, names: Sequence[str], kind: str, lang: str) -> Floats | None:
        """What the pieces tell; nothing is known of the words of other encoders."""
        return np.array([_told(name) for name in names]) if kind in DEPTHS else None


class CountedWeights:
    """Idf counted on texts: `documents` gives those that an encoder reads in a language."""

    def __init__(self, documents: Callable[[str, str], Collection[str]], unit: str) -> None:
        self._documents, self._unit = documents, unit
        self._tables = dict[tuple[str, str], tuple[Counter[str], int]]()

    def of(self, names: Sequence[str], kind: str, lang: str) -> Floats | None:
        """log((M + 1) / (n + 1)); nothing where there is no text in the language."""
        counts, many = self._table(kind, lang)
        return np.array([math.log((many + 1) / (counts[name] + 1)) for name in names]) if many else None

    def _table(self, kind: str, lang: str) -> tuple[Counter[str], int]:
        if (kind, lang) not in self._tables:
            texts = self._documents(kind, lang)
            counts = Counter(name for text in texts for name in {*names_in(text, kind, lang, self._unit)})
            self._tables[kind, lang] = counts, len(texts)
        return self._tables[kind, lang]


def names_in(text: str, kind: str, lang: str, unit: str) -> list[str]:
    """The units of a text by name, as an encoder of that kind cuts it."""
    if kind not in DEPTHS:
        return [*words_in(text, lang)]
    pieces, names = english_pieces(), _piece_names()
    words = pieces.words(text)
    if unit == "words":
        return words
    return [
        word if number == pieces.unknown else names[number] for word in words for number in pieces.of(word)
    ]


def file_texts(path: str) -> tuple[str, ...]:
    """The different lines of a file that are not blank."""
    return _texts(path, Path(path).stat().st_mtime_ns)


def file_name(path: str) -> str:
    """A file of texts in a signature: its name, how many different ones it has, their hash."""
    texts = file_texts(path)
    digits = hashlib.sha256("\n".join(texts).encode()).hexdigest()[:8]
    return f"{Path(path).name}-{len(texts)}-{digits}"


@lru_cache(maxsize=8)
def _texts(path: str, changed: int) -> tuple[str, ...]:
    texts = tuple(dict.fromkeys(text.strip() for _, text in read_lines(path) if text.strip()))
    if len(texts) < 2:
        raise InputError("expected two different texts or more to count words in, one a line", file=path)
    return texts


@cache
def _piece_names() -> dict[int, str]:
    return {number: name for name, number in english_pieces().ids.items()}


@lru_cache(maxsize=1 << 16)
def _told(name: str) -> float:
    """What a piece tells, or the pieces of a word together."""
    pieces = english_pieces()
    numbers = [pieces.ids[name]] if name in pieces.ids else pieces.of(name)
    first = pieces.ids[_FIRST_BY_RANK]
    ranks = [len(pieces.ids) if number == pieces.unknown else number - first for number in numbers]
    return sum(math.log(max(rank, _LEAST_RANK)) for rank in ranks)
