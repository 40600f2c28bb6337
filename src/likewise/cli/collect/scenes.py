"""likewise collect scenes: items about orders to the robot."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from likewise.cli.collect.database import DEFAULT, Database, one_campaign, open_store
from likewise.cli.command import InputError, Json, Seed, check_outputs, note, print_json, said

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from likewise.worlds.blocks import Layouts

__all__ = ["scenes"]


def scenes(
    written: Annotated[
        str | None,
        typer.Option("--from", metavar="CAMPAIGN", help="Orders of this campaign, for others to carry out."),
    ] = None,
    commands: Annotated[
        str | None,
        typer.Option("--commands", metavar="TSV", help="Orders of this file (id, scene, text), likewise."),
    ] = None,
    layouts: Annotated[
        str | None, typer.Option("--layouts", metavar="TXT", help="Boards (default: the embedded ones).")
    ] = None,
    chosen: Annotated[
        str | None, typer.Option("--scenes", metavar="RANGES", help="Only these scenes, such as 1-40,73.")
    ] = None,
    count: Annotated[
        int | None,
        typer.Option("--random", min=1, max=10_000, help="So many scenes on boards by chance instead."),
    ] = None,
    lang: Annotated[
        str | None, typer.Option("--lang", help="With --commands: their language, en if not said.")
    ] = None,
    state: Annotated[
        str | None,
        typer.Option("--state", help="With --from: accepted (the usual), pending, rejected or all answers."),
    ] = None,
    target: Annotated[str, typer.Option("--out", help="A file, or - for standard output.")] = "-",
    seed: Seed = 12345,
    database: Database = DEFAULT,
    json_out: Json = False,
) -> None:
    """Make items about orders to the robot: scenes to write orders for, or orders for others to carry out.

    Example: likewise collect scenes --scenes 1-40 --out scenes.jsonl
    """
    from likewise.collect import understanding_items, write_json_lines

    _check_together(written, commands, layouts, chosen, count, lang, state)
    check_outputs(target, inputs=[commands, layouts], json_out=json_out)
    if written is not None:
        with open_store(database) as store:
            given = None if state == "all" else state or "accepted"
            items = understanding_items(store, one_campaign(store, written), state=given)
            made = write_json_lines(items, target)
    else:
        made = write_json_lines(_items(commands, layouts, chosen, count, lang, seed), target)
    if json_out:
        print_json({"items": made, "out": target})
        return
    said(target)


def _check_together(
    written: str | None, commands: str | None, layouts: str | None, chosen: str | None, count: int | None,
    lang: str | None, state: str | None,
) -> None:  # fmt: skip
    """Refuse options that would do nothing."""
    sources = {"--from": written, "--commands": commands, "--random": count}
    given = [name for name, value in sources.items() if value is not None]
    if len(given) > 1:
        raise InputError(f"expected one of {' and '.join(given)}")
    if layouts is not None and given and given != ["--commands"]:
        raise InputError(f"--layouts does not go with {given[0]}")
    if chosen is not None and given and given != ["--commands"]:
        raise InputError(f"--scenes does not go with {given[0]}")


def _items(
    commands: str | None,
    layouts: str | None,
    chosen: str | None,
    count: int | None,
    lang: str | None,
    seed: int,
) -> Iterator[dict[str, Any]]:
    from likewise.collect import one_move_scenes, ordered_items, scene_items, scenes_by_chance
    from likewise.robot import load_commands
    from likewise.text import code_of

    if count is not None:
        return scene_items(scenes_by_chance(count, seed=seed))
    boards = _boards(layouts)
    numbers = None if chosen is None else _ranges(chosen)
    if commands is None and numbers is not None:
        return scene_items(boards.scene(number) for number in numbers)
    if commands is None:
        there = one_move_scenes(boards)
        if left := len(boards.numbers) - len(there):
            note(f"{left} scenes are left out: more than one block moves, or none")
        return scene_items(there)
    given = load_commands(commands)
    orders = [(one.id, one.scene, one.text) for one in given if numbers is None or one.scene in numbers]
    return ordered_items(orders, boards, lang=code_of(lang or "en"))


def _boards(path: str | None) -> Layouts:
    from likewise.data import robot_files
    from likewise.worlds.blocks import load_layouts

    return load_layouts(robot_files()[2] if path is None else path)


def _ranges(text: str) -> list[int]:
    """`1-3,7` as 1, 2, 3, 7; each once."""
    numbers: dict[int, None] = {}
    for part in text.split(","):
        first, dash, last = part.strip().partition("-")
        ends = [first, last if dash else first]
        if not all(end.strip().isascii() and end.strip().isdigit() and len(end) < 7 for end in ends):
            raise InputError(f"--scenes {text}: expected numbers such as 1-40,73")
        numbers |= dict.fromkeys(range(int(ends[0]), int(ends[1]) + 1))
    return list(numbers)
