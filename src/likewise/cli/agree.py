"""likewise agree: how far metrics agree about systems."""

from __future__ import annotations

from typing import Annotated

import typer

from likewise.cli.command import (
    InputError,
    Json,
    about,
    aside,
    check_outputs,
    print_json,
    print_tables,
    read_log,
    said,
)
from likewise.evaluate import agree as agree_metrics
from likewise.io import read_scores

__all__ = ["agree"]


def agree(
    scores: Annotated[
        str, typer.Argument(metavar="SCORES.csv", help="One row a system, one column a metric.")
    ],
    threshold: Annotated[
        float, typer.Option("--threshold", min=0, help="Metrics share a cluster below this epsila (percent).")
    ] = 5.0,
    best: Annotated[
        list[str] | None,
        typer.Option("--best", metavar="METRIC=VALUE", help="The perfect score of a metric of yours: wer=0."),
    ] = None,
    report: Annotated[
        str | None, typer.Option("--report", help="Write an HTML report with plots here.")
    ] = None,
    json_out: Json = False,
) -> None:
    """Do five metrics say more than one? Spearman, epsila and clusters of metrics over systems.

    Example: likewise agree scores.csv --threshold 5 --best wer=0 --report agree.html
    """
    check_outputs(report, inputs=[scores], json_out=json_out)
    perfect = _perfect(best)
    with about(scores):
        agreement = agree_metrics(read_scores(scores, log=read_log()), threshold=threshold, best=perfect)
    if report:
        from likewise.report import agreement_report, titled, write_report

        write_report(agreement_report(agreement, title=titled("Do the metrics agree?", scores)), report)
        said(report)
    if json_out:
        print_json(agreement.as_dict())
    elif report != "-":
        print_tables(agreement)
        aside("(--best METRIC=VALUE names another perfect score)")


def _perfect(pairs: list[str] | None) -> dict[str, float]:
    perfect = {}
    for pair in pairs or []:
        name, _, value = pair.partition("=")
        try:
            perfect[name] = float(value)
        except ValueError:
            raise InputError(f"--best {pair}: expected METRIC=NUMBER, for example ter=0") from None
    return perfect
