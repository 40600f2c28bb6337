"""What the groups of routes share: routers, the shapes of addresses, records as plain JSON objects."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query
from pydantic import BaseModel, ConfigDict, Field

from likewise.collect import Campaign
from likewise.studio.web.json_body import StrictRoute

__all__ = [
    "BIGGEST", "FAULTS", "RAW_BODY", "Body", "Code", "Id", "CampaignFilter", "Reason", "Slug", "Tier",
    "campaign_view", "api_router", "plain",
]  # fmt: skip

BIGGEST = 2**53 - 1

Slug = Annotated[str, Path(pattern="^[a-z0-9][a-z0-9-]{0,63}$", description="The campaign's slug.")]
Id = Annotated[int, Path(ge=1, le=BIGGEST)]
Code = Annotated[str, Path(pattern="^[A-Za-z0-9]{1,40}$", description="The worker's code.")]
Tier = Annotated[int | None, Query(ge=1, le=2)]
CampaignFilter = Annotated[str | None, Query(max_length=64)]
Reason = Annotated[str, Field(min_length=1, max_length=2000)]


_BINARY = {"schema": {"type": "string", "format": "binary"}}
RAW_BODY = {"requestBody": {"required": True, "content": {"application/octet-stream": _BINARY}}}
"""What the description says of a route that takes a file as its body."""


class Fault(BaseModel):
    """Why something was refused."""

    code: str
    message: str
    field: str | None


class Faulty(BaseModel):
    """An error."""

    error: Fault


FAULTS: dict[int | str, dict[str, Any]] = {
    401: {"model": Faulty, "description": "Not signed in"},
    403: {"model": Faulty, "description": "Not allowed"},
    404: {"model": Faulty, "description": "Not found"},
    409: {"model": Faulty, "description": "In conflict with what is there"},
    413: {"model": Faulty, "description": "Too large"},
    422: {"model": Faulty, "description": "Bad input"},
    429: {"model": Faulty, "description": "Too many requests"},
}


class Body(BaseModel):
    """A JSON body; a field that is not known is refused, so that a slip does not pass in silence."""

    model_config = ConfigDict(extra="forbid")


def api_router(name: str) -> APIRouter:
    """A router of the API."""
    return APIRouter(prefix="/api/v1", tags=[name], route_class=StrictRoute, responses=FAULTS)


def plain(record: Any) -> dict[str, Any]:
    """A frozen record as a JSON object."""
    return asdict(record)


def campaign_view(campaign: Campaign, *, whole: bool) -> dict[str, Any]:
    """A campaign; those who only work in it do not see how it is run."""
    fields = ("slug", "title", "task", "currency", "status", "rates", "created")
    everything = asdict(campaign)
    everything.pop("id")
    return everything if whole else {name: everything[name] for name in fields}
