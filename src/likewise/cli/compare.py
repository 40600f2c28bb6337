"""likewise compare: is one system better than another? Paired significance tests."""

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
    progress,
    said,
)
from likewise.cli.segments import Format, Lowercase, Metrics, Settings, Tokenize, metrics_from, parse_settings
from likewise.evaluate import compare as compare_systems, score
from likewise.io import read_segments
from likewise.metrics import required_fields

__all__ = ["compare"]


def compare(
    segments: Annotated[str, typer.Argument(metavar="SEGMENTS", help="Segments of two or more systems.")],
    metrics: Metrics = "bleu,pinc",
    samples: Annotated[
        int, typer.Option("--samples", min=1, help="Resamples and shuffles of each test.")
    ] = 1000,
    report: Annotated[
        str | None, typer.Option("--report", help="Write a self-contained HTML report here.")
    ] = None,
    seed: Seed = 12345,
    format: Format = None,
    tokenize: Tokenize = None,
    lowercase: Lowercase = False,
    settings: Settings = None,
    json_out: Json = False,
) -> None:
    """Test every pair of systems: paired bootstrap and approximate randomisation.

    Example: likewise compare outputs.jsonl --metrics bleu,chrf --samples 2000
    """
    check_outputs(report, inputs=[segments], json_out=json_out)
    chosen = metrics_from(metrics, parse_settings(settings, tokenize, lowercase))
    needs = required_fields(chosen, system=True)
    with progress("reading", segments) as advance:
        rows = list(read_segments(segments, format=format, require=needs, progress=advance))
    with about(segments):
        result = compare_systems(rows, chosen, samples=samples, seed=seed)
    if report:
        from likewise.report import Explorer, scores_report, titled, write_report

        explorer = Explorer(chosen)
        scores = score(rows, chosen, by="system", bootstrap=samples, seed=seed, on_batch=explorer.add)
        write_report(
            scores_report(scores, explorer, title=titled("Systems compared", segments), comparisons=result),
            report,
        )
        said(report)
    if json_out:
        print_json(result.as_dict())
        return
    if report == "-":
        return
    print_tables(result)
