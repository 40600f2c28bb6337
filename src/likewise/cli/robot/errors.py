"""likewise robot errors: where answers differ from gold trees."""

from __future__ import annotations

from typing import Annotated

import typer

from likewise.cli.command import Json, print_json, print_table
from likewise.cli.robot.evaluate import scores_of
from likewise.cli.robot.options import Commands, LayoutsFile, Mode, Model, NoPlanner, Reader, Trees

__all__ = ["errors"]


def errors(
    model: Model = None,
    commands: Commands = None,
    rcl: Trees = None,
    layouts: LayoutsFile = None,
    last: Annotated[
        int | None, typer.Option("--last", min=1, help="So many commands only, the last ones.")
    ] = None,
    no_planner: NoPlanner = False,
    reader: Reader = "combined",
    mode: Mode = "best",
    top: Annotated[
        int, typer.Option("--top", min=1, help="So many differences, the most frequent ones.")
    ] = 20,
    json_out: Json = False,
) -> None:
    """Walk answered and gold trees in tandem, and count what differs, the most frequent first.

    Example: likewise robot errors --model robot --commands commands.tsv --rcl rcl.tsv --layouts layouts.txt
    """
    from likewise.robot import mismatches

    found = scores_of(model, commands, rcl, layouts, last, no_planner, reader, mode)
    rows = mismatches(found.judged, most=top)
    if json_out:
        differences = [
            {
                "place": one.place,
                "gold": one.gold,
                "system": one.system,
                "count": one.count,
                "ids": list(one.ids),
            }
            for one in rows
        ]
        print_json({"n": found.n, "correct": found.correct, "differences": differences})
        return
    caption = f"{found.n - found.correct} of {found.n} commands are not right"
    cells = [
        [one.count, one.place, one.gold or "-", one.system or "-", ", ".join(one.ids[:3])] for one in rows
    ]
    print_table("Where trees differ", ["times", "place", "gold", "answered", "commands"], cells, caption)
