"""Work: the next problem, an answer, a skip. An answer brings the next problem back, in one round trip."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

from fastapi.responses import JSONResponse
from pydantic import Field

from likewise.collect import ledger
from likewise.collect.tasks import LinksField, SchemeField, SpansField
from likewise.studio.web import Body, House, Slug, Tier, Worker, api_router
from likewise.studio.work.service import (
    WorkTurn,
    check_tier,
    enter,
    following,
    next_turn,
    skip_turn,
    submit_answer,
)

__all__ = ["router"]

router = api_router("work")

Token = Annotated[str, Field(min_length=1, max_length=200)]


class NewAnswer(Body):
    """An answer to a problem; `key` makes sending it twice harmless."""

    token: Token
    payload: dict[str, Any]
    seconds: Annotated[float, Field(ge=0, le=86_400, allow_inf_nan=False)] | None = None
    key: Annotated[str, Field(min_length=1, max_length=100, pattern=r"^[\x21-\x7e]+$")] | None = None
    tier: Annotated[int, Field(ge=1, le=2)] | None = None


class Skip(Body):
    """A problem that is given back."""

    token: Token


def turn_view(turn: WorkTurn) -> dict[str, Any] | None:
    """A problem as JSON: what is shown, what is asked, the lease, and its place in the piece of work."""
    work, form = turn.work, turn.form
    if work is None or form is None:
        return None
    return {
        "token": work.token,
        "key": work.key,
        "tier": work.tier,
        "expires": work.expires,
        "problem": {"number": work.number, "of": work.of},
        "stimulus": form.stimulus_view,
        "fields": [_field_view(field) for field in form.fields],
    }


def _field_view(field: Any) -> dict[str, Any]:
    # By hand: this is on the way of every answer, and a copy of all suggestions of a language costs more.
    names: tuple[str, ...] = ("name", "kind", "label", "required", "min", "max", "help", "dir_auto")
    if isinstance(field, SpansField):
        names = (*names, "text", "units", "overlap")
    elif isinstance(field, LinksField):
        names = (*names, "source", "target", "source_labels", "target_labels")
    elif isinstance(field, SchemeField):
        names = (*names, "lines")
    view = {name: getattr(field, name) for name in names}
    return view | {"options": [{"value": value, "label": label} for value, label in field.options]}


@router.get("/campaigns/{slug}/work")
def get_work(studio: House, person: Worker, slug: Slug, tier: Tier = None) -> dict[str, Any]:
    """The open problem, or the first of the next piece of work, or null where there is none (now).

    `problem` tells its place: a piece of work holds as many as the setting `problems` says, or what is left.
    """
    turn = next_turn(studio, person, enter(studio, person, slug), tier)
    return {"tier": turn.tier, "work": turn_view(turn)}


@router.post("/campaigns/{slug}/answers", status_code=201)
def answer(studio: House, person: Worker, slug: Slug, body: NewAnswer) -> JSONResponse:
    """Hand in an answer; gives the next problem with it."""
    campaign = enter(studio, person, slug)
    check_tier(studio, person, campaign, body.tier)
    done = submit_answer(
        studio, person, campaign, body.token, body.payload, seconds=body.seconds, key=body.key
    )
    turn = following(studio, person, campaign, body.tier)
    view = {"id": done.id, "state": done.state, "pay": done.pay, "tier": done.tier}
    return JSONResponse({"answer": view, "next": turn_view(turn)}, 201)


@router.post("/campaigns/{slug}/skips")
def skip(studio: House, person: Worker, slug: Slug, body: Skip) -> dict[str, Any]:
    """Give a problem back and get the next."""
    campaign = enter(studio, person, slug)
    skip_turn(studio, person, body.token)
    return {"next": turn_view(following(studio, person, campaign))}


@router.get("/me/balance")
def balance(studio: House, person: Worker) -> dict[str, Any]:
    """What one's own work has earned and not been paid yet; `balance` is null where currencies differ."""
    assert person.worker_id is not None
    balances = ledger.balances_of(studio.store, person.worker_id)
    return {"balance": None if len(balances) > 1 else sum(balances.values()), "balances": balances}


@router.get("/me/statement")
def statement(studio: House, person: Worker) -> dict[str, Any]:
    """One's own entries in the ledger."""
    assert person.worker_id is not None
    entries = ledger.statement(studio.store, person.worker_id)
    hidden = ("worker_id", "campaign_id")
    return {"entries": [{k: v for k, v in asdict(e).items() if k not in hidden} for e in entries]}
