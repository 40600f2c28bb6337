"""Paraphrases of a text by the models of the studio, each with the phrase pairs that it came from."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

from pydantic import Field

from likewise.studio.api.common import Body, group
from likewise.studio.bodies import clean_text
from likewise.studio.identity import Reviewer
from likewise.studio.state import House, Studio

__all__ = ["CHARACTERS", "MOST", "models_of", "paraphrases_of", "router"]

router = group("paraphrase")
CHARACTERS = 2000
MOST = 20


class Sentence(Body):
    """A text, how new its paraphrases shall be (null: as the model has learnt it), and how many of them."""

    text: Annotated[str, Field(min_length=1, max_length=CHARACTERS)]
    novelty: Annotated[float, Field(ge=0, le=1)] | None = None
    nbest: Annotated[int, Field(ge=1, le=MOST)] = 5
    model: Annotated[str, Field(min_length=1, max_length=200)] | None = None


def models_of(studio: Studio) -> list[dict[str, Any]]:
    """The models with their cards and the evaluations kept with them; the embedded one has neither."""
    found = []
    for name in studio.paraphrasers.names:
        card = studio.paraphrasers.card(name)
        about = None if card is None else asdict(card)
        found.append({"name": name, "card": about, "evaluation": studio.paraphrasers.evaluation(name)})
    return found


def paraphrases_of(
    studio: Studio, text: str, novelty: float | None, nbest: int, model: str | None = None
) -> dict[str, Any]:
    """Paraphrases of one line of text by a model, the first one where none is named."""
    line = " ".join(clean_text(text, "text").split())
    return studio.paraphrasers.ask(model or studio.paraphrasers.names[0], line, novelty, nbest)


@router.get("/paraphrase/models")
def models(studio: House, person: Reviewer) -> dict[str, Any]:
    """The models of this studio; the first one is used where none is named."""
    return {"models": models_of(studio)}


@router.post("/paraphrase")
def paraphrase(studio: House, person: Reviewer, body: Sentence) -> dict[str, Any]:
    """The best paraphrases of a text, each with its score, PINC, phrase pairs and reasons."""
    return paraphrases_of(studio, body.text, body.novelty, body.nbest, body.model)
