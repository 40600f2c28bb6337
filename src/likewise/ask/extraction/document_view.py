"""A document as the ranker sees it: places, sentences, clauses and words with vectors, kept for a while."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from likewise.ask.extraction.matching_text import matching_form
from likewise.ask.extraction.span_features import span_signs
from likewise.ask.extraction.spans import AnswerSpan, spans_of
from likewise.ask.extraction.words import TaggedSentence, sentences_of
from likewise.text import multilingual_encoder

__all__ = ["DocumentView", "document_view"]

Floats = npt.NDArray[np.float32]
SHORTEST = 6
_CLAUSE_END = re.compile(r"[，,；;：:]|(?<=[ぁ-ん])、")
_NOT_ASKED = frozenset("uwcxpq")


@dataclass(frozen=True)
class DocumentView:
    """One document; rows of `bounds`, `signs` and `classes` belong to `spans`."""

    form: str
    spans: tuple[AnswerSpan, ...]
    sentences: tuple[TaggedSentence, ...]
    bounds: npt.NDArray[np.int32]
    """Of each span: start, end, sentence, first word, word after the last (both in the document)."""
    signs: npt.NDArray[np.int32]
    classes: npt.NDArray[np.int16]
    sentence_vectors: Floats
    word_bounds: npt.NDArray[np.int32]
    """Of each word: start, end, sentence."""
    word_vectors: Floats
    """Zeros for particles and marks."""
    clauses: npt.NDArray[np.int32]
    """Where each clause begins."""
    clause_vectors: Floats
    pair_vectors: Floats
    """Of each clause together with the one before it in its sentence."""


@lru_cache(maxsize=512)
def document_view(text: str, lang: str) -> DocumentView:
    """The view of a text; reading it anew takes a while, so the last ones are kept."""
    form = matching_form(text, lang)
    sentences, spans = sentences_of(text, lang), spans_of(text, lang)
    firsts = np.cumsum([0, *(len(sentence.words) for sentence in sentences)])
    bounds = np.array(
        [
            (s.start, s.end, s.sentence, firsts[s.sentence] + s.first, firsts[s.sentence] + s.last)
            for s in spans
        ],
        np.int32,
    ).reshape(len(spans), 5)
    words = [(word, number) for number, sentence in enumerate(sentences) for word in sentence.words]
    encoder = multilingual_encoder()
    cuts = [(number, one) for number, s in enumerate(sentences) for one in _clauses(s)]
    pairs = [
        form[(cuts[k - 1][1][0] if k and cuts[k - 1][0] == number else start) : end]
        for k, (number, (start, end)) in enumerate(cuts)
    ]
    surfaces = ["" if word.tag in _NOT_ASKED else form[word.start : word.end] for word, _ in words]
    signs, classes = span_signs(text, lang)
    return DocumentView(
        form,
        spans,
        sentences,
        bounds,
        signs,
        classes,
        encoder.sentences(form[s.start : s.start + len(s.text)] for s in sentences),
        np.array([(word.start, word.end, number) for word, number in words], np.int32).reshape(len(words), 3),
        encoder.words(surfaces),
        np.array([start for _, (start, _) in cuts] or [0], np.int32),
        encoder.sentences([form[start:end] for _, (start, end) in cuts] or [""]),
        encoder.sentences(pairs or [""]),
    )


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
