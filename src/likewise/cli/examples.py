"""likewise examples: the files that the documentation works with."""

from __future__ import annotations

from typing import Annotated

import typer

from likewise.cli.command import Json, print_json, print_table
from likewise.data import EXAMPLES, copy_examples

__all__ = ["examples"]


def examples(
    folder: Annotated[str, typer.Argument(metavar="DIR", help="Where to write them: . is here.")],
    force: Annotated[bool, typer.Option("--force", help="Write over files of the same names.")] = False,
    json_out: Json = False,
) -> None:
    """Write the example files that the tutorial and the how-tos use into a folder.

    Example: likewise examples .
    """
    written = copy_examples(folder, force=force)
    if json_out:
        print_json({"folder": folder, "files": written})
        return
    rows = [[name, EXAMPLES[name][0]] for name in written]
    print_table(f"{len(written)} files in {folder}", ["file", "what it holds"], rows)
