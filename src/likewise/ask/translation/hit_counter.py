"""How many pages hold a term, several terms, or a term beside its translation.

The paper asked the Web; here pages are sentence pairs, paragraphs of the collection and dictionary entries,
or a table of counts that was made elsewhere.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from likewise.ask.translation.english_forms import english_key
from likewise.ask.translation.gloss_index import GlossIndex

__all__ = ["DictionaryPages", "HitCounter", "HitTable", "PageCounter", "PageIndex", "SummedHits", "page_text"]

_LATIN = re.compile(r"[0-9a-z\u00c0-\u024f][0-9a-z\u00c0-\u024f .&'+/%-]*", re.IGNORECASE)


class HitCounter(Protocol):
    """Counts of pages: of a term, of terms together, of an English term beside a translation of it."""

    def pages(self, text: str) -> int:
        """o(t): pages that hold the term."""

    def together(self, texts: Sequence[str]) -> int:
        """co(t1 .. tn): pages that hold all of the terms."""

    def pair(self, source: str, target: str) -> int:
        """co(s, t): pages that hold the English term and the other."""


class PageCounter(HitCounter, Protocol):
    """A counter that also says which pages they are."""

    def __len__(self) -> int:
        """Number of pages."""

    def numbers(self, text: str) -> npt.NDArray[np.int32]:
        """The pages that hold a term, by number from 0, in order."""


@dataclass(frozen=True, slots=True)
class HitTable:
    """Counts that are given; what is not in the table has 0."""

    single: Mapping[str, int] = field(default_factory=dict)
    joint: Mapping[tuple[str, ...], int] = field(default_factory=dict)
    pairs: Mapping[tuple[str, str], int] = field(default_factory=dict)

    def pages(self, text: str) -> int:
        return self.single.get(text, 0)

    def together(self, texts: Sequence[str]) -> int:
        terms = tuple(dict.fromkeys(texts))
        return self.pages(terms[0]) if len(terms) == 1 else self.joint.get(terms, 0)

    def pair(self, source: str, target: str) -> int:
        return self.pairs.get((source, target), 0)


def page_text(text: str) -> str:
    """A page as terms are sought in it: one width, small letters."""
    return unicodedata.normalize("NFKC", text).lower()


class PageIndex:
    """Pages of text, found by their pairs of neighbouring characters and then looked at.

    A term in Latin letters counts where it stands as whole words, any other wherever its characters do.
    """

    def __init__(self, pages: Iterable[str]) -> None:
        self._pages = [page_text(page) for page in pages]
        codes, starts = _characters(self._pages)
        bounds = np.zeros(len(codes), np.bool_)
        bounds[starts[starts < len(codes)]] = True
        numbers = np.repeat(np.arange(len(self._pages), dtype=np.int64), np.diff(starts))
        pairs = (codes[:-1] << 21 | codes[1:])[~bounds[1:]] if len(codes) else codes
        owners = numbers[1:][~bounds[1:]] if len(codes) else numbers
        keys = np.concatenate((pairs, codes))
        owners = np.concatenate((owners, numbers))
        order = np.lexsort((owners, keys))
        keys, owners = keys[order], owners[order]
        fresh = np.ones(len(keys), np.bool_)
        fresh[1:] = (keys[1:] != keys[:-1]) | (owners[1:] != owners[:-1])
        keys, self._owners = keys[fresh], owners[fresh].astype(np.int32)
        self._keys, first = np.unique(keys, return_index=True)
        self._starts = np.append(first, len(keys))
        self._found = lru_cache(maxsize=20_000)(self._search)

    def __len__(self) -> int:
        """Number of pages."""
        return len(self._pages)

    def numbers(self, text: str) -> npt.NDArray[np.int32]:
        """The pages that hold a term, by number."""
        return self._found(page_text(text).strip())

    def pages(self, text: str) -> int:
        return len(self.numbers(text))

    def together(self, texts: Sequence[str]) -> int:
        sets = sorted((self.numbers(text) for text in dict.fromkeys(texts)), key=len)
        if not sets:
            return 0
        common = sets[0]
        for other in sets[1:]:
            common = np.intersect1d(common, other, assume_unique=True)
        return len(common)

    def pair(self, source: str, target: str) -> int:
        return self.together([source, target])

    def _search(self, term: str) -> npt.NDArray[np.int32]:
        if not term:
            return np.zeros(0, np.int32)
        codes = [ord(c) for c in term]
        keys = [a << 21 | b for a, b in pairwise(codes)] or codes
        lists = sorted((self._having(key) for key in dict.fromkeys(keys)), key=len)
        pages: Any = lists[0]
        for other in lists[1:]:
            if not len(pages):
                return np.zeros(0, np.int32)
            pages = np.intersect1d(pages, other, assume_unique=True)
        if _LATIN.fullmatch(term):
            whole = re.compile(rf"(?<![0-9a-z]){re.escape(term)}(?![0-9a-z])")
            return np.array([n for n in pages if whole.search(self._pages[n])], np.int32)
        return np.array([n for n in pages if term in self._pages[n]], np.int32) if len(term) > 2 else pages

    def _having(self, key: int) -> npt.NDArray[np.int32]:
        at = int(np.searchsorted(self._keys, key))
        if at == len(self._keys) or self._keys[at] != key:
            return np.zeros(0, np.int32)
        return self._owners[self._starts[at] : self._starts[at + 1]]


def _characters(pages: Sequence[str]) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    starts = np.zeros(len(pages) + 1, np.int64)
    np.cumsum([len(page) for page in pages], out=starts[1:])
    # A lone surrogate, which a file may hold, has a number as well.
    raw = "".join(pages).encode("utf-32-le", "surrogatepass")
    return np.frombuffer(raw, np.uint32).astype(np.int64), starts


@dataclass(frozen=True)
class DictionaryPages:
    """Entries of a dictionary as tiny pages that hold a word and its gloss."""

    index: GlossIndex

    def pages(self, text: str) -> int:
        return len(self.index.known_of([text]))

    def together(self, texts: Sequence[str]) -> int:
        """An entry has one word, so two different ones are never together."""
        terms = dict.fromkeys(texts)
        return self.pages(next(iter(terms))) if len(terms) == 1 else 0

    def pair(self, source: str, target: str) -> int:
        return self.index.pair_count(english_key(source), target)


@dataclass(frozen=True, slots=True)
class SummedHits:
    """Several collections of pages as one."""

    counters: tuple[HitCounter, ...]

    def pages(self, text: str) -> int:
        return sum(one.pages(text) for one in self.counters)

    def together(self, texts: Sequence[str]) -> int:
        return sum(one.together(texts) for one in self.counters)

    def pair(self, source: str, target: str) -> int:
        return sum(one.pair(source, target) for one in self.counters)
