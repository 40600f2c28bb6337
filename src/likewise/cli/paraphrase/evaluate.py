"""likewise paraphrase evaluate: where a model, or any other system, stands in the plane."""

from __future__ import annotations

import os
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
    staged,
    warn,
)
from likewise.cli.paraphrase.options import Lang, Model, Tier, novelties, open_model
from likewise.evaluate import ParaphraseEvaluation, dump_outputs
from likewise.io import keep_evaluation, read_clusters

__all__ = ["evaluate"]


def evaluate(
    data: Annotated[
        str, typer.Option("--data", metavar="CLUSTERS", help="Clusters to test on: JSON lines or MSVD CSV.")
    ],
    model: Model = None,
    candidates: Annotated[
        str | None,
        typer.Option(
            "--candidates", metavar="FILE", help="Outputs of another system; then no model is needed."
        ),
    ] = None,
    novelty: Annotated[
        str | None,
        typer.Option("--novelty", metavar="X,Y,..", help="A point for each place on the dial, 0 to 1."),
    ] = None,
    report: Annotated[
        str | None, typer.Option("--report", help="Write a self-contained HTML report with the plane here.")
    ] = None,
    segments_out: Annotated[
        str | None, typer.Option("--segments", help="Write every output with its scores (JSON lines) here.")
    ] = None,
    keep: Annotated[
        bool, typer.Option("--keep", help="Keep the points in the model's folder; the studio shows them.")
    ] = False,
    lang: Lang = None,
    tier: Tier = None,
    tokenize: Annotated[
        str | None,
        typer.Option(
            "--tokenize",
            help="Tokeniser: 13a, whitespace, words, intl, zh, char, ja-mecab (default: the model's).",
        ),
    ] = None,
    bootstrap: Bootstrap = 0,
    seed: Seed = 12345,
    json_out: Json = False,
) -> None:
    """Take each sentence of each cluster as a source, its cluster as references: BLEU, PINC and the guards.

    Example: likewise paraphrase evaluate --model model --data test.jsonl --novelty 0.3,0.6,0.8
    """
    dial = novelties(novelty)
    if model is None and candidates is None:
        raise InputError("expected --model DIR, --candidates FILE, or both")
    if model is None and (keep or novelty is not None):
        raise InputError(f"{'--keep' if keep else '--novelty'} goes with --model, which is not given")
    if data == "-" == candidates:
        raise InputError("only one of the files can be standard input (-)")
    check_outputs(report, segments_out, inputs=[data, candidates], json_out=json_out)
    with progress("reading", data) as advance:
        clusters = list(read_clusters(data, lang=lang, tier=tier, progress=advance, log=read_log()))
    paraphraser = None if model is None else open_model(model)
    from likewise.paraphrase import evaluate_paraphraser

    with about(data), staged() as tell:
        result = evaluate_paraphraser(
            clusters, paraphraser, candidates=candidates, novelty=dial, name=_name(model or "model"),
            tokenize=tokenize, bootstrap=bootstrap, seed=seed, progress=tell, note=note,
        )  # fmt: skip
    _write(result, report, segments_out, model if keep else None)
    if "-" not in (report, segments_out):
        _show(result, json_out)


def _name(model: str) -> str:
    return os.path.basename(os.path.realpath(model)) or "model"


def _write(
    result: ParaphraseEvaluation, report: str | None, segments_out: str | None, folder: str | None
) -> None:
    if report is not None:
        from likewise.report import save_report

        save_report(result, report)
        said(report)
    if segments_out is not None:
        dump_outputs(result.points, segments_out)
        said(segments_out)
    if folder is not None:
        said(keep_evaluation(folder, result.as_dict()))


def _show(result: ParaphraseEvaluation, json_out: bool) -> None:
    for point in result.points:
        for warning in point.warnings:
            warn(f"{point.name}: {warning}")
    if json_out:
        print_json(result.as_dict())
        return
    print_tables(result)
