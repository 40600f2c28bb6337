"""The ledger: balances, statements, bonuses, payouts, the accountant's table."""

from __future__ import annotations

import io
from typing import Annotated, Any

from fastapi import Response
from pydantic import Field

from likewise.collect import ledger, people
from likewise.studio.ledger.service import owed
from likewise.studio.web import (
    BIGGEST,
    Body,
    CampaignFilter,
    Code,
    House,
    Owner,
    Reason,
    Reviewer,
    Studio,
    api_router,
    clean_text,
    plain,
)

__all__ = ["accountant", "router"]

router = api_router("ledger")

Key = Annotated[str, Field(min_length=1, max_length=100)]


class Bonus(Body):
    """A bonus to be credited; `key` makes sending it twice harmless."""

    worker: str = Field(min_length=1, max_length=40)
    campaign: str = Field(min_length=1, max_length=64)
    amount: int = Field(ge=1, le=BIGGEST)
    reason: Reason
    key: Key | None = None


class NewPayout(Body):
    """A payout of all positive balances; `key` makes sending it twice harmless."""

    campaign: str | None = Field(default=None, max_length=64)
    currency: str | None = Field(default=None, pattern="^[A-Z]{3}$")
    key: Key | None = None


def accountant(studio: Studio) -> Response:
    """Every entry as CSV."""
    stream = io.StringIO()
    ledger.accountant_csv(studio.store, stream)
    headers = {"content-disposition": 'attachment; filename="ledger.csv"'}
    return Response(stream.getvalue(), media_type="text/csv; charset=utf-8", headers=headers)


@router.get("/ledger/balances")
def balances(studio: House, person: Reviewer, campaign: CampaignFilter = None) -> dict[str, Any]:
    """What is owed to each worker, by currency."""
    return {"balances": owed(studio.store, campaign)}


@router.get("/ledger/workers/{code}/statement")
def statement(studio: House, person: Reviewer, code: Code) -> dict[str, Any]:
    """A worker's entries."""
    worker = people.get_worker(studio.store, code)
    return {"entries": [plain(entry) for entry in ledger.statement(studio.store, worker.id)]}


@router.post("/ledger/bonuses", status_code=201)
def bonus(studio: House, person: Owner, body: Bonus) -> dict[str, Any]:
    """Credit a bonus."""
    worker = people.get_worker(studio.store, body.worker)
    reason = clean_text(body.reason, "reason")
    key = None if body.key is None else clean_text(body.key, "key")
    return plain(ledger.bonus(studio.store, worker.id, body.campaign, body.amount, reason, person.by, key))


@router.get("/ledger/payouts")
def payouts(studio: House, person: Reviewer) -> dict[str, Any]:
    """Payouts, the newest first."""
    return {"payouts": [plain(batch) for batch in ledger.list_batches(studio.store)]}


@router.post("/ledger/payouts", status_code=201)
def pay(studio: House, person: Owner, body: NewPayout) -> dict[str, Any]:
    """Pay every positive balance once."""
    key = None if body.key is None else clean_text(body.key, "key")
    done = ledger.pay(studio.store, campaign=body.campaign, by=person.by, key=key, currency=body.currency)
    return plain(done)


@router.get("/ledger/accountant.csv", response_class=Response)
def csv(studio: House, person: Reviewer) -> Response:
    """Every entry as CSV, for the accountant."""
    return accountant(studio)


@router.get("/ledger/check")
def check(studio: House, person: Reviewer) -> dict[str, Any]:
    """Whether the ledger's invariants hold."""
    violations = ledger.check(studio.store)
    return {"ok": not violations, "violations": violations}
