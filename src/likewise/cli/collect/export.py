"""likewise collect export: what people gave, as a file."""

from __future__ import annotations

from typing import Annotated

import typer

from likewise.cli.collect.database import DEFAULT, Database, Which, one_campaign, open_store
from likewise.cli.command import Json, check_outputs, note, print_json, said

__all__ = ["export"]


def export(
    campaign: Which = None,
    kind: Annotated[
        str,
        typer.Option(
            "--kind",
            help="clusters, segments, patterns, answers, msvd, huggingface, verses, annotations, "
            "glossary, navigation or orders.",
        ),
    ] = "clusters",
    target: Annotated[
        str,
        typer.Option("--out", help="A file, - for standard output; for huggingface and orders a new folder."),
    ] = "-",
    state: Annotated[
        str, typer.Option("--state", help="Which answers: accepted, pending, rejected or all.")
    ] = "accepted",
    database: Database = DEFAULT,
    json_out: Json = False,
) -> None:
    """Write what people gave: for score, judge, dimple or hmeant, as tables or as a folder.

    Example: likewise collect export msvd --kind clusters --out clusters.jsonl
    """
    from likewise.collect import FOLDERS, export_campaign as write

    if kind not in FOLDERS:
        check_outputs(target, json_out=json_out)
    with open_store(database) as store:
        chosen = one_campaign(store, campaign)
        count = write(store, chosen, kind, target, state=None if state == "all" else state)
    if json_out:
        print_json({"campaign": chosen.slug, "kind": kind, "records": count, "out": target})
        return
    said(target)
    if not count:
        note("there was nothing to write")
