"""likewise judge: hold metrics against human ratings."""

from __future__ import annotations

from typing import Annotated

import typer

from likewise.cli.command import (
    Bootstrap,
    Json,
    Seed,
    about,
    check_outputs,
    print_json,
    print_tables,
    progress,
    said,
    warn,
)
from likewise.cli.segments import Format, Lowercase, Metrics, Settings, Tokenize, metrics_from, parse_settings
from likewise.evaluate import judge as judge_metrics
from likewise.io import read_segments
from likewise.metrics import required_fields

__all__ = ["judge"]


def judge(
    segments: Annotated[str, typer.Argument(metavar="SEGMENTS", help="Segments with human scores.")],
    human: Annotated[str, typer.Option("--human", help="The criterion; NAME means the mean of NAME@judge.")],
    metrics: Metrics = "bleu,pinc",
    curve: Annotated[
        bool, typer.Option("--curve", help="Also BLEU's correlation with 1, 2, .. 12 and all references.")
    ] = False,
    report: Annotated[
        str | None, typer.Option("--report", help="Write a self-contained HTML report here.")
    ] = None,
    fit: Annotated[
        str | None,
        typer.Option("--fit", help="Save the fitted PINC x sigmoid(BLEU) as a model here."),
    ] = None,
    bootstrap: Bootstrap = 1000,
    seed: Seed = 12345,
    format: Format = None,
    tokenize: Tokenize = None,
    lowercase: Lowercase = False,
    settings: Settings = None,
    json_out: Json = False,
) -> None:
    """Correlate metrics with human ratings of the same segments.

    Example: likewise judge outputs.jsonl --human meaning --metrics bleu,pinc,chrf --report judge.html
    """
    check_outputs(report, inputs=[segments], json_out=json_out)
    chosen = metrics_from(metrics, parse_settings(settings, tokenize, lowercase))
    with progress("reading", segments) as advance:
        rows = list(read_segments(segments, format=format, require=required_fields(chosen), progress=advance))
    with about(segments):
        result = judge_metrics(rows, human, chosen, bootstrap=bootstrap, seed=seed, curve=curve)
    fitted = result.fitted_metric() if fit else None
    for warning in result.warnings:
        warn(warning)
    if result.unrated:
        warn(f"{result.unrated} segments have no score for '{human}' and were left out")
    if fit and fitted is not None:
        fitted.save(fit)
        said(fit)
    if report:
        from likewise.report import judgement_report, titled, write_report

        title = titled(f"Metrics against people ({human})", segments)
        write_report(judgement_report(result, title=title, metrics=chosen), report)
        said(report)
    if json_out:
        print_json(result.as_dict())
    elif report != "-":
        print_tables(result)
