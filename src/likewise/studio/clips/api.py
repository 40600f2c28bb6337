"""Clips: the moderation queue, uploaded films, and films as they are played."""

from __future__ import annotations

import tempfile
from typing import Annotated, Any, Literal

from fastapi import Request
from fastapi.responses import Response
from pydantic import Field
from starlette.concurrency import run_in_threadpool

from likewise.collect import clips
from likewise.studio.web import (
    RAW_BODY,
    Body,
    House,
    Id,
    Owner,
    Reviewer,
    SignedIn,
    Slug,
    api_router,
    clean_text,
    film_response,
    plain,
)

__all__ = ["router"]

router = api_router("clips")


class Verdict(Body):
    """What a moderator decides about a clip; a refusal needs one of the reasons."""

    verdict: Literal["approved", "refused"]
    reason: Literal["text-or-subtitles", "several-events", "inappropriate", "too-long", "other"] | None = None
    note: Annotated[str, Field(max_length=2000)] | None = None


class Destination(Body):
    """The describe campaign that a clip becomes an item of."""

    campaign: Annotated[str, Field(min_length=1, max_length=64)]


class NewClip(Body):
    """A clip that the requester brings: a YouTube link or a stored film, with its segment."""

    url: Annotated[str, Field(max_length=2000)] | None = None
    media: Annotated[str, Field(max_length=100)] | None = None
    start: float
    end: float


def _view(clip: clips.Clip) -> dict[str, Any]:
    hidden = ("worker_id", "answer_id", "item_id", "campaign_id")
    return {name: value for name, value in plain(clip).items() if name not in hidden}


@router.get("/campaigns/{slug}/clips")
def queue(studio: House, person: Reviewer, slug: Slug) -> dict[str, Any]:
    """Clips that wait for a moderator."""
    return {"clips": [_view(clip) for clip in clips.pending_clips(studio.store, slug)]}


@router.post("/campaigns/{slug}/clips", status_code=201)
def add(studio: House, person: Owner, slug: Slug, body: NewClip) -> dict[str, Any]:
    """Put a clip into the queue; a link is taken apart, never followed."""
    clip = clips.add_clip(studio.store, slug, start=body.start, end=body.end, url=body.url, media=body.media)
    return _view(clip)


@router.post("/clips/{id}/verdict")
def moderate(studio: House, person: Reviewer, id: Id, body: Verdict) -> dict[str, Any]:
    """Approve or refuse a clip."""
    note = None if body.note is None else clean_text(body.note, "note")
    return _view(clips.moderate(studio.store, id, person.by, body.verdict, body.reason, note))


@router.post("/clips/{id}/item", status_code=201)
def to_item(studio: House, person: Reviewer, id: Id, body: Destination) -> dict[str, Any]:
    """Make an approved clip an item of a describe campaign."""
    return {"item": clips.to_item(studio.store, id, body.campaign, person.by)}


@router.post(
    "/media", status_code=201,
    openapi_extra=RAW_BODY,
)  # fmt: skip
async def upload(request: Request, studio: House, person: Owner, name: str = "film") -> dict[str, Any]:
    """Store a film, sent as the body; it gets a random name."""
    with tempfile.SpooledTemporaryFile(max_size=1 << 20) as file:
        async for block in request.stream():
            await run_in_threadpool(file.write, block)
        file.seek(0)
        return plain(await run_in_threadpool(clips.store_media, studio.media, name, file))


@router.get("/media/{name}", response_class=Response)
def film(studio: House, person: SignedIn, name: str) -> Response:
    """A stored film, or a part of it."""
    return film_response(studio, name)
