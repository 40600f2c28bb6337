"""Texts as an encoder sees them: a vector of the whole at each layer, and one for each piece at one layer.

Texts are cut as the encoders learnt it, into words and marks and these into pieces; what is longer than an
encoder reads is read in windows. Texts of one length go through together, so nothing is padded, and on all
cores; which ones go together depends on the texts alone, not on their order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Protocol

import numpy as np

from likewise.metrics.encoders.kept_vectors import EncodedText, KeptVectors, Single
from likewise.metrics.meant.worker_threads import in_threads
from likewise.text import (
    Encoder,
    MultilingualEncoder,
    english_pieces,
    find_language,
    installed_encoder,
    looks_unsegmented,
    multilingual_encoder,
    small_encoder,
    tokenize,
)

__all__ = [
    "EnglishVectors",
    "MultilingualVectors",
    "VectorReader",
    "is_readable",
    "vector_reader",
    "words_in",
]

_ROWS = 512
"""Pieces that go through the layers together: more do not gain."""
_LEAST_KNOWN = 0.5
"""The share of words that an encoder must know for its vector of the whole to say something."""


class VectorReader(Protocol):
    """What reads texts of a language."""

    def read(self, texts: Iterable[str], lang: str = "en") -> dict[str, EncodedText]:
        """The vectors of each different text."""
        ...


class EnglishVectors:
    """Texts read by an encoder with layers; the pieces are those of `layer`."""

    def __init__(self, encoder: Encoder, layer: int, *, rows: int = _ROWS) -> None:
        self.encoder, self.layer, self.rows = encoder, layer, rows
        self._kept = KeptVectors()
        self._names = {number: name for name, number in encoder.pieces.ids.items()}

    def read(self, texts: Iterable[str], lang: str = "en") -> dict[str, EncodedText]:
        """The vectors of each different text."""
        found, new = self._kept.split(texts, lang)
        fresh = dict(zip(new, self._encoded(new), strict=True))
        self._kept.add(fresh, lang)
        return found | fresh

    def _encoded(self, texts: Sequence[str]) -> list[EncodedText]:
        words = [self.encoder.pieces.words(text) for text in texts]
        cut = [list(self._windows(own)) for own in words]
        every = [
            (len(ids), text, window) for text, own in enumerate(cut) for window, (ids, _) in enumerate(own)
        ]
        parts = list(self._parts(sorted(every)))
        read = in_threads(lambda some: [self._tables(cut, part) for part in some], parts, 1)
        tables = {
            place: table
            for part, done in zip(parts, read, strict=True)
            for place, table in zip(part, done, strict=True)
        }
        return [
            self._joined(own, cut[n], [tables[n, k] for k in range(len(cut[n]))])
            for n, own in enumerate(words)
        ]

    def _parts(self, places: Sequence[tuple[int, int, int]]) -> Iterator[list[tuple[int, int]]]:
        """Windows of one length, a few at once."""
        for length, group in groupby(places, key=lambda place: place[0]):
            own = [(text, window) for _, text, window in group]
            step = max(self.rows // length, 1)
            yield from (own[start : start + step] for start in range(0, len(own), step))

    def _tables(
        self, cut: Sequence[Sequence[tuple[list[int], list[int]]]], part: Sequence[tuple[int, int]]
    ) -> list[tuple[Single, Single]]:
        """Of each window the sums of every layer, and the pieces of one; copies, so that the rest may go."""
        layers = self.encoder.layers_of_batch([cut[text][window][0] for text, window in part])
        return [(np.stack([own.sum(axis=0) for own in one]), one[self.layer][1:-1].copy()) for one in layers]

    def _joined(
        self,
        words: Sequence[str],
        windows: Sequence[tuple[list[int], list[int]]],
        tables: Sequence[tuple[Single, Single]],
    ) -> EncodedText:
        """What was read of the windows of a text, as one."""
        ids = [number for own, _ in windows for number in own[1:-1]]
        owners = np.array([owner for _, own in windows for owner in own], np.int64)
        unknown = np.array(ids, np.int64) == self.encoder.pieces.unknown
        return EncodedText(
            np.sum([whole for whole, _ in tables], axis=0) / (len(ids) + 2 * len(windows)),
            np.concatenate([pieces for _, pieces in tables]),
            tuple(
                words[owner] if blank else self._names[number]
                for number, owner, blank in zip(ids, owners.tolist(), unknown.tolist(), strict=True)
            ),
            owners,
            unknown,
        )

    def _windows(self, words: Sequence[str]) -> Iterator[tuple[list[int], list[int]]]:
        """Pieces with both ends, and the word that each is of; as many words at once as the encoder reads."""
        pieces, longest = self.encoder.pieces, self.encoder.longest
        ids, owners = [pieces.first], list[int]()
        for place, word in enumerate(words):
            own = pieces.of(word)[: longest - 2]
            if len(ids) + len(own) + 1 > longest:
                yield [*ids, pieces.last], owners
                ids, owners = [pieces.first], []
            ids += own
            owners += [place] * len(own)
        yield [*ids, pieces.last], owners


class MultilingualVectors:
    """Texts of sixteen languages: a vector of the whole, and one for each word, which is read by itself."""

    def __init__(self, encoder: MultilingualEncoder) -> None:
        self.encoder = encoder
        self._kept = KeptVectors()

    def read(self, texts: Iterable[str], lang: str = "en") -> dict[str, EncodedText]:
        """The vectors of each different text; how it is cut into words depends on the language."""
        found, new = self._kept.split(texts, lang)
        cut = [words_in(text, lang) for text in new]
        wholes = self.encoder.sentences(new)
        fresh = {text: self._made(whole, words) for text, whole, words in zip(new, wholes, cut, strict=True)}
        self._kept.add(fresh, lang)
        return found | fresh

    def _made(self, whole: Single, words: tuple[str, ...]) -> EncodedText:
        # Marks and emoji are all one sign to it.
        lost = np.array([not _has_letters(word) for word in words], np.bool_)
        return EncodedText(whole[None], self.encoder.words(words), words, np.arange(len(words)), lost)


def words_in(text: str, lang: str) -> tuple[str, ...]:
    """The words of a text in small letters; single characters where no blanks part them."""
    language = find_language(lang)
    spaced = language.is_spaced if language else not looks_unsegmented([text])
    return tuple(tokenize(text.lower(), "13a" if spaced else "char"))


@lru_cache(maxsize=1 << 16)
def is_readable(text: str, lang: str, kind: str) -> bool:
    """Whether an encoder knows more than half of the words of a text in a language that it reads."""
    if kind == "multilingual":
        return any(map(_has_letters, words_in(text, lang)))
    pieces = english_pieces()
    words = pieces.words(text)
    return sum(pieces.unknown not in pieces.of(word) for word in words) > _LEAST_KNOWN * len(words)


def _has_letters(word: str) -> bool:
    return any(map(str.isalnum, word))


@lru_cache(maxsize=8)
def vector_reader(kind: str, layer: int | None) -> VectorReader:
    """The reader of that kind; the same one each time, with what it remembers."""
    if kind == "multilingual":
        return MultilingualVectors(multilingual_encoder())
    assert layer is not None
    return EnglishVectors(small_encoder() if kind == "small" else installed_encoder(), layer)
