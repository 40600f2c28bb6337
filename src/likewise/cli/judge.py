"""likewise judge: hold metrics against human ratings."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import typer

from likewise.cli.command import (
    Bootstrap,
    InputError,
    Json,
    Seed,
    about,
    check_outputs,
    print_json,
    print_tables,
    progress,
    read_log,
    said,
    warn,
)
from likewise.cli.segments import (
    Candidates,
    Format,
    Lowercase,
    Metrics,
    References,
    Settings,
    SourceFile,
    TextLanguage,
    Tokenize,
    metrics_from,
    parse_settings,
    segments_from,
    systems_named,
)
from likewise.evaluate import judge as judge_metrics
from likewise.metrics import required_fields

__all__ = ["judge"]


def judge(
    human: Annotated[str, typer.Option("--human", help="The criterion; NAME means the mean of NAME@judge.")],
    segments: Annotated[
        str | None, typer.Argument(metavar="[SEGMENTS]", help="Segments with human scores.")
    ] = None,
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
    candidate: Candidates = None,
    source: SourceFile = None,
    reference: References = None,
    human_scores: Annotated[
        list[str] | None,
        typer.Option(
            "--human-scores",
            metavar="FILE",
            help="With --candidate: a score a line, empty where there is none; a file for each --candidate.",
        ),
    ] = None,
    lang: TextLanguage = None,
    format: Format = None,
    tokenize: Tokenize = None,
    lowercase: Lowercase = False,
    settings: Settings = None,
    json_out: Json = False,
) -> None:
    """Correlate metrics with human ratings of the same segments.

    Example: likewise judge outputs.jsonl --human meaning --metrics bleu,pinc,chrf --report judge.html
    """
    systems = systems_named(candidate)
    read = [segments, *systems.values(), source, *(reference or []), *(human_scores or [])]
    check_outputs(report, inputs=read, json_out=json_out)
    if systems and not human_scores:
        raise InputError(
            "judge needs human scores: with --candidate, expected --human-scores FILE, a number a line"
        )
    chosen = metrics_from(metrics, parse_settings(settings, tokenize, lowercase))
    first = segments or next(iter(systems.values()), None)
    with progress("reading", first) as advance:
        rows = list(
            segments_from(
                segments, format=format, candidates=candidate, source=source, references=reference, lang=lang,
                human={human: human_scores} if human_scores else None, require=required_fields(chosen),
                progress=advance,
            )
        )  # fmt: skip
    with _unread(human), about(segments):
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

        title = titled(f"Metrics against people ({human})", first)
        write_report(judgement_report(result, title=title, metrics=chosen), report)
        said(report)
    if json_out:
        print_json(result.as_dict())
    elif report != "-":
        print_tables(result)


@contextmanager
def _unread(criterion: str) -> Iterator[None]:
    """Where no segment has the criterion, tell of a field of the file that is called like it."""
    try:
        yield
    except InputError as error:
        if error.field != f"human.{criterion}" or criterion not in read_log().unread:
            raise
        message = (
            f"{error.message}; the file has a field '{criterion}': call it 'human.{criterion}' in a table, "
        )
        message += f'or write "human": {{"{criterion}": ..}} in JSON lines'
        raise InputError(message, file=error.file, field=error.field) from None
