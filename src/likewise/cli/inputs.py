"""Segments for a command, from one file or from parallel text files."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from likewise.errors import InputError
from likewise.io.lines import name_of
from likewise.io.segments import read_parallel, read_segments
from likewise.loading import load
from likewise.metrics import Metric, available, resolve
from likewise.records import Segment

__all__ = ["about", "metrics_from", "required", "segments_from"]


def segments_from(
    path: str | None,
    *,
    format: str | None = None,
    candidate: str | None = None,
    source: str | None = None,
    references: Sequence[str] | None = None,
    require: Sequence[str] = (),
    progress: Callable[[int], None] | None = None,
) -> Iterator[Segment]:
    """Read what the command was given; exactly one of a segments file and `--candidate`."""
    if path is not None and candidate is not None:
        raise InputError("expected either a file of segments or --candidate, found both")
    if path is None and candidate is None:
        raise InputError("expected a file of segments, or --candidate with parallel text files")
    if path is not None:
        if source is not None or references:
            raise InputError("--source and --reference go with --candidate, not with a file of segments")
        return read_segments(path, format=format, require=require, progress=progress)
    assert candidate is not None
    if [source, candidate, *(references or [])].count("-") > 1:
        raise InputError("only one of the files can be standard input (-)")
    if "source" in require and source is None:
        raise InputError("a metric named here needs sources: expected --source FILE")
    if "references" in require and not references:
        raise InputError("a metric named here needs references: expected --reference FILE")
    return read_parallel(candidate, source=source, references=references or (), progress=progress)


def required(metrics: Sequence[Metric], *, system: bool = False) -> list[str]:
    """The fields that the metrics need of every segment."""
    needs = list(dict.fromkeys(field for metric in metrics for field in metric.needs()))
    return [*needs, "system"] if system else needs


def metrics_from(names: str, settings: Mapping[str, Any]) -> list[Metric]:
    """Metrics by name; a part that holds a slash is the folder of a saved one (`judge --fit`)."""
    parts = [part.strip() for part in names.split(",")]
    for part in parts:
        if part not in available() and os.path.isfile(os.path.join(part, "model.json")) and "/" not in part:
            raise InputError(f"unknown metric '{part}': for the saved one in that folder write ./{part}")
    return resolve([_saved(part) if {"/", os.sep} & set(part) else part for part in parts], settings)


def _saved(folder: str) -> Metric:
    found = load(folder)
    if not isinstance(found, Metric):
        raise InputError("holds a model that is no metric", file=folder)
    return found


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
