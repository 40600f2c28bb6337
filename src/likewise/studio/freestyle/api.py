"""Rhyme schemes, responses to a line, verse by a scheme, and models learnt from one's own lyrics."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from fastapi import Path
from pydantic import Field

from likewise.errors import InputError
from likewise.freestyle import verses_of_text
from likewise.studio.freestyle.rated_responses import rate_response
from likewise.studio.freestyle.service import FreestyleService
from likewise.studio.web import Body, House, Reviewer, Studio, api_router, clean_text
from likewise.text import find_language, unknown_language

__all__ = [
    "LINE", "MODES", "MOST_LINES", "MOST_WORDS", "VERSE", "VERSE_LINES", "learnt", "line_of", "responses_to",
    "router", "scheme_of", "written",
]  # fmt: skip

router = api_router("freestyle")
LINE, MOST_WORDS = 500, 40
"""Characters of a line, and words of a line that is asked for."""
VERSE, MOST_LINES = 20_000, 400
"""Characters and lines of a verse whose scheme is looked for."""
VERSE_LINES = 32
"""Lines of a verse that is written."""
LYRICS = 8_000_000
_FEWEST = 10
MODES = ("best", "paper")

Line = Annotated[str, Field(min_length=1, max_length=LINE)]
Word = Annotated[str, Field(min_length=1, max_length=60)]
Words = Annotated[list[Annotated[int, Field(ge=1, le=MOST_WORDS)]], Field(min_length=2, max_length=2)]
Name = Annotated[str, Field(min_length=1, max_length=200)]
Lang = Annotated[str, Field(min_length=2, max_length=20)]
Place = Annotated[int, Field(ge=0, lt=VERSE_LINES)]
Level = Literal["good", "acceptable", "bad"]


class VerseQuestion(Body):
    """Verse in any language; blank lines part stanzas. The mode `paper` knows no sounds and no spelling."""

    text: Annotated[str, Field(min_length=1, max_length=VERSE)]
    mode: Literal["best", "paper"] = "best"
    lang: Lang | None = None


class ChallengeQuestion(Body):
    """A line to answer; `words` is the least and the most number of them, `clean` leaves profanity out."""

    challenge: Line
    nbest: Annotated[int, Field(ge=1, le=20)] = 3
    end: Word | None = None
    words: Words | None = None
    require: Annotated[list[Word], Field(max_length=10)] = Field(default_factory=list)
    ban: Annotated[list[Word], Field(max_length=100)] = Field(default_factory=list)
    clean: bool = False
    model: Name | None = None
    lang: Lang | None = None


class VerseWish(Body):
    """A verse by a scheme; by line from 0: `locked` lines stay, `ends` are last words, `keep` others."""

    scheme: Annotated[str, Field(min_length=1, max_length=VERSE_LINES, pattern="^[A-Za-z]+$")] = "AABB"
    theme: Annotated[list[Word], Field(max_length=10)] = Field(default_factory=list)
    words: Words | None = None
    locked: dict[Place, Line] = Field(default_factory=dict)
    ends: dict[Place, Word] = Field(default_factory=dict)
    keep: dict[Place, Annotated[list[Word], Field(max_length=5)]] = Field(default_factory=dict)
    again: Place | None = None
    clean: bool = False
    seed: Annotated[int, Field(ge=0, le=2**31)] = 1
    model: Name | None = None
    lang: Lang | None = None


class Lyrics(Body):
    """Verse of one's own to learn from: a line each, a blank line between verses."""

    name: Annotated[str, Field(min_length=1, max_length=40)]
    lang: Lang = "en"
    text: Annotated[str, Field(min_length=1, max_length=LYRICS)]


class ResponseRating(Body):
    """How good a response is; it goes to the campaign of responses."""

    challenge: Line
    response: Line
    model: Name
    fluency: Level
    rhyming: Level


def line_of(text: str, field: str) -> str:
    """A text in one line of bounded length."""
    line = " ".join(clean_text(text, field).split())
    if not line:
        raise InputError("expected a line of words", field=field)
    if len(line) > LINE:
        raise InputError(f"expected at most {LINE} characters", field=field)
    return line


def language_of(lang: str | None) -> str | None:
    """The code of a language that was named."""
    if not lang:
        return None
    known = find_language(lang)
    if known is None:
        raise unknown_language(lang)
    return known.code


def scheme_of(studio: Studio, text: str, mode: str, lang: str | None = None) -> dict[str, Any]:
    """The lines of a verse, empty ones left out, with their rhyme classes, cuts and confidence."""
    if mode not in MODES:
        raise InputError(f"expected one of {', '.join(MODES)}", field="mode")
    if len(text) > VERSE:
        raise InputError(f"expected at most {VERSE:,} characters", field="text")
    verses = verses_of_text(clean_text(text, "text"))
    stanzas = [[" ".join(line.split()) for line in verse.lines] for verse in verses]
    lines = [line for stanza in stanzas for line in stanza]
    if not lines:
        raise InputError("expected lines of verse", field="text")
    if len(lines) > MOST_LINES or any(len(line) > LINE for line in lines):
        raise InputError(f"expected at most {MOST_LINES} lines of {LINE} characters", field="text")
    told = studio.service(FreestyleService).schemes(stanzas, mode, language_of(lang) or "")
    return {"lines": lines, **told}


