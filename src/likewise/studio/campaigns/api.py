"""Campaigns and their items."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import Request
from pydantic import Field

from likewise.collect import campaigns
from likewise.studio.campaigns.service import create, import_file, progress, visible
from likewise.studio.web import (
    BIGGEST,
    RAW_BODY,
    Body,
    House,
    Owner,
    SignedIn,
    Slug,
    api_router,
    campaign_view,
)

__all__ = ["router"]

router = api_router("campaigns")

Amount = Annotated[int, Field(ge=0, le=BIGGEST)]
Target = Annotated[int, Field(ge=0, le=1_000_000)]


class NewCampaign(Body):
    """A campaign to be opened."""

    title: str = Field(min_length=1, max_length=500)
    task: str = Field(min_length=1, max_length=64)
    settings: dict[str, Any] = Field(default_factory=dict)
    targets: tuple[Target, Target] = (20, 20)
    rates: tuple[Amount, Amount] = (1, 5)
    currency: str = Field(default="USD", pattern="^[A-Z]{3}$")
    lease_seconds: int = Field(default=1800, ge=1, le=366 * 24 * 3600)
    auto_accept: bool = True
    grant_policy: str = Field(default="manual", max_length=40)
    fee_permille: int = Field(default=0, ge=0, le=1000)
    slug: str | None = Field(default=None, max_length=64)


class NewRate(Body):
    """A new rate for a tier."""

    tier: int = Field(ge=1, le=2)
    amount: Amount


class Change(Body):
    """What is to change in a campaign."""

    status: Literal["open", "paused", "closed"] | None = None
    rate: NewRate | None = None


class Items(Body):
    """Stimuli to be added."""

    stimuli: list[dict[str, Any]] = Field(max_length=50_000)
    keys: list[Annotated[str, Field(min_length=1, max_length=500)]] | None = None


@router.get("/campaigns")
def listing(studio: House, person: SignedIn) -> dict[str, Any]:
    """Campaigns, the newest first; a worker sees the open ones."""
    listed = visible(person, campaigns.list_campaigns(studio.store))
    return {"campaigns": [campaign_view(c, whole=person.role != "worker") for c in listed]}


@router.post("/campaigns", status_code=201)
def new(studio: House, person: Owner, body: NewCampaign) -> dict[str, Any]:
    """Open a campaign."""
    return campaign_view(create(studio, person.by, body.model_dump()), whole=True)


@router.get("/campaigns/{slug}")
def one(studio: House, person: SignedIn, slug: Slug) -> dict[str, Any]:
    """One campaign, and how far it is."""
    campaign = campaigns.get_campaign(studio.store, slug)
    if not visible(person, [campaign]):
        campaign = campaigns.get_campaign(studio.store, "")
    whole = person.role != "worker"
    return campaign_view(campaign, whole=whole) | (
        {"progress": progress(studio.store, campaign.id)} if whole else {}
    )


@router.patch("/campaigns/{slug}")
def change(studio: House, person: Owner, slug: Slug, body: Change) -> dict[str, Any]:
    """Open, pause or close a campaign; pay another rate from now on."""
    campaign = campaigns.get_campaign(studio.store, slug)
    if body.status is not None:
        campaign = campaigns.set_status(studio.store, campaign, body.status, person.by)
    if body.rate is not None:
        campaign = campaigns.set_rate(studio.store, campaign, body.rate.tier, body.rate.amount, person.by)
    return campaign_view(campaign, whole=True)


@router.post("/campaigns/{slug}/items", status_code=201)
def add(studio: House, person: Owner, slug: Slug, body: Items) -> dict[str, Any]:
    """Add items, all or none."""
    return {"added": campaigns.add_items(studio.store, slug, body.stimuli, keys=body.keys)}


@router.post(
    "/campaigns/{slug}/import", status_code=201,
    openapi_extra=RAW_BODY,
)  # fmt: skip
async def upload(
    request: Request, studio: House, person: Owner, slug: Slug, name: str = "items.jsonl"
) -> dict[str, Any]:
    """Add the items of a file, sent as the body; `name` tells its kind by its ending."""
    from starlette.concurrency import run_in_threadpool

    return {"added": await run_in_threadpool(import_file, studio, slug, name, await request.body())}
