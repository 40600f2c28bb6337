"""Who imports whom in the package, seen from its source.

    uv run python tests/house/import_graph.py            prints the arrows between the rooms
    uv run python tests/house/import_graph.py --write    puts them into docs/architecture.md

A name that comes through a room's page counts as an arrow to the module that holds it: a page hides no cycle.
"""

from __future__ import annotations

import ast
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2] / "src" / "likewise"
DOC = Path(__file__).parents[2] / "docs" / "architecture.md"
BEGIN, END = "<!-- arrows: made by tests/house/import_graph.py -->\n", "<!-- end of arrows -->"


@dataclass(frozen=True)
class Import:
    """One name that a module imports: from where it says, and from where it really comes."""

    module: str
    line: int
    written: str
    name: str
    home: str


def room_of(module: str) -> str:
    """The room that a module belongs to; modules beside the rooms are rooms of their own."""
    return module.split(".")[1] if "." in module else ""


@cache
def modules() -> dict[str, Path]:
    """Every module by its dotted path."""
    paths = {}
    for path in sorted(ROOT.rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        paths[".".join(["likewise", *parts]).removesuffix(".__init__")] = path
    return paths


@cache
def page(package: str) -> dict[str, str]:
    """The names on a package's page and the modules that hold them."""
    path = modules()[package]
    stub = path.with_suffix(".pyi")
    names: dict[str, str] = {}
    for node in ast.walk(ast.parse((stub if stub.exists() else path).read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            base = ".".join(filter(None, [package, node.module])) if node.level else node.module or ""
            if base.startswith(package):
                names |= {alias.asname or alias.name: base for alias in node.names}
    return names


def home_of(module: str, name: str) -> str:
    """The module that a name comes from, through any number of pages."""
    if module not in modules():
        return module
    if modules()[module].name != "__init__.py":
        return module
    listed = page(module).get(name)
    if listed is not None and listed != module:
        return home_of(listed, name)
    return f"{module}.{name}" if f"{module}.{name}" in modules() else module


@cache
def imports(module: str) -> tuple[Import, ...]:
    """All imports of a module from the package, wherever in the module they stand."""
    return tuple(_imports(module))


def _imports(module: str) -> Iterator[Import]:
    for node in ast.walk(ast.parse(modules()[module].read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.startswith("likewise."):
                    yield Import(module, node.lineno, alias.name, "", alias.name)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}: a relative import hides which room is meant"
            written = node.module or ""
            if written == "likewise" or written.startswith("likewise."):
                for alias in node.names:
                    yield Import(module, node.lineno, written, alias.name, home_of(written, alias.name))


@cache
def every_import() -> tuple[Import, ...]:
    """All imports of all modules; the package's own page apart, which lists what users see."""
    return tuple(one for module in modules() if module != "likewise" for one in imports(module))


def past_the_page() -> list[Import]:
    """Imports from another room that name a module instead of the page of its room or sub-room."""
    return [
        one
        for one in every_import()
        if room_of(one.home) != room_of(one.module)
        and one.written.count(".") > 1
        and one.written in modules()
        and modules()[one.written].name != "__init__.py"
    ]


def cycles() -> list[list[str]]:
    """Groups of modules that import each other, directly or around a corner (Tarjan)."""
    after: dict[str, set[str]] = defaultdict(set)
    for one in every_import():
        if one.home in modules() and one.home != one.module:
            after[one.module].add(one.home)
    order: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    groups: list[list[str]] = []

    def visit(module: str) -> None:
        order[module] = low[module] = len(order)
        stack.append(module)
        for following in sorted(after[module]):
            if following not in order:
                visit(following)
                low[module] = min(low[module], low[following])
            elif following in stack:
                low[module] = min(low[module], order[following])
        if low[module] == order[module]:
            cut = stack.index(module)
            if len(stack) - cut > 1:
                groups.append(sorted(stack[cut:]))
            del stack[cut:]

    for module in modules():
        if module not in order:
            visit(module)
    return groups


def arrows() -> dict[str, list[str]]:
    """For each room the rooms that it uses."""
    used: dict[str, set[str]] = defaultdict(set)
    for one in every_import():
        room, other = room_of(one.module), room_of(one.home)
        if room != other and room != "__main__" and other:
            used[room].add(other)
    return {room: sorted(used[room]) for room in sorted(used)}


def table() -> str:
    """The arrows as they stand in the docs."""
    width = max(map(len, arrows()))
    rows = [f"{room:<{width}} -> {', '.join(used)}" for room, used in arrows().items()]
    return "```text\n" + "\n".join(rows) + "\n```\n"


def documented() -> str:
    """The arrows that the docs show now."""
    return DOC.read_text(encoding="utf-8").partition(BEGIN)[2].partition(END)[0]


if __name__ == "__main__":
    if "--write" in sys.argv:
        head, _, rest = DOC.read_text(encoding="utf-8").partition(BEGIN)
        DOC.write_text(head + BEGIN + table() + END + rest.partition(END)[2], encoding="utf-8")
    else:
        print(table())
