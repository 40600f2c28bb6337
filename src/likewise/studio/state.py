"""What one running studio holds: the store, the folder of media, secrets, limits, templates."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

from fastapi import Depends, Request

from likewise.collect.campaigns import Campaign
from likewise.collect.people import Account
from likewise.collect.store import Store
from likewise.studio.limits import Buckets, Limits
from likewise.studio.navigating import Navigators
from likewise.studio.negating import Negators
from likewise.studio.paraphrasing import Paraphrasers
from likewise.studio.recent import Recent

if TYPE_CHECKING:
    from jinja2 import Environment

    from likewise.studio.reports import Shelf

__all__ = ["House", "Studio", "studio_of"]


@dataclass(frozen=True)
class Studio:
    """The parts of a running studio that its routes share."""

    store: Store
    media: Path
    secret: bytes
    limits: Limits
    buckets: Buckets
    recent: Recent[Account]
    opened: Recent[Campaign]
    reports: Shelf
    pages: Environment
    navigators: Navigators
    embedders: tuple[str, ...] = ()
    paraphrasers: Paraphrasers = field(default_factory=Paraphrasers)
    negators: Negators = field(default_factory=Negators)


def studio_of(request: Request) -> Studio:
    """The studio that serves this request."""
    return cast(Studio, request.app.state.studio)


async def _given(request: Request) -> Studio:
    # A coroutine, since FastAPI hands a plain function to another thread, which costs more than it does.
    return studio_of(request)


House = Annotated[Studio, Depends(_given)]
