"""People: the review queue with its evidence, decisions, invitations, blocking; and answers one by one."""

from __future__ import annotations

from itertools import islice
from typing import Any

import sqlalchemy as sa
from fastapi import Request, Response

from likewise.collect import answers, campaigns, people, tiers
from likewise.collect.schema import grants, workers
from likewise.errors import InputError, LikewiseError
from likewise.studio.api.answers import with_codes
from likewise.studio.api.common import Code, Id, Slug
from likewise.studio.api.people import make_invitation
from likewise.studio.api.tiers import decide
from likewise.studio.bodies import clean_text
from likewise.studio.identity import Owner, Reviewer
from likewise.studio.pages.common import Fields, back, pages, said, whole
from likewise.studio.rendering import render
from likewise.studio.state import House, Studio

__all__ = ["router"]

router = pages()
_PAGE = 50


def _all(request: Request, studio: Studio, status: int = 200, after: int = 0, **more: Any) -> Response:
    found = people.list_workers(studio.store, limit=_PAGE + 1, after=max(0, after))
    context = {"fault": None, "link": None} | more
    return render(
        request, "people-all.html", status, campaigns=campaigns.list_campaigns(studio.store),
        workers=found[:_PAGE], more=found[_PAGE - 1].id if len(found) > _PAGE else None, **context,
    )  # fmt: skip


@router.get("/people")
def everybody(request: Request, studio: House, person: Reviewer, after: int = 0) -> Response:
    """Campaigns to review, workers, invitations."""
    return _all(request, studio, after=min(after, 2**53))


@router.post("/people/invite")
def invite(request: Request, studio: House, person: Owner, fields: Fields) -> Response:
    """An invitation, shown once."""
    try:
        uses, days = whole(fields, "uses"), whole(fields, "days")
        role = fields.get("role", "worker")
        link = make_invitation(studio, str(request.base_url), person.by, role, None, uses, days)
    except LikewiseError as error:
        fault, status = said(error)
        return _all(request, studio, status, fault=fault)
    return _all(request, studio, link=link)


@router.post("/people/block/{code}")
def block(studio: House, person: Owner, code: Code, fields: Fields) -> Response:
    """Block a worker, or let one work again."""
    worker = people.get_worker(studio.store, code)
    change = people.block if fields.get("blocked") == "yes" else people.unblock
    change(studio.store, worker.id, person.by, clean_text(fields.get("reason", ""), "reason"))
    return back("/people")


def _review(request: Request, studio: Studio, slug: str, status: int = 200, **more: Any) -> Response:
    found = campaigns.get_campaign(studio.store, slug)
    context = {"fault": None, "done": None} | more
    return render(
        request, "people.html", status, c=found, high=_high(studio, found.id),
        reviews=tiers.review_queue(studio.store, found, limit=20), **context,
    )  # fmt: skip


def _high(studio: Studio, campaign_id: int) -> list[dict[str, Any]]:
    """Who works in tier 2, since when and why."""
    newest = sa.select(sa.func.max(grants.c.id)).where(
        grants.c.campaign_id == campaign_id, grants.c.action.in_(("grant", "revoke"))
    )
    query = (
        sa.select(workers.c.code, grants.c.at, grants.c.actor, grants.c.reason)
        .join(workers, workers.c.id == grants.c.worker_id)
        .where(grants.c.id.in_(newest.group_by(grants.c.worker_id)), grants.c.action == "grant")
        .order_by(grants.c.id.desc())
        .limit(500)
    )
    with studio.store.read() as connection:
        rows = connection.execute(query).all()
    return [{"code": code, "at": at, "by": by, "reason": reason} for code, at, by, reason in rows]


@router.get("/people/{slug}")
def review(request: Request, studio: House, person: Reviewer, slug: Slug, done: str = "") -> Response:
    """The review queue of a campaign."""
    return _review(request, studio, slug, done=done[:200] or None)


@router.post("/people/{slug}/{code}")
def judge(
    request: Request, studio: House, person: Reviewer, slug: Slug, code: Code, fields: Fields
) -> Response:
    """Grant, refuse or revoke."""
    action = fields.get("action", "")
    try:
        if action not in ("grant", "refuse", "revoke"):
            raise InputError("expected grant, refuse or revoke", field="action")
        decide(studio, person, slug, code, action, fields.get("reason", ""))
    except LikewiseError as error:
        fault, status = said(error)
        return _review(request, studio, slug, status, fault=fault)
    verb = {"grant": "is now in tier 2", "refuse": "stays in tier 1", "revoke": "is back in tier 1"}[action]
    return back(f"/people/{slug}", f"{code} {verb}.")


def _answers(
    request: Request, studio: Studio, slug: str, state: str, page: int, status: int = 200, fault: Any = None
) -> Response:
    found = campaigns.get_campaign(studio.store, slug)
    stream = answers.answers_of(studio.store, found, state=state or None)
    rows = list(islice(stream, page * _PAGE, (page + 1) * _PAGE + 1))
    return render(
        request, "answers.html", status, c=found, found=with_codes(studio, rows[:_PAGE]), state=state,
        page=page, more=len(rows) > _PAGE, fault=fault,
    )  # fmt: skip


@router.get("/answers/{slug}")
def listing(
    request: Request, studio: House, person: Reviewer, slug: Slug, state: str = "", page: int = 0
) -> Response:
    """Answers of a campaign."""
    chosen = state if state in ("pending", "accepted", "rejected") else ""
    return _answers(request, studio, slug, chosen, max(0, min(page, 100_000)))


@router.post("/answers/{slug}/{id}")
def decide_answer(
    request: Request, studio: House, person: Reviewer, slug: Slug, id: Id, fields: Fields
) -> Response:
    """Accept or reject an answer."""
    try:
        reason = clean_text(fields.get("reason", ""), "reason").strip()
        if fields.get("action") == "accept":
            answers.accept(studio.store, id, person.by, reason or None)
        else:
            answers.reject(studio.store, id, person.by, reason)
    except LikewiseError as error:
        fault, status = said(error)
        return _answers(request, studio, slug, "", 0, status, fault)
    return back(f"/answers/{slug}")
