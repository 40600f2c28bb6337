"""Whether all is well."""

from __future__ import annotations

from typing import Any

from likewise.studio.health.service import examine
from likewise.studio.web import House, Reviewer, api_router
from likewise.version import __version__

__all__ = ["router"]

router = api_router("health")


@router.get("/health")
def health(studio: House) -> dict[str, Any]:
    """Whether the studio answers and its database can be read; open to all, and says no more than that."""
    studio.store.now()
    with studio.store.read():
        return {"ok": True, "version": __version__}


@router.get("/health/details")
def details(studio: House, person: Reviewer) -> dict[str, Any]:
    """Counts, and the invariants of ledger and assignment."""
    return examine(studio)
