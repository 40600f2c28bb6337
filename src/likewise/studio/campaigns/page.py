"""Campaigns: the list, a new one, and one with its items, pay and invitations."""

from __future__ import annotations

import json
from typing import Any

from fastapi import Request, Response

from likewise.collect import campaigns
from likewise.collect.tasks import get_task
from likewise.errors import InputError, LikewiseError
from likewise.studio.campaigns.service import create, import_file, progress
from likewise.studio.designer.service import definition, task_choices
from likewise.studio.entrance.market_return import MARKETS
from likewise.studio.people.service import make_entry, make_invitation, make_link
from likewise.studio.web import (
    Fields,
    House,
    Owner,
    Reviewer,
    Sent,
    Slug,
    Studio,
    back_to,
    complaint_of,
    page_router,
    render,
    whole_number,
)

__all__ = ["new_form", "router"]

router = page_router()

EXAMPLES = {
    "describe": '{"url": "https://youtu.be/jNQXAC9IVRw", "start": 3, "end": 9}',
    "clip": '{"prompt": "a pet"}',
    "paraphrase": '{"text": "A man is slicing a potato."}',
    "rate": '{"source": "A man is slicing a potato.", "candidate": "Someone cuts up a potato."}',
    "meaning": '{"source": "A man is slicing a potato.", "candidate": "Someone cuts up a potato."}',
    "pattern": '{"source": "cut up", "paraphrase": "sliced", "rank": 1, "example": "He cut up a potato."}',
}
_DEFAULTS = {
    "title": "", "task": "describe", "currency": "USD", "target_1": "20", "target_2": "20", "rate_1": "",
    "rate_2": "", "grant_policy": "manual", "auto_accept": "yes", "lease_minutes": "30", "fee_permille": "0",
    "settings": "",
}  # fmt: skip


@router.get("/campaigns")
def listing(request: Request, studio: House, person: Reviewer) -> Response:
    """All campaigns."""
    return render(
        request, "campaigns/list.html", title="Campaigns", found=campaigns.list_campaigns(studio.store),
        how="A campaign asks people to do one kind of task on many items.", address="/campaigns",
    )  # fmt: skip


def new_form(request: Request, given: dict[str, str], status: int = 200, fault: Any = None) -> Response:
    """The form of a new campaign, with what was given."""
    given = _DEFAULTS | given
    return render(request, "campaigns/new.html", status, given=given, tasks=task_choices(), fault=fault)


@router.get("/campaigns/new")
def ask(request: Request, person: Owner) -> Response:
    """The form of a new campaign."""
    return new_form(request, {})


@router.post("/campaigns/new")
def new(request: Request, studio: House, person: Owner, fields: Fields) -> Response:
    """Open a campaign."""
    given = _DEFAULTS | fields
    try:
        task, settings = definition(given["task"], given["settings"])
        wanted = {
            "title": given["title"], "task": task, "settings": settings, "currency": given["currency"],
            "targets": (whole_number(given, "target_1"), whole_number(given, "target_2")),
            "rates": _rates(given, task, settings),
            "lease_seconds": 60 * whole_number(given, "lease_minutes"),
            "auto_accept": given["auto_accept"] == "yes",
            "grant_policy": given["grant_policy"], "fee_permille": whole_number(given, "fee_permille"),
        }  # fmt: skip
        made = create(studio, person.by, wanted)
    except LikewiseError as error:
        fault, status = complaint_of(error)
        return new_form(request, given, status, fault)
    return back_to(f"/campaigns/{made.slug}")


def _rates(given: dict[str, str], task: str, settings: dict[str, Any]) -> tuple[int, int]:
    """The pay of both tiers; where nothing is given, the task's usual."""
    usual = get_task(task, settings).pay
    first, second = (
        whole_number(given, name) if given[name].strip() else amount
        for name, amount in zip(("rate_1", "rate_2"), usual, strict=True)
    )
    return first, second


