"""Pairs of command and RCL on disk, as the Robot Commands Treebank has them.

Tab-separated, no header: commands are `id, scene, text`, trees `id, RCL`. A tree whose alignment lies outside
its command is refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from likewise.errors import InputError
from likewise.io import Source, name_of, read_lines
from likewise.robot.command_tokens import command_words
from likewise.worlds.blocks import Rcl, loads_rcl

__all__ = ["Command", "load_commands"]


@dataclass(frozen=True, slots=True)
class Command:
    """What somebody typed for a scene, and what it means where that is known."""

    id: str
    scene: int
    text: str
    rcl: Rcl | None = None


def load_commands(commands: Source, rcl: Source | None = None) -> tuple[Command, ...]:
    """The commands of a file, with the trees of another; an id in one file alone is an error."""
    trees = _trees(rcl) if rcl is not None else {}
    name = name_of(commands)
    rows: dict[str, Command] = {}
    for number, row in _rows(commands, 3, "id, scene, text"):
        key, scene, text = row
        if key in rows:
            raise InputError(f"the id {key} is there twice", file=name, line=number, field="id")
        if not scene.isascii() or not scene.isdigit():
            raise InputError(f"expected a number, found '{scene}'", file=name, line=number, field="scene")
        if rcl is not None and key not in trees:
            raise InputError(f"command {key} has no tree in {name_of(rcl)}", file=name, line=number)
        tree, line = trees.pop(key, (None, 0))
        words = len(command_words(text))
        if tree is not None and any(one.span and one.span[1] > words for one in tree.walk()):
            raise InputError(
                f"the tree of command {key} speaks of words after its last one ({words})",
                file=name_of(rcl) if rcl is not None else None,
                line=line,
                field="rcl",
            )
        rows[key] = Command(key, int(scene), text, tree)
    if not rows:
        raise InputError("holds no commands", file=name)
    if trees and rcl is not None:
        key, (_, line) = next(iter(trees.items()))
        raise InputError(f"tree {key} has no command in {name}", file=name_of(rcl), line=line, field="id")
    return tuple(rows.values())


def _trees(path: Source) -> dict[str, tuple[Rcl | None, int]]:
    name = name_of(path)
    trees: dict[str, tuple[Rcl | None, int]] = {}
    for number, (key, text) in _rows(path, 2, "id, RCL"):
        if key in trees:
            raise InputError(f"the id {key} is there twice", file=name, line=number, field="id")
        try:
            trees[key] = loads_rcl(text), number
        except InputError as error:
            raise InputError(error.message, file=name, line=number, field=error.field) from None
    return trees


def _rows(path: Source, columns: int, expected: str) -> Iterator[tuple[int, list[str]]]:
    for number, line in read_lines(path):
        if not line.strip():
            continue
        row = line.split("\t")
        if len(row) != columns:
            raise InputError(
                f"expected {columns} columns ({expected}) with tabs between, found {len(row)}",
                file=name_of(path),
                line=number,
            )
        yield number, [part.strip() for part in row]
