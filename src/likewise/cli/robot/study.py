"""likewise robot study: the paper's figures beside ours."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from likewise.cli.command import (
    InputError,
    Json,
    Seed,
    about,
    check_outputs,
    print_json,
    print_table,
    said,
    staged,
)

if TYPE_CHECKING:
    from likewise.study.robot import RobotStudy

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
        _show(found)


def _show(found: RobotStudy) -> None:
    from likewise.study.robot import PRINTED_STEPS

    row = found.as_dict()
    heads = ["reader", "planner", "P", "R", "paper, dev", "paper, eval"]
    title = f"Trained on {row['trained']:,} commands, tested on the next {row['tested']:,}"
    caption = "exact match in percent, with 95 % intervals; of the paper P / R"
    print_table(title, heads, [_cells(one) for one in row["rows"]], caption)
    if found.deep_steps:
        cells = [
            [
                step,
                *(f"{steps[step]:.1f}" for steps in found.deep_steps.values()),
                printed.value,
                printed.part,
            ]
            for step, printed in PRINTED_STEPS.items()
        ]
        print_table("Deep reader, percent of commands", ["step", *found.deep_steps, "paper", "of"], cells)
    if found.rule_curve:
        cells = [[n, f"{one:.1f}", f"{other:.1f}"] for n, one, other in found.rule_curve]
        print_table("Figure 3: deep reader by number of rules", ["rules", "training", "test"], cells)
    print_table(
        "How sure the combined reader is, and how often it is right",
        ["from %", "commands", "said", "right"],
        [[one["from"], one["n"], one["said"], _share(one, "right")] for one in row["confidence"]],
    )
    if found.perturbed:
        heads = ["changed", "commands", "answered", "P", "R", "right moves"]
        cells = [
            [
                name,
                one["n"],
                one["answered"],
                _share(one, "precision"),
                _share(one, "recall"),
                one["right_moves"],
            ]
            for name, one in row["perturbed"].items()
        ]
        caption = "of the test commands, those that can be so changed"
        print_table("Words changed, combined reader with planner", heads, cells, caption)


def _cells(row: dict[str, Any]) -> list[Any]:
    printed = row.get("printed", {})
    beside = [
        " / ".join(f"{value:.1f}" for value in printed[part]) if printed else ""
        for part in ("dev", "evaluation")
    ]
    return [row["reader"], "yes" if row["planner"] else "no", *_shares(row), *beside]


def _shares(row: dict[str, Any]) -> tuple[str, str]:
    return _share(row, "precision"), _share(row, "recall")


def _share(row: dict[str, Any], name: str) -> str:
    interval = row[f"{name}_ci"]
    return f"{row[name]:.1f}" + (f" [{interval[0]:.0f}, {interval[1]:.0f}]" if interval else "")
