"""The sentences of a document that are read, as the ranker sees them: places, clauses, words with vectors."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from likewise.ask.extraction.answer_span import AnswerSpan
from likewise.ask.extraction.read_sentences import ReadDocument
from likewise.ask.extraction.span_features import span_signs
from likewise.ask.extraction.spans import spans_of
from likewise.ask.extraction.tagged_words import TaggedSentence
from likewise.ask.extraction.text_vectors import text_vectors
from likewise.ask.extraction.words import sentences_of
from likewise.text import multilingual_encoder

__all__ = ["DocumentView", "document_views"]

Floats = npt.NDArray[np.float32]
SHORTEST = 6
APART = 12
"""Words that a sentence which is not read counts for."""
_CLAUSE_END = re.compile(r"[，,；;：:]|(?<=[ぁ-ん])、")
_NOT_ASKED = frozenset("uwcxpq")


@dataclass(frozen=True)
class DocumentView:
    """One document; rows of `bounds`, `signs` and `classes` belong to `spans`."""

    read: ReadDocument
    spans: tuple[AnswerSpan, ...]
    sentences: tuple[TaggedSentence, ...]
    bounds: npt.NDArray[np.int32]
    """Of each span: start, end, sentence (of all), first word, word after the last (of those read)."""
    signs: npt.NDArray[np.int32]
    classes: npt.NDArray[np.int16]
    word_bounds: npt.NDArray[np.int32]
    """Of each word: start, end, sentence, and its place with the sentences that are not read."""
    word_vectors: Floats
    """Zeros for particles and marks."""
    clauses: npt.NDArray[np.int32]
    """Where each clause begins."""
    clause_vectors: Floats
    pair_vectors: Floats
    """Of each clause together with the one before it in its sentence."""

    @property
    def form(self) -> str:
        """The text in matching form."""
        return self.read.form


def document_views(read: Sequence[ReadDocument]) -> list[DocumentView]:
    """The views of documents; what has no vector yet is encoded in one pass for all of them."""
    sentences = [sentences_of(one.hit.document.text, one.hit.document.lang, only=one.chosen) for one in read]
    cuts = [
        [(k, place) for k, s in zip(one.chosen, own, strict=True) for place in _clauses(s)]
        for one, own in zip(read, sentences, strict=True)
    ]
    clauses = [[one.form[a:b] for _, (a, b) in own] for one, own in zip(read, cuts, strict=True)]
    vectors = text_vectors().vectors([text for own in clauses for text in own])
    surfaces = [
        ["" if w.tag in _NOT_ASKED else one.form[w.start : w.end] for s in own for w in s.words]
        for one, own in zip(read, sentences, strict=True)
    ]
    words = multilingual_encoder().words(text for own in surfaces for text in own)
    views, clause, word = list[DocumentView](), 0, 0
    for one, own, places, texts in zip(read, sentences, cuts, surfaces, strict=True):
        views.append(
            _view(one, own, places, vectors[clause : clause + len(places)], words[word : word + len(texts)])
        )
        clause, word = clause + len(places), word + len(texts)
    return views


def _view(
    read: ReadDocument,
    sentences: tuple[TaggedSentence, ...],
    cuts: list[tuple[int, tuple[int, int]]],
    clause_vectors: Floats,
    word_vectors: Floats,
) -> DocumentView:
    document = read.hit.document
    spans = spans_of(document.text, document.lang, only=read.chosen)
    firsts = np.cumsum([0, *(len(sentence.words) for sentence in sentences)])
    rows = [(s.start, s.end, read.chosen[s.sentence], s.first, s.last) for s in spans]
    bounds = np.array(rows, np.int32).reshape(len(spans), 5)
    bounds[:, 3:] += firsts[[s.sentence for s in spans], None].astype(np.int32)
    words = [
        (word.start, word.end, number, firsts[k] + i + APART * (number - k))
        for k, (number, sentence) in enumerate(zip(read.chosen, sentences, strict=True))
        for i, word in enumerate(sentence.words)
    ]
    pairs = clause_vectors.copy()
    for k in range(1, len(cuts)):
        if cuts[k][0] == cuts[k - 1][0]:
            both = clause_vectors[k - 1] + clause_vectors[k]
            pairs[k] = both / max(1e-6, float(np.linalg.norm(both)))
    signs, classes = span_signs(document.text, document.lang, only=read.chosen)
    return DocumentView(
        read, spans, sentences, bounds, signs, classes,
        np.array(words, np.int32).reshape(len(words), 4), word_vectors,
        np.array([start for _, (start, _) in cuts], np.int32), clause_vectors, pairs,
    )  # fmt: skip


def _clauses(sentence: TaggedSentence) -> list[tuple[int, int]]:
    """Places of the clauses of a sentence; what is shorter than `SHORTEST` goes with the next."""
    cuts, start = list[tuple[int, int]](), 0
    for match in _CLAUSE_END.finditer(sentence.text):
        if match.end() - start >= SHORTEST:
            cuts.append((sentence.start + start, sentence.start + match.end()))
            start = match.end()
    if start < len(sentence.text):
        cuts.append((sentence.start + start, sentence.start + len(sentence.text)))
    return cuts
