"""likewise collect import: a finished campaign, or items, out of a file."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from likewise.cli.collect.database import DEFAULT, Database, about, one_campaign, open_store
from likewise.cli.command import InputError, Json, print_json, progress

__all__ = ["import_"]


def import_(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="MSVD CSV, clusters, or items with --campaign.")
    ],
    campaign: Annotated[
        str | None, typer.Option("--campaign", help="Add the file's stimuli to this campaign.")
    ] = None,
    title: Annotated[str | None, typer.Option("--title", help="Title of the imported campaign.")] = None,
    database: Database = DEFAULT,
    json_out: Json = False,
) -> None:
    """Import a finished campaign (the MSVD CSV, or clusters as JSON lines), or items into one.

    Example: likewise collect import msvd_train.csv.gz --title MSVD
    """
    from likewise.collect import import_campaign, import_items, table1

    if campaign is not None and title is not None:
        raise InputError("--title goes with a finished campaign, not with --campaign")
    if file != "-" and not os.path.exists(file):
        raise InputError("no such file", file=file)
    with open_store(database, new=campaign is None) as store, progress("importing", file) as advance:
        if campaign is not None:
            made = one_campaign(store, campaign)
            count = import_items(store, made, file, progress=advance)
            result = {**about(made), "items": count}
            line = f"{count} items added to {made.slug}."
        else:
            made = import_campaign(store, file, title=title, progress=advance)
            figures = table1(store, made, lang="all")
            result = {**about(made), "items": figures["segments"], "answers": figures["total"]["submitted"]}
            result["workers"] = figures["total"]["workers"]
            line = (
                f"Campaign {made.slug} (number {made.id}): {result['items']} segments, "
                f"{result['answers']} descriptions by {result['workers']} workers."
            )
    if json_out:
        print_json(result)
    else:
        print(line)
