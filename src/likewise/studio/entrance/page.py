"""Coming in: home, sign-in, invitations, signed links of marketplaces."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from fastapi import HTTPException, Request, Response
from fastapi.responses import RedirectResponse

from likewise.collect import Campaign, get_campaign, people, schema
from likewise.collect.market import read_entry
from likewise.collect.tasks import get_task
from likewise.errors import InputError, LikewiseError, RefusedError
from likewise.studio.entrance.market_return import MARKETS, visit_for
from likewise.studio.entrance.service import sign_in
from likewise.studio.health.service import totals
from likewise.studio.web import (
    PASS,
    Fields,
    House,
    Link,
    Pass,
    Studio,
    Visitor,
    clean_text,
    complaint_of,
    forget_cookies,
    give_pass,
    give_session,
    give_visit,
    page_router,
    render,
    session_token,
    unsign,
)

__all__ = ["router"]

router = page_router()
_IDS = ("workerId", "PROLIFIC_PID", "worker")
"""Names under which marketplaces add a worker's id to an address."""


@router.get("/")
def home(request: Request, studio: House, person: Visitor) -> Response:
    """The start."""
    staff = person is not None and person.role != "worker"
    return render(request, "entrance/home.html", counts=totals(studio.store) if staff else {})


@router.get("/sign-in")
def ask(request: Request, person: Visitor, next: str = "/") -> Response:
    """The form to sign in."""
    return render(request, "entrance/sign-in.html", fault=None, login="", next=_local(next))


@router.post("/sign-in")
def enter(request: Request, studio: House, fields: Fields) -> Response:
    """Sign in and go where one wanted to."""
    login, password = fields.get("login", ""), fields.get("password", "")
    try:
        _, token = sign_in(studio, request, login, password)
    except HTTPException as error:
        detail: Any = error.detail
        return render(
            request, "entrance/sign-in.html", error.status_code, fault=detail["error"], login=login,
            next=_local(fields.get("next", "/")),
        )  # fmt: skip
    response = RedirectResponse(_local(fields.get("next", "/")), 303)
    give_session(request, response, token)
    return response


@router.post("/sign-out")
def leave(request: Request, studio: House, person: Visitor) -> Response:
    """Sign out."""
    token = session_token(request)
    if token:
        people.close_session(studio.store, token)
    response = RedirectResponse("/", 303)
    forget_cookies(response)
    return response


@router.get("/join/{token}")
def invited(request: Request, studio: House, token: str) -> Response:
    """What an invitation offers."""
    offer = _offer(studio, token)
    return render(request, "entrance/join.html", fault=None, login="", role=offer.role)


@router.post("/join/{token}")
def join(request: Request, studio: House, token: str, fields: Fields) -> Response:
    """Make the account that the invitation offers."""
    login = fields.get("login", "")
    try:
        account = people.redeem(studio.store, token, login, fields.get("password", ""))
    except LikewiseError as error:
        fault, status = complaint_of(error)
        return render(
            request, "entrance/join.html", status, fault=fault, login=login, role=_offer(studio, token).role
        )
    response = RedirectResponse("/work" if account.role == "worker" else "/", 303)
    give_session(request, response, people.open_session(studio.store, account.id))
    return response


@router.get("/enter")
def by_entry(request: Request, studio: House) -> Response:
    """Come in by the address that a posting at a marketplace names, with an assignment to hand back.

    The tier in the address says which posting it was; what work there is goes by the worker's own tier.
    """
    entry = read_entry(request.url.query, studio.secret)
    campaign = get_campaign(studio.store, entry.campaign)
    if entry.preview or entry.worker is None:
        market = MARKETS[entry.origin]
        return render(
            request, "entrance/offer.html", c=campaign, form=_explained(studio, campaign), market=market,
            open_guidance=True,
        )  # fmt: skip
    held = unsign(studio.secret, request.cookies.get(PASS, ""), Pass, studio.store.now())
    worker = _claim(studio, entry.origin, entry.worker, held)
    response = RedirectResponse(f"/work/{campaign.slug}", 303)
    give_pass(request, response, worker.id, campaign.slug)
    give_visit(request, response, visit_for(request, studio, worker.id, entry))
    return response


def _explained(studio: Studio, campaign: Campaign) -> Any | None:
    """The form whose guidance explains the task; it needs an item, of which nothing is shown."""
    query = (
        sa.select(schema.items.c.stimulus)
        .where(schema.items.c.campaign_id == campaign.id)
        .order_by(schema.items.c.id)
    )
    with studio.store.read() as connection:
        row = connection.execute(query.limit(1)).first()
    return get_task(campaign.task, campaign.settings).form(row[0], campaign.settings) if row else None


@router.get("/enter/{link}")
def by_link(request: Request, studio: House, link: str) -> Response:
    """Come in by a signed link, personal or of a marketplace."""
    now = studio.store.now()
    entrance = unsign(studio.secret, link, Link, now)
    if entrance is None:
        raise RefusedError("not-found", "this link is not complete, or its time is over")
    if request.query_params.get("assignmentId") == "ASSIGNMENT_ID_NOT_AVAILABLE":
        # Mechanical Turk shows the work before it is accepted, without saying to whom.
        raise RefusedError("not-allowed", "accept the task first, then the work appears here")
    held = unsign(studio.secret, request.cookies.get(PASS, ""), Pass, now)
    worker = _worker(request, studio, entrance, held)
    response = RedirectResponse(f"/work/{entrance.campaign}", 303)
    give_pass(request, response, worker.id, entrance.campaign)
    return response


def _worker(request: Request, studio: Studio, link: Link, held: Pass | None) -> people.Worker:
    if link.external is not None:
        return people.create_worker(studio.store, origin=link.origin, external=link.external)
    named = next((request.query_params[name] for name in _IDS if name in request.query_params), None)
    if named is None:
        if held is not None and held.campaign == link.campaign:
            return people.get_worker(studio.store, held.worker_id)
        return people.create_worker(studio.store, origin=link.origin)
    if not 0 < len(named) <= 200:
        raise InputError("expected the worker's id", field="worker")
    return _claim(studio, link.origin, clean_text(named, "worker"), held)


def _claim(studio: Studio, origin: str, external: str, held: Pass | None) -> people.Worker:
    mine = None if held is None else held.worker_id
    return people.claim_worker(studio.store, origin=origin, external=external, held=mine)


def _offer(studio: Studio, token: str) -> people.OpenInvitation:
    offer = people.invitation_of(studio.store, token)
    if offer is None:
        raise RefusedError("not-found", "this invitation is used up, has ended or never was")
    return offer


def _local(address: str) -> str:
    """An address of this studio, never of another site."""
    plain = address.startswith("/") and not address.startswith(("//", "/\\"))
    return address if plain and address.isprintable() and "\\" not in address else "/"
