"""Ledger: balances, statements, payouts, bonuses, the accountant's table."""

from __future__ import annotations

import secrets
from collections import defaultdict
from typing import Any

from fastapi import Request, Response

from likewise.collect import campaigns, ledger, people
from likewise.errors import LikewiseError
from likewise.studio.ledger.api import accountant
from likewise.studio.ledger.service import owed
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
    money,
    page_router,
    render,
    whole_number,
)

__all__ = ["router"]

router = page_router()


def _page(request: Request, studio: Studio, status: int = 200, **more: Any) -> Response:
    balances = owed(studio.store)
    sums: dict[str, dict[str, Any]] = defaultdict(lambda: {"balance": 0, "paid": 0, "workers": 0})
    for row in balances:
        owed_in = sums[row["currency"]]
        owed_in["currency"] = row["currency"]
        owed_in["balance"] += max(0, row["balance"])
        owed_in["paid"] += row["paid"]
        owed_in["workers"] += row["balance"] > 0
    context = {"fault": None, "done": None} | more
    return render(
        request, "ledger/page.html", status, balances=balances, sums=list(sums.values()),
        batches=ledger.list_batches(studio.store), wrong=ledger.check(studio.store)[:20],
        key=secrets.token_urlsafe(12), **context,
    )  # fmt: skip


@router.get("/ledger")
def overview(request: Request, studio: House, person: Reviewer, done: str = "") -> Response:
    """Who is owed what."""
    return _page(request, studio, done=done[:200] or None)


@router.post("/ledger/pay")
def pay(request: Request, studio: House, person: Owner, fields: Fields) -> Response:
    """Pay all that is owed, once."""
    key = clean_text(fields.get("key", ""), "key") or None
    try:
        done = ledger.pay(studio.store, by=person.by, key=key, currency=fields.get("currency") or None)
    except LikewiseError as error:
        fault, status = complaint_of(error)
        return _page(request, studio, status, fault=fault)
    return back_to("/ledger", f"Paid {money(done.total, done.currency)} to {done.workers} workers.")


@router.get("/ledger/accountant.csv")
def table(studio: House, person: Reviewer) -> Response:
    """Every entry as CSV."""
    return accountant(studio)


def _statement(request: Request, studio: Studio, code: str, status: int = 200, fault: Any = None) -> Response:
    worker = people.get_worker(studio.store, code)
    entries = ledger.statement(studio.store, worker.id)
    left: dict[str, int] = defaultdict(int)
    for entry in entries:
        left[entry.currency] += entry.amount
    return render(
        request, "ledger/statement.html", status, title=f"Statement of {worker.code}", fault=fault,
        code=worker.code,
        how="Every line of this worker in the ledger, the newest first.", entries=entries[::-1][:1000],
        owed=dict(left), key=secrets.token_urlsafe(12),
        campaigns=[(c.slug, c.title) for c in campaigns.list_campaigns(studio.store)],
    )  # fmt: skip


@router.get("/ledger/{code}")
def statement(request: Request, studio: House, person: Reviewer, code: Code) -> Response:
    """A worker's statement."""
    return _statement(request, studio, code)


@router.post("/ledger/{code}/bonus")
def bonus(request: Request, studio: House, person: Owner, code: Code, fields: Fields) -> Response:
    """Credit a bonus."""
    worker = people.get_worker(studio.store, code)
    try:
        ledger.bonus(
            studio.store, worker.id, fields.get("campaign", ""), whole_number(fields, "amount"),
            clean_text(fields.get("reason", ""), "reason"), person.by, fields.get("key") or None,
        )  # fmt: skip
    except LikewiseError as error:
        fault, status = complaint_of(error)
        return _statement(request, studio, code, status, fault)
    return back_to(f"/ledger/{code}")
