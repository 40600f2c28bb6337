"""Which sentences of the documents that were found are read: those that are nearest to the question.

Telling words, places and their vectors costs far more than finding the sentences that matter, whose vectors
an index has already.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from likewise.ask.documents import Document, Hit
from likewise.ask.extraction.keyword_spans import KeywordForms, keyword_places
from likewise.ask.extraction.matching_text import matching_form
from likewise.ask.extraction.text_vectors import text_vectors
from likewise.ask.extraction.words import sentence_pieces

__all__ = ["MOST_READ", "ReadDocument", "SentenceVectors", "read_documents"]

Floats = npt.NDArray[np.float32]
SentenceVectors = Callable[[Document], "tuple[npt.NDArray[np.integer], npt.NDArray[np.floating]] | None"]
"""Of a document: begin and end of each sentence with its vector; None where it is not known."""

MOST_READ = 14
"""Sentences that are read for a question."""
COVER = 0.5
"""What it counts that a sentence holds all keywords, beside its nearness from -1 to 1."""


@dataclass(frozen=True)
class ReadDocument:
    """A document with its sentences; `chosen` are the numbers of those that are read, in order."""

    hit: Hit
    form: str
    starts: npt.NDArray[np.int64]
    pieces: tuple[tuple[int, str], ...]
    near: Floats
    """Of each sentence, how near it is to the question."""
    chosen: tuple[int, ...]


def read_documents(
    question: Floats,
    keywords: tuple[KeywordForms, ...],
    hits: Sequence[Hit],
    vectors: SentenceVectors | None = None,
    *,
    limit: int = MOST_READ,
) -> list[ReadDocument]:
    """The documents with the sentences that are read, `limit` in all, and of each document at least one."""
    pieces = [sentence_pieces(hit.document.text, hit.document.lang) for hit in hits]
    forms = [matching_form(hit.document.text, hit.document.lang) for hit in hits]
    tables = _vectors(hits, pieces, forms, vectors)
    nears = [table @ question for table in tables]
    worth, where = list[float](), list[tuple[int, int]]()
    starts = [np.array([start for start, _ in own], np.int64) for own in pieces]
    for number, near in enumerate(nears):
        cover = np.zeros(len(near), np.float32)
        for places in keyword_places(forms[number], keywords):
            firsts = [start for start, _ in places]
            cover[np.unique(np.searchsorted(starts[number], firsts, "right")) - 1] += 1
        values = (near + COVER * cover / max(1, len(keywords))).tolist()
        worth += values
        where += [(number, k) for k in range(len(values))]
    chosen = {where[k] for k in np.argsort(-np.array(worth), kind="stable")[:limit].tolist()}
    for number in range(len(hits)):
        own = [k for k, place in enumerate(where) if place[0] == number]
        if own:
            chosen.add(where[max(own, key=lambda k: (worth[k], -k))])
    return [
        ReadDocument(
            hit, forms[number], starts[number], pieces[number], nears[number],
            tuple(sorted(k for own, k in chosen if own == number)),
        )
        for number, hit in enumerate(hits)
    ]  # fmt: skip


def _vectors(
    hits: Sequence[Hit],
    pieces: Sequence[tuple[tuple[int, str], ...]],
    forms: Sequence[str],
    vectors: SentenceVectors | None,
) -> list[Floats]:
    """Of each document the vectors of its sentences, from the index where it has them."""
    known = [vectors(hit.document) if vectors else None for hit in hits]
    texts = [
        form[start : start + len(part)]
        for own, form, given in zip(pieces, forms, known, strict=True)
        if given is None
        for start, part in own
    ]
    fresh = text_vectors().vectors(texts) if texts else np.zeros((0, 0), np.float32)
    tables, at = list[Floats](), 0
    for own, given in zip(pieces, known, strict=True):
        if given is None:
            tables.append(fresh[at : at + len(own)])
            at += len(own)
        else:
            tables.append(_shared(own, *given))
    return tables


def _shared(
    pieces: tuple[tuple[int, str], ...],
    places: npt.NDArray[np.integer],
    vectors: npt.NDArray[np.floating],
) -> Floats:
    """Vectors of sentences out of those of others in the same text, each as far as it overlaps."""
    starts = np.array([start for start, _ in pieces], np.int64)[:, None]
    ends = starts + np.array([len(part) for _, part in pieces], np.int64)[:, None]
    common = np.minimum(ends, places[:, 1]) - np.maximum(starts, places[:, 0])
    mixed = np.maximum(common, 0).astype(np.float32) @ vectors.astype(np.float32)
    lengths = np.linalg.norm(mixed, axis=1, keepdims=True)
    rows: Floats = mixed / np.where(lengths > 0, lengths, 1)
    return rows
