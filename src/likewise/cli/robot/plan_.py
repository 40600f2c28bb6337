"""likewise robot plan: the planner alone, held against the answers of another one."""

from __future__ import annotations

from typing import Annotated

import typer

from likewise.cli.command import Json, about, print_json
from likewise.cli.robot.options import LayoutsFile, layouts_of

__all__ = ["plan"]


def plan(
    cases: Annotated[
        str,
        typer.Option(
            "--cases", metavar="TSV", help="Scene, RCL tree, and the move it should give, or REJECT."
        ),
    ],
    layouts: LayoutsFile = None,
    json_out: Json = False,
) -> None:
    """Plan trees on their boards, and count in how many cases the planner gives the move that it should.

    Example: likewise robot plan --layouts layouts.txt --cases planner-cases.tsv.gz
    """
    from likewise.worlds.blocks import agreement, dumps_moves

    boards = layouts_of(layouts)
    with about(cases):
        found = agreement(boards, cases)
    rows = [
        {
            "scene": case.scene,
            "rcl": str(case.rcl),
            "expected": dumps_moves(case.moves) or "REJECT",
            "planned": said,
        }
        for case, said in found.disagreements
    ]
    if json_out:
        print_json({"n": found.n, "agree": found.agree, "differences": rows})
        return
    print(f"{found.agree:,} of {found.n:,} cases agree.")
    for row in rows:
        print(f"scene {row['scene']}: {row['rcl']}\n  expected {row['expected']}, planned: {row['planned']}")
