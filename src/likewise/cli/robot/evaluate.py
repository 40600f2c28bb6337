"""likewise robot evaluate: how many commands are read exactly as people read them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from likewise.cli.command import Json, about, counted, print_json, print_tables
from likewise.cli.robot.options import (
    Commands,
    LayoutsFile,
    Mode,
    Model,
    NoPlanner,
    Reader,
    Trees,
    commands_of,
    layouts_of,
    open_commander,
    own_commands,
    reading_settings,
)

if TYPE_CHECKING:
    from likewise.robot import RobotScores

__all__ = ["evaluate", "scores_of"]


def evaluate(
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
    json_out: Json = False,
) -> None:
    """Exact match with gold trees: precision of what is answered, recall of all, with 95 % intervals.

    Example: likewise robot evaluate --model robot --commands commands.tsv --rcl rcl.tsv --layouts layouts.txt
    """
    found = scores_of(model, commands, rcl, layouts, last, no_planner, reader, mode)
    if json_out:
        print_json(found.as_dict())
    else:
        print_tables(found)


def scores_of(
    model: str | None, commands: str | None, rcl: str | None, layouts: str | None, last: int | None,
    no_planner: bool, reader: str, mode: str,
) -> RobotScores:  # fmt: skip
    """The commands of files, judged."""
    from likewise.robot import evaluate_robot

    how = reading_settings(reader, no_planner, mode)
    rows, boards = commands_of(commands, rcl, layouts), layouts_of(layouts)
    commander = open_commander(model, reader=reader)
    rows = rows or own_commands(commander.lang)
    rows = rows[-last:] if last else rows
    with about(commands), counted("reading commands", len(rows)) as advance:
        return evaluate_robot(
            lambda text, board: commander.answer(text, board, **how), rows, boards, progress=advance
        )


def _with_interval(value: float, interval: list[float] | None) -> str:
    return f"{value:.1f}" + (f" [{interval[0]:.1f}, {interval[1]:.1f}]" if interval else "")
