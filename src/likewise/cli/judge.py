"""likewise judge: hold metrics against human ratings."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from likewise.cli.command import (
    Bootstrap,
    Json,
    Seed,
    about,
    chance,
    check_outputs,
    note,
    print_json,
    print_table,
    progress,
    said,
)
from likewise.cli.segments import Format, Lowercase, Metrics, Settings, Tokenize, metrics_from, parse_settings
from likewise.evaluate import Judgement, judge as judge_metrics
from likewise.io import read_segments
from likewise.judging import SLOPES
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
        note(warning)
    if result.unrated:
        note(f"{result.unrated} segments have no score for '{human}' and were left out")
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
        _show(result)


def _show(result: Judgement) -> None:
    rows: list[list[Any]] = []
    for name, row in result.metrics.items():
        low, high = row.pearson_ci
        interval = f"{low:.3f} to {high:.3f}" if low == low else None
        rows.append([name, f"{row.pearson:.3f}", interval, f"{row.spearman:.3f}", f"{row.kendall:.3f}"])
    columns = ["metric", "Pearson", "95 % interval", "Spearman", "Kendall"]
    print_table(f"Metrics against '{result.human}'", columns, rows, f"{result.n} rated segments")
    if result.combined or result.fitted:
        rows = [[name, f"{value:.3f}", ""] for name, value in result.combined.items()]
        for name, fit in result.fitted.items():
            shape = f"center {fit.logistic.center:.1f}, slope {fit.logistic.slope:.3f}"
            rows.append([name, f"{fit.pearson:.3f}", shape + _at_bound(fit.logistic.slope)])
        print_table("BLEU and PINC combined", ["metric", "Pearson", "fitted"], rows)
    if result.judges:
        table = [[p.a, p.b, p.n, None if p.pearson is None else f"{p.pearson:.3f}"] for p in result.judges]
        print_table("Judges against each other", ["judge", "judge", "n", "Pearson"], table)
    if result.thresholds:
        table = [
            [f"{t.threshold:g}", t.n, None if t.pearson is None else f"{t.pearson:.3f}"]
            for t in result.thresholds
        ]
        print_table(f"PINC against '{result.human}' where BLEU is above", ["BLEU >", "n", "Pearson"], table)
    if result.williams:
        table = [[a, b, f"{w.t:.2f}", chance(w.p)] for (a, b), w in result.williams.items()]
        print_table("Does the first follow people better? (Williams)", ["metric", "metric", "t", "p"], table)
    if result.curve:
        table = [
            ["all" if p.references is None else p.references, "with" if p.with_source else "without",
             None if p.pearson is None else f"{p.pearson:.3f}"]
            for p in result.curve
        ]  # fmt: skip
        print_table("BLEU by number of references", ["references", "source", "Pearson"], table)


def _at_bound(slope: float) -> str:
    """A slope at its bound says that the best curve is a step: all or nothing at the center."""
    return " (a step: as steep as was tried)" if slope >= SLOPES[1] - 1e-6 else ""
