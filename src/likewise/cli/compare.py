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
    warn,
    warned,
)
from likewise.cli.plane_option import Plane, plane_axes
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
from likewise.evaluate import compare as compare_systems, score
from likewise.metrics import required_fields

__all__ = ["compare"]


def compare(
    segments: Annotated[
        str | None, typer.Argument(metavar="[SEGMENTS]", help="Segments of two or more systems.")
    ] = None,
    metrics: Metrics = None,
    samples: Annotated[
        int, typer.Option("--samples", min=1, help="Resamples and shuffles of each test.")
    ] = 1000,
    report: Annotated[
        str | None, typer.Option("--report", help="Write a self-contained HTML report here.")
    ] = None,
    plane: Plane = None,
    differences: Annotated[
        str | None,
        typer.Option(
            "--differences",
            metavar="MODEL",
            help="Tell how often people see each difference: news, talks, or what fit-differences saved.",
        ),
    ] = None,
    seed: Seed = 12345,
    candidate: Candidates = None,
    source: SourceFile = None,
    reference: References = None,
    lang: TextLanguage = None,
    format: Format = None,
    tokenize: Tokenize = None,
    lowercase: Lowercase = False,
    settings: Settings = None,
    json_out: Json = False,
) -> None:
    """Test every pair of systems: paired bootstrap and approximate randomisation.

    Example: likewise compare outputs.jsonl --metrics bleu,chrf --samples 2000
    """
    systems = systems_named(candidate)
    read = [segments, *systems.values(), source, *(reference or [])]
    check_outputs(report, inputs=read, json_out=json_out)
    given = parse_settings(settings, tokenize, lowercase)
    chosen = metrics_for(metrics, given, segments, format=format, source=source, references=reference)
    axes = plane_axes(plane, chosen)
    needs = required_fields(chosen, system=True)
    first = segments or next(iter(systems.values()), None)
    with progress("reading", first) as advance:
        rows = list(
            segments_from(
                segments, format=format, candidates=candidate, source=source, references=reference, lang=lang,
                require=needs, progress=advance,
            )
        )  # fmt: skip
    with about(segments):
        result = compare_systems(rows, chosen, samples=samples, seed=seed, differences=differences)
    if report:
        from likewise.report import Explorer, scores_report, titled, write_report

        explorer = Explorer(chosen)
        scores = score(rows, chosen, by="system", bootstrap=samples, seed=seed, on_batch=explorer.add)
        title = titled("Systems compared", first)
        write_report(scores_report(scores, explorer, title=title, comparisons=result, plane=axes), report)
        said(report)
    for warning in result.warnings:
        warn(warning)
    if json_out:
        print_json(warned(result))
        return
    if report == "-":
        return
    print_tables(result)
