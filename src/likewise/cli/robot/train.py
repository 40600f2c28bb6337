"""likewise robot train: a model out of commands and what they mean."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer

from likewise.cli.command import Json, Seed, about, print_json, staged
from likewise.cli.model_notes import older_model, said_model
from likewise.io import check_model_place

__all__ = ["train"]


def train(
    data: Annotated[
        str,
        typer.Option("--data", metavar="DIR", help="Folder with commands.tsv, rcl.tsv and layouts.txt."),
    ],
    target: Annotated[str, typer.Option("--out", metavar="DIR", help="Folder that the model goes to.")],
    vocabulary: Annotated[
        str | None,
        typer.Option(
            "--vocabulary", metavar="TSV", help="Words of yours: words, RCL element, value on each line."
        ),
    ] = None,
    first: Annotated[
        int | None, typer.Option("--first", min=1, help="Learn from so many commands only, the first ones.")
    ] = None,
    lang: Annotated[
        str, typer.Option("--lang", help="Language of the commands; the deep reader reads English.")
    ] = "en",
    seed: Seed = 12345,
    json_out: Json = False,
) -> None:
    """Learn to read commands from pairs of command and RCL tree, in any language.

    Example: likewise robot train --data robot-commands --out robot
    """
    from likewise.robot import Commander, load_commands, load_robot_vocabulary
    from likewise.text import code_of
    from likewise.worlds.blocks import load_layouts

    check_model_place(target)
    folder = Path(data)
    layouts = load_layouts(folder / "layouts.txt")
    commands = load_commands(folder / "commands.tsv", folder / "rcl.tsv")[:first]
    words = load_robot_vocabulary(vocabulary) if vocabulary else None
    started = time.perf_counter()
    with about(data), staged() as tell:
        commander = Commander.fit(
            commands, layouts=layouts, lang=code_of(lang), vocabulary=words, seed=seed, progress=tell
        )
    older = older_model(target)
    commander.save(target)
    said_model(target, older)
    seconds = time.perf_counter() - started
    if json_out:
        print_json({"commands": len(commands), "seconds": round(seconds, 3), "out": target})
        return
    print(f"{len(commands):,} commands, in {seconds:.1f} s.")
