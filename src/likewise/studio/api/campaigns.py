"""Campaigns and their items."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Annotated, Any, Literal

from fastapi import Request
from pydantic import Field

from likewise.collect import campaigns, import_files
from likewise.errors import InputError
from likewise.studio.api.common import BIGGEST, RAW_BODY, Body, Slug, campaign_view, group
from likewise.studio.bodies import clean_text
from likewise.studio.figures import progress
from likewise.studio.identity import Owner, SignedIn
from likewise.studio.state import House, Studio

__all__ = ["create", "import_file", "router", "visible"]

router = group("campaigns")
_KINDS = (".jsonl", ".csv", ".tsv", ".json")

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


class Rate(Body):
    """A new rate for a tier."""

    tier: int = Field(ge=1, le=2)
    amount: Amount


class Change(Body):
    """What is to change in a campaign."""

    status: Literal["open", "paused", "closed"] | None = None
    rate: Rate | None = None


class Items(Body):
    """Stimuli to be added."""

    stimuli: list[dict[str, Any]] = Field(max_length=50_000)
    keys: list[Annotated[str, Field(min_length=1, max_length=500)]] | None = None


def create(studio: Studio, by: str, wanted: dict[str, Any]) -> campaigns.Campaign:
    """Open a campaign; its title is shown beside others' and may hold no control characters."""
    wanted = {**wanted, "title": clean_text(wanted["title"], "title")}
    return campaigns.create_campaign(studio.store, **wanted, by=by)


def visible(person: Any, found: list[campaigns.Campaign]) -> list[campaigns.Campaign]:
    """The campaigns that this person may know of: workers see what is open to them."""
    if person.role != "worker":
        return found
    return [c for c in found if c.status == "open" and person.campaign in (None, c.slug)]


def import_file(studio: Studio, slug: str, name: str, data: bytes) -> int:
    """Items out of an uploaded file: JSON lines or a table; archives and compressed files are refused."""
    ending = Path(name).suffix.lower()
    if ending not in _KINDS:
        raise InputError(f"expected a file that ends in {', '.join(_KINDS)}", field="file")
    if data[:2] in (b"PK", b"\x1f\x8b") or data[:3] in (b"BZh", b"\xfd7z"):
        raise InputError("is compressed, expected plain text", field="file")
    with tempfile.TemporaryDirectory(prefix="likewise-import-") as folder:
        path = Path(folder) / f"upload{ending}"
        path.write_bytes(data)
        try:
            return import_files.import_items(studio.store, slug, path)
        except InputError as error:
            # The file's temporary place means nothing to the one who sent it.
            raise InputError(error.message, line=error.line, field=error.field) from None


@router.get("/campaigns")
def listing(studio: House, person: SignedIn) -> dict[str, Any]:
    """Campaigns, the newest first; a worker sees the open ones."""
    found = visible(person, campaigns.list_campaigns(studio.store))
    return {"campaigns": [campaign_view(c, whole=person.role != "worker") for c in found]}


@router.post("/campaigns", status_code=201)
def new(studio: House, person: Owner, body: NewCampaign) -> dict[str, Any]:
    """Open a campaign."""
    return campaign_view(create(studio, person.by, body.model_dump()), whole=True)


@router.get("/campaigns/{slug}")
def one(studio: House, person: SignedIn, slug: Slug) -> dict[str, Any]:
    """One campaign, and how far it is."""
    found = campaigns.get_campaign(studio.store, slug)
    if not visible(person, [found]):
        found = campaigns.get_campaign(studio.store, "")
    whole = person.role != "worker"
    return campaign_view(found, whole=whole) | (
        {"progress": progress(studio.store, found.id)} if whole else {}
    )


@router.patch("/campaigns/{slug}")
def change(studio: House, person: Owner, slug: Slug, body: Change) -> dict[str, Any]:
    """Open, pause or close a campaign; pay another rate from now on."""
    found = campaigns.get_campaign(studio.store, slug)
    if body.status is not None:
        found = campaigns.set_status(studio.store, found, body.status, person.by)
    if body.rate is not None:
        found = campaigns.set_rate(studio.store, found, body.rate.tier, body.rate.amount, person.by)
    return campaign_view(found, whole=True)


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
