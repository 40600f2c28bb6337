"""likewise raters: how far people agree who rated the same items."""

from __future__ import annotations

from typing import Annotated

import typer

from likewise.cli.command import (
    Bootstrap,
    Json,
    Seed,
    about,
    print_json,
    print_tables,
    progress,
    read_log,
    warn,
)
from likewise.cli.manners import current
from likewise.evaluate import rater_agreement
from likewise.io import read_ratings

__all__ = ["raters"]


def raters(
    ratings: Annotated[
        str,
        typer.Argument(
            metavar="RATINGS",
            help="Ratings that name their raters: a table item,rater,criterion,value, or segments.",
        ),
    ],
    criterion: Annotated[
        list[str] | None,
        typer.Option("--criterion", metavar="NAME", help="A criterion (default: all); may be repeated."),
    ] = None,
    rater: Annotated[
        list[str] | None,
        typer.Option("--rater", metavar="NAME", help="A rater to look at (default: all); may be repeated."),
    ] = None,
    judge: Annotated[
        list[str] | None,
        typer.Option(
            "--judge",
            metavar="NAME",
            help="A rater who is no person: may it take the place of one? May be repeated.",
        ),
    ] = None,
    epsilon: Annotated[
        float | None,
        typer.Option("--epsilon", help="With --judge: what a cheaper judge is worth, 0.1 to 0.2 (0.15)."),
    ] = None,
    level: Annotated[
        str | None,
        typer.Option("--level", help="Alpha for one scale alone: nominal, ordinal, interval, ratio."),
    ] = None,
    format: Annotated[
        str | None, typer.Option("--format", help="jsonl, csv or tsv (default: by the name).")
    ] = None,
    bootstrap: Bootstrap = 1000,
    seed: Seed = 12345,
    json_out: Json = False,
) -> None:
    """How far do raters agree beyond chance? Alpha, kappa and AC1 beside the rates of each rating.

    Example: likewise raters ratings.csv
    """
    with progress("reading", ratings) as advance:
        rows = list(read_ratings(ratings, format=format, progress=advance, log=read_log()))
    with about(ratings):
        result = rater_agreement(
            rows, criterion or "all", raters=rater, judges=judge or (), level=level, epsilon=epsilon,
            bootstrap=bootstrap, seed=seed,
        )  # fmt: skip
    for warning in result.warnings:
        warn(warning)
    if json_out:
        print_json(result.as_dict())
    else:
        print_tables(result if current().show == "tsv" else result.short_tables())
