"""People: campaigns to review, workers, invitations, blocking."""

from __future__ import annotations

from typing import Any

from fastapi import Request, Response

from likewise.collect import campaigns, people
from likewise.errors import LikewiseError
from likewise.studio.people.service import make_invitation
from likewise.studio.web import (
    Code,
    Fields,
    House,
    Owner,
    Reviewer,
    Studio,
    back_to,
    clean_text,
    complaint_of,
    page_router,
    render,
    whole_number,
)

__all__ = ["router"]

router = page_router()
_PAGE = 50


def _all(request: Request, studio: Studio, status: int = 200, after: int = 0, **more: Any) -> Response:
    workers = people.list_workers(studio.store, limit=_PAGE + 1, after=max(0, after))
    context = {"fault": None, "link": None} | more
    return render(
        request, "people/page.html", status, campaigns=campaigns.list_campaigns(studio.store),
        workers=workers[:_PAGE], more=workers[_PAGE - 1].id if len(workers) > _PAGE else None, **context,
    )  # fmt: skip


@router.get("/people")
def everybody(request: Request, studio: House, person: Reviewer, after: int = 0) -> Response:
    """Campaigns to review, workers, invitations."""
    return _all(request, studio, after=min(after, 2**53))


@router.post("/people/invite")
def invite(request: Request, studio: House, person: Owner, fields: Fields) -> Response:
    """An invitation, shown once."""
    try:
        uses, days = whole_number(fields, "uses"), whole_number(fields, "days")
        role = fields.get("role", "worker")
        link = make_invitation(studio, str(request.base_url), person.by, role, None, uses, days)
    except LikewiseError as error:
        fault, status = complaint_of(error)
        return _all(request, studio, status, fault=fault)
    return _all(request, studio, link=link)


@router.post("/people/block/{code}")
def block(studio: House, person: Owner, code: Code, fields: Fields) -> Response:
    """Block a worker, or let one work again."""
    worker = people.get_worker(studio.store, code)
    change = people.block if fields.get("blocked") == "yes" else people.unblock
    change(studio.store, worker.id, person.by, clean_text(fields.get("reason", ""), "reason"))
    return back_to("/people")