def responses_to(
    studio: Studio, challenge: str, *, model: str | None = None, lang: str | None = None, **wishes: Any
) -> dict[str, Any]:
    """The best responses to a line by a model, else by the first of a language."""
    service = studio.service(FreestyleService)
    chosen = service.shelf.find(model, None if model else language_of(lang))
    line = line_of(challenge, "challenge")
    best = service.respond(chosen, line, **wishes)
    return {"model": chosen.name, "lang": chosen.lang, "challenge": line, "responses": best}


def written(
    studio: Studio, scheme: str, *, model: str | None = None, lang: str | None = None,
    locked: Mapping[int, str], ends: Mapping[int, str], keep: Mapping[int, Sequence[str]],
    again: int | None = None, **wishes: Any,
) -> dict[str, Any]:  # fmt: skip
    """A verse by a scheme; `again` is a line to be written anew, the others being locked."""
    service = studio.service(FreestyleService)
    chosen = service.shelf.find(model, None if model else language_of(lang))
    for name, places in (("locked", locked), ("ends", ends), ("keep", keep), ("again", [again])):
        if odd := next((one for one in places if one is not None and one >= len(scheme)), None):
            raise InputError(f"the verse has lines 0 to {len(scheme) - 1}, not {odd}", field=name)
    lines = {place: line_of(text, "locked") for place, text in locked.items()}
    told = service.write(
        chosen,
        scheme.upper(),
        lines,
        keep=keep,
        again=again,
        ends=[[*pair] for pair in ends.items()],
        **wishes,
    )
    return {"model": chosen.name, "lang": chosen.lang, "scheme": scheme.upper(), "lines": told}


def learnt(studio: Studio, name: str, lang: str, text: str) -> dict[str, Any]:
    """Begin to learn a model from lyrics."""
    if len(text) > LYRICS:
        raise InputError(f"expected at most {LYRICS:,} characters", field="text")
    if sum(bool(line.strip()) for line in text.splitlines()) < _FEWEST:
        raise InputError(f"expected at least {_FEWEST} lines to learn from", field="text")
    service = studio.service(FreestyleService)
    service.learn(name, language_of(lang) or "en", text)
    return service.training.state.as_dict()


@router.get("/freestyle/models")
def models(studio: House, person: Reviewer) -> dict[str, Any]:
    """The models of this studio, the first of which is used where none is named, and how far training is."""
    service = studio.service(FreestyleService)
    shelf = [model.as_dict() for model in service.shelf.models]
    return {"models": shelf, "training": service.training.state.as_dict()}


@router.post("/freestyle/models", status_code=202)
def learn(studio: House, person: Reviewer, body: Lyrics) -> dict[str, Any]:
    """Learn a model from lyrics, in about a minute; it stays on this machine. One is learnt at a time."""
    return {"training": learnt(studio, body.name, body.lang, body.text)}


@router.delete("/freestyle/models/{name}")
def forget(studio: House, person: Reviewer, name: Annotated[str, Path(max_length=40)]) -> dict[str, Any]:
    """Delete a model that was learnt here."""
    studio.service(FreestyleService).shelf.remove(name)
    return {"deleted": name}


@router.post("/freestyle/schemes")
def schemes(studio: House, person: Reviewer, body: VerseQuestion) -> dict[str, Any]:
    """Which lines of a verse rhyme: `labels`, the lines at which stanzas begin (`cuts`), and `confidence`."""
    return scheme_of(studio, body.text, body.mode, body.lang)


@router.post("/freestyle/respond")
def respond(studio: House, person: Reviewer, body: ChallengeQuestion) -> dict[str, Any]:
    """The best responses to a line, each with the rules used, why it rhymes, and what it copied.

    Where the model knows no word of the line, `known` is false: what it answers is chance.

    The first question takes longer: the model is loaded, or learnt from the verse of the package.
    """
    asked = body.model_dump()
    return responses_to(studio, asked.pop("challenge"), **asked)


@router.post("/freestyle/write")
def write(studio: House, person: Reviewer, body: VerseWish) -> dict[str, Any]:
    """A verse by a rhyme scheme, line by line, each with its response."""
    asked = body.model_dump()
    return written(studio, asked.pop("scheme"), **asked)


@router.post("/freestyle/ratings", status_code=201)
def rate(studio: House, person: Reviewer, body: ResponseRating) -> dict[str, Any]:
    """Rate a response; gives the campaign that holds the ratings."""
    model = studio.service(FreestyleService).shelf.find(body.model)
    challenge, response = line_of(body.challenge, "challenge"), line_of(body.response, "response")
    marks: dict[str, str] = {"fluency": body.fluency, "rhyming": body.rhyming}
    answer = rate_response(studio, person, challenge, response, model.name, model.lang, marks)
    return {"answer": answer.id, "campaign": "freestyle-responses"}
