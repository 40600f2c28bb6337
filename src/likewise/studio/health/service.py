"""Whether all is well: counts of what grows, and the invariants of ledger and assignment."""

from __future__ import annotations

import time
from typing import Any

import sqlalchemy as sa

from likewise.collect import Store, assign, ledger, schema
from likewise.studio.web import Studio
from likewise.version import __version__

__all__ = ["examine", "totals"]


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


def totals(store: Store) -> dict[str, int]:
    """Rows of the tables that grow."""
    tables = (
        schema.campaigns,
        schema.items,
        schema.workers,
        schema.accounts,
        schema.sessions,
        schema.leases,
        schema.answers,
        schema.entries,
        schema.clips,
    )
    with store.read() as connection:
        return {
            table.name: connection.execute(sa.select(sa.func.count()).select_from(table)).scalar_one()
            for table in tables
        }
