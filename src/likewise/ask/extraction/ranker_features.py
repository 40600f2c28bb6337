"""What speaks for a place being the answer to a question, as a row of numbers with names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from likewise.ask.documents import Hit
from likewise.ask.extraction.document_view import DocumentView, document_view
from likewise.ask.extraction.keyword_spans import KeywordForms, keyword_places
from likewise.ask.extraction.pattern_table import pattern_scores
from likewise.ask.question import Question
from likewise.text import multilingual_encoder

__all__ = ["FEATURES", "QuestionView", "feature_rows", "question_view"]

Floats = npt.NDArray[np.float32]

FEATURES = (
    "class", "signs", "sentence", "sentence-best", "around", "document-best", "rank", "score", "cover",
    "cover-around", "cover-document", "near", "near-log", "near-soft", "soft-cover", "overlap", "is-keyword",
    "question-word", "focus", "focus-beside", "type", "subtype", "documents", "mentions", "length",
    "words", "place", "first-sentence", "pattern", "bracket", "quoted", "clause",
    "clause-near", "clause-pair", "clause-best", "near-all", "class-top",
)  # fmt: skip
"""Columns of a row."""
SOFT = 0.45
"""A word as near to a keyword as this may be its translation."""


@dataclass(frozen=True)
class QuestionView:
    """A question with its vectors: of the whole, of its keywords, of what it asks for."""

    question: Question
    keywords: tuple[KeywordForms, ...]
    vector: Floats
    keyword_vectors: Floats
    focus: Floats
    class_scores: Floats
    """Log probability of each class of answer."""


def question_view(
    question: Question, keywords: tuple[KeywordForms, ...], class_weights: npt.NDArray[np.floating]
) -> QuestionView:
    """The view of a question; `class_weights` are of the model that tells the class of the answer."""
    encoder = multilingual_encoder()
    vector = encoder.sentences([question.text])[0]
    scores = np.append(vector, 1.0) @ class_weights
    scores = scores - scores.max()
    scores = scores - np.log(np.exp(scores).sum())
    texts = [keyword.text for keyword in question.keywords]
    return QuestionView(
        question,
        keywords,
        vector,
        encoder.words(texts),
        encoder.words([question.focus])[0],
        scores.astype(np.float32),
    )


def feature_rows(
    view: QuestionView, hits: Sequence[Hit], sign_weights: npt.NDArray[np.floating]
) -> list[tuple[DocumentView, Floats]]:
    """Of each hit the document and a row for each of its spans."""
    rows = [_rows(view, hit, rank, sign_weights) for rank, hit in enumerate(hits)]
    column = {name: number for number, name in enumerate(FEATURES)}
    counts = Counter(form for document, _ in rows for form in {_form(document, s) for s in document.bounds})
    best = max((float(table[:, column["sentence"]].max(initial=-1)) for _, table in rows), default=0.0)
    top = max((hit.score for hit in hits), default=0.0)
    for (document, table), hit in zip(rows, hits, strict=True):
        mentions = Counter(_form(document, bounds) for bounds in document.bounds)
        forms = [_form(document, bounds) for bounds in document.bounds]
        table[:, column["documents"]] = [np.log(counts[form]) for form in forms]
        table[:, column["mentions"]] = [np.log(mentions[form]) for form in forms]
        table[:, column["sentence-best"]] = table[:, column["sentence"]] - best
        table[:, column["score"]] = hit.score / top - 1 if top > 0 else 0.0
    return rows


def _form(document: DocumentView, bounds: npt.NDArray[np.int32]) -> str:
    return document.form[bounds[0] : bounds[1]]


def _rows(
    view: QuestionView, hit: Hit, rank: int, sign_weights: npt.NDArray[np.floating]
) -> tuple[DocumentView, Floats]:
    document = document_view(hit.document.text, hit.document.lang)
    spans, bounds = document.spans, document.bounds
    count = len(spans)
    columns = dict[str, npt.ArrayLike]()
    columns["class"] = view.class_scores[document.classes]
    columns["signs"] = sign_weights[document.signs].astype(np.float32).sum(1)
    near = document.sentence_vectors @ view.vector
    sentence = bounds[:, 2]
    around = np.maximum(np.append(near[1:], -1.0), np.append(-1.0, near[:-1]))
    columns |= {"sentence": near[sentence], "around": around[sentence], "rank": 1 / (1 + rank)}
    columns["document-best"] = near.max(initial=-1.0)
    at = np.searchsorted(document.clauses, bounds[:, 0], "right") - 1
    own, pair = document.clause_vectors @ view.vector, document.pair_vectors @ view.vector
    columns |= {"clause-near": own[at], "clause-pair": pair[at]}
    columns["clause-best"] = np.maximum(own, pair)[at] - np.maximum(own, pair).max()
    columns["class-top"] = view.class_scores[document.classes] - view.class_scores.max()
    columns |= _keyword_columns(view, document)
    columns |= _word_columns(view, document)
    question = view.question
    kinds = [span.answer_type for span in spans]
    columns["type"] = [kind == question.answer_type for kind in kinds]
    columns["subtype"] = [bool(question.subtype) and span.subtype == question.subtype for span in spans]
    columns["length"] = np.log(np.maximum(1, bounds[:, 1] - bounds[:, 0]))
    columns["words"] = np.minimum(bounds[:, 4] - bounds[:, 3], 12) / 4
    starts = np.array([one.start for one in document.sentences] or [0])
    lengths = np.array([max(1, len(one.text)) for one in document.sentences] or [1])
    columns["place"] = (bounds[:, 0] - starts[sentence]) / lengths[sentence] if count else 0.0
    columns["first-sentence"] = sentence == 0
    columns["pattern"] = pattern_scores(question, view.keywords, document.form, spans, hit.document.lang)
    for shape in ("bracket", "quoted", "clause"):
        columns[shape] = [span.shape == shape for span in spans]
    table = np.zeros((count, len(FEATURES)), np.float32)
    for number, name in enumerate(FEATURES):
        if name in columns:
            table[:, number] = columns[name]
    return document, table


def _keyword_columns(view: QuestionView, document: DocumentView) -> dict[str, npt.ArrayLike]:
    """How much of the question stands in the sentence, around it, how near; by exact translations."""
    bounds = document.bounds
    count, total = len(bounds), max(1, len(view.keywords))
    names = ("cover", "cover-around", "cover-document", "near", "near-log", "overlap", "is-keyword")
    columns = dict[str, npt.NDArray[Any]]((name, np.zeros(count, np.float32)) for name in names)
    starts = np.array([one.start for one in document.sentences] or [0])
    for places in keyword_places(document.form, view.keywords):
        if not places or not count:
            continue
        where = np.array(places)
        own = np.searchsorted(starts, where[:, 0], "right") - 1
        gaps = np.maximum(bounds[:, None, 0] - where[:, 1], where[:, 0] - bounds[:, None, 1])
        common = np.minimum(bounds[:, None, 1], where[:, 1]) - np.maximum(bounds[:, None, 0], where[:, 0])
        away = common <= 0
        lines = np.abs(bounds[:, None, 2] - own)
        columns["cover"] += ((lines == 0) & away).any(1)
        columns["cover-around"] += ((lines <= 1) & away).any(1)
        columns["cover-document"] += away.any(1)
        nearest = np.where(away, np.maximum(gaps + 1, 1), 10_000).min(1)
        columns["near"] += np.where(nearest < 10_000, 1 / nearest, 0)
        columns["near-log"] += np.where(nearest < 10_000, 1 / (1 + np.log(nearest)), 0)
        shares = np.maximum(common, 0).max(1) / np.maximum(1, bounds[:, 1] - bounds[:, 0])
        columns["overlap"] = np.maximum(columns["overlap"], shares)
        same = (bounds[:, None, 0] == where[:, 0]) & (bounds[:, None, 1] == where[:, 1])
        columns["is-keyword"] = np.maximum(columns["is-keyword"], same.any(1))
    for name in ("cover", "cover-around", "cover-document", "near", "near-log"):
        columns[name] = columns[name] / total
    return dict(columns)


def _word_columns(view: QuestionView, document: DocumentView) -> dict[str, npt.ArrayLike]:
    """The same by the encoder: words that mean what a keyword means, and what is asked for."""
    bounds, words = document.bounds, document.word_bounds
    count = len(bounds)
    zeros = np.zeros(count, np.float32)
    if not count or not len(words):
        return dict.fromkeys(("near-soft", "soft-cover", "question-word", "focus"), zeros)
    firsts, lasts = bounds[:, 3], np.maximum(bounds[:, 4], bounds[:, 3] + 1)
    lasts = np.minimum(lasts, len(words))
    firsts = np.minimum(firsts, lasts - 1)
    near_soft, cover, own = zeros.copy(), zeros.copy(), zeros.copy()
    total = max(1, len(view.keyword_vectors))
    places = np.arange(len(words))
    inside = (places >= firsts[:, None]) & (places < lasts[:, None])
    lines = words[None, :, 2] == bounds[:, None, 2]
    gaps = np.maximum(1, np.maximum(firsts[:, None] - places, places - lasts[:, None] + 1))
    weight = 1 / (1 + np.log(gaps))
    for vector in view.keyword_vectors:
        likeness = document.word_vectors @ vector
        soft = np.clip((likeness - SOFT) / (1 - SOFT), 0, 1)
        cover += np.where(lines & ~inside, soft, 0).max(1) / total
        near_soft += np.where(~inside, soft * weight, 0).max(1) / total
        own = np.maximum(own, np.where(inside, likeness, 0).max(1))
    everything = np.zeros(len(words), np.float32)
    if len(view.keyword_vectors):
        everything = np.clip((document.word_vectors @ view.keyword_vectors.T - SOFT) / (1 - SOFT), 0, 1).max(
            1
        )
    near_all = np.where(~inside & lines, everything * weight, 0).sum(1)
    focus = document.word_vectors @ view.focus
    before = focus[np.maximum(firsts - 1, 0)]
    after = focus[np.minimum(lasts, len(words) - 1)]
    return {
        "near-soft": near_soft, "soft-cover": cover, "question-word": own, "focus": focus[lasts - 1],
        "focus-beside": np.maximum(before, after), "near-all": near_all,
    }  # fmt: skip
