"""Paraphrase: type a sentence, turn the dial, see the wordings and where each of their words came from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import exp
from typing import Any

from fastapi import Request, Response

from likewise.draw import SERIES_COUNT, plane
from likewise.errors import InputError, LikewiseError
from likewise.studio.paraphrase.api import CHARACTERS, MOST, models_of, paraphrases_of
from likewise.studio.web import (
    Fields,
    House,
    Reviewer,
    Studio,
    complaint_of,
    page_router,
    render,
    whole_number,
)

__all__ = ["coloured", "router"]

router = page_router()
_REASONS = {
    "support-1": "words that people are expected to write",
    "support-2": "pairs of words that they are",
    "support-3": "runs of three words",
    "support-4": "runs of four words",
    "pinc": "PINC against the source",
    "length-ratio": "length, the source’s being 1",
}
_DEFAULTS = {"text": "", "dial": "yes", "novelty": "0.6", "nbest": "5", "model": ""}


def coloured(paraphrase: Mapping[str, Any]) -> dict[str, Any]:
    """A paraphrase with its phrase pairs in the order of the output and of the source, each with a colour.

    A phrase that was kept as it is has none, so that the eye finds what changed.
    """
    pairs, colour = [], 0
    for place, use in enumerate(_as_written(paraphrase["phrases"], paraphrase["text"])):
        logs = use["scores"] or {}
        odds = [exp(logs[name]) if name in logs else None for name in ("phrase", "phrase-inverse")]
        shade = colour % SERIES_COUNT + 1 if use["changed"] else None
        pairs.append({**use, "place": place, "colour": shade, "odds": odds})
        colour += use["changed"]
    reasons = {_REASONS.get(name, name): value for name, value in paraphrase["reasons"].items()}
    in_order = sorted(pairs, key=lambda pair: pair["start"])
    return {**paraphrase, "pairs": pairs, "from": in_order, "reasons": reasons}


def _as_written(uses: Sequence[Mapping[str, Any]], text: str) -> Iterator[dict[str, Any]]:
    """The phrases with the capital and the full stop that the text was given."""
    joined = " ".join(use["target"] for use in uses)
    same, place = text.lower().startswith(joined), 0
    for use in uses:
        end = place + len(use["target"])
        # The last one takes what stands after it.
        written = text[place : len(text) if end == len(joined) else end] if same else use["target"]
        yield {**use, "target": written, "changed": use["source"] != use["target"]}
        place = end + 1


def _context(studio: Studio, given: Mapping[str, str]) -> dict[str, Any]:
    models = models_of(studio)
    chosen = next((m for m in models if m["name"] == given["model"]), models[0])
    points = [*chosen["evaluation"]["points"]] if chosen["evaluation"] else []
    drawing = None
    if points:
        people = chosen["evaluation"]["human"]
        names = [*(point["system"] for point in points), "people"]
        drawing = plane(
            names,
            [*(point["pinc"] for point in points), people["pinc"]],
            [*(point["bleu"] for point in points), people["bleu"]],
            title="Where the model stands",
        )
    return {
        "models": [(m["name"], m["name"]) for m in models],
        "chosen": chosen,
        "points": points,
        "drawing": drawing,
        "characters": CHARACTERS,
    }


def _answers(studio: Studio, given: Mapping[str, str]) -> dict[str, Any]:
    """What the model says, or why it does not."""
    try:
        if not given["text"].strip():
            raise InputError("expected a sentence", field="text")
        if len(given["text"]) > CHARACTERS:
            raise InputError(f"expected at most {CHARACTERS} characters", field="text")
        nbest = whole_number(given, "nbest")
        if not 1 <= nbest <= MOST:
            raise InputError(f"expected 1 to {MOST}", field="nbest")
        novelty = _dial(given["novelty"]) if given["dial"] == "yes" else None
        answer = paraphrases_of(studio, given["text"], novelty, nbest, given["model"] or None)
    except LikewiseError as error:
        fault, status = complaint_of(error)
        return {"found": None, "fault": fault, "status": status}
    rows = [coloured(one) for one in answer["paraphrases"]]
    return {"found": {**answer, "paraphrases": rows, "novelty": novelty}, "fault": None, "status": 200}


def _dial(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0.0 <= value <= 1.0:
        raise InputError("expected a number from 0 to 1", field="novelty")
    return value


@router.get("/paraphrase")
def ask(request: Request, studio: House, person: Reviewer, model: str = "") -> Response:
    """The form."""
    given = _DEFAULTS | {"model": model}
    return render(
        request, "paraphrase/page.html", given=given, found=None, fault=None, **_context(studio, given)
    )


@router.post("/paraphrase")
def whole_page(request: Request, studio: House, person: Reviewer, fields: Fields) -> Response:
    """The answers; with scripts they come alone, without them as the whole page again."""
    # A box that is not ticked is not sent.
    given = _DEFAULTS | {"dial": ""} | fields
    answers = _answers(studio, given)
    status = answers.pop("status")
    if "hx-request" in request.headers:
        return render(request, "paraphrase/paraphrases.html", status, **answers)
    return render(request, "paraphrase/page.html", status, given=given, **answers, **_context(studio, given))
