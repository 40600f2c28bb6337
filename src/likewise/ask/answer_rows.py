"""Answers as plain data for programs and pages: what was found, and with `trace` every step on the way."""

from __future__ import annotations

from typing import Any

from likewise.ask.answer import Answer, Answers, Evidence
from likewise.ask.documents import AnswerCandidate, Hit
from likewise.ask.question import Question
from likewise.ask.translated import KeywordTranslation

__all__ = ["answer_row", "answers_row", "trace_row"]

_TRACED = 30
"""Candidates of answers in a trace."""


def answers_row(answers: Answers, *, trace: bool = False) -> dict[str, Any]:
    """The answers with their documents, the keywords, the query and the step of relaxation."""
    row: dict[str, Any] = {
        "question": answers.question.text,
        "answers": [answer_row(one) for one in answers.answers],
        "keywords": [_keyword_row(one, trace=False) for one in answers.translation.keywords],
        "query": answers.query,
        "step": answers.step,
    }
    if answers.reason:
        row["reason"] = answers.reason
    return {**row, "trace": trace_row(answers)} if trace else row


def answer_row(answer: Answer) -> dict[str, Any]:
    """An answer with where it stands: cite it by `document` and the places `start` to `end` in its text."""
    row = {
        "text": answer.text,
        "score": round(answer.score, 4),
        "confidence": round(answer.confidence, 4),
        "type": answer.answer_type,
        "documents": list(dict.fromkeys(one.document for one in answer.evidence)),
        "evidence": [_evidence_row(one) for one in answer.evidence],
    }
    extra = {"forms": list(answer.forms), "english": answer.english, "reading": answer.reading}
    return row | {name: value for name, value in extra.items() if value}


def trace_row(answers: Answers) -> dict[str, Any]:
    """Every step: the analysis, all candidates, combinations, queries, documents, places, and the time."""
    translation = answers.translation
    firsts = {hit.document.id: hit.document.start for hit in answers.hits}
    return {
        "analysis": _analysis_row(answers.question),
        "keywords": [_keyword_row(one, trace=True) for one in translation.keywords],
        "combinations": [
            {
                "texts": list(one.texts),
                "translation": one.translation,
                "language_model": one.language_model,
                "overall": one.overall,
            }
            for one in translation.combinations[:10]
        ],
        "window": translation.window,
        "queries": [
            {"step": step, "query": query, "documents": count}
            for step, (query, count) in enumerate(answers.steps, 1)
        ],
        "documents": [_hit_row(one) for one in answers.hits],
        "candidates": [
            _candidate_row(one, firsts.get(one.document, 0)) for one in answers.candidates[:_TRACED]
        ],
        "seconds": dict(answers.seconds),
    }


def _analysis_row(question: Question) -> dict[str, Any]:
    return {
        "answer_type": question.answer_type,
        "subtype": question.subtype,
        "focus": question.focus,
        "rule": question.rule,
        "keywords": [
            {"text": one.text, "kind": one.kind, "span": [one.start, one.end]} for one in question.keywords
        ],
    }


def _keyword_row(one: KeywordTranslation, *, trace: bool) -> dict[str, Any]:
    row: dict[str, Any] = {
        "keyword": one.keyword.text,
        "kind": one.keyword.kind,
        "translations": [candidate.text for candidate in one.used],
    }
    if trace:
        row["candidates"] = [
            {
                "text": candidate.text,
                "sources": list(candidate.sources),
                "score": round(candidate.score, 4),
                "pruned": candidate.pruned,
                "reading": candidate.reading,
            }
            for candidate in one.candidates
        ]
    return row


def _evidence_row(one: Evidence) -> dict[str, Any]:
    return {
        "document": one.document,
        "title": one.title,
        "start": one.start,
        "end": one.end,
        "snippet": one.snippet,
        "snippet_start": one.snippet_start,
        "score": round(one.score, 4),
    }


def _hit_row(hit: Hit) -> dict[str, Any]:
    return {
        "document": hit.document.id,
        "title": hit.document.title,
        "score": round(hit.score, 4),
        "step": hit.step,
        **{name: round(value, 4) for name, value in hit.parts.items()},
    }


def _candidate_row(one: AnswerCandidate, first: int) -> dict[str, Any]:
    """A place; `first` is where the passage that was read begins in its document."""
    return {
        "text": one.text,
        "document": one.document,
        "start": first + one.start,
        "end": first + one.end,
        "type": one.answer_type,
        "score": round(one.score, 4),
        "extractor": one.extractor,
        "parts": {name: round(float(value), 4) for name, value in one.parts.items()},
    }
