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
from likewise.ask.retrieval.query_matches import matching_passages
from likewise.ask.retrieval.search_tokens import SearchTokenizer, TokenizedTexts
from likewise.ask.retrieval.structured_query import QueryTerm, StructuredQuery
from likewise.ask.retrieval.tantivy_engine import TantivyIndex
from likewise.ask.retrieval.token_postings import Places, Spans, TokenPostings, sorted_spans
from likewise.errors import InputError

__all__ = ["IndexPart", "Passage", "PartContent", "sentence_begins", "write_part"]

TOKENS, BOUNDS, NUMBERS, ORDER, FIRSTS = "tokens", "bounds", "order_numbers", "order", "order_firsts"
PASSAGES, TEXT_BOUNDS, MARKS, SENTENCES, VECTORS = "passages", "text_bounds", "marks", "sentences", "vectors"
WORD_COUNTS, WORD_VECTORS = "word_counts", "word_vectors"
SENTENCE_TOKENS = "sentence_tokens"
TEXTS, CARD, ENGINE = "texts.bin", "part.json", "tantivy"


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
    sentence_tokens: Places
    """The token at which each begins."""
    vectors: npt.NDArray[np.float16] | None = None
    collection_words: Sequence[str] = ()
    word_counts: npt.NDArray[np.int32] | None = None
    word_vectors: npt.NDArray[np.float16] | None = None


def sentence_begins(sentences: npt.NDArray[np.int32], tokens: TokenizedTexts) -> Places:
    """The token at which each sentence begins, for sentences as passage, begin and end in characters."""
    # Characters of all passages one behind the other: a passage's last token, its separator, has its length.
    sizes = tokens.starts[tokens.bounds[1:] - 1].astype(np.int64) + 1
    firsts = np.cumsum(sizes) - sizes
    owners = np.repeat(np.arange(len(sizes)), np.diff(tokens.bounds))
    begins: Places = np.searchsorted(
        firsts[owners] + tokens.starts, firsts[sentences[:, 0]] + sentences[:, 1]
    )
    return begins


def write_part(folder: Path, content: PartContent) -> dict[str, Any]:
    """Write the files of a part into a fresh folder; gives its line of the manifest, with their sizes.

    Postings without order are left to tantivy.
    """
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
        SENTENCE_TOKENS: content.sentence_tokens,
        VECTORS: content.vectors,
        WORD_COUNTS: content.word_counts,
        WORD_VECTORS: content.word_vectors,
    }
    for name, array in arrays.items():
        if array is not None:
            np.save(folder / f"{name}.npy", array, allow_pickle=False)
    if order is None:
        (folder / ENGINE).mkdir()
        tokenizer = SearchTokenizer(words=content.words)
        TantivyIndex.build(content.postings, tokenizer, folder / ENGINE)
    files = sorted(file for file in folder.rglob("*") if file.is_file() and not file.name.startswith("."))
    for file in files:
        with open(file, "rb") as handle:
            os.fsync(handle.fileno())
    return {
        "name": folder.name,
        "documents": len(content.documents),
        "passages": len(content.passages),
        "tokens": len(content.postings.tokens) - len(content.passages),
        "removed": [],
        "files": {file.relative_to(folder).as_posix(): file.stat().st_size for file in files},
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

    @cached_property
    def engine(self) -> TantivyIndex | None:
        """What finds documents where the part was built with tantivy."""
        if f"{ORDER}.npy" in self.line["files"]:
            return None
        return TantivyIndex.open(self.postings, self.tokenizer, self.folder / ENGINE)

    def matches(self, query: StructuredQuery) -> Places:
        """The live passages that a query matches, in order."""
        if self.engine is not None:
            own = self.engine.matching_passages(query)
        else:
            own = matching_passages(query, self.postings, self.tokenizer)
        return own[self.live[own]]

    def phrase_places(self, text: str) -> Places:
        """Where a phrase begins in live passages, in tokens of the part."""
        numbers = self.tokenizer.numbers(text)
        if self.engine is not None:
            holders = self.engine.matching_passages(QueryTerm(text))
            only = self.postings.only(holders)
            places = only.phrase(numbers)
            own = only.passages_of(places)
            places = places - only.bounds[own] + self.postings.bounds[holders[own]]
        else:
            places = self.postings.phrase(numbers)
        return places if not self.removed else places[self.live[self.postings.passages_of(places)]]

    @cached_property
    def sentence_tokens(self) -> Places:
        """The token at which each sentence begins."""
        if f"{SENTENCE_TOKENS}.npy" in self.line["files"]:
            return self._array(SENTENCE_TOKENS)
        texts = [self.text(number) for number in range(len(self.live))]
        return sentence_begins(self.sentences, self.tokenizer.tokenize(texts))

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
