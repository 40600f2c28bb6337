"""Answer candidates out of the documents that were found (Mitamura et al. 2006, section 3.4).

The extractors run side by side: `light-ix`, the paper's; `patterns`, phrases in which answers of a kind
stand; `ranker`, learnt from questions with their answers. What several of them found is merged: the score is
that of the first extractor named, and the others' scores are among the parts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from likewise.ask.documents import AnswerCandidate, Hit
from likewise.ask.extraction.answer_span import AnswerSpan
from likewise.ask.extraction.keyword_spans import KeywordForms, forms_of, keyword_places
from likewise.ask.extraction.light_ix_scores import light_ix, token_spans
from likewise.ask.extraction.matching_text import matching_form
from likewise.ask.extraction.pattern_table import pattern_scores
from likewise.ask.extraction.read_sentences import SentenceVectors, read_documents
from likewise.ask.extraction.spans import spans_of
from likewise.ask.extraction.text_vectors import text_vectors
from likewise.ask.extraction.words import sentences_of
from likewise.ask.question import Question
from likewise.ask.translated import QuestionTranslation
from likewise.errors import InputError
from likewise.text import multilingual_folder

__all__ = ["EXTRACTORS", "default_extractors", "extract"]

EXTRACTORS = ("ranker", "light-ix", "patterns")
PART = 0.95
"""Of English text a part of a name, a date or a number is worth less than the whole by so much."""
FOCUS, ELSE = 2.0, 0.5
"""Of English text a name that ends with what is asked for; what is no clause where a reason is asked for."""


def default_extractors(lang: str = "") -> tuple[str, ...]:
    """All of them; those that need no encoder where it is not installed, and for English documents."""
    return EXTRACTORS if lang != "en" and multilingual_folder() else EXTRACTORS[1:]


def extract(
    question: Question,
    translation: QuestionTranslation,
    hits: Sequence[Hit],
    *,
    extractors: Iterable[str] = (),
    measure: str = "",
    alpha: float = 0.1,
    documents: int = 5,
    limit: int = 50,
    sentence_vectors: SentenceVectors | None = None,
) -> list[AnswerCandidate]:
    """The places that may answer, the best first, at most `limit` of them.

    `extractors` are some of `EXTRACTORS`, the leading one first; all that can run where none is named.
    `measure` is the distance of Light IX (`light_ix.DISTANCES`), by default that of the paper: linear over
    characters for Chinese, logarithmic over words for Japanese and English. Only the first `documents` hits
    are read; with the ranker, of them the sentences nearest to the question, whose vectors
    `sentence_vectors` may know.
    """
    read = [hit for hit in hits[:documents] if hit.document.text.strip()]
    chosen = tuple(extractors) or default_extractors(read[0].document.lang if read else "")
    for name in chosen:
        if name not in EXTRACTORS:
            raise InputError(f"unknown extractor '{name}', expected some of {', '.join(EXTRACTORS)}")
    keywords = forms_of(translation)
    only: list[tuple[int, ...] | None] = [None] * len(read)
    ranked = list[AnswerCandidate]()
    if "ranker" in chosen and read:
        if any(hit.document.lang == "en" for hit in read):
            raise InputError("the ranker has not learnt English documents, leave it out", field="extractors")
        from likewise.ask.extraction.ranker import answer_ranker

        vector = text_vectors().vectors([question.text])[0]
        places = read_documents(vector, keywords, read, sentence_vectors)
        only = [one.chosen for one in places]
        ranked = answer_ranker().candidates(question, keywords, places)
    runs = list[tuple[str, list[AnswerCandidate]]]()
    for name in chosen:
        own = ranked if name == "ranker" else list[AnswerCandidate]()
        for hit, sentences in zip(read, only, strict=True):
            if name == "light-ix":
                own += _light_ix_candidates(question, keywords, hit, measure, alpha, sentences)
            elif name == "patterns":
                own += _pattern_candidates(question, keywords, hit, sentences)
        runs.append((name, own))
    return merged(runs)[:limit]


def _light_ix_candidates(
    question: Question,
    keywords: tuple[KeywordForms, ...],
    hit: Hit,
    measure: str,
    alpha: float,
    only: tuple[int, ...] | None,
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
    spans = [one for one in spans_of(document.text, document.lang, only) if wanted(one, question)]
    for span in spans:
        if is_keyword(form[span.start : span.end], keywords):
            continue
        for answer in token_spans([(span.start, span.end)], bounds):
            near_to, worth = tokens, 1.0
            if document.lang == "en":
                near_to = [
                    [one for one in own if one[1] <= answer[0] or answer[1] <= one[0]] for own in tokens
                ]
                worth = _english_worth(span, spans, question)
            score, occurrence, near = light_ix(
                answer, near_to, measure=measure or ("linear" if chinese else "log"), alpha=alpha
            )
            score = min(1.0, score * worth)
            old = best.get(span.text)
            if old is None or score > old.score:
                parts = {"light-ix": score, "occurrence": occurrence, "distance": near}
                best[span.text] = _candidate(span, document.id, score, "light-ix", parts)
    return list(best.values())


def _english_worth(span: AnswerSpan, spans: Sequence[AnswerSpan], question: Question) -> float:
    """What the kind of a place counts: a sea for "which sea", a clause for "why", a whole before its part."""
    worth = PART if any(_is_part(span, other) for other in spans) else 1.0
    if question.focus and span.text.lower().split()[-1:] == [question.focus.lower()]:
        worth *= FOCUS
    return worth * (ELSE if question.answer_type == "reason" and span.answer_type != "reason" else 1.0)


def _is_part(span: AnswerSpan, other: AnswerSpan) -> bool:
    """Whether a place is a part of another of the same type, as a number of the same with its unit."""
    return (
        span.answer_type == other.answer_type
        and other.start <= span.start
        and span.end <= other.end
        and other.end - other.start > span.end - span.start
    )


def _pattern_candidates(
    question: Question, keywords: tuple[KeywordForms, ...], hit: Hit, only: tuple[int, ...] | None
) -> list[AnswerCandidate]:
    """Places of the wanted type that stand in a phrase for such answers."""
    document = hit.document
    form = matching_form(document.text, document.lang)
    spans = [
        span
        for span in spans_of(document.text, document.lang, only)
        if wanted(span, question) and not is_keyword(form[span.start : span.end], keywords)
    ]
    scores = pattern_scores(question, keywords, form, spans, document.lang)
    there = sum(bool(places) for places in keyword_places(form, keywords)) / max(1, len(keywords))
    found = list[AnswerCandidate]()
    for span, score in zip(spans, scores, strict=True):
        if score > 0:
            value = score / (1 + score) * there
            found.append(_candidate(span, document.id, value, "patterns", {"patterns": value}))
    return found


def _candidate(
    span: AnswerSpan, document: str, score: float, name: str, parts: dict[str, float]
) -> AnswerCandidate:
    return AnswerCandidate(span.text, document, span.start, span.end, span.answer_type, score, name, parts)


def wanted(span: AnswerSpan, question: Question) -> bool:
    """Whether a place is of the type that the question asks for; a thing may be any name or title."""
    if question.answer_type in ("thing", "reason"):
        names = ("title", "organization", "location", "person")
        if span.answer_type in names or span.shape == "bracket":
            return True
        # Those of English text alone: its noun phrases, and what follows "because".
        return span.shape == "noun" if question.answer_type == "thing" else span.answer_type == "reason"
    if question.answer_type == "time" and span.answer_type == "time":
        return question.subtype != "year" or span.subtype == "year"
    return span.answer_type == question.answer_type


def is_keyword(form: str, keywords: tuple[KeywordForms, ...]) -> bool:
    """Whether a text in matching form is one of the keywords, which is never the answer."""
    return any(form == other for keyword in keywords for other, _ in keyword.forms)


def merged(runs: Sequence[tuple[str, Sequence[AnswerCandidate]]]) -> list[AnswerCandidate]:
    """Each place once with the parts of all extractors, the best first.

    Scores of different extractors have different meanings, so the first run leads: what only others found
    follows, by its own score.
    """
    places = dict[tuple[str, int, int], tuple[int, AnswerCandidate]]()
    for turn, (_, candidates) in enumerate(runs):
        for one in candidates:
            key = (one.document, one.start, one.end)
            first, old = places.get(key, (turn, None))
            if old is None:
                places[key] = (turn, one)
            else:
                names = dict.fromkeys(f"{old.extractor}+{one.extractor}".split("+"))
                places[key] = (
                    first,
                    replace(old, extractor="+".join(names), parts={**one.parts, **old.parts}),
                )
    least = min((one.score for turn, one in places.values() if turn == 0), default=1.0)
    ranked = [
        one if turn == 0 else replace(one, score=one.score * min(least, 1.0)) for turn, one in places.values()
    ]
    return sorted(ranked, key=lambda one: (-one.score, one.document, one.start, one.end))
