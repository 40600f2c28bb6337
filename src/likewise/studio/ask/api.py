"""Questions in English about documents in another language, and the studio's glossaries."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from fastapi import Query
from pydantic import Field

from likewise.errors import InputError
from likewise.studio.ask.service import AskService
from likewise.studio.web import Body, House, Reviewer, Studio, api_router, clean_text

__all__ = ["CHARACTERS", "answers_to", "phrase_of", "router", "translation_language"]

router = api_router("ask")
CHARACTERS = 500
"""Characters of a question."""
_PHRASE = 100
_MOST = 20

Lang = Annotated[str, Field(min_length=2, max_length=20)]
Phrase = Annotated[str, Field(min_length=1, max_length=_PHRASE)]
Wanted = Annotated[str, Query(min_length=2, max_length=20)]
Named = Annotated[str, Query(min_length=1, max_length=_PHRASE)]


class AskQuestion(Body):
    """A question; `corrections` are keywords of it with your translations, `remember` keeps those for all.

    `lang` is the language of the documents, where there are several.
    """

    question: Annotated[str, Field(min_length=1, max_length=CHARACTERS)]
    lang: Lang | None = None
    retrieval: Literal["relaxed", "lexical", "dense", "fused", "ranks"] = "fused"
    candidates: Literal["any", "best", "syn", "weighted"] = "any"
    answers: Annotated[int, Field(ge=1, le=50)] = 10
    corrections: Annotated[dict[Phrase, Phrase], Field(max_length=_MOST)] = Field(default_factory=dict)
    remember: bool = False
    trace: bool = True


class GlossaryEntry(Body):
    """An English word or name with its translation."""

    english: Phrase
    target: Phrase
    lang: Lang | None = None


def phrase_of(text: str, field: str) -> str:
    """A word or a few in one line."""
    line = " ".join(clean_text(text, field).split())
    if not line or line.startswith("#"):
        raise InputError("expected a word or a few", field=field)
    if len(line) > _PHRASE:
        raise InputError(f"expected at most {_PHRASE} characters", field=field)
    return line


def translation_language(studio: Studio, lang: str | None) -> str:
    """A language that keywords are translated into."""
    service = studio.service(AskService)
    spoken = service.language(lang)
    if not service.translates(spoken):
        raise InputError("the documents are in English: nothing is translated", field="lang")
    return spoken


def answers_to(
    studio: Studio, question: str, *, lang: str | None, corrections: Mapping[str, str], remember: bool,
    **settings: Any,
) -> dict[str, Any]:  # fmt: skip
    """The answers with every step; corrections that are to be remembered are, once they have worked."""
    line = " ".join(clean_text(question, "question").split())
    if not line:
        raise InputError("is empty, expected a question in English", field="question")
    if len(line) > CHARACTERS:
        raise InputError(f"is too long, expected at most {CHARACTERS} characters", field="question")
    service = studio.service(AskService)
    spoken = translation_language(studio, lang) if corrections else service.language(lang)
    given = {
        phrase_of(english, "corrections"): phrase_of(target, "corrections")
        for english, target in corrections.items()
    }
    told = service.ask(line, lang=spoken, corrections=given, **settings)
    if remember:
        for english, target in given.items():
            service.glossaries.remember(spoken, english, target)
    return {**told, "lang": spoken, "remembered": given if remember else {}}


@router.post("/ask")
def ask(studio: House, person: Reviewer, body: AskQuestion) -> dict[str, Any]:
    """Answers with confidence, documents and offsets, as `likewise ask question --json` has them.

    Each answer can be cited by `document`, `start` and `end` of its `evidence`. Where there is no good one,
    `reason` says why. `trace` holds every step: the analysis, each keyword with all candidates, the queries,
    documents, places, and seconds by stage. The first question takes longer: the models are loaded.
    """
    told = answers_to(studio, **body.model_dump(exclude={"trace"}))
    if not body.trace:
        told.pop("trace")
    return told


@router.get("/ask/glossary")
def glossary(studio: House, person: Reviewer, lang: Wanted | None = None) -> dict[str, Any]:
    """The translations that people gave, the last one first."""
    spoken = translation_language(studio, lang)
    entries = studio.service(AskService).glossaries.entries(spoken)
    return {"lang": spoken, "entries": [{"english": one, "target": other} for one, other in entries]}


@router.post("/ask/glossary", status_code=201)
def remember(studio: House, person: Reviewer, body: GlossaryEntry) -> dict[str, Any]:
    """Add a translation: it comes before all others wherever its English is a keyword."""
    spoken = translation_language(studio, body.lang)
    english, target = phrase_of(body.english, "english"), phrase_of(body.target, "target")
    studio.service(AskService).glossaries.remember(spoken, english, target)
    return {"lang": spoken, "english": english, "target": target}


@router.delete("/ask/glossary")
def forget(
    studio: House, person: Reviewer, english: Named, target: Named, lang: Wanted | None = None
) -> dict[str, Any]:
    """Take a translation out of the glossary."""
    spoken = translation_language(studio, lang)
    studio.service(AskService).glossaries.forget(spoken, english, target)
    return {"lang": spoken, "english": english, "target": target}
