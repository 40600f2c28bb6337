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
    note,
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
    metrics_for,
    parse_settings,
    segments_from,
    systems_named,
)
from likewise.evaluate import Judgement, judge as judge_metrics
from likewise.metrics import required_fields

__all__ = ["judge"]


def judge(
    segments: Annotated[
        str | None, typer.Argument(metavar="[SEGMENTS]", help="Segments with human scores.")
    ] = None,
    human: Annotated[
        list[str] | None,
        typer.Option(
            "--human",
            metavar="CRITERION",
            help="A criterion, or all (default); may be repeated. NAME means the mean of NAME@judge.",
        ),
    ] = None,
    metrics: Metrics = None,
    curve: Annotated[
        bool, typer.Option("--curve", help="Also BLEU's correlation with 1, 2, .. 12 and all references.")
    ] = False,
    draws: Annotated[
        int, typer.Option("--draws", min=1, help="With --curve: draws of references behind each point.")
    ] = 5,
    thresholds: Annotated[
        str | None,
        typer.Option(
            "--thresholds", help="PINC is judged where BLEU is above these, with commas (0,30,60,90)."
        ),
    ] = None,
    pairs: Annotated[
        bool,
        typer.Option("--pairs", help="Which of two outputs, of two systems, is better, and how surely?"),
    ] = False,
    margin: Annotated[
        float,
        typer.Option("--margin", min=0, help="With --pairs: taus count those rated so far apart (DARR: 25)."),
    ] = 0.0,
    replace: Annotated[
        bool, typer.Option("--replace", help="May each metric take the place of a rater? Three are needed.")
    ] = False,
    epsilon: Annotated[
        float | None,
        typer.Option("--epsilon", help="With --replace: what a cheaper judge is worth, 0.1 to 0.2 (0.15)."),
    ] = None,
    mapping: Annotated[
        str | None,
        typer.Option(
            "--mapping", help="With --replace: scores to the raters' scale by quantile, isotonic or none."
        ),
    ] = None,
    report: Annotated[
        str | None, typer.Option("--report", help="Write a self-contained HTML report here.")
    ] = None,
    fit: Annotated[
        str | None,
        typer.Option(
            "--fit", help="Save PINC x sigmoid(BLEU), fitted to the one criterion, as a model here."
        ),
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

    Example: likewise judge outputs.jsonl --human meaning --human overall -m bleu,chrf --report judge.html
    """
    systems = systems_named(candidate)
    read = [segments, *systems.values(), source, *(reference or []), *(human_scores or [])]
    check_outputs(report, inputs=read, json_out=json_out)
    if systems and not human_scores:
        raise InputError(
            "judge needs human scores: with --candidate, expected --human-scores FILE, a number a line"
        )
    criteria = _criteria(human, bool(systems))
    if fit and human is not None and len(criteria) > 1:
        raise InputError("--fit fits one criterion: expected one --human")
    given = parse_settings(settings, tokenize, lowercase)
    chosen = metrics_for(metrics, given, segments, format=format, source=source, references=reference)
    first = segments or next(iter(systems.values()), None)
    with progress("reading", first) as advance:
        rows = list(
            segments_from(
                segments, format=format, candidates=candidate, source=source, references=reference, lang=lang,
                human={criteria[0]: human_scores} if human_scores else None, require=required_fields(chosen),
                progress=advance,
            )
        )  # fmt: skip
    with _unread(), about(segments):
        result = judge_metrics(
            rows, criteria[0] if len(criteria) == 1 else criteria, chosen, bootstrap=bootstrap, seed=seed,
            curve=curve, draws=draws, thresholds=_numbers(thresholds), pairs=pairs, margin=margin,
            replace=replace,
            epsilon=epsilon, mapping=mapping,
        )  # fmt: skip
    if fit and result.others:
        raise InputError(
            f"--fit fits one criterion: expected --human with one of {', '.join(result.criteria)}"
        )
    if human is None and not systems:
        note(f"criteria found: {', '.join(result.criteria)} (--human chooses)")
    fitted = result.fitted_metric() if fit else None
    _tell(result)
    if fit and fitted is not None:
        fitted.save(fit)
        said(fit)
    if report:
        from likewise.report import judgement_report, titled, write_report

        title = titled(f"Metrics against people ({', '.join(result.criteria)})", first)
        write_report(judgement_report(result, title=title, metrics=chosen), report)
        said(report)
    if json_out:
        print_json(result.as_dict())
    elif report != "-":
        print_tables(result)


def _criteria(human: list[str] | None, is_parallel: bool) -> list[str]:
    """The criteria that are asked for; scores in a file of their own are of one criterion."""
    given = list(dict.fromkeys(human or ()))
    if is_parallel:
        if len(given) > 1:
            raise InputError("--human-scores are of one criterion: expected one --human")
        return given or ["human"]
    if "all" in given and len(given) > 1:
        raise InputError("--human all is every criterion: expected no other beside it")
    return given or ["all"]


def _numbers(text: str | None) -> list[float] | None:
    if text is None:
        return None
    try:
        return [float(part) for part in text.split(",")]
    except ValueError:
        raise InputError(f"--thresholds {text}: expected numbers with commas, such as 0,30,60,90") from None


def _tell(result: Judgement) -> None:
    """What may make a number wrong, once each, and how many segments each criterion lacks."""
    for warning in dict.fromkeys(text for one in result.criteria.values() for text in one.warnings):
        warn(warning)
    for name, one in result.criteria.items():
        if one.unrated:
            warn(f"{one.unrated} segments have no score for '{name}' and were left out")


@contextmanager
def _unread() -> Iterator[None]:
    """Where no segment has the criterion, tell of fields of the file that may be meant."""
    try:
        yield
    except InputError as error:
        unread = list(read_log().unread)
        criterion = (error.field or "").removeprefix("human.")
        if error.field is None or not error.field.startswith("human") or not unread:
            raise
        if criterion in unread:
            told = f"the file has a field '{criterion}': call it 'human.{criterion}' in a table"
        elif error.field == "human":
            fields = ", ".join(f"'{name}'" for name in unread[:8])
            criterion, told = (
                unread[0],
                f"not read: {fields}; a rating is called 'human.{unread[0]}' in a table",
            )
        else:
            raise
        message = f'{error.message}; {told}, or write "human": {{"{criterion}": ..}} in JSON lines'
        raise InputError(message, file=error.file, field=error.field) from None
