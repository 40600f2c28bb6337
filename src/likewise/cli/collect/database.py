"""Which database and which campaign a sub-command works on."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer

from likewise.errors import InputError

if TYPE_CHECKING:
    from likewise.collect import Campaign, Store

__all__ = ["DEFAULT", "By", "Database", "Which", "about", "one_campaign", "open_store"]

Database = Annotated[
    str,
    typer.Option(
        "--database",
        envvar="LIKEWISE_DATABASE",
        metavar="URL",
        help="sqlite:///NAME.db, a file's name, or postgresql://..",
    ),
]
Which = Annotated[
    str | None, typer.Argument(metavar="CAMPAIGN", help="Its short name or number; the only one if left out.")
]
By = Annotated[str, typer.Option("--by", metavar="NAME", help="Who decides, for the record.")]
DEFAULT = "sqlite:///likewise.db"


@contextmanager
def open_store(database: str, *, new: bool = False) -> Iterator[Store]:
    """The database, its tables up to date; one that is not there is made only where that makes sense."""
    from likewise.collect import Store, schema

    url = database if "://" in database else f"sqlite:///{database}"
    store = Store(url)
    try:
        file = store.url.database
        if store.is_sqlite and not new and (file is None or not os.path.exists(file)):
            raise InputError("no such database; likewise collect new or import makes one", file=file)
        try:
            store.create()
        except schema.sa.exc.DBAPIError as error:
            raise InputError(f"the database cannot be opened: {error.orig}") from None
        yield store
    finally:
        store.close()


def one_campaign(store: Store, which: str | None) -> Campaign:
    """The campaign of this name or number; without one, the only campaign that there is."""
    from likewise.collect import get_campaign, list_campaigns

    if which is not None:
        return get_campaign(store, int(which) if which.isascii() and which.isdigit() else which)
    campaigns = list_campaigns(store)
    if len(campaigns) != 1:
        names = ", ".join(c.slug for c in campaigns[:10]) or "none"
        raise InputError(f"expected the name of a campaign, one of: {names}")
    return campaigns[0]


def about(campaign: Campaign) -> dict[str, Any]:
    """What every result says of its campaign."""
    return {"campaign": campaign.slug, "id": campaign.id, "title": campaign.title, "status": campaign.status}
