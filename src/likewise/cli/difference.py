"""likewise difference: what a score difference means, as the chance that people see it."""

from __future__ import annotations

from typing import Annotated

import typer

from likewise.cli.command import Json, print_json, print_tables
from likewise.cli.manners import current
from likewise.cli.segments import Lowercase, Settings, Tokenize, metrics_from, parse_settings
from likewise.errors import InputError
from likewise.evaluate import difference as tell

__all__ = ["difference"]


def difference(
    metric: Annotated[str, typer.Argument(metavar="METRIC", help="The metric, such as bleu.")],
    size: Annotated[
        float, typer.Argument(metavar="DIFFERENCE", min=0, help="How far the two scores lie apart.")
    ],
    model: Annotated[
        str | None,
        typer.Option("--model", metavar="DIR", help="What `fit-differences` saved; news, talks."),
    ] = None,
    level: Annotated[
        str, typer.Option("--level", help="Between: system (corpus scores), segment (two outputs of one).")
    ] = "system",
    tokenize: Tokenize = None,
    lowercase: Lowercase = False,
    settings: Settings = None,
    json_out: Json = False,
) -> None:
    """Of two whose scores differ by so much, do people prefer the better-scored one?

    Example: likewise difference bleu 1.3
    """
    chosen = metrics_from(metric, parse_settings(settings, tokenize, lowercase))
    if len(chosen) != 1:
        raise InputError(f"{metric}: expected one metric")
    result = tell(chosen[0], size, level=level, model=model)
    if json_out:
        print_json(result.as_dict())
    elif current().show == "table":
        print(result.sentence())
    else:
        print_tables(result)