def _page(request: Request, studio: Studio, slug: str, status: int = 200, **more: Any) -> Response:
    campaign = campaigns.get_campaign(studio.store, slug)
    context = {"fault": None, "done": None, "given": "", "link": None, "link_name": "", "code": None} | more
    return render(
        request, "campaigns/campaign.html", status, c=campaign, p=progress(studio.store, campaign.id),
        example=EXAMPLES.get(campaign.task, "see the task designer"), **context,
    )  # fmt: skip


@router.get("/campaigns/{slug}")
def one(request: Request, studio: House, person: Reviewer, slug: Slug, done: str = "") -> Response:
    """One campaign."""
    return _page(request, studio, slug, done=done[:200] or None)


@router.post("/campaigns/{slug}/items")
def add(request: Request, studio: House, person: Owner, slug: Slug, fields: Fields) -> Response:
    """Add items, typed in or from a file."""
    try:
        added = _add(studio, slug, fields)
    except LikewiseError as error:
        fault, status = complaint_of(error)
        return _page(request, studio, slug, status, fault=fault, given=fields.get("stimuli", ""))
    return back_to(f"/campaigns/{slug}", f"Added {added:,} items.")


def _add(studio: Studio, slug: str, fields: Sent) -> int:
    if fields.file is not None:
        return import_file(studio, slug, fields.filename, fields.file)
    text = fields.get("stimuli", "")
    if not text.strip():
        raise InputError("expected stimuli or a file", field="stimuli")
    for number, line in enumerate(text.splitlines(), start=1):
        try:
            if line.strip():
                json.loads(line)
        except ValueError as error:
            raise InputError(f"is not JSON: {error}", line=number, field="stimuli") from None
    return import_file(studio, slug, "typed.jsonl", text.encode())


@router.post("/campaigns/{slug}/status")
def set_status(studio: House, person: Owner, slug: Slug, fields: Fields) -> Response:
    """Open, pause or close."""
    campaign = campaigns.set_status(studio.store, slug, fields.get("status", ""), person.by)
    return back_to(f"/campaigns/{slug}", f"The campaign is {campaign.status}.")


@router.post("/campaigns/{slug}/rate")
def set_rate(request: Request, studio: House, person: Owner, slug: Slug, fields: Fields) -> Response:
    """Pay another rate from now on."""
    try:
        campaigns.set_rate(
            studio.store, slug, whole_number(fields, "tier"), whole_number(fields, "amount"), person.by
        )
    except LikewiseError as error:
        fault, status = complaint_of(error)
        return _page(request, studio, slug, status, fault=fault)
    return back_to(f"/campaigns/{slug}", "The pay is changed for what is accepted from now on.")


@router.post("/campaigns/{slug}/invitation")
def invite(request: Request, studio: House, person: Owner, slug: Slug, fields: Fields) -> Response:
    """An invitation for workers, shown once."""
    try:
        uses, days = whole_number(fields, "uses"), whole_number(fields, "days")
        url = make_invitation(studio, str(request.base_url), person.by, "worker", slug, uses, days)
    except LikewiseError as error:
        fault, status = complaint_of(error)
        return _page(request, studio, slug, status, fault=fault)
    return _page(request, studio, slug, link=url, link_name="Invitation link (shown once)")


@router.post("/campaigns/{slug}/link")
def link(request: Request, studio: House, person: Owner, slug: Slug, fields: Fields) -> Response:
    """A signed link for workers of a marketplace."""
    origin, external = fields.get("origin", "other"), fields.get("external", "").strip() or None
    if origin not in ("mturk", "prolific", "other"):
        raise InputError("expected mturk, prolific or other", field="origin")
    base = str(request.base_url)
    if external is None and origin != "other":
        try:
            tier = whole_number({"posting_tier": "1"} | fields, "posting_tier")
            made = make_entry(studio, base, slug, origin, tier)
        except LikewiseError as error:
            fault, status = complaint_of(error)
            return _page(request, studio, slug, status, fault=fault)
        name = f"Address to publish at {MARKETS[origin]}, tier {tier}"
        return _page(request, studio, slug, link=made["url"], link_name=name, code=made.get("completion"))
    url = make_link(studio, base, slug, origin, external, 30)
    return _page(request, studio, slug, link=url, link_name="Signed link, valid for 30 days")
