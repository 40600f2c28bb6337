"""Your lyrics: learn a model from verse of one's own, watch it learn, delete it again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fastapi import Request, Response

from likewise.errors import InputError, LikewiseError
from likewise.studio.freestyle.api import learnt
from likewise.studio.freestyle.service import FreestyleService
from likewise.studio.freestyle.training_run import TrainingState
from likewise.studio.web import (
    Fields,
    House,
    Reviewer,
    Sent,
    Studio,
    back_to,
    complaint_of,
    page_router,
    render,
)

__all__ = ["router"]

router = page_router()
_DEFAULTS = {"name": "", "lang": "en", "text": ""}


def _context(studio: Studio, given: Mapping[str, str]) -> dict[str, Any]:
    service = studio.service(FreestyleService)
    training = service.training.state  # before the shelf, which then has what is done
    shelf = service.shelf.models
    if training.state == "done" and all(model.name != training.name for model in shelf):
        training = TrainingState()  # it was deleted since
    return {"given": given, "shelf": shelf, "training": training, "aside": False}


def _lyrics(fields: Sent) -> str:
    if fields.file is None:
        return fields.get("text", "")
    if fields.get("text", "").strip():
        raise InputError("give a text or a file, not both", field="text")
    try:
        return fields.file.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError("expected a text file in UTF-8", field="file") from None


@router.get("/freestyle/models")
def ask(request: Request, studio: House, person: Reviewer, done: str = "") -> Response:
    """The models, and the form that makes another."""
    return render(request, "freestyle/models.html", fault=None, done=done, **_context(studio, _DEFAULTS))


@router.post("/freestyle/models")
def learn(request: Request, studio: House, person: Reviewer, fields: Fields) -> Response:
    """Begin to learn; the page then tells how far it is."""
    given = _DEFAULTS | fields
    try:
        learnt(studio, given["name"], given["lang"], _lyrics(fields))
    except LikewiseError as error:
        fault, status = complaint_of(error)
        context = _context(studio, given)
        if context["training"].state != "running":
            context["training"] = TrainingState()  # how an earlier one ended is no answer to this form
        return render(request, "freestyle/models.html", status, fault=fault, done="", **context)
    return back_to("/freestyle/models")


@router.get("/freestyle/training")
def watch(request: Request, studio: House, person: Reviewer) -> Response:
    """How far it is; the page asks again and again while something is learnt."""
    if "hx-request" not in request.headers:
        return back_to("/freestyle/models")
    context = _context(studio, _DEFAULTS)
    context["aside"] = context["training"].state == "done"  # the table of models comes along
    return render(request, "freestyle/training.html", **context)


@router.post("/freestyle/models/delete")
def forget(studio: House, person: Reviewer, fields: Fields) -> Response:
    """Delete a model that was learnt here."""
    studio.service(FreestyleService).shelf.remove(fields.get("name", ""))
    return back_to("/freestyle/models", "Deleted.")
