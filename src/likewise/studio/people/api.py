"""Workers and invitations."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import Request
from pydantic import Field

from likewise.collect import people
from likewise.errors import InputError
from likewise.studio.people.service import make_entry, make_invitation, make_link
from likewise.studio.web import Body, Code, House, Owner, Reason, Reviewer, api_router, clean_text, plain

__all__ = ["router"]

router = api_router("people")


class Invitation(Body):
    """An invitation to be made."""

    role: Literal["owner", "reviewer", "worker"]
    campaign: str | None = Field(default=None, max_length=64)
    uses: int = Field(default=1, ge=1, le=100_000)
    days: float = Field(default=14, gt=0, le=365)


class LinkWanted(Body):
    """A signed link for workers without an account; personal where `external` is told.

    With `tier`, the address to publish at Mechanical Turk or Prolific, whose workers hand their assignment
    back; it does not end.
    """

    campaign: str = Field(max_length=64)
    origin: str = Field(pattern="^[a-z][a-z0-9-]{0,39}$")
    external: Annotated[str, Field(min_length=1, max_length=200)] | None = None
    days: float = Field(default=30, gt=0, le=365)
    tier: Literal[1, 2] | None = None


class Blocking(Body):
    """A worker gets no more work, or gets it again."""

    blocked: bool
    reason: Reason


@router.post("/invitations", status_code=201)
def invite(request: Request, studio: House, person: Owner, body: Invitation) -> dict[str, Any]:
    """Invite people to make an account."""
    base = str(request.base_url)
    url = make_invitation(studio, base, person.by, body.role, body.campaign, body.uses, body.days)
    return {"url": url, "token": url.rpartition("/")[2]}


@router.post("/links", status_code=201)
def link(request: Request, studio: House, person: Owner, body: LinkWanted) -> dict[str, Any]:
    """A signed link for marketplace workers."""
    if body.tier is not None:
        if body.external is not None:
            raise InputError("the marketplace adds the worker's id by itself", field="external")
        return dict(make_entry(studio, str(request.base_url), body.campaign, body.origin, body.tier))
    external = None if body.external is None else clean_text(body.external, "external")
    return {"url": make_link(studio, str(request.base_url), body.campaign, body.origin, external, body.days)}


@router.get("/workers")
def workers(studio: House, person: Reviewer, limit: int = 100, after: int = 0) -> dict[str, Any]:
    """Workers in the order in which they came."""
    limit, after = max(1, min(limit, 1000)), max(0, min(after, 2**53))
    listed = people.list_workers(studio.store, limit=limit, after=after)
    return {"workers": [plain(worker) for worker in listed]}


@router.put("/workers/{code}/blocked")
def block(studio: House, person: Owner, code: Code, body: Blocking) -> dict[str, Any]:
    """Block a worker, or let one work again."""
    worker = people.get_worker(studio.store, code)
    change = people.block if body.blocked else people.unblock
    return plain(change(studio.store, worker.id, person.by, clean_text(body.reason, "reason")))
