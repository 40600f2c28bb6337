"""Answer candidates out of the documents that were found (Mitamura et al. 2006, section 3.4).

The extractors run side by side: `light-ix`, the paper's; `patterns`, phrases in which answers of a kind
stand; `ranker`, learnt from questions with their answers. What several of them found is merged.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from likewise.ask.documents import AnswerCandidate, Hit
from likewise.ask.extraction.keyword_places import KeywordForms, forms_of, keyword_places
from likewise.ask.extraction.light_ix import light_ix, token_spans
from likewise.ask.extraction.matching_form import matching_form
from likewise.ask.extraction.spans import Span, spans_of
from likewise.ask.extraction.words import sentences_of
from likewise.ask.question import Question
from likewise.ask.translated import QuestionTranslation
from likewise.errors import InputError

__all__ = ["EXTRACTORS", "extract"]

EXTRACTORS = ("light-ix",)


def extract(
    question: Question,
    translation: QuestionTranslation,
    hits: Sequence[Hit],
    *,
    extractors: Iterable[str] = EXTRACTORS,
    measure: str = "",
    alpha: float = 0.1,
    documents: int = 5,
    limit: int = 50,
) -> list[AnswerCandidate]:
    """The places that may answer, the best first, at most `limit` of them.

    `measure` is the distance of Light IX (`light_ix.DISTANCES`), by default that of the paper: linear over
    characters for Chinese, logarithmic over words for Japanese. Only the first `documents` hits are read.
    """
    chosen = tuple(extractors)
    for name in chosen:
        if name not in EXTRACTORS:
            raise InputError(f"unknown extractor '{name}', expected some of {', '.join(EXTRACTORS)}")
    keywords = forms_of(translation)
    found = list[AnswerCandidate]()
    for hit in hits[:documents]:
        found += light_ix_candidates(question, keywords, hit, measure=measure, alpha=alpha)
    return merged(found)[:limit]


def light_ix_candidates(
    question: Question, keywords: tuple[KeywordForms, ...], hit: Hit, *, measure: str = "", alpha: float = 0.1
) -> list[AnswerCandidate]:
    """Names, numbers and times of the wanted type that are no keywords; the best mention of each text."""
    document = hit.document
    chinese = document.lang.startswith("zh")
    form = matching_form(document.text, document.lang)
    places = keyword_places(form, keywords)
    bounds = [(k, k + 1) for k in range(len(form))]
    if not chinese:
        bounds = [(w.start, w.end) for s in sentences_of(document.text, document.lang) for w in s.words]
    tokens = [token_spans(own, bounds) for own in places]
    best = dict[str, AnswerCandidate]()
    for span in spans_of(document.text, document.lang):
        if not wanted(span, question) or is_keyword(form[span.start : span.end], keywords):
            continue
        for answer in token_spans([(span.start, span.end)], bounds):
            score, occurrence, near = light_ix(
                answer, tokens, measure=measure or ("linear" if chinese else "log"), alpha=alpha
            )
            old = best.get(span.text)
            if old is None or score > old.score:
                best[span.text] = AnswerCandidate(
                    span.text, document.id, span.start, span.end, span.answer_type, score, "light-ix",
                    {"occurrence": occurrence, "distance": near},
                )  # fmt: skip
    return list(best.values())


def wanted(span: Span, question: Question) -> bool:
    """Whether a place is of the type that the question asks for; a thing may be any name, title or phrase."""
    if question.answer_type in ("thing", "reason"):
        return span.answer_type in ("title", "organization", "location", "person") or span.shape == "bracket"
    if question.answer_type == "time" and span.answer_type == "time":
        return question.subtype not in ("year", "date") or span.subtype in (question.subtype, "year", "date")
    return span.answer_type == question.answer_type


def is_keyword(form: str, keywords: tuple[KeywordForms, ...]) -> bool:
    """Whether a text in matching form is one of the keywords, which is never the answer."""
    return any(form == other for keyword in keywords for other, _ in keyword.forms)


def merged(candidates: Iterable[AnswerCandidate]) -> list[AnswerCandidate]:
    """Each place once, with its best score and all its parts, the best first."""
    best = dict[tuple[str, int, int], AnswerCandidate]()
    for one in candidates:
        key = (one.document, one.start, one.end)
        old = best.get(key)
        if old is None:
            best[key] = one
        else:
            first, second = (one, old) if one.score > old.score else (old, one)
            names = dict.fromkeys(f"{first.extractor}+{second.extractor}".split("+"))
            best[key] = replace(first, extractor="+".join(names), parts={**second.parts, **first.parts})
    return sorted(best.values(), key=lambda one: (-one.score, one.document, one.start, one.end))
