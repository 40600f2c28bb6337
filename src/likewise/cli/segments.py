"""Segments and metrics of a command: the options that name them, and what these options give."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Annotated, Any

import typer

from likewise.cli.command import warn
from likewise.errors import InputError
from likewise.io import SEGMENT_FORMATS, read_parallel, read_segments
from likewise.loading import load
from likewise.metrics import Metric, available, resolve
from likewise.records import Segment

__all__ = [
    "Candidate",
    "Format",
    "Lowercase",
    "Metrics",
    "References",
    "Segments",
    "Settings",
    "SourceFile",
    "Tokenize",
    "metrics_from",
    "parse_settings",
    "segments_from",
]

Segments = Annotated[
    str | None,
    typer.Argument(
        metavar="SEGMENTS", help="Segments: JSON lines, CSV or TSV, .gz too; - is standard input."
    ),
]
Metrics = Annotated[
    str, typer.Option("--metrics", "-m", help="Metrics by name (or ./folder of a saved one), with commas.")
]
Settings = Annotated[
    list[str] | None,
    typer.Option(
        "--set", metavar="KEY=VALUE", help="A metric's setting: smooth=floor, or bleu.smooth=floor."
    ),
]
Tokenize = Annotated[
    str | None,
    typer.Option("--tokenize", help="Tokeniser: 13a, whitespace, words, intl, zh, char, ja-mecab."),
]
Lowercase = Annotated[bool, typer.Option("--lowercase", help="Lower-case all text first.")]
Format = Annotated[
    str | None,
    typer.Option(
        "--format", help=f"{', '.join(SEGMENT_FORMATS)} (default: by the file's name and first fields)."
    ),
]
SourceFile = Annotated[
    str | None, typer.Option("--source", metavar="FILE", help="Parallel text: sources, one a line.")
]
Candidate = Annotated[
    str | None, typer.Option("--candidate", metavar="FILE", help="Parallel text: the candidates, one a line.")
]
References = Annotated[
    list[str] | None,
    typer.Option("--reference", metavar="FILE", help="Parallel text: references; may be repeated."),
]


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
        return read_segments(path, format=format, require=require, progress=progress, note=warn)
    assert candidate is not None
    if [source, candidate, *(references or [])].count("-") > 1:
        raise InputError("only one of the files can be standard input (-)")
    if "source" in require and source is None:
        raise InputError("a metric named here needs sources: expected --source FILE")
    if "references" in require and not references:
        raise InputError("a metric named here needs references: expected --reference FILE")
    return read_parallel(candidate, source=source, references=references or (), progress=progress)


def parse_settings(pairs: list[str] | None, tokenize: str | None, lowercase: bool) -> dict[str, Any]:
    """Metric settings from `--set`, `--tokenize` and `--lowercase`."""
    settings: dict[str, Any] = {}
    if tokenize is not None:
        settings["tokenize"] = tokenize
    if lowercase:
        settings["lowercase"] = True
    for pair in pairs or []:
        key, equals, value = pair.partition("=")
        if not equals or not key:
            raise InputError(f"--set {pair}: expected KEY=VALUE, for example smooth=floor")
        settings[key] = value
    return settings


def metrics_from(names: str, settings: Mapping[str, Any]) -> list[Metric]:
    """Metrics by name; a part that holds a slash is the folder of a saved one (`judge --fit`)."""
    parts = [part.strip() for part in names.split(",")]
    for part in parts:
        if part not in available() and os.path.isfile(os.path.join(part, "model.json")) and "/" not in part:
            raise InputError(f"unknown metric '{part}': for the saved one in that folder write ./{part}")
    return resolve([_saved(part) if {"/", os.sep} & set(part) else part for part in parts], settings)


def _saved(folder: str) -> Metric:
    model = load(folder)
    if not isinstance(model, Metric):
        raise InputError("holds a model that is no metric", file=folder)
    return model
