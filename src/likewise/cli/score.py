"""likewise score: score segments with any metrics."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING, Annotated, Any

import typer

from likewise.cli.command import (
    Bootstrap,
    InputError,
    Json,
    about,
    check_outputs,
    note,
    print_json,
    print_tables,
    progress,
    read_log,
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
    Segments,
    Settings,
    SourceFile,
    Tokenize,
    metrics_for,
    parse_settings,
    segments_from,
    systems_named,
)
from likewise.evaluate import (
    USUAL,
    OnBatch,
    Scores,
    score as score_segments,
    score_cluster_file,
    segment_writer,
)
from likewise.io import dump_scores, write_text
from likewise.metrics import Batch, Metric, required_fields

if TYPE_CHECKING:
    from likewise.report import Explorer

__all__ = ["score"]


def score(
    segments: Segments = None,
    metrics: Metrics = None,
    by: Annotated[str | None, typer.Option("--by", help="Score each system apart: --by system.")] = None,
    segments_out: Annotated[
        str | None, typer.Option("--segments", help="Write each segment's scores (JSON lines) here.")
    ] = None,
    report: Annotated[
        str | None, typer.Option("--report", help="Write a self-contained HTML report here.")
    ] = None,
    plane: Plane = None,
    scores_out: Annotated[
        str | None, typer.Option("--scores", help="Write the table of systems and metrics (CSV) here.")
    ] = None,
    clusters: Annotated[
        str | None,
        typer.Option(
            "--clusters", help="Score the texts of clusters (JSON lines or MSVD CSV) against each other."
        ),
    ] = None,
    lang: Annotated[
        str | None,
        typer.Option(
            "--lang",
            help="With --clusters or --candidate: texts of this language (MSVD CSV: English), or all; "
            "the language of the candidates.",
        ),
    ] = None,
    tier: Annotated[
        str | None, typer.Option("--tier", help="With --clusters: this tier (MSVD CSV: 2), or all.")
    ] = None,
    bootstrap: Bootstrap = 0,
    seed: Annotated[
        int, typer.Option("--seed", min=0, help="With --bootstrap: seed of the resamples.")
    ] = 12345,
    candidate: Candidates = None,
    source: SourceFile = None,
    reference: References = None,
    format: Format = None,
    tokenize: Tokenize = None,
    lowercase: Lowercase = False,
    settings: Settings = None,
    json_out: Json = False,
) -> None:
    """Score segments with any metrics, in one pass and bounded memory.

    Example: likewise score outputs.jsonl --metrics bleu,pinc --by system --report report.html
    """
    if by not in {None, "system"}:
        raise InputError(f"--by {by}: expected system")
    given = parse_settings(settings, tokenize, lowercase)
    usual = ",".join(USUAL) if clusters is not None and metrics is None else metrics
    chosen = metrics_for(usual, given, segments, format=format, source=source, references=reference)
    systems = systems_named(candidate)
    read = [segments, clusters, *systems.values(), source, *(reference or [])]
    check_outputs(segments_out, report, scores_out, inputs=read, json_out=json_out)
    axes = plane_axes(plane, chosen)
    explorer = _explorer(chosen) if report else None
    if clusters is not None:
        _alone({"SEGMENTS": segments, "--candidate": candidate, "--source": source, "--reference": reference,
                "--by": by, "--segments": segments_out, "--format": format})  # fmt: skip
        with progress("reading", clusters) as advance, about(clusters):
            result = score_cluster_file(
                clusters, chosen, lang=lang, tier=tier, bootstrap=bootstrap, seed=seed, progress=advance,
                log=read_log(),
            )  # fmt: skip
        title = "People", clusters
    else:
        if len(systems) > 1 and by is None:
            note(f"{len(systems)} systems, each scored apart (--by system)")
            by = "system"
        first = segments or next(iter(systems.values()), None)
        with ExitStack() as stack:
            advance = stack.enter_context(progress("scoring", first))
            rows = segments_from(
                segments, format=format, candidates=candidate, source=source, references=reference,
                lang=lang, require=required_fields(chosen, system=by == "system"), progress=advance,
            )  # fmt: skip
            seen: list[OnBatch] = [] if explorer is None else [explorer.add]
            if segments_out:
                seen.append(segment_writer(stack.enter_context(write_text(segments_out)), chosen))
            result = score_segments(
                rows, chosen, by=by, bootstrap=bootstrap, seed=seed, keep_segments=False,
                on_batch=_each(seen),
            )  # fmt: skip
        title = "Scores", first or ""
    if explorer is not None and report is not None:
        from likewise.report import scores_report, titled, write_report

        write_report(scores_report(result, explorer, title=titled(*title), plane=axes), report)
    if scores_out:
        dump_scores(result.table(), scores_out)
    outputs = [path for path in (segments_out, report, scores_out) if path]
    for path in outputs:
        said(path)
    if "-" not in outputs:
        _show(result, json_out)


def _explorer(chosen: Sequence[Metric]) -> Explorer:
    """What a report needs to know of each segment; reports are not loaded where none is wanted."""
    from likewise.report import Explorer

    return Explorer(chosen)


def _alone(others: dict[str, object]) -> None:
    """Refuse options that have no place beside `--clusters`."""
    given = [name for name, value in others.items() if value]
    if given:
        raise InputError(f"--clusters scores texts against each other, so {given[0]} has no place beside it")


def _each(seen: Sequence[OnBatch]) -> OnBatch | None:
    """One function of a batch and its scores that calls all of these."""
    if not seen:
        return None

    def on_batch(batch: Batch, scores: dict[str, Any]) -> None:
        for function in seen:
            function(batch, scores)

    return on_batch


def _show(result: Scores, json_out: bool) -> None:
    for warning in result.warnings:
        warn(warning)
    if json_out:
        print_json(warned(result))
        return
    print_tables(result)
