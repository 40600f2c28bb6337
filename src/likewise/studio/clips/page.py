"""Clips: the moderation queue, and films of one's own."""

from __future__ import annotations

from io import BytesIO
from typing import Any

from fastapi import Request, Response

from likewise.collect import campaigns, clips
from likewise.collect.tasks import clip_view
from likewise.errors import InputError, LikewiseError
from likewise.studio.web import (
    Fields,
    House,
    Id,
    Owner,
    Reviewer,
    Slug,
    Studio,
    back_to,
    complaint_of,
    page_router,
    render,
)

__all__ = ["router"]

router = page_router()


@router.get("/clips")
def choose(request: Request, studio: House, person: Reviewer) -> Response:
    """The campaigns whose clips can be moderated."""
    fitting = [c for c in campaigns.list_campaigns(studio.store) if c.task in ("clip", "describe")]
    return render(
        request, "choose.html", title="Clips", how="Choose a campaign that collects or describes clips.",
        found=fitting, address="/clips", none="There is no such campaign yet.", paid=False,
    )  # fmt: skip


def _page(request: Request, studio: Studio, slug: str, status: int = 200, **more: Any) -> Response:
    campaign = campaigns.get_campaign(studio.store, slug)
    queue = [
        {
            "id": clip.id, "source": clip.source, "start": clip.start, "end": clip.stop,
            "view": clip_view(clip.stimulus()),
        }
        for clip in clips.pending_clips(studio.store, campaign)[:50]
    ]  # fmt: skip
    destinations = [c for c in campaigns.list_campaigns(studio.store) if c.task == "describe"]
    context = {"fault": None, "done": None, "media": None} | more
    return render(
        request, "clips/page.html", status, c=campaign, queue=queue, reasons=clips.REASONS,
        destinations=destinations, **context,
    )  # fmt: skip


@router.get("/clips/{slug}")
def queue(request: Request, studio: House, person: Reviewer, slug: Slug, done: str = "") -> Response:
    """The moderation queue of a campaign."""
    return _page(request, studio, slug, done=done[:200] or None)


@router.post("/clips/{slug}/media")
def upload(request: Request, studio: House, person: Owner, slug: Slug, fields: Fields) -> Response:
    """Store a film."""
    try:
        if fields.file is None:
            raise InputError("expected a film", field="file")
        stored = clips.store_media(studio.media, fields.filename, BytesIO(fields.file))
    except LikewiseError as error:
        fault, status = complaint_of(error)
        return _page(request, studio, slug, status, fault=fault)
    return _page(request, studio, slug, media=stored.name)


@router.post("/clips/{slug}/{id}")
def moderate(
    request: Request, studio: House, person: Reviewer, slug: Slug, id: Id, fields: Fields
) -> Response:
    """Approve or refuse a clip, and hand an approved one on."""
    verdict = "approved" if fields.get("verdict") == "approve" else "refused"
    try:
        clips.moderate(studio.store, id, person.by, verdict, fields.get("reason") or None)
        if verdict == "approved" and fields.get("campaign"):
            clips.to_item(studio.store, id, fields["campaign"], person.by)
    except LikewiseError as error:
        fault, status = complaint_of(error)
        return _page(request, studio, slug, status, fault=fault)
    return back_to(f"/clips/{slug}", f"Clip {id} was {verdict}.")
