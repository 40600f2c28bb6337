"""Options that the sub-commands share: the model, the boards, the commands, which reader."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from likewise.cli.command import InputError, note, staged

if TYPE_CHECKING:
    from likewise.robot import Command, Commander
    from likewise.worlds.blocks import Layouts

__all__ = [
    "Commands",
    "LayoutsFile",
    "Mode",
    "Model",
    "NoPlanner",
    "Reader",
    "Trees",
    "commands_of",
    "layouts_of",
    "open_commander",
    "own_commands",
    "reading_settings",
]

Model = Annotated[
    str | None, typer.Option("--model", metavar="DIR", help="Folder of a model that train has saved.")
]
LayoutsFile = Annotated[
    str | None, typer.Option("--layouts", metavar="TXT", help="Boards (default: the embedded ones).")
]
Commands = Annotated[
    str | None,
    typer.Option("--commands", metavar="TSV", help="Id, scene, text (default: the embedded commands)."),
]
Trees = Annotated[str | None, typer.Option("--rcl", metavar="TSV", help="Id and gold tree of each command.")]
Reader = Annotated[str, typer.Option("--reader", metavar="deep|robust|combined", help="Which reader reads.")]
NoPlanner = Annotated[bool, typer.Option("--no-planner", help="Look at the words alone, not at the board.")]
Mode = Annotated[
    str,
    typer.Option(
        "--mode", metavar="best|paper", help="paper: deep first, else the robust reader's first guess."
    ),
]


def open_commander(folder: str | None, lang: str | None = None, *, reader: str = "combined") -> Commander:
    """The saved model; without a folder the one of the embedded commands, with a note."""
    from likewise.robot import Commander

    if folder is not None:
        if lang is not None:
            raise InputError("--lang goes with the embedded commands; a model has its own language")
        commander = Commander.load(folder)
    else:
        commander = _embedded(lang or "en")
    if reader == "deep" and commander.deep is None:
        raise InputError(f"the deep reader reads English alone, not '{commander.lang}'", field="reader")
    return commander


def _embedded(lang: str) -> Commander:
    from likewise.robot import embedded_commander, is_commander_kept

    kept = is_commander_kept(lang)
    note("no --model: the one of our own commands is used" + ("" if kept else "; it is learnt first"))
    with staged() as tell:
        return embedded_commander(lang, progress=tell)


def reading_settings(reader: str, no_planner: bool, mode: str) -> dict[str, Any]:
    """How to answer, for `Commander.answer`; a mode that changes nothing is refused."""
    from likewise.robot import check_reader

    check_reader(reader, mode)
    if mode == "paper" and reader == "deep":
        raise InputError("--mode paper says what the robust reader does; --reader deep leaves it out")
    return {"reader": reader, "planner": not no_planner, "mode": mode}


def layouts_of(path: str | None) -> Layouts:
    """The boards of a file, or the embedded ones."""
    from likewise.robot import embedded_layouts
    from likewise.worlds.blocks import load_layouts

    return embedded_layouts() if path is None else load_layouts(path)


def commands_of(commands: str | None, rcl: str | None, layouts: str | None) -> tuple[Command, ...]:
    """Commands with their gold trees, of files, all three given; none where none is given."""
    from likewise.robot import load_commands

    given = {"--commands": commands, "--rcl": rcl, "--layouts": layouts}
    missing = [name for name, value in given.items() if value is None]
    if len(missing) == len(given):
        return ()
    if missing:
        raise InputError(f"{', '.join(missing)} missing: commands, trees and layouts go together")
    assert commands is not None
    return load_commands(commands, rcl)


def own_commands(lang: str) -> tuple[Command, ...]:
    """The embedded commands in the language of a model, with a note."""
    from likewise.robot import embedded_commands

    note("no --commands: the embedded ones are used, which the embedded model has learnt from")
    return embedded_commands(lang)
