"""What sentences deny: cues, scopes and events, with reasons where deep analyses are given."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from pydantic import Field

from likewise.errors import InputError
from likewise.negation import Method
from likewise.studio.negation.sent_analyses import CHARACTERS, LONGEST, SENTENCES, Analysed, key_of
from likewise.studio.negation.service import NegationService
from likewise.studio.web import Body, House, Reviewer, Studio, api_router, clean_text

__all__ = ["compared", "negations_of", "router"]

router = api_router("negation")


class NegationQuestion(Body):
    """Sentences, one a line. `parses` are analyses of some of them; without `text`, of all there are."""

    text: Annotated[str, Field(max_length=CHARACTERS)] = ""
    parses: Annotated[list[Analysed], Field(max_length=SENTENCES)] = Field(default_factory=list)
    model: Annotated[str, Field(min_length=1, max_length=200)] | None = None
    method: Method | None = None
    draw: bool = False


class Pair(Body):
    """Two texts: does the candidate deny what the reference denies?"""

    candidate: Annotated[str, Field(min_length=1, max_length=LONGEST)]
    reference: Annotated[str, Field(min_length=1, max_length=LONGEST)]


def _lines(text: str) -> list[str]:
    lines = (line.strip() for line in clean_text(text, "text").splitlines())
    return [line for line in lines if line]


def negations_of(
    studio: Studio, text: str, parses: Sequence[Analysed] = (), *, model: str | None = None,
    method: str | None = None, draw: bool = False,
) -> dict[str, Any]:  # fmt: skip
    """The negations of each line of a text; a line whose letters have analyses has those, with their text."""
    deep = {key_of(clean_text(one.text, "parses").strip()): one for one in parses}
    lines = _lines(text) or [one.text.strip() for key, one in deep.items() if key]
    if not lines:
        raise InputError("expected a sentence", field="text")
    if len(lines) > SENTENCES:
        raise InputError(f"expected at most {SENTENCES} sentences, a sentence a line", field="text")
    longest = max(len(line) for line in lines)
    if longest > LONGEST or sum(len(line) for line in lines) > CHARACTERS:
        raise InputError(
            f"expected at most {LONGEST:,} characters a sentence and {CHARACTERS:,} in all", field="text"
        )
    sentences: list[dict[str, Any]] = [{"text": line} for line in lines]
    for sentence in sentences:
        if one := deep.get(key_of(sentence["text"])):
            sentence |= {"text": one.text, "parses": [parse.model_dump() for parse in one.parses]}
    return studio.service(NegationService).ask(sentences, model=model, method=method, draw=draw)


def compared(studio: Studio, candidate: str, reference: str) -> dict[str, Any]:
    """Two texts held against each other, each in one line."""
    texts = []
    for field, text in (("candidate", candidate), ("reference", reference)):
        line = " ".join(clean_text(text, field).split())
        if not line or len(line) > LONGEST:
            raise InputError(f"expected a text of at most {LONGEST:,} characters", field=field)
        texts.append(line)
    return studio.service(NegationService).compare(*texts)


@router.get("/negation/models")
def models(studio: House, person: Reviewer) -> dict[str, Any]:
    """The models of this studio, the first of which is used where none is named, and the methods."""
    return {"models": studio.service(NegationService).models.names, "methods": list(Method)}


@router.post("/negation")
def resolve(studio: House, person: Reviewer, body: NegationQuestion) -> dict[str, Any]:
    """Cues, scopes and events of each sentence, as `likewise negation resolve --json` gives them.

    A scope that was read off an analysis also has, for each of its words, the path from the cue to it. Where
    no method is named, sentences with analyses are crawled (`crawler-n`), others are not (`best`).
    The first question takes longer: the model is loaded, or learnt.
    """
    return negations_of(studio, body.text, body.parses, model=body.model, method=body.method, draw=body.draw)


@router.post("/negation/compare")
def compare(studio: House, person: Reviewer, body: Pair) -> dict[str, Any]:
    """Negations of two texts, and flags for those that are lost, gained or moved (the metric `negation`)."""
    return compared(studio, body.candidate, body.reference)
