"""The two runs of `gate` and `diff-runs`: read, of one system each, and named in what is wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Annotated

import typer

from likewise.cli.command import about, progress
from likewise.errors import InputError
from likewise.io import name_of, read_segments
from likewise.records import Segment

__all__ = ["RunSystem", "naming_runs", "read_run"]

RunSystem = Annotated[
    str | None,
    typer.Option("--system", metavar="NAME", help="The system to take, where a run holds several."),
]


def read_run(
    path: str, system: str | None, *, format: str | None = None, require: Sequence[str] = ()
) -> list[Segment]:
    """The segments of a run; with `system` those of that system alone."""
    with progress("reading", path) as advance, about(path):
        rows = list(read_segments(path, format=format, require=require, progress=advance))
        if system is None:
            return rows
        kept = [row for row in rows if row.system == system]
        if not kept:
            there = ", ".join(dict.fromkeys(f"'{row.system}'" for row in rows if row.system)) or "none"
            raise InputError(f"holds no segment of '{system}', systems are: {there}", field="system")
        return kept


@contextmanager
def naming_runs(baseline: str, candidate: str) -> Iterator[None]:
    """Name the files of the runs in errors that call them `baseline` and `candidate`."""
    try:
        yield
    except InputError as error:
        path = {"baseline": baseline, "candidate": candidate}.get(error.file or "")
        if path is None:
            raise
        raise InputError(error.message, file=name_of(path), line=error.line, field=error.field) from None
