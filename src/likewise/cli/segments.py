"""Segments and metrics of a command: the options that name them, and what these options give."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import PurePath
from typing import Annotated, Any

import typer

from likewise.cli.command import read_log
from likewise.errors import InputError
from likewise.evaluate import USUAL, fields_of, usual_metrics
from likewise.io import SEGMENT_FORMATS, ReadLog, read_segments, read_systems
from likewise.loading import load
from likewise.metrics import Metric, available, resolve
from likewise.records import Segment
from likewise.text import find_language, unknown_language

__all__ = [
    "Candidates",
    "Format",
    "Lowercase",
    "MetricNames",
    "Metrics",
    "References",
    "Segments",
    "Settings",
    "SourceFile",
    "TextLanguage",
    "Tokenize",
    "metrics_for",
    "metrics_from",
    "parse_settings",
    "segments_from",
    "systems_named",
]

Segments = Annotated[
    str | None,
    typer.Argument(
        metavar="[SEGMENTS]", help="Segments: JSON lines, CSV or TSV, .gz too; - is standard input."
    ),
]
_NAMES = "Metrics by name (or ./folder of a saved one), with commas."
MetricNames = Annotated[str, typer.Option("--metrics", "-m", help=_NAMES)]
Metrics = Annotated[
    str | None,
    typer.Option(
        "--metrics",
        "-m",
        help=_NAMES,
        show_default="bleu,pinc; bleu where there are no sources",
    ),
]
Settings = Annotated[
    list[str] | None,
    typer.Option(
        "--set", metavar="KEY=VALUE", help="A metric's setting: smooth=floor, or bleu.smooth=floor."
    ),
]
Tokenize = Annotated[
    str | None,
    typer.Option(
        "--tokenize",
        help="Tokeniser: 13a, whitespace, words, intl, zh, char, ja-mecab (default: by each row's lang).",
    ),
]
Lowercase = Annotated[bool, typer.Option("--lowercase", help="Lower-case all text first.")]
Format = Annotated[
    str | None,
    typer.Option(
        "--format", help=f"{', '.join(SEGMENT_FORMATS)} (default: by the file's name and first fields)."
    ),
]
Candidates = Annotated[
    list[str] | None,
    typer.Option(
        "--candidate",
        metavar="[NAME=]FILE",
        help="Parallel text: candidates, one a line; repeated: several systems, called NAME or as the file.",
    ),
]
TextLanguage = Annotated[
    str | None, typer.Option("--lang", help="With --candidate: the language of the candidates.")
]
SourceFile = Annotated[
    str | None,
    typer.Option("--source", metavar="FILE", help="With --candidate: parallel text, sources, one a line."),
]
References = Annotated[
    list[str] | None,
    typer.Option(
        "--reference", metavar="FILE", help="With --candidate: parallel text, references; may be repeated."
    ),
]


def systems_named(candidates: Sequence[str] | None) -> dict[str | None, str]:
    """The files of `--candidate` by the name of their system; one file without a name is of no system."""
    given = list(candidates or ())
    systems: dict[str | None, str] = {}
    for one in given:
        name, file = _named(one)
        if name is None and len(given) > 1:
            name = PurePath(file.removesuffix(".gz")).stem
        if name in systems:
            raise InputError(f"--candidate {one}: there is a system '{name}' already, expected NAME=FILE")
        systems[name] = file
    return systems


def _named(text: str) -> tuple[str | None, str]:
    """NAME=FILE taken apart; a file that is there is meant whatever its name holds."""
    name, equals, file = text.partition("=")
    if not equals or {"/", os.sep} & set(name) or os.path.exists(text):
        return None, text
    if not name or not file:
        raise InputError(f"--candidate {text}: expected FILE or NAME=FILE")
    return name, file


def segments_from(
    path: str | None,
    *,
    format: str | None = None,
    candidates: Sequence[str] | None = None,
    source: str | None = None,
    references: Sequence[str] | None = None,
    lang: str | None = None,
    human: Mapping[str, Sequence[str]] | None = None,
    require: Sequence[str] = (),
    progress: Callable[[int], None] | None = None,
) -> Iterator[Segment]:
    """Read what the command was given; exactly one of a segments file and `--candidate`.

    `human` has files of scores by criterion, one a candidate.
    """
    systems = systems_named(candidates)
    if path is not None and systems:
        raise InputError("expected either a file of segments or --candidate, found both")
    if path is None and not systems:
        raise InputError("expected a file of segments, or --candidate with parallel text files")
    if path is not None:
        return read_segments(path, format=format, require=require, progress=progress, log=read_log())
    _check_parallel(systems, format, source, references, human, require)
    ratings = {
        system: {criterion: files[place] for criterion, files in (human or {}).items()}
        for place, system in enumerate(systems)
    }
    return read_systems(
        systems, source=source, references=references or (), lang=_code(lang), human=ratings,
        progress=progress,
    )  # fmt: skip


def _check_parallel(
    systems: Mapping[str | None, str],
    format: str | None,
    source: str | None,
    references: Sequence[str] | None,
    human: Mapping[str, Sequence[str]] | None,
    require: Sequence[str],
) -> None:
    """Refuse what parallel text cannot have, or lacks."""
    for option, given in (("--format", format is not None), ("--skip-broken", read_log().skip_broken)):
        if given:
            raise InputError(f"{option} has no effect beside --candidate, whose lines stay together")
    shared = [source, *(references or [])]
    rated = [file for files in (human or {}).values() for file in files]
    if [*systems.values(), *shared, *rated].count("-") > 1 or (len(systems) > 1 and "-" in shared):
        raise InputError("only one of the files can be standard input (-), and not one that is read again")
    if "source" in require and source is None:
        raise InputError("a metric named here needs sources: expected --source FILE")
    if "references" in require and not references:
        raise InputError("a metric named here needs references: expected --reference FILE")
    if "system" in require and None in systems:
        raise InputError("expected two systems or more: repeat --candidate, or name one as NAME=FILE")
    for files in (human or {}).values():
        if len(files) != len(systems):
            counted = f"{len(files)} files of human scores and {len(systems)} of candidates"
            raise InputError(f"found {counted}, expected one for each --candidate, in their order")


def _code(lang: str | None) -> str | None:
    if lang is None:
        return None
    language = find_language(lang)
    if language is None:
        raise unknown_language(lang)
    return language.code


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


def metrics_for(
    names: str | None,
    settings: Mapping[str, Any],
    path: str | None,
    *,
    format: str | None = None,
    source: str | None = None,
    references: Sequence[str] | None = None,
) -> list[Metric]:
    """The metrics that were named; without names BLEU and PINC, as far as the data allow."""
    if names is not None:
        return metrics_from(names, settings)
    if path is None:
        given = {"source": source, "references": references}
        chosen, told = usual_metrics([name for name, files in given.items() if files])
    else:
        chosen, told = _usual_for(path, format)
    if told:
        read_log().tell(told)
    return metrics_from(",".join(chosen), settings)


def _usual_for(path: str, format: str | None) -> tuple[tuple[str, ...], str]:
    """The usual metrics for a file, by its first segment; all for what cannot be read twice, or at all."""
    log = ReadLog()
    if not os.path.isfile(path):
        return USUAL, ""
    try:
        first = next(read_segments(path, format=format, unique=False, log=log), None)
    except InputError:
        first = None
    return (USUAL, "") if first is None else usual_metrics(fields_of(first), log.unread)


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
