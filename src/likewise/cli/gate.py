"""likewise gate: fail a build when a new run is significantly worse, or one item gravely so."""

from __future__ import annotations

from typing import Annotated

import typer

from likewise.cli.command import (
    Json,
    Seed,
    about,
    check_outputs,
    print_json,
    print_tables,
    said,
    staged,
    warn,
)
from likewise.cli.run_files import RunSystem, naming_runs, read_run
from likewise.cli.segments import Format
from likewise.evaluate import gate as hold, read_gate_rules
from likewise.io import write_text
from likewise.report import gate_junit, gate_markdown

__all__ = ["gate"]

NOT_PASSED = 3


def gate(
    baseline: Annotated[
        str, typer.Option("--baseline", metavar="RUN", help="Segments of the run to keep up with.")
    ],
    candidate: Annotated[
        str, typer.Option("--candidate", metavar="RUN", help="Segments of the new run, same ids.")
    ],
    rules: Annotated[str, typer.Option("--rules", metavar="FILE", help="What it may lose: TOML or JSON.")],
    summary: Annotated[
        str | None, typer.Option("--summary", metavar="FILE", help="Write a summary in Markdown here.")
    ] = None,
    junit: Annotated[
        str | None, typer.Option("--junit", metavar="FILE", help="Write JUnit XML here, a test case a rule.")
    ] = None,
    samples: Annotated[int, typer.Option("--samples", min=100, help="Resamples behind each drop.")] = 2000,
    system: RunSystem = None,
    seed: Seed = 12345,
    format: Format = None,
    json_out: Json = False,
) -> int:
    """Fail a build (exit code 3) only on a significant drop, or on a single item beyond a limit.

    Example: likewise gate --baseline main.jsonl --candidate branch.jsonl --rules gate.toml --junit gate.xml
    """
    check_outputs(summary, junit, inputs=[baseline, candidate, rules], json_out=json_out)
    wanted = read_gate_rules(rules)
    old, new = (read_run(path, system, format=format) for path in (baseline, candidate))
    with staged() as progress, about(rules), naming_runs(baseline, candidate):
        result = hold(old, new, wanted, samples=samples, seed=seed, progress=progress)
    for path, text in ((summary, gate_markdown), (junit, gate_junit)):
        if path:
            with write_text(path) as stream:
                stream.write(text(result))
            said(path)
    for warning in result.warnings:
        warn(warning)
    if json_out:
        print_json(result.as_dict())
    elif "-" not in (summary, junit):
        print_tables(result)
    return 0 if result.passed else NOT_PASSED
