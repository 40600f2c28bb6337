"""likewise verdicts: ask a language model for its verdict on each segment."""

from __future__ import annotations

from typing import Annotated

import typer

from likewise.cli.command import (
    InputError,
    Json,
    about,
    counted,
    note,
    print_json,
    print_tables,
    progress,
    warn,
)
from likewise.cli.segments import (
    Candidates,
    Format,
    References,
    Segments,
    SourceFile,
    TextLanguage,
    segments_from,
    systems_named,
)
from likewise.evaluate.llm_judge import fetch_planned, plan_verdicts

__all__ = ["verdicts"]

_UNFINISHED = 1


def verdicts(
    segments: Segments = None,
    judge: Annotated[
        str, typer.Option("--judge", metavar="FILE", help="The judge: a TOML file with rubric and model.")
    ] = "",
    out: Annotated[
        str, typer.Option("--out", "-o", metavar="FILE", help="Verdicts are added to this file.")
    ] = "verdicts.jsonl",
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Tell what would be sent, print one request in full, and stop.")
    ] = False,
    limit: Annotated[
        int | None, typer.Option("--limit", min=1, metavar="N", help="Send so many requests at most.")
    ] = None,
    max_cost: Annotated[
        float | None, typer.Option("--max-cost", min=0.0, help="Stop before this is spent in all.")
    ] = None,
    against: Annotated[
        str | None,
        typer.Option("--against", metavar="SYSTEM", help="Pairs of this system and each other one alone."),
    ] = None,
    again: Annotated[bool, typer.Option("--again", help="Ask anew where a reply gave no verdict.")] = False,
    candidate: Candidates = None,
    source: SourceFile = None,
    reference: References = None,
    lang: TextLanguage = None,
    format: Format = None,
    json_out: Json = False,
) -> int:
    """Ask a language model for its verdict on each segment, and keep the verdicts in a file.

    Example: likewise verdicts outputs.jsonl --judge judge.toml --dry-run

    The metric `verdict` reads the file: likewise score outputs.jsonl --metrics bleu,verdict --by system
    """
    if not judge:
        raise InputError("expected --judge FILE: a TOML file with the rubric and the model")
    if out == "-":
        raise InputError("--out -: verdicts are added to a file, so that a run can go on; expected its name")
    first = segments or next(iter(systems_named(candidate).values()), None)
    with progress("reading", first) as advance:
        rows = list(
            segments_from(
                segments, format=format, candidates=candidate, source=source, references=reference,
                lang=lang, progress=advance,
            )
        )  # fmt: skip
    with about(segments):
        plan = plan_verdicts(rows, judge, out, max_cost=max_cost, limit=limit, against=against, again=again)
    # What leaves this machine is told with --quiet too.
    tell = note if plan.judge.command or plan.judge.is_local else warn
    for line in plan.lines():
        tell(line)
    if dry_run:
        print_json({**plan.as_dict(), "example": plan.example()}) if json_out else print(plan.example())
        return 0
    with counted("asking", plan.to_send) as asked:
        result = fetch_planned(plan, progress=asked)
    for warning in result.warnings:
        warn(warning)
    if json_out:
        print_json(result.as_dict())
    else:
        print_tables(result)
    is_done = result.is_complete or (limit is not None and not result.problems)
    return 0 if is_done else _UNFINISHED
