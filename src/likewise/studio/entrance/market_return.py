"""The way back to a marketplace: what someone who came with an assignment needs to hand it in there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

import sqlalchemy as sa
from fastapi import Request

from likewise.collect import Campaign, schema
from likewise.collect.market import MarketEntry, complete
from likewise.studio.web import PASS_DAYS, VISIT, Person, Studio, Visit, content_policy, unsign

__all__ = ["MARKETS", "Return", "policy", "visit_for", "visit_of", "way_back"]

MARKETS = {"mturk": "Mechanical Turk", "prolific": "Prolific"}
_PRODUCTION, _WORKERS = "https://www.mturk.com", "https://worker.mturk.com"


@dataclass(frozen=True)
class Return:
    """How to hand in: an address to go to, or with `fields` a form to send there; `ready` after an answer."""

    market: str
    ready: bool
    url: str
    fields: Mapping[str, str] | None


def visit_for(request: Request, studio: Studio, worker_id: int, entry: MarketEntry) -> Visit:
    """What to remember of an entry; the same assignment opened once more goes on where it was."""
    assert entry.assignment is not None
    now = studio.store.now()
    held: Visit | None = unsign(studio.secret, request.cookies.get(VISIT, ""), Visit, now)
    same = held is not None and (held.worker_id, held.campaign, held.origin, held.assignment) == (
        worker_id, entry.campaign, entry.origin, entry.assignment,
    )  # fmt: skip
    return Visit(
        worker_id, entry.campaign, entry.origin, entry.tier, entry.assignment, entry.submit_to,
        held.since if held is not None and same else now, now + PASS_DAYS * 86_400 * 1_000_000,
    )  # fmt: skip


def visit_of(request: Request, studio: Studio, person: Person, campaign: Campaign) -> Visit | None:
    """The visit that this browser carries, where it is this person's and to this campaign."""
    text = request.cookies.get(VISIT)
    visit: Visit | None = unsign(studio.secret, text, Visit, studio.store.now()) if text else None
    mine = visit is not None and (visit.worker_id, visit.campaign) == (person.worker_id, campaign.slug)
    return visit if mine else None


def way_back(studio: Studio, campaign: Campaign, visit: Visit) -> Return:
    """The way back of a visit; before the first answer there is nothing to hand in."""
    entry = MarketEntry(
        visit.origin, visit.campaign, visit.tier, False, None, visit.assignment, None, visit.submit_to
    )
    market = MARKETS[visit.origin]
    if not _answered(studio, campaign, visit):
        return Return(market, False, "", None)
    done = complete(entry, studio.secret)
    if done.method == "POST":
        return Return(market, True, done.url, done.fields)
    return Return(market, True, f"{done.url}?{urlencode(done.fields)}", None)


def policy(studio: Studio, visit: Visit) -> dict[str, str]:
    """The header that lets the page's form go to the one marketplace host that the visit names.

    It is there from the first page on: answers come in as parts of that page, which keeps its policy.
    """
    if visit.submit_to is None:
        return {}
    # Browsers hold a redirect after a form against the policy too; production sends on to the workers' site.
    forms = [visit.submit_to, *([_WORKERS] if visit.submit_to == _PRODUCTION else [])]
    above = ["'self'", *studio.embedders] if studio.embedders else []
    return {"content-security-policy": content_policy(above, forms)}


def _answered(studio: Studio, campaign: Campaign, visit: Visit) -> bool:
    query = sa.select(schema.answers.c.id).where(
        schema.answers.c.campaign_id == campaign.id,
        schema.answers.c.worker_id == visit.worker_id,
        schema.answers.c.created >= visit.since,
    )
    with studio.store.read() as connection:
        return connection.execute(query.limit(1)).first() is not None
