"""Building an index of documents: only what is new is read, what is gone is left out, all or nothing."""

from __future__ import annotations

import hashlib
import os
import re
import secrets
import shutil
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

import numpy as np

from likewise.ask.documents import Document
from likewise.ask.retrieval.counted_words import words_of_passages
from likewise.ask.retrieval.document_source import DocumentSource
from likewise.ask.retrieval.index_manifest import (
    UNFINISHED,
    IndexManifest,
    build_lock,
    read_manifest,
    write_manifest,
)
from likewise.ask.retrieval.index_part import IndexPart, PartContent, Passage, sentence_begins, write_part
from likewise.ask.retrieval.part_merge import merged_content
from likewise.ask.retrieval.passage_split import LONGEST, split_passages
from likewise.ask.retrieval.query_matches import hiragana
from likewise.ask.retrieval.script_table import simplified_characters, simplified_text
from likewise.ask.retrieval.search_tokens import SearchTokenizer, TokenizedTexts
from likewise.ask.retrieval.sentence_vectors import encoded_sentences, sentence_places
from likewise.ask.retrieval.token_postings import Spans, TokenPostings, sorted_spans
from likewise.errors import InputError
from likewise.io import Progress, Source, unheard
from likewise.text import code_of, multilingual_folder

__all__ = ["IndexReport", "MarkText", "SearchEngine", "build_index"]

MarkText = Callable[[str], Iterable[tuple[int, int, str]]]
"""Spans of a text with a type (`person`) or, after `@`, a reading in kana: begin, end, name."""
SearchEngine = Literal["arrays", "tantivy"]
PART = 2_000_000
"""Characters of a part."""
MOST_PARTS = 8
_LETTERS = {
    "zh": re.compile("[\u3400-\u9fff]"),
    "ja": re.compile("[\u3040-\u30ff]"),
    "en": re.compile("[A-Za-z]"),
}
"""What a document of a language holds at least once; a Japanese one has kana."""


@dataclass(frozen=True, slots=True)
class IndexReport:
    """What a build did."""

    documents: int
    """In the index as it is now."""
    passages: int
    tokens: int
    added: int
    changed: int
    removed: int
    unchanged: int
    skipped: tuple[str, ...]
    """Files that hold no text, and why."""
    seconds: float
    seconds_dense: float
    """Of them for sentence vectors and words."""
    other_script: int = 0
    """Documents without one letter of the language: is it theirs?"""
    made_anew: bool = False
    """Whether an index with other settings was there, so that all was read again."""


def build_index(
    documents: Iterable[Document] | Source,
    lang: str,
    out: Source,
    *,
    dense: bool | None = None,
    words: bool | None = None,
    marks: MarkText | None = None,
    engine: SearchEngine = "arrays",
    remove_missing: bool = True,
    progress: Progress | None = None,
) -> IndexReport:
    """Make the index in the folder `out` hold just these documents; what it holds already is not read again.

    `documents` may be a file (JSON lines with `id`, `title`, `text`; CSV or TSV with such columns; text;
    HTML) or a folder of them. `dense` asks for sentence vectors, `words` for the collection's words with
    vectors; both are made where what they need is installed, if not said. `marks` finds typed spans in a
    text (names of persons, places), which queries then call `*person`. `engine` is `arrays` for postings of
    our own, or `tantivy` for collections that are too large for them; both find the same.
    `remove_missing=False` keeps documents that are in the index and not among those given.
    """
    language = code_of(lang).partition("-")[0]
    if language not in ("zh", "ja", "en"):
        raise InputError(f"expected zh, ja or en, not '{lang}'", field="lang")
    if engine not in ("arrays", "tantivy"):
        raise InputError(f"expected arrays or tantivy, not '{engine}'", field="engine")
    source = DocumentSource(documents, language) if isinstance(documents, str | os.PathLike) else documents
    if isinstance(source, DocumentSource) and not source.path.exists():
        raise InputError("no such file or folder", file=str(source.path))
    installed = multilingual_folder() is not None
    settings = {
        "dense": installed if dense is None else dense,
        "words": (installed and language != "en") if words is None else words,
        "marks": getattr(marks, "signature", getattr(marks, "__qualname__", "marks")) if marks else "",
        "passage": LONGEST,
        "engine": engine,
    }
    folder = Path(out)
    fresh = not folder.exists()
    _make_folder(folder)
    try:
        with build_lock(folder):
            _check_language(folder, language)
            return _Build(folder, language, settings, marks, progress or unheard).run(source, remove_missing)
    except InputError:
        if fresh and not (folder / UNFINISHED).exists():
            shutil.rmtree(folder, ignore_errors=True)
        raise


