"""What one running studio holds: the store, the folder of media, secrets, limits, templates, services."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar, cast

from fastapi import Depends, Request

from likewise.collect import Account, Store
from likewise.studio.feature import Service
from likewise.studio.web.limits import Buckets, Limits
from likewise.studio.web.recent_lookups import RecentLookups

if TYPE_CHECKING:
    from jinja2 import Environment

__all__ = ["House", "Studio", "studio_of"]

Kind = TypeVar("Kind")


@dataclass(frozen=True)
class Studio:
    """The parts of a running studio that its routes share, and its features' services by their class."""

    store: Store
    media: Path
    secret: bytes
    limits: Limits
    buckets: Buckets
    templates: Environment
    services: Mapping[type[Any], Service]
    embedders: tuple[str, ...] = ()
    accounts: RecentLookups[Account] = field(default_factory=RecentLookups)

    def service(self, kind: type[Kind]) -> Kind:
        """The service of this class."""
        return cast(Kind, self.services[kind])

    def close(self) -> None:
        """Close what the features opened."""
        for service in self.services.values():
            service.close()


def studio_of(request: Request) -> Studio:
    """The studio that serves this request."""
    return cast(Studio, request.app.state.studio)


async def _given(request: Request) -> Studio:
    # A coroutine, since FastAPI hands a plain function to another thread, which costs more than it does.
    return studio_of(request)


House = Annotated[Studio, Depends(_given)]
