"""likewise robot study: the paper's figures beside ours."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from likewise.cli.command import (
    InputError,
    Json,
    Seed,
    about,
    check_outputs,
    print_json,
    print_tables,
    said,
    staged,
)

if TYPE_CHECKING:
    pass

__all__ = ["study"]


def study(
    data: Annotated[
        str,
        typer.Option("--data", metavar="DIR", help="Folder with commands.tsv, rcl.tsv and layouts.txt."),
    ],
    test: Annotated[
        int, typer.Option("--test", min=1, help="So many of the last commands are the test.")
    ] = 500,
    analyses: Annotated[
        str | None,
        typer.Option(
            "--analyses", metavar="FILE", help="Analyses of a real deep parser (JSON lines) for further rows."
        ),
    ] = None,
    no_rules: Annotated[bool, typer.Option("--no-rules", help="Without Figure 3.")] = False,
    no_perturbed: Annotated[
        bool, typer.Option("--no-perturbed", help="Without commands whose words are changed.")
    ] = False,
    plot: Annotated[
        str | None, typer.Option("--plot", metavar="FILE", help="Write Figure 3 here (SVG).")
    ] = None,
    seed: Seed = 12345,
    json_out: Json = False,
) -> None:
    """Train on all commands but the last ones, let every reader read those: Figures 3 and 5 of the paper.

    It takes some minutes for 2,500 commands, and writes nothing before it is done.

    Example: likewise robot study --data robot-commands --plot rules.svg
    """
    from likewise.io import write_text
    from likewise.robot import DeepReader, load_commands
    from likewise.study.robot import draw_rule_curve, robot_study
    from likewise.worlds.blocks import load_layouts

    if plot and no_rules:
        raise InputError("--plot draws Figure 3, which --no-rules leaves out")
    folder = Path(data)
    check_outputs(plot, inputs=[analyses], json_out=json_out)
    layouts = load_layouts(folder / "layouts.txt")
    commands = load_commands(folder / "commands.tsv", folder / "rcl.tsv")
    real = DeepReader(analyses=analyses) if analyses else None
    with about(data), staged() as tell:
        found = robot_study(
            commands, layouts, test=test, analyses=real, rules=not no_rules,
            words_changed=not no_perturbed, seed=seed, progress=tell,
        )  # fmt: skip
    if plot:
        with write_text(plot) as stream:
            stream.write(draw_rule_curve(found))
        said(plot)
    if json_out:
        print_json(found.as_dict())
    elif plot != "-":
        print_tables(found)
