"""Campaigns as the studio opens, shows and fills them, and how far each of them is."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from likewise.collect import Store, campaigns, import_files, schema
from likewise.errors import InputError
from likewise.studio.web import Studio, clean_text

__all__ = ["create", "import_file", "progress", "visible"]

_KINDS = (".jsonl", ".csv", ".tsv", ".json")


def create(studio: Studio, by: str, wanted: dict[str, Any]) -> campaigns.Campaign:
    """Open a campaign; its title is shown beside others' and may hold no control characters."""
    wanted = {**wanted, "title": clean_text(wanted["title"], "title")}
    return campaigns.create_campaign(studio.store, **wanted, by=by)


def visible(person: Any, listed: list[campaigns.Campaign]) -> list[campaigns.Campaign]:
    """The campaigns that this person may know of: workers see what is open to them."""
    if person.role != "worker":
        return listed
    return [c for c in listed if c.status == "open" and person.campaign in (None, c.slug)]


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


def progress(store: Store, campaign_id: int) -> dict[str, Any]:
    """How far a campaign is: items, answers by tier and state, workers, open leases."""
    with store.read() as connection:
        wanted = sa.select(
            sa.func.count(), sa.func.sum(schema.items.c.taken_1), sa.func.sum(schema.items.c.taken_2)
        ).where(schema.items.c.campaign_id == campaign_id)
        count, taken_1, taken_2 = connection.execute(wanted).one()
        states = connection.execute(
            sa.select(
                schema.answers.c.tier,
                schema.answers.c.state,
                sa.func.count(),
                sa.func.sum(schema.answers.c.pay),
            )
            .where(schema.answers.c.campaign_id == campaign_id)
            .group_by(schema.answers.c.tier, schema.answers.c.state)
        ).all()
        people = connection.execute(
            sa.select(sa.func.count(sa.distinct(schema.answers.c.worker_id))).where(
                schema.answers.c.campaign_id == campaign_id
            )
        ).scalar_one()
        waiting = connection.execute(
            sa.select(sa.func.count()).select_from(schema.clips).where(
                schema.clips.c.campaign_id == campaign_id, schema.clips.c.state == "pending"
            )
        ).scalar_one()  # fmt: skip
    states_of = [{"tier": t, "state": s, "answers": n, "pay": int(p or 0)} for t, s, n, p in states]
    return {
        "items": count,
        "taken": [int(taken_1 or 0), int(taken_2 or 0)],
        "answers": sum(row["answers"] for row in states_of),
        "states": states_of,
        "workers": people,
        "pending": sum(row["answers"] for row in states_of if row["state"] == "pending"),
        "clips": waiting,
    }
