"""likewise plan-ratings: how many more ratings an interval of a given width takes."""

from __future__ import annotations

from typing import Annotated

import typer

from likewise.cli.command import Json, about, print_json, print_tables, progress, warn
from likewise.cli.segments import (
    Format,
    Lowercase,
    MetricNames,
    Settings,
    Tokenize,
    metrics_from,
    parse_settings,
    segments_from,
)
from likewise.evaluate import plan_ratings as plan
from likewise.metrics import required_fields

__all__ = ["plan_ratings"]


def plan_ratings(
    segments: Annotated[
        str, typer.Argument(metavar="SEGMENTS", help="Segments, some of them with human scores.")
    ],
    human: Annotated[str, typer.Option("--human", help="The criterion; NAME means the mean of NAME@judge.")],
    width: Annotated[float, typer.Option("--width", help="The width that the intervals shall have.")],
    of: Annotated[
        str, typer.Option("--of", help="Intervals of: mean (of each system), difference, correlation.")
    ] = "mean",
    metrics: MetricNames = "bleu,chrf",
    level: Annotated[float, typer.Option("--level", help="Confidence of the intervals.")] = 0.95,
    format: Format = None,
    tokenize: Tokenize = None,
    lowercase: Lowercase = False,
    settings: Settings = None,
    json_out: Json = False,
) -> None:
    """How many more segments must people rate? MetricNames' scores of all segments save some of them.

    Example: likewise plan-ratings pilot.jsonl --human meaning --width 0.5 --metrics chrf
    """
    chosen = metrics_from(metrics, parse_settings(settings, tokenize, lowercase))
    with progress("reading", segments) as advance:
        rows = list(segments_from(segments, format=format, require=required_fields(chosen), progress=advance))
    with about(segments):
        result = plan(rows, human, width, chosen, of=of, level=level)
    for warning in result.warnings:
        warn(warning)
    if json_out:
        print_json(result.as_dict())
    else:
        print_tables(result)
