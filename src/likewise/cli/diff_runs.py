"""likewise diff-runs: what became better and what became worse between two runs, the worst first."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from likewise.cli.command import Json, Seed, about, check_outputs, print_json, print_tables, said
from likewise.cli.run_files import RunSystem, naming_runs, read_run
from likewise.cli.segments import (
    Format,
    Lowercase,
    MetricNames,
    Settings,
    Tokenize,
    metrics_from,
    parse_settings,
)
from likewise.evaluate import diff_runs as hold
from likewise.io import write_text
from likewise.metrics import required_fields

__all__ = ["diff_runs"]


def diff_runs(
    baseline: Annotated[str, typer.Argument(metavar="BASELINE", help="Segments of the old run.")],
    candidate: Annotated[str, typer.Argument(metavar="CANDIDATE", help="Segments of the new run, same ids.")],
    metrics: MetricNames = "bleu",
    worst: Annotated[int, typer.Option("--worst", min=0, help="Show so many that became worst.")] = 10,
    better: Annotated[int, typer.Option("--better", min=0, help="Show so many that became best.")] = 3,
    items: Annotated[
        str | None,
        typer.Option("--items", metavar="FILE", help="Write every item whose text changed (JSON lines)."),
    ] = None,
    samples: Annotated[
        int, typer.Option("--samples", min=100, help="Resamples behind intervals and p.")
    ] = 1000,
    system: RunSystem = None,
    seed: Seed = 12345,
    format: Format = None,
    tokenize: Tokenize = None,
    lowercase: Lowercase = False,
    settings: Settings = None,
    json_out: Json = False,
) -> None:
    """Show what became better and what became worse between two runs, by item, the worst first.

    Example: likewise diff-runs main.jsonl branch.jsonl --metrics chrf,negation --worst 5
    """
    check_outputs(items, inputs=[baseline, candidate], json_out=json_out)
    chosen = metrics_from(metrics, parse_settings(settings, tokenize, lowercase))
    needs = required_fields(chosen)
    old, new = (read_run(path, system, format=format, require=needs) for path in (baseline, candidate))
    with about(candidate), naming_runs(baseline, candidate):
        result = hold(old, new, chosen, samples=samples, seed=seed)
    if items:
        with write_text(items) as stream:
            for item in result.items:
                stream.write(json.dumps(item.as_dict(), ensure_ascii=False) + "\n")
        said(items)
    shown = result.cut(worst, better)
    if json_out:
        print_json(shown.as_dict())
    elif items != "-":
        print_tables(shown)
