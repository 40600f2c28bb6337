"""Whether all is well."""

from __future__ import annotations

import time
from typing import Any

from likewise.collect import assign, ledger
from likewise.studio.api.common import group
from likewise.studio.figures import totals
from likewise.studio.identity import Reviewer
from likewise.studio.state import House, Studio
from likewise.version import __version__

__all__ = ["examine", "router"]

router = group("health")


def examine(studio: Studio) -> dict[str, Any]:
    """The database, its counts, and the invariants of ledger and assignment."""
    begun = time.perf_counter()
    counts = totals(studio.store)
    wrong = ledger.check(studio.store) + assign.check_counts(studio.store)
    return {
        "ok": not wrong,
        "version": __version__,
        "database": studio.store.url.get_backend_name(),
        "counts": counts,
        "violations": wrong[:100],
        "milliseconds": round(1000 * (time.perf_counter() - begun), 1),
    }


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
