"""A part of an index on disk: some documents with tokens, marks and vectors, written once, never changed.

An update adds a part and names in the manifest what is gone from older ones; so it costs what is new.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from likewise.ask.documents import Document
from likewise.ask.retrieval.search_tokens import SearchTokenizer
from likewise.ask.retrieval.token_postings import Spans, TokenPostings, sorted_spans
from likewise.errors import InputError

__all__ = ["IndexPart", "Passage", "PartContent", "write_part"]

TOKENS, BOUNDS, NUMBERS, ORDER, FIRSTS = "tokens", "bounds", "order_numbers", "order", "order_firsts"
PASSAGES, TEXT_BOUNDS, MARKS, SENTENCES, VECTORS = "passages", "text_bounds", "marks", "sentences", "vectors"
WORD_COUNTS, WORD_VECTORS = "word_counts", "word_vectors"
TEXTS, CARD = "texts.bin", "part.json"


@dataclass(frozen=True, slots=True)
class Passage:
    """A stretch of a document that is searched as one: mostly the whole of it."""

    document: int
    """The number of its document in the part."""
    start: int
    """Where it begins in the document, in characters."""
    text: str


@dataclass(frozen=True, slots=True)
class PartContent:
    """What goes into a part."""

    documents: Sequence[tuple[str, str, str]]
    """Id, title and fingerprint."""
    passages: Sequence[Passage]
    postings: TokenPostings
    words: Sequence[str]
    """The words that token numbers stand for."""
    sentences: npt.NDArray[np.int32]
    """Passage, begin and end of each sentence that has a vector."""
    vectors: npt.NDArray[np.float16] | None = None
    collection_words: Sequence[str] = ()
    word_counts: npt.NDArray[np.int32] | None = None
    word_vectors: npt.NDArray[np.float16] | None = None


def write_part(folder: Path, content: PartContent) -> dict[str, Any]:
    """Write the files of a part into a fresh folder; gives its line of the manifest, with their sizes."""
    folder.mkdir()
    texts = [passage.text.encode("utf-8") for passage in content.passages]
    (folder / TEXTS).write_bytes(b"".join(texts))
    marks = content.postings.marks
    card = {
        "documents": list(content.documents),
        "words": list(content.words),
        "marks": [[name, len(spans)] for name, spans in marks.items()],
        "collection_words": list(content.collection_words),
    }
    (folder / CARD).write_text(json.dumps(card, ensure_ascii=False), encoding="utf-8")
    order = content.postings.order
    arrays: dict[str, npt.NDArray[Any] | None] = {
        TOKENS: content.postings.tokens,
        BOUNDS: content.postings.bounds,
        NUMBERS: order[0] if order else None,
        ORDER: order[1] if order else None,
        FIRSTS: order[2] if order else None,
        PASSAGES: np.array([(one.document, one.start) for one in content.passages], np.int64).reshape(-1, 2),
        TEXT_BOUNDS: np.cumsum([0, *map(len, texts)], dtype=np.int64),
        MARKS: _mark_rows(marks.values()),
        SENTENCES: content.sentences,
        VECTORS: content.vectors,
        WORD_COUNTS: content.word_counts,
        WORD_VECTORS: content.word_vectors,
    }
    for name, array in arrays.items():
        if array is not None:
            np.save(folder / f"{name}.npy", array, allow_pickle=False)
    for file in folder.iterdir():
        with open(file, "rb") as handle:
            os.fsync(handle.fileno())
    return {
        "name": folder.name,
        "documents": len(content.documents),
        "passages": len(content.passages),
        "tokens": len(content.postings.tokens) - len(content.passages),
        "removed": [],
        "files": {file.name: file.stat().st_size for file in sorted(folder.iterdir())},
    }


def _mark_rows(marks: Iterable[Spans]) -> npt.NDArray[np.int64]:
    rows = [np.stack([spans.starts, spans.ends], 1) for spans in marks]
    return np.concatenate(rows) if rows else np.zeros((0, 2), np.int64)


class IndexPart:
    """A part as it lies on disk; what is large is read where it is needed."""

    def __init__(self, folder: Path, line: Mapping[str, Any], lang: str, table: Mapping[int, int]) -> None:
        self.folder = folder
        self.name = folder.name
        self.lang = lang
        self.line = dict(line)
        self._check_files(line["files"])
        card = self._card()
        self.documents: list[tuple[str, str, str]] = [(one[0], one[1], one[2]) for one in card["documents"]]
        self.collection_words: list[str] = card["collection_words"]
        self._marks = card["marks"]
        self.tokenizer = SearchTokenizer(table, card["words"])
        self.passages = self._array(PASSAGES)
        self.sentences = self._array(SENTENCES)
        self.live = np.ones(len(self.passages), np.bool_)
        removed = np.array(line["removed"], np.int64)
        self.live[np.isin(self.passages[:, 0], removed)] = False
        self.removed = set(removed.tolist())

    def _check_files(self, sizes: Mapping[str, int]) -> None:
        for name, size in sizes.items():
            file = self.folder / name
            if not file.is_file():
                raise InputError("the index lacks this file, build it again", file=str(file))
            if file.stat().st_size != size:
                wrong = (
                    f"has {file.stat().st_size} bytes and not {size}: the index is damaged, build it again"
                )
                raise InputError(wrong, file=str(file))

    def _card(self) -> Any:
        file = self.folder / CARD
        try:
            card = json.loads(file.read_text(encoding="utf-8"))
            return {key: card[key] for key in ("documents", "words", "marks", "collection_words")}
        except (OSError, ValueError, LookupError, TypeError):
            wrong = "does not hold what it should: the index is damaged, build it again"
            raise InputError(wrong, file=str(file)) from None

    def _array(self, name: str) -> npt.NDArray[Any]:
        file = self.folder / f"{name}.npy"
        try:
            if file.stat().st_size <= 256:  # An empty array cannot be mapped.
                return np.asarray(np.load(file, allow_pickle=False))
            return np.asarray(np.load(file, mmap_mode="r", allow_pickle=False))
        except (OSError, ValueError, EOFError):
            raise InputError("holds no array: the index is damaged, build it again", file=str(file)) from None

    @cached_property
    def postings(self) -> TokenPostings:
        """Its tokens with their places."""
        rows = self._array(MARKS)
        marks = dict[str, Spans]()
        first = 0
        for name, count in self._marks:
            own = rows[first : first + count]
            marks[name] = sorted_spans(own[:, 0], own[:, 1])
            first += count
        tokens, bounds = self._array(TOKENS), self._array(BOUNDS)
        if f"{ORDER}.npy" not in self.line["files"]:
            return TokenPostings(tokens, bounds, marks)
        order = (self._array(NUMBERS), self._array(ORDER), self._array(FIRSTS))
        return TokenPostings(tokens, bounds, marks, order)

    @property
    def has_vectors(self) -> bool:
        """Whether its sentences have vectors."""
        return f"{VECTORS}.npy" in self.line["files"]

    @property
    def stored_vectors(self) -> npt.NDArray[np.float16]:
        """A vector of each sentence, as it lies on disk."""
        return self._array(VECTORS)

    @cached_property
    def vectors(self) -> npt.NDArray[np.float32]:
        """A vector of each sentence; kept as fractions of four bytes, which are multiplied faster."""
        return self.stored_vectors.astype(np.float32)

    @property
    def word_counts(self) -> npt.NDArray[np.int32]:
        """In how many passages each word of the collection stands."""
        return (
            self._array(WORD_COUNTS) if f"{WORD_COUNTS}.npy" in self.line["files"] else np.zeros(0, np.int32)
        )

    @property
    def word_vectors(self) -> npt.NDArray[np.float16] | None:
        """A vector of each word of the collection."""
        return self._array(WORD_VECTORS) if f"{WORD_VECTORS}.npy" in self.line["files"] else None

    @cached_property
    def _text_bounds(self) -> npt.NDArray[np.int64]:
        return self._array(TEXT_BOUNDS)

    def text(self, passage: int) -> str:
        """The text of a passage."""
        begin, end = self._text_bounds[passage], self._text_bounds[passage + 1]
        file = self.folder / TEXTS
        try:
            with open(file, "rb") as handle:
                handle.seek(int(begin))
                return handle.read(int(end - begin)).decode("utf-8")
        except (OSError, UnicodeDecodeError):
            raise InputError("cannot be read as text: the index is damaged", file=str(file)) from None

    def passage(self, number: int) -> Document:
        """A passage as a document with the id of the whole, and the place where it begins there."""
        document, start = self.passages[number]
        id, title, _ = self.documents[document]
        return Document(id, self.text(number), self.lang, title, int(start))

    def document(self, number: int) -> Document:
        """A whole document."""
        own = np.flatnonzero(self.passages[:, 0] == number)
        id, title, _ = self.documents[number]
        return Document(id, "".join(self.text(int(one)) for one in own), self.lang, title)
