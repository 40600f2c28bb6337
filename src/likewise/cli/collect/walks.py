"""likewise collect walks: items for instructors and followers."""

from __future__ import annotations

from typing import Annotated

import typer

from likewise.cli.collect.database import DEFAULT, Database, one_campaign, open_store
from likewise.cli.command import InputError, Json, Seed, check_outputs, print_json, said

__all__ = ["walks"]


def walks(
    written: Annotated[
        str | None,
        typer.Option(
            "--from", metavar="CAMPAIGN", help="Instructions of this campaign, for followers; else walks."
        ),
    ] = None,
    maps: Annotated[
        str | None, typer.Option("--maps", metavar="DIR", help="Folder of maps; the embedded ones otherwise.")
    ] = None,
    count: Annotated[int, typer.Option("--count", min=1, help="How many walks.")] = 100,
    actions: Annotated[
        str, typer.Option("--actions", help="Fewest and most actions of a walk, such as 1,4.")
    ] = "1,4",
    state: Annotated[
        str, typer.Option("--state", help="With --from: accepted, pending, rejected or all answers.")
    ] = "accepted",
    target: Annotated[str, typer.Option("--out", help="A file, or - for standard output.")] = "-",
    seed: Seed = 12345,
    database: Database = DEFAULT,
    json_out: Json = False,
) -> None:
    """Make items for route instructions: random walks for instructors, or what they wrote for followers.

    Example: likewise collect walks --count 30 --out walks.jsonl
    """
    from likewise.collect import follower_items, instructor_items, write_json_lines
    from likewise.data import navigation_folder
    from likewise.worlds import load_maps

    check_outputs(target, json_out=json_out)
    if written is not None:
        with open_store(database) as store:
            chosen = None if state == "all" else state
            made = write_json_lines(follower_items(store, one_campaign(store, written), state=chosen), target)
    else:
        worlds = load_maps(f"{navigation_folder()}/maps" if maps is None else maps)
        items = instructor_items(list(worlds.values()), count, seed=seed, actions=_range(actions))
        made = write_json_lines(items, target)
    if json_out:
        print_json({"items": made, "out": target})
        return
    said(target)


def _range(text: str) -> tuple[int, int]:
    parts = text.split(",")
    if len(parts) != 2 or not all(part.strip().isascii() and part.strip().isdigit() for part in parts):
        raise InputError("expected two numbers such as 1,4", field="actions")
    return int(parts[0]), int(parts[1])
