"""likewise fit-differences: fit what score differences mean to people, on rated segments."""

from __future__ import annotations

from typing import Annotated

import typer

from likewise.cli.command import (
    Json,
    Seed,
    about,
    print_json,
    print_tables,
    progress,
    said,
    staged,
    warn,
    warned,
)
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
from likewise.evaluate import ScoreDifferences
from likewise.io import check_model_place, name_of
from likewise.metrics import required_fields

__all__ = ["fit_differences"]


def fit_differences(
    segments: Annotated[str, typer.Argument(metavar="SEGMENTS", help="Segments with human scores.")],
    human: Annotated[
        str | None,
        typer.Option("--human", help="The criterion; NAME means the mean of NAME@judge."),
    ] = None,
    out: Annotated[
        str | None, typer.Option("--out", metavar="DIR", help="Save the curves as a model here.")
    ] = None,
    metrics: MetricNames = "bleu,chrf",
    level: Annotated[
        str | None,
        typer.Option("--level", help="Differences of: system, segment; all that the ratings allow."),
    ] = None,
    shape: Annotated[
        str, typer.Option("--shape", help="Of the curves: logistic, isotonic, or auto (the better one).")
    ] = "auto",
    told: Annotated[
        str, typer.Option("--about", metavar="TEXT", help="What the data are; told with every chance.")
    ] = "",
    samples: Annotated[int, typer.Option("--samples", min=10, help="Resamples behind the intervals.")] = 1000,
    seed: Seed = 12345,
    format: Format = None,
    tokenize: Tokenize = None,
    lowercase: Lowercase = False,
    settings: Settings = None,
    json_out: Json = False,
) -> None:
    """Fit the chance that people see a difference of scores; `likewise difference` and `compare` read it.

    Example: likewise fit-differences rated.jsonl --human meaning --metrics bleu,chrf --out seen
    """
    if out:
        check_model_place(out)
    chosen = metrics_from(metrics, parse_settings(settings, tokenize, lowercase))
    with progress("reading", segments) as advance:
        rows = list(segments_from(segments, format=format, require=required_fields(chosen), progress=advance))
    with about(segments), staged() as stage:
        model = ScoreDifferences.fit(
            rows, seed=seed, progress=stage, human=human, metrics=chosen, level=level, shape=shape,
            samples=samples, about=told or name_of(segments),
        )  # fmt: skip
    for warning in model.warnings:
        warn(warning)
    if out:
        model.save(out)
        said(out)
    if json_out:
        print_json(warned(model))
    else:
        print_tables(model)
