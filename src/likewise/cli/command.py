"""What every command is written with: shared options, tables and JSON out, remarks, progress, errors.

Results go to standard output, everything else to standard error.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer

from likewise.cli.manners import current
from likewise.draw import Figure, ResultTable, Tabular
from likewise.errors import InputError
from likewise.io import ReadLog, check_writable, name_of

if TYPE_CHECKING:
    from rich.console import Console

    from likewise.metrics import Watcher

__all__ = [
    "Bootstrap",
    "InputError",
    "Json",
    "Seed",
    "about",
    "aside",
    "chance",
    "check_outputs",
    "counted",
    "note",
    "out",
    "print_json",
    "print_table",
    "print_tables",
    "progress",
    "read_log",
    "said",
    "said_empty",
    "staged",
    "warn",
    "warned",
]

Json = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]
Seed = Annotated[int, typer.Option("--seed", min=0, help="Seed of everything random.")]
Bootstrap = Annotated[
    int, typer.Option("--bootstrap", min=0, help="Resamples for confidence intervals; 0 for none.")
]


_UNWRAPPED = 1_000_000
"""Columns of an output that is no terminal: nothing is wrapped."""


def out() -> Console:
    """The console of results; text is wrapped on a terminal alone."""
    from rich.console import Console

    class PipedConsole(Console):
        """A console that leaves it to the program what to do when its reader has gone."""

        def on_broken_pipe(self) -> None:
            raise BrokenPipeError

    width = None if sys.stdout.isatty() else _UNWRAPPED
    return PipedConsole(highlight=False, soft_wrap=False, width=width)


def note(text: str) -> None:
    """A remark beside the result, on standard error; not with `--quiet`."""
    if not current().quiet:
        print(f"likewise: {text}", file=sys.stderr)


def warn(text: str) -> None:
    """What may make a number wrong, on standard error; with `--quiet` too."""
    print(f"likewise: {text}", file=sys.stderr)


def read_log() -> ReadLog:
    """What readers of rows are handed, for `--skip-broken`; a command that uses it has the option."""
    return current().log


def check_outputs(*paths: str | None, inputs: Sequence[str | None] = (), json_out: bool = False) -> None:
    """Refuse, before any work is done, outputs that cannot be written or would overwrite something needed.

    That is: two outputs on standard output or in one file, and an output that is one of the inputs.
    """
    given = [path for path in paths if path]
    if given.count("-") + json_out > 1:
        raise InputError("only one output can go to standard output (-, or --json)")
    read = {os.path.realpath(path) for path in inputs if path and path != "-"}
    written: set[str] = set()
    for path in given:
        if path == "-":
            continue
        check_writable(path)
        place = os.path.realpath(path)
        if place in read:
            raise InputError("is an input too, and would be overwritten", file=path)
        if place in written:
            raise InputError("is named for two outputs", file=path)
        written.add(place)


@contextmanager
def about(path: str | None, line: int | None = None) -> Iterator[None]:
    """Name the file, and the line where it is known, in errors that are found after it was read."""
    try:
        yield
    except InputError as error:
        if error.file is not None or path is None:
            raise
        where = line if error.line is None else error.line
        raise InputError(error.message, file=name_of(path), line=where, field=error.field) from None


def said(path: str) -> None:
    """Tell that a file was written."""
    if path != "-":
        note(f"wrote {path}")


def said_empty(path: str) -> None:
    """Tell that a file has no line."""
    note(f"{name_of(path)}: nothing to read")


def warned(result: Any) -> dict[str, Any]:
    """The JSON object of a result, with its warnings where there are some."""
    row: dict[str, Any] = result.as_dict()
    return {**row, "warnings": list(result.warnings)} if result.warnings else row


def print_json(value: Any) -> None:
    """One JSON object on standard output; numbers that JSON lacks become null; rows left out are counted."""
    if isinstance(value, dict) and current().log.skipped:
        value = {**value, "skipped": current().log.as_dict()}
    print(json.dumps(_plain(value), ensure_ascii=False, allow_nan=False))


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, float) and value - value != 0:
        return None
    return value


def print_table(title: str, columns: Sequence[str], rows: Sequence[Sequence[Any]], caption: str = "") -> None:
    """A table on standard output, in the form that `--show` names; numbers stand to the right."""
    print_tables([ResultTable(title, columns, rows, caption)])


def print_tables(result: Tabular | Sequence[ResultTable]) -> None:
    """All tables of a result on standard output, in the form that `--show` names."""
    tables = result.tables() if isinstance(result, Tabular) else result
    for table in tables:
        manners = current()
        form = "table" if manners.show == "json" else manners.show
        if form == "table" and sys.stdout.isatty():
            _print_rich(table)
        else:
            shown = {"table": table.text, "markdown": table.markdown, "latex": table.latex, "tsv": table.tsv}
            print(("\n" if manners.tables else "") + shown[form]())
        manners.tables += 1


def aside(text: str) -> None:
    """What stands beside the tables on standard output: a comment in LaTeX, nothing in TSV."""
    form = current().show
    if form != "tsv":
        lines = text.split("\n")
        marks = {"latex": "% ", "markdown": ""}
        if form == "markdown":
            print()
        print("\n".join(marks.get(form, "") + line for line in lines))


def _print_rich(table: ResultTable) -> None:
    """A table on a terminal, folded to its width."""
    from rich.table import Table
    from rich.text import Text

    rich = Table(
        title=Text(table.title), caption=Text(table.caption), title_justify="left", caption_justify="left"
    )
    for column, right in zip(table.columns, table.right(), strict=True):
        rich.add_column(Text(column), justify="right" if right else "left", overflow="fold")
    for row in table.cells():
        rich.add_row(*map(Text, row))
    out().print(rich)


def chance(p: float) -> str:
    """A probability for people: never a row of zeros."""
    return Figure.chance(p).shown


@contextmanager
def progress(what: str, path: str | None = None) -> Iterator[Callable[[int], None] | None]:
    """A progress bar on standard error, only where that is a terminal; yields a function of bytes read."""
    if current().quiet or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        DownloadColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    from likewise.metrics import watched

    bar = Progress(
        TextColumn("{task.description}"), BarColumn(), DownloadColumn(),
        TimeElapsedColumn(), TimeRemainingColumn(),
        console=Console(stderr=True), transient=True,
    )  # fmt: skip
    with bar:
        total = _size(path)
        task = bar.add_task(what, total=total)
        waiting, step = 0, min(1 << 18, (total or 1 << 20) // 50)

        def advance(size: int) -> None:
            nonlocal waiting
            waiting += size
            if waiting >= step:
                bar.advance(task, waiting)
                waiting = 0

        with watched(_told_beside(lambda told: bar.update(task, description=f"{what}{told}"))):
            yield advance


def _told_beside(say: Callable[[str], None]) -> Watcher:
    """A watcher of slow work while a bar is shown already: how far it is goes into the bar's words."""

    @contextmanager
    def watcher(what: str, total: int) -> Iterator[Callable[[int], None]]:
        there = 0

        def done(count: int) -> None:
            nonlocal there
            there += count
            say(f", {what} {there:,} of {total:,}")

        done(0)
        yield done
        say("")

    return watcher


@contextmanager
def counted(what: str, total: int | None) -> Iterator[Callable[[int], None]]:
    """A progress bar of things done, on standard error where that is a terminal; yields what advances it."""
    if current().quiet or not sys.stderr.isatty():
        yield lambda done: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from likewise.metrics import watched

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total)
        with watched(_told_beside(lambda told: bar.update(task, description=f"{what}{told}"))):
            yield lambda done: bar.advance(task, done)


@contextmanager
def staged() -> Iterator[Callable[[str, float], None] | None]:
    """A progress bar of work in stages, on standard error where that is a terminal.

    Yields a function of what is being done now and the share of the whole (0 to 1) that is done.
    """
    if current().quiet or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

    from likewise.metrics import watched

    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=1.0)
        with watched(_told_beside(lambda told: None)):
            yield lambda what, share: bar.update(task, description=what, completed=share)


def _size(path: str | None) -> int | None:
    """Bytes to come, where the file tells; a compressed file does not."""
    if path is None or path == "-" or path.endswith(".gz"):
        return None
    try:
        return os.stat(path).st_size
    except OSError:
        return None
