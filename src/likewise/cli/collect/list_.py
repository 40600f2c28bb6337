"""likewise collect list: the campaigns of a database."""

from __future__ import annotations

from likewise.cli.collect.database import DEFAULT, Database, about, open_store
from likewise.cli.command import Json, print_json, print_table

__all__ = ["list_"]


def list_(database: Database = DEFAULT, json_out: Json = False) -> None:
    """List the campaigns of a database.

    Example: likewise collect list --database sqlite:///likewise.db
    """
    from likewise.collect import list_campaigns

    with open_store(database) as store:
        campaigns = list_campaigns(store)
    if json_out:
        print_json({"campaigns": [{**about(c), "task": c.task, "rates": list(c.rates)} for c in campaigns]})
        return
    rows = [
        [c.id, c.slug, c.title, c.task, c.status, ", ".join(map(str, c.rates)), c.currency] for c in campaigns
    ]
    print_table("Campaigns", ["number", "name", "title", "task", "status", "rates", "currency"], rows)