def _check_language(folder: Path, lang: str) -> None:
    """An index of another language is not thrown away."""
    there = ""
    with suppress(InputError):
        there = read_manifest(folder).lang
    if there and there != lang:
        raise InputError(f"holds documents in {there}, not {lang}: name another folder", file=str(folder))


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(exist_ok=True)
        strangers = [file.name for file in folder.iterdir() if not file.name.startswith((".", "part-"))]
    except FileNotFoundError:
        raise InputError("its folder does not exist", file=str(folder)) from None
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise InputError(f"cannot be written ({reason})", file=str(folder)) from None
    if strangers and not {"manifest.json", UNFINISHED} & set(strangers):
        raise InputError("is there already and is no index, so it is not replaced", file=str(folder))


class _Build:
    """One build: the manifest as it grows, and documents that wait for their part."""

    def __init__(
        self,
        folder: Path,
        lang: str,
        settings: dict[str, Any],
        marks: MarkText | None,
        progress: Progress,
    ) -> None:
        self.folder = folder
        self.lang = lang
        self.marks = marks
        self.progress = progress
        self.made_anew = False
        self.manifest = self._begun(settings)
        try:
            self.parts = [self._opened(line) for line in self.manifest.parts]
        except InputError:  # What is damaged is built anew.
            self.manifest, self.parts = self._new(settings), []
        self.known = {
            id: (place, number, mark)
            for place, part in enumerate(self.parts)
            for number, (id, _, mark) in enumerate(part.documents)
            if number not in part.removed
        }
        self.waiting: list[Document] = []
        self.size = 0
        self.dense_seconds = 0.0

    def _begun(self, settings: dict[str, Any]) -> IndexManifest:
        """What an unfinished build left, else the index as it is, else nothing."""
        for unfinished in (True, False):
            with suppress(InputError):
                old = read_manifest(self.folder, unfinished=unfinished)
                if old.lang == self.lang and old.settings == settings:
                    return old
                self.made_anew = True
        return self._new(settings)

    def _new(self, settings: dict[str, Any]) -> IndexManifest:
        table = simplified_characters() if self.lang == "zh" else {}
        return IndexManifest(self.lang, settings, {chr(sign): chr(other) for sign, other in table.items()})

    def _opened(self, line: dict[str, Any]) -> IndexPart:
        return IndexPart(self.folder / line["name"], line, self.lang, self.manifest.characters())

    def run(self, documents: Iterable[Document], remove_missing: bool) -> IndexReport:
        begun = time.perf_counter()
        seen = dict[str, bool]()
        counts = {"added": 0, "changed": 0, "unchanged": 0, "removed": 0}
        total = len(documents) if isinstance(documents, Sequence) else 0
        other_script = 0
        for document in documents:
            if document.id in seen:
                raise InputError(f"two documents are called '{document.id}'", field="id")
            seen[document.id] = True
            other_script += not _LETTERS[self.lang].search(document.text)
            counts[self._take(document)] += 1
            share = (
                documents.share
                if isinstance(documents, DocumentSource)
                else len(seen) / max(total, len(seen))
            )
            self.progress("reading", share if total or isinstance(documents, DocumentSource) else 0.0)
        skipped = tuple(documents.skipped) if isinstance(documents, DocumentSource) else ()
        if not seen:
            what = (
                f"no documents to index ({len(skipped)} files were passed over)"
                if skipped
                else "no documents to index"
            )
            raise InputError(what, file=str(getattr(documents, "path", "")) or None)
        self._flush()
        if remove_missing:
            for id in [id for id in self.known if id not in seen]:
                self._remove(id)
                counts["removed"] += 1
        self._merge()
        write_manifest(self.folder, self.manifest, finished=True)
        parts = self.manifest.parts
        return IndexReport(
            documents=sum(part["documents"] - len(part["removed"]) for part in parts),
            passages=sum(part["passages"] for part in parts),
            tokens=sum(part["tokens"] for part in parts),
            skipped=skipped,
            other_script=other_script,
            made_anew=self.made_anew,
            seconds=time.perf_counter() - begun,
            seconds_dense=self.dense_seconds,
            **counts,
        )

    def _take(self, document: Document) -> str:
        mark = _mark_of(document)
        known = self.known.get(document.id)
        if known is not None and known[2] == mark:
            return "unchanged"
        if known is not None:
            self._remove(document.id)
        self.waiting.append(replace(document, text=document.text.replace("\0", " ")))
        self.size += len(document.text)
        if self.size >= PART:
            self._flush()
        return "added" if known is None else "changed"

    def _remove(self, id: str) -> None:
        place, number, _ = self.known.pop(id)
        self.manifest.parts[place]["removed"].append(number)

    def _flush(self) -> None:
        """Write what waits as a part, and note it, so that a build which is killed goes on from here."""
        if not self.waiting:
            return
        content = self._content(self.waiting)
        line = self._written(content)
        self.manifest.parts.append(line)
        write_manifest(self.folder, self.manifest, finished=False)
        self.waiting, self.size = [], 0

    def _written(self, content: PartContent) -> dict[str, Any]:
        name = f"part-{secrets.token_hex(6)}"
        try:
            return write_part(self.folder / name, content)
        except OSError as error:
            shutil.rmtree(self.folder / name, ignore_errors=True)
            reason = (error.strerror or str(error)).lower()
            raise InputError(f"cannot be written ({reason})", file=str(self.folder)) from None

    def _content(self, documents: Sequence[Document]) -> PartContent:
        passages = [
            Passage(number, begin, document.text[begin:end])
            for number, document in enumerate(documents)
            for begin, end in split_passages(document.text)
        ]
        tokenizer = SearchTokenizer(self.manifest.characters())
        texts = [passage.text for passage in passages]
        tokens = tokenizer.tokenize(texts)
        begun = time.perf_counter()
        sentences = sentence_places(texts, self.lang)
        vectors = None
        readable = self.manifest.settings["dense"] or self.manifest.settings["words"]
        plain = (
            [simplified_text(text, tokenizer.table) for text in texts]
            if tokenizer.table and readable
            else texts
        )
        if self.manifest.settings["dense"]:
            vectors = encoded_sentences(plain, sentences, self.progress)
        words = (
            words_of_passages(plain, self.lang, self.progress) if self.manifest.settings["words"] else None
        )
        self.dense_seconds += time.perf_counter() - begun
        made = TokenPostings if self.manifest.settings["engine"] == "tantivy" else TokenPostings.ordered
        return PartContent(
            documents=[(one.id, one.title, _mark_of(one)) for one in documents],
            passages=passages,
            postings=made(tokens.numbers, tokens.bounds, self._marks(texts, tokens)),
            words=list(tokenizer.words),
            sentences=sentences,
            sentence_tokens=sentence_begins(sentences, tokens),
            vectors=vectors,
            collection_words=words.words if words else (),
            word_counts=words.counts if words else None,
            word_vectors=words.vectors.astype(np.float16) if words else None,
        )

    def _marks(self, texts: Sequence[str], tokens: TokenizedTexts) -> dict[str, Spans]:
        """Marked spans of characters as spans of tokens."""
        if self.marks is None:
            return {}
        spans = dict[str, list[tuple[int, int]]]()
        for number, text in enumerate(texts):
            first, last = int(tokens.bounds[number]), int(tokens.bounds[number + 1]) - 1
            for begin, end, name in self.marks(text):
                start = first + int(np.searchsorted(tokens.starts[first:last], begin))
                stop = first + int(np.searchsorted(tokens.starts[first:last], end))
                if start < stop:
                    spelt = f"@{hiragana(name[1:])}" if name.startswith("@") else f"*{name}"
                    spans.setdefault(spelt, []).append((start, stop))
        rows = {name: np.array(own, np.int64) for name, own in sorted(spans.items())}
        return {name: sorted_spans(own[:, 0], own[:, 1]) for name, own in rows.items()}

    def _merge(self) -> None:
        """Leave out parts that hold nothing any more, and make one of the smallest where there are many."""
        parts = self.manifest.parts
        parts[:] = [part for part in parts if len(part["removed"]) < part["documents"]]
        if len(parts) > MOST_PARTS:
            by_size = sorted(parts, key=lambda part: int(part["tokens"]))
            small = by_size[: len(parts) - MOST_PARTS // 2 + 1]
            chosen = [part for part in parts if part in small]
            line = self._written(merged_content([self._opened(part) for part in chosen]))
            parts[:] = [part for part in parts if part not in chosen] + [line]


def _mark_of(document: Document) -> str:
    digest = hashlib.sha256()
    for text in (document.title, document.text):
        digest.update(text.encode("utf-8", "replace") + b"\0")
    return digest.hexdigest()[:16]
