"""Work: one problem after the other, with or without scripts, by keyboard or thumb."""

from __future__ import annotations

import secrets
from typing import Any

from fastapi import Request, Response

from likewise.collect import campaigns, ledger
from likewise.errors import LikewiseError
from likewise.studio.campaigns.service import visible
from likewise.studio.entrance.market_return import policy, visit_of, way_back
from likewise.studio.web import (
    Fields,
    House,
    Person,
    Sent,
    SignedIn,
    Slug,
    Studio,
    Worker,
    complaint_of,
    film_response,
    money,
    page_router,
    render,
)
from likewise.studio.work.service import WorkTurn, enter, following, next_turn, skip_turn, submit_answer

__all__ = ["router"]

router = page_router()


@router.get("/work")
def choose(request: Request, studio: House, person: Worker) -> Response:
    """The campaigns that one can work in."""
    open_ones = visible(person, [c for c in campaigns.list_campaigns(studio.store) if c.status == "open"])
    return render(
        request, "choose.html", title="Work", how="Choose what you would like to do.", found=open_ones,
        address="/work", none="There is nothing to do at the moment.", paid=True,
    )  # fmt: skip


def _turn(
    request: Request, studio: Studio, person: Person, turn: WorkTurn, status: int = 200, *,
    given: dict[str, str] | None = None, fault: Any = None, earned: str | None = None,
) -> Response:  # fmt: skip
    part = "hx-request" in request.headers
    visit = visit_of(request, studio, person, turn.campaign)
    return render(
        request, "work/turn.html" if part else "work/page.html", status, c=turn.campaign, tier=turn.tier,
        rate=turn.campaign.rates[turn.tier - 1], work=turn.work, form=turn.form, given=given or {},
        fault=fault, earned=earned, key=(given or {}).get("key") or secrets.token_urlsafe(12),
        open_guidance=request.method == "GET", way=visit and way_back(studio, turn.campaign, visit),
        headers=policy(studio, visit) if visit else None,
    )  # fmt: skip


@router.get("/work/{slug}")
def work(request: Request, studio: House, person: Worker, slug: Slug) -> Response:
    """The problem that is open, or the next."""
    campaign = enter(studio, person, slug)
    # Who came with an assignment can hand it in even when the campaign has closed meanwhile.
    look = following if visit_of(request, studio, person, campaign) else next_turn
    return _turn(request, studio, person, look(studio, person, campaign))


@router.post("/work/{slug}")
def answer(request: Request, studio: House, person: Worker, slug: Slug, fields: Fields) -> Response:
    """Take in an answer or a skip and show the next problem."""
    campaign = enter(studio, person, slug)
    try:
        earned = _take(studio, person, campaign, fields)
    except LikewiseError as error:
        fault, status = complaint_of(error)
        turn = following(studio, person, campaign)
        same = turn.work is not None and turn.work.token == fields.get("token")
        kept = dict(fields) if same else None
        return _turn(request, studio, person, turn, status, given=kept, fault=fault)
    # Nobody wants to name their language again and again.
    kept = {name: fields[name] for name in ("a_language",) if name in fields}
    turn = following(studio, person, campaign)
    return _turn(request, studio, person, turn, given=kept, earned=earned)


def _take(studio: Studio, person: Person, campaign: campaigns.Campaign, fields: Sent) -> str:
    token = fields.get("token", "")
    if fields.get("act") == "skip":
        skip_turn(studio, person, token)
        return "Skipped."
    payload = {name[2:]: value for name, value in fields.items() if name.startswith("a_")}
    done = submit_answer(
        studio, person, campaign, token, payload, seconds=_seconds(fields), key=fields.get("key") or None
    )
    if done.state == "accepted":
        return f"Thank you. {money(done.pay, campaign.currency)} for the last one."
    return "Thank you. The last one waits to be accepted."


def _seconds(fields: Sent) -> float | None:
    """The time that the browser measured; anything odd is left out rather than complained about."""
    try:
        value = float(fields.get("seconds", ""))
    except ValueError:
        return None
    return value if 0 <= value <= 86_400 else None


@router.get("/earnings")
def earnings(request: Request, studio: House, person: Worker) -> Response:
    """One's own earnings."""
    assert person.worker_id is not None
    entries = ledger.statement(studio.store, person.worker_id)
    owed: dict[str, int] = {}
    for entry in entries:
        owed[entry.currency] = owed.get(entry.currency, 0) + entry.amount
    return render(
        request, "ledger/statement.html", title="Earnings", how="What you earned, and what was paid to you.",
        entries=entries[::-1][:1000], owed=owed, code=None, fault=None, campaigns=[], key="",
    )  # fmt: skip


@router.get("/media/{name}")
def film(studio: House, person: SignedIn, name: str) -> Response:
    """A stored film."""
    return film_response(studio, name)
