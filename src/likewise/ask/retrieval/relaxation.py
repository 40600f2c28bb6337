"""The queries of a question from the strictest to the loosest (Mitamura et al. 2006, section 3.3).

The order of relaxing is ours, for the paper gives none: parts of a keyword side by side, then within 2, then
4 positions, then in any order within 8, then anywhere; then keywords need not stand near each other; then the
type of the answer goes; then keywords, the least telling first; at last any keyword will do.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from likewise.ask.question import AnswerType, Keyword
from likewise.ask.retrieval.keyword_scores import QueryForm
from likewise.ask.retrieval.structured_query import (
    MOST_UNORDERED,
    AllOf,
    AnyOf,
    OrderedWindow,
    QueryTerm,
    SpanQuery,
    StructuredQuery,
    Synonyms,
    TypeTerm,
    UnorderedWindow,
)
from likewise.ask.translated import KeywordTranslation, QuestionTranslation, TranslationCandidate

__all__ = ["RelaxedQuery", "keyword_priority", "relaxed_queries"]

NEAR = 40
"""Positions within which all keywords and the type stand in the first steps."""

Idf = Callable[[str], float]
CutTerm = Callable[[str], Sequence[str]]


@dataclass(frozen=True, slots=True)
class RelaxedQuery:
    """A query with what was given up to come to it."""

    name: str
    query: StructuredQuery


def keyword_priority(keyword: Keyword, idf: float) -> float:
    """How late a keyword is dropped: by its kind (names and phrases 3, nouns 2, others 1) and its rarity."""
    if keyword.kind in ("name", "phrase"):
        kind = 3
    else:
        kind = 2 if keyword.kind == "number" or keyword.part_of_speech in ("NOUN", "PROPN") else 1
    return kind * idf


def relaxed_queries(
    translation: QuestionTranslation,
    answer_type: AnswerType,
    *,
    form: QueryForm = "best",
    types: Collection[str] = (),
    cut: CutTerm | None = None,
    idf: Idf | None = None,
) -> list[RelaxedQuery]:
    """The steps for a question, the strictest first; empty where no keyword has a translation.

    `types` are those that the index has marks of; a type that it has none of is not asked for. `cut` parts a
    term into words (the middle dot and blanks part names, if not given); `idf` tells how rare a term is.
    """
    # A name that is not found as a whole is asked for by its words.
    every = (one for whole in translation.keywords for one in whole.words or (whole,))
    keywords = [one for one in every if one.used]
    if not keywords:
        return []
    cut = cut or _name_parts
    rarity = idf or (lambda text: 1.0)
    marked = [TypeTerm(one) for one in _types(answer_type) if one in types]
    typed: tuple[SpanQuery, ...] = (Synonyms(tuple(marked)),) if marked else ()
    steps: list[RelaxedQuery] = []
    for name, made in (("OD1", _window(1)), ("OD2", _window(2)), ("OD4", _window(4)), ("UW8", _loose)):
        spans = tuple(_keyword(one, form, _of_parts(made, cut)) for one in keywords)
        near = (*spans, *typed)
        if 1 < len(near) <= MOST_UNORDERED:
            steps.append(RelaxedQuery(f"{name}, near", UnorderedWindow(near, NEAR)))
        elif len(near) == 1:
            steps.append(RelaxedQuery(name, _all(near)))
    anywhere = tuple(_keyword_anywhere(one, form, cut) for one in keywords)
    steps.append(RelaxedQuery("AND of parts", _all((*anywhere, *typed))))
    if typed:
        steps.append(RelaxedQuery("no type", _all(anywhere)))
    by_priority = sorted(
        range(len(keywords)),
        key=lambda place: (
            keyword_priority(keywords[place].keyword, rarity(keywords[place].used[0].text)),
            -place,
        ),
    )
    left = list(range(len(keywords)))
    for dropped in by_priority[:-1]:
        left.remove(dropped)
        name = f"without {keywords[dropped].keyword.text}"
        steps.append(RelaxedQuery(name, _all(tuple(anywhere[place] for place in left))))
    if len(anywhere) > 1:
        steps.append(RelaxedQuery("OR", AnyOf(anywhere)))
    return _without_repeats(steps)


def _without_repeats(steps: Sequence[RelaxedQuery]) -> list[RelaxedQuery]:
    """A step that asks the same as the one before is left out."""
    seen = dict[StructuredQuery, RelaxedQuery]()
    for step in steps:
        seen.setdefault(step.query, step)
    return list(seen.values())


def _all(parts: tuple[StructuredQuery, ...]) -> StructuredQuery:
    return parts[0] if len(parts) == 1 else AllOf(parts)


def _types(answer_type: AnswerType) -> tuple[str, ...]:
    """The marks that may answer; what is no name or number has no mark."""
    same = {"location": ("location", "organization"), "organization": ("organization", "location")}
    return same.get(answer_type, (answer_type,))


def _name_parts(text: str) -> list[str]:
    for sign in "・·•":
        text = text.replace(sign, " ")
    return text.split() or [text]


def _window(width: int) -> Callable[[Sequence[str]], SpanQuery]:
    def made(parts: Sequence[str]) -> SpanQuery:
        terms = tuple(QueryTerm(part) for part in parts)
        return terms[0] if len(terms) == 1 else OrderedWindow(terms, width)

    return made


def _of_parts(made: Callable[[Sequence[str]], SpanQuery], cut: CutTerm) -> Callable[[str], SpanQuery]:
    return lambda text: made(cut(text))


def _loose(parts: Sequence[str]) -> SpanQuery:
    terms = tuple(QueryTerm(part) for part in parts)
    if len(terms) == 1:
        return terms[0]
    return UnorderedWindow(terms, 8) if len(terms) <= MOST_UNORDERED else OrderedWindow(terms, 8)


def _used(translation: KeywordTranslation, form: QueryForm) -> Sequence[TranslationCandidate]:
    return translation.used[:1] if form == "best" else translation.used


def _keyword(translation: KeywordTranslation, form: QueryForm, made: Callable[[str], SpanQuery]) -> SpanQuery:
    used = _used(translation, form)
    spans = tuple(made(one.text) for one in used)
    if len(spans) == 1:
        return spans[0]
    weights = tuple(max(one.score, 1e-6) for one in used) if form == "weighted" else ()
    return Synonyms(spans, weights)


def _keyword_anywhere(translation: KeywordTranslation, form: QueryForm, cut: CutTerm) -> StructuredQuery:
    ways: list[StructuredQuery] = []
    for one in _used(translation, form):
        terms = tuple(QueryTerm(part) for part in cut(one.text))
        ways.append(terms[0] if len(terms) == 1 else AllOf(terms))
    if len(ways) == 1:
        return ways[0]
    if all(isinstance(way, QueryTerm) for way in ways):
        return _keyword(translation, form, QueryTerm)
    return AnyOf(tuple(ways))
