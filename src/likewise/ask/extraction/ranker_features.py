"""What speaks for a place being the answer to a question, as a row of numbers with names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from likewise.ask.extraction.document_view import DocumentView, document_views
from likewise.ask.extraction.keyword_spans import KeywordForms, keyword_places
from likewise.ask.extraction.pattern_table import pattern_scores
from likewise.ask.extraction.read_sentences import ReadDocument
from likewise.ask.question import Question
from likewise.text import multilingual_encoder

__all__ = ["FEATURES", "NAMED_TYPES", "QuestionView", "feature_rows", "question_view"]

Floats = npt.NDArray[np.float32]

FEATURES = (
    "class", "signs", "sentence", "sentence-best", "around", "document-best", "rank", "score", "cover",
    "cover-around", "cover-document", "near", "near-log", "near-soft", "soft-cover", "overlap", "is-keyword",
    "question-word", "focus", "focus-beside", "type", "subtype", "documents", "mentions", "length",
    "words", "place", "first-sentence", "pattern", "bracket", "quoted", "clause",
    "clause-near", "clause-pair", "clause-best", "near-all", "class-top",
    "type-named", "type-other",
)  # fmt: skip
"""Columns of a row."""
_COLUMN = {name: number for number, name in enumerate(FEATURES)}
NAMED_TYPES = ("person", "location", "organization", "number", "time")
"""Types that places can be told to be of."""
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
    view: QuestionView, read: Sequence[ReadDocument], sign_weights: npt.NDArray[np.floating]
) -> list[tuple[DocumentView, Floats]]:
    """Of each document that is read the view and a row for each of its spans."""
    best = max((float(one.near.max(initial=-1)) for one in read), default=0.0)
    top = max((one.hit.score for one in read), default=0.0)
    rows = list[tuple[DocumentView, Floats]]()
    for rank, document in enumerate(document_views(read)):
        table = _rows(view, document, rank, sign_weights)
        forms = [document.form[a:b] for a, b in document.bounds[:, :2].tolist()]
        mentions = {form: document.form.count(form) for form in set(forms)}
        holders = {form: sum(form in one.form for one in read) for form in mentions}
        score = document.read.hit.score
        table[:, _COLUMN["documents"]] = [np.log(holders[form]) for form in forms]
        table[:, _COLUMN["mentions"]] = [np.log(max(1, mentions[form])) for form in forms]
        table[:, _COLUMN["sentence-best"]] = table[:, _COLUMN["sentence"]] - best
        table[:, _COLUMN["score"]] = score / top - 1 if top > 0 else 0.0
        rows.append((document, table))
    return rows


def _rows(
    view: QuestionView, document: DocumentView, rank: int, sign_weights: npt.NDArray[np.floating]
) -> Floats:
    spans, bounds = document.spans, document.bounds
    count = len(spans)
    if not count:
        return np.zeros((0, len(FEATURES)), np.float32)
    columns = dict[str, npt.ArrayLike]()
    columns["class"] = view.class_scores[document.classes]
    columns["signs"] = sign_weights[document.signs].astype(np.float32).sum(1)
    near = document.read.near
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
    is_named = question.answer_type in NAMED_TYPES
    kinds = [span.answer_type for span in spans]
    fits = np.array([kind == question.answer_type for kind in kinds])
    named = np.array([is_named and kind in NAMED_TYPES for kind in kinds])
    columns |= {"type": fits, "type-named": fits & named, "type-other": named & ~fits}
    columns["subtype"] = [bool(question.subtype) and span.subtype == question.subtype for span in spans]
    columns["length"] = np.log(np.maximum(1, bounds[:, 1] - bounds[:, 0]))
    columns["words"] = np.minimum(bounds[:, 4] - bounds[:, 3], 12) / 4
    starts = document.read.starts
    lengths = np.array([max(1, len(part)) for _, part in document.read.pieces])
    columns["place"] = (bounds[:, 0] - starts[sentence]) / lengths[sentence]
    columns["first-sentence"] = sentence == 0
    lang = document.read.hit.document.lang
    columns["pattern"] = pattern_scores(question, view.keywords, document.form, spans, lang)
    for shape in ("bracket", "quoted", "clause"):
        columns[shape] = [span.shape == shape for span in spans]
    table = np.zeros((count, len(FEATURES)), np.float32)
    for name, values in columns.items():
        table[:, _COLUMN[name]] = values
    return table


def _keyword_columns(view: QuestionView, document: DocumentView) -> dict[str, npt.ArrayLike]:
    """How much of the question stands in the sentence, around it, how near; by exact translations."""
    bounds = document.bounds
    count, total = len(bounds), max(1, len(view.keywords))
    names = ("cover", "cover-around", "cover-document", "near", "near-log", "overlap", "is-keyword")
    columns = dict[str, npt.NDArray[Any]]((name, np.zeros(count, np.float32)) for name in names)
    starts = document.read.starts
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
    order, places = np.arange(len(words)), words[:, 3]
    inside = (order >= firsts[:, None]) & (order < lasts[:, None])
    lines = words[None, :, 2] == bounds[:, None, 2]
    gaps = np.maximum(places[firsts][:, None] - places, places - places[lasts - 1][:, None])
    gaps = np.maximum(1, gaps)
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
