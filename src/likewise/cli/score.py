"""likewise score."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import ExitStack
from typing import Annotated, Any, TextIO

import typer

from likewise.cli import options
from likewise.cli.console import check_outputs, note, print_json, print_table, progress, said
from likewise.cli.inputs import about, metrics_from, required, segments_from
from likewise.errors import InputError
from likewise.evaluate import Scores, score_clusters
from likewise.evaluate import score as score_segments
from likewise.evaluate.score import OnBatch
from likewise.io import dump_scores, read_clusters
from likewise.io.lines import write_text
from likewise.metrics import Batch, Metric
from likewise.report import Explorer, scores_report, titled, write_report

__all__ = ["score"]


def score(
    segments: options.Segments = None,
    metrics: options.Metrics = "bleu,pinc",
    by: Annotated[str | None, typer.Option("--by", help="Score each system apart: --by system.")] = None,
    segments_out: Annotated[
        str | None, typer.Option("--segments", help="Write each segment's scores (JSON lines) here.")
    ] = None,
    report: Annotated[
        str | None, typer.Option("--report", help="Write a self-contained HTML report here.")
    ] = None,
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
        str | None, typer.Option("--lang", help="With --clusters: this language (MSVD CSV: English), or all.")
    ] = None,
    tier: Annotated[
        str | None, typer.Option("--tier", help="With --clusters: this tier (MSVD CSV: 2), or all.")
    ] = None,
    bootstrap: options.Bootstrap = 0,
    seed: options.Seed = 12345,
    candidate: options.Candidate = None,
    source: options.SourceFile = None,
    reference: options.References = None,
    format: options.Format = None,
    tokenize: options.Tokenize = None,
    lowercase: options.Lowercase = False,
    settings: options.Settings = None,
    json_out: options.Json = False,
) -> None:
    """Score segments with any metrics, in one pass and bounded memory.

    Example: likewise score outputs.jsonl --metrics bleu,pinc --by system --report report.html
    """
    found = metrics_from(metrics, options.parse_settings(settings, tokenize, lowercase))
    if by not in {None, "system"}:
        raise InputError(f"--by {by}: expected system")
    read = [segments, clusters, candidate, source, *(reference or [])]
    check_outputs(segments_out, report, scores_out, inputs=read, json_out=json_out)
    if clusters is not None:
        alien = {"SEGMENTS": segments, "--candidate": candidate, "--source": source, "--reference": reference,
                 "--by": by, "--segments": segments_out, "--format": format}  # fmt: skip
        given = [name for name, value in alien.items() if value]
        if given:
            raise InputError(
                f"--clusters scores texts against each other, so {given[0]} has no place beside it"
            )
        with progress("reading", clusters) as advance:
            texts = read_clusters(clusters, lang=lang, tier=tier, progress=advance)
            with about(clusters):
                people = score_clusters(texts, found, bootstrap=bootstrap, seed=seed)
        title = titled("People", clusters)
        _finish(people, Explorer(found) if report else None, None, report, scores_out, json_out, title)
        return
    if lang or tier:
        raise InputError("--lang and --tier choose among the texts of --clusters")
    with ExitStack() as stack:
        advance = stack.enter_context(progress("scoring", segments or candidate))
        rows = segments_from(
            segments, format=format, candidate=candidate, source=source, references=reference,
            require=required(found, system=by == "system"), progress=advance,
        )  # fmt: skip
        stream = stack.enter_context(write_text(segments_out)) if segments_out else None
        explorer = Explorer(found) if report else None
        result = score_segments(
            rows, found, by=by, bootstrap=bootstrap, seed=seed, keep_segments=False,
            on_batch=_both(stream, explorer, found),
        )  # fmt: skip
    title = titled("Scores", segments or candidate)
    _finish(result, explorer, segments_out, report, scores_out, json_out, title)


def _finish(
    result: Scores,
    explorer: Explorer | None,
    segments_out: str | None,
    report: str | None,
    scores_out: str | None,
    json_out: bool,
    title: str,
) -> None:
    """Write what was asked for beside the scores, tell of it, and show them."""
    if explorer is not None and report is not None:
        write_report(scores_report(result, explorer, title=title), report)
    if scores_out:
        table = {name: {m: s.score for m, s in row.metrics.items()} for name, row in result.rows()}
        dump_scores(table, scores_out)
    outputs = [path for path in (segments_out, report, scores_out) if path]
    for path in outputs:
        said(path)
    if "-" not in outputs:
        _show(result, json_out)


def _both(stream: TextIO | None, explorer: Explorer | None, metrics: Sequence[Metric]) -> OnBatch | None:
    """What to do with each batch: write its scores and flags, and keep a part of it for the report."""
    if stream is None and explorer is None:
        return None
    flagging = [metric for metric in metrics if metric.flagging]

    def on_batch(batch: Batch, scores: dict[str, Any]) -> None:
        if explorer is not None:
            explorer.add(batch, scores)
        if stream is None:
            return
        columns = {name: values.tolist() for name, values in scores.items()}
        for place, segment in enumerate(batch.segments):
            row: dict[str, Any] = {"id": segment.id}
            if segment.system is not None:
                row["system"] = segment.system
            row["scores"] = {name: values[place] for name, values in columns.items()}
            if flagging:
                row["flags"] = {metric.name: metric.flags(segment) for metric in flagging}
            stream.write(json.dumps(row, ensure_ascii=False) + "\n")

    return on_batch


def _show(result: Scores, json_out: bool) -> None:
    for warning in result.warnings:
        note(warning)
    if json_out:
        print_json(result.as_dict())
        return
    rows = result.rows()
    names = list(rows[0][1].metrics)
    with_system = result.systems is not None
    table = []
    for system, scores in rows:
        cells: list[Any] = [system] if with_system else []
        cells.append(scores.n)
        for name in names:
            found = scores.metrics[name]
            interval = f" [{found.ci[0]:.2f}, {found.ci[1]:.2f}]" if found.ci else ""
            cells.append(f"{found.score:.2f}{interval}")
        table.append(cells)
    print_table("Scores", [*(["system"] if with_system else []), "n", *names], table)
    for name in names:
        print(rows[0][1].metrics[name].signature)
    for system, scores in rows:
        for name, found in scores.metrics.items():
            if found.details:
                counts = ", ".join(f"{count} {what}" for what, count in found.details.items())
                print(f"{name}{f' of {system}' if with_system else ''}: {counts}")
