"""Paraphrases of a text by the models of the studio, each with the phrase pairs that it came from."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

from pydantic import Field

from likewise.studio.paraphrase.service import ParaphraseService
from likewise.studio.web import Body, House, Reviewer, Studio, api_router, clean_text

__all__ = ["CHARACTERS", "MOST", "models_of", "paraphrases_of", "router"]

router = api_router("paraphrase")
CHARACTERS = 2000
MOST = 20


class ParaphraseQuestion(Body):
    """A text, how new its paraphrases shall be (null: as the model has learnt it), and how many of them."""

    text: Annotated[str, Field(min_length=1, max_length=CHARACTERS)]
    novelty: Annotated[float, Field(ge=0, le=1)] | None = None
    nbest: Annotated[int, Field(ge=1, le=MOST)] = 5
    model: Annotated[str, Field(min_length=1, max_length=200)] | None = None


def models_of(studio: Studio) -> list[dict[str, Any]]:
    """The models with their cards and the evaluations kept with them; the embedded one has neither."""
    service = studio.service(ParaphraseService)
    views = []
    for name in service.models.names:
        card = service.models.card(name)
        about = None if card is None else asdict(card)
        views.append({"name": name, "card": about, "evaluation": service.evaluation(name)})
    return views


def paraphrases_of(
    studio: Studio, text: str, novelty: float | None, nbest: int, model: str | None = None
) -> dict[str, Any]:
    """Paraphrases of one line of text by a model, the first one where none is named."""
    line = " ".join(clean_text(text, "text").split())
    service = studio.service(ParaphraseService)
    return service.ask(model or service.models.names[0], line, novelty, nbest)


@router.get("/paraphrase/models")
def models(studio: House, person: Reviewer) -> dict[str, Any]:
    """The models of this studio; the first one is used where none is named."""
    return {"models": models_of(studio)}


@router.post("/paraphrase")
def paraphrase(studio: House, person: Reviewer, body: ParaphraseQuestion) -> dict[str, Any]:
    """The best paraphrases of a text, each with its score, PINC, phrase pairs and reasons."""
    return paraphrases_of(studio, body.text, body.novelty, body.nbest, body.model)
