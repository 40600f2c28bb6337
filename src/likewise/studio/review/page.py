"""Review: the queue of a campaign with its evidence, decisions, and answers one by one."""

from __future__ import annotations

from itertools import islice
from typing import Any

from fastapi import Request, Response

from likewise.collect import answers, campaigns, review_queue
from likewise.errors import InputError, LikewiseError
from likewise.studio.review.service import decide, high_workers, with_codes
from likewise.studio.web import (
    Code,
    Fields,
    House,
    Id,
    Reviewer,
    Slug,
    Studio,
    back_to,
    clean_text,
    complaint_of,
    page_router,
    render,
)

__all__ = ["router"]

router = page_router()
_PAGE = 50


def _review(request: Request, studio: Studio, slug: str, status: int = 200, **more: Any) -> Response:
    campaign = campaigns.get_campaign(studio.store, slug)
    context = {"fault": None, "done": None} | more
    return render(
        request, "review/queue.html", status, c=campaign, high=high_workers(studio.store, campaign.id),
        reviews=review_queue(studio.store, campaign, limit=20), **context,
    )  # fmt: skip


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
        fault, status = complaint_of(error)
        return _review(request, studio, slug, status, fault=fault)
    verb = {"grant": "is now in tier 2", "refuse": "stays in tier 1", "revoke": "is back in tier 1"}[action]
    return back_to(f"/people/{slug}", f"{code} {verb}.")


def _answers(
    request: Request, studio: Studio, slug: str, state: str, page: int, status: int = 200, fault: Any = None
) -> Response:
    campaign = campaigns.get_campaign(studio.store, slug)
    stream = answers.answers_of(studio.store, campaign, state=state or None)
    rows = list(islice(stream, page * _PAGE, (page + 1) * _PAGE + 1))
    return render(
        request, "review/answers.html", status, c=campaign, found=with_codes(studio, rows[:_PAGE]),
        state=state, page=page, more=len(rows) > _PAGE, fault=fault,
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
        fault, status = complaint_of(error)
        return _answers(request, studio, slug, "", 0, status, fault)
    return back_to(f"/answers/{slug}")
