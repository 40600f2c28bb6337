"""likewise parses study: many parsers under all metrics, and what the metrics say about each other."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Annotated

import typer

from likewise.cli.command import InputError, Json, counted, note, print_json, print_table, said
from likewise.cli.model_notes import made_at

if TYPE_CHECKING:
    from likewise.study.parsers import ParserStudy

__all__ = ["study"]


def study(
    data: Annotated[
        str,
        typer.Option("--data", metavar="PROFILES", help="Items with candidates: a file, folder or profile."),
    ],
    out: Annotated[
        str,
        typer.Option("--out", metavar="DIR", help="Folder for results, and for what can be gone on with."),
    ],
    gold: Annotated[
        list[str] | None,
        typer.Option("--gold", metavar="FILE", help="Gold analyses (default: found beside the data)."),
    ] = None,
    heads: Annotated[
        str | None,
        typer.Option(
            "--heads", metavar="FILE", help="Head daughter of each rule (default: rules.hds beside)."
        ),
    ] = None,
    features: Annotated[
        str | None, typer.Option("--features", help="Feature sets by name, with commas (default: all 28).")
    ] = None,
    sigmas: Annotated[
        str, typer.Option("--sigmas", metavar="LOW:HIGH:COUNT", help="Regularisation values, geometric.")
    ] = "0.001:1000:41",
    folds: Annotated[int, typer.Option("--folds", min=2, help="Folds of the cross-validation.")] = 3,
    items: Annotated[
        int | None, typer.Option("--items", min=2, help="Only the first so many items that can be used.")
    ] = None,
    bootstrap: Annotated[
        int,
        typer.Option("--bootstrap", min=0, help="Resamples of the items, to see what is noise; 0 for none."),
    ] = 200,
    seed: Annotated[int, typer.Option("--seed", min=0, help="Seed of the resamples.")] = 0,
    json_out: Json = False,
) -> None:
    """Train parsers over feature sets x regularisation, score all by every metric, and compare the metrics.

    Example: likewise parses study --data treebank/ --out study --features rules,pcfg,gp1 --items 200
    """
    from likewise.study.parsers import StudySettings, as_dict, parser_study, write_study

    how = StudySettings(_names(features), _grid(sigmas), folds, items, bootstrap, seed)
    with _interruptible():
        found = parser_study(
            data, out, how, gold=gold or (), heads=heads, processes=min(os.cpu_count() or 1, 8),
            progress=counted,
        )  # fmt: skip
    _remarks(found)
    result = Path(out) / "study.json"
    older = made_at(result) if result.is_file() else None
    write_study(found, out)
    if older is not None:
        note(f"replaced the results in {out} ({older})")
    said(os.path.join(out, "report.html"))
    if json_out:
        print_json({**as_dict(found), "out": out})
    else:
        _show(found)


@contextmanager
def _interruptible() -> Iterator[None]:
    """Ctrl-C ends worker processes at once; else the chunks that they are at would be waited for.

    Nothing is lost: only this process writes, and what is not written yet is made again when it goes on.
    """
    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return

    def stop(number: int, frame: FrameType | None) -> None:
        for worker in multiprocessing.active_children():
            worker.kill()
        signal.default_int_handler(number, frame)

    signal.signal(signal.SIGINT, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _names(features: str | None) -> tuple[str, ...]:
    from likewise.deep.selection import FEATURE_SETS, parse_templates

    names = [name.strip() for name in (features or "").split(",") if name.strip()]
    if features is not None and not names:
        raise InputError(f"--features: expected some of {', '.join(FEATURE_SETS)}")
    for name in names:
        try:
            parse_templates(name)
        except InputError as error:
            sets = ", ".join(FEATURE_SETS)
            raise InputError(f"{error.message}; or a set: {sets}") from None
    return tuple(names or FEATURE_SETS)


def _grid(text: str) -> tuple[float, float, int]:
    try:
        low, high, count = text.split(":")
        grid = float(low), float(high), int(count)
    except ValueError:
        raise InputError(f"--sigmas {text}: expected LOW:HIGH:COUNT, for example 0.001:1000:41") from None
    from likewise.deep.selection import sigma_grid

    sigma_grid(*grid)
    return grid


def _remarks(result: ParserStudy) -> None:
    """What a user should know beside the numbers."""
    from likewise.study.parsers import too_small

    counts = result.counts
    if counts.complaints:
        left_out = f"{counts.broken_candidates} candidates and {counts.broken_gold} gold analyses"
        note(f"{left_out} cannot be read and were left out; the first: {counts.complaints[0]}")
    if counts.without_gold:
        note(f"{counts.without_gold} items have no gold analysis and were left out")
    if counts.too_few + counts.unlike:
        note(f"{counts.too_few + counts.unlike} items had no two sound candidates, or none like gold")
    if asked := len(result.settings.features) - len(result.sets):
        note(f"{asked} feature sets look at the MRS, which the analyses do not have, and were left out")
    if said_small := too_small(result):
        note(said_small)


def _show(result: ParserStudy) -> None:
    from likewise.study.parsers import beside_the_paper, brief

    best = result.against["target"].found.best
    rows = [[name, score, features, brief(sigma)] for name, (features, sigma, score) in best.items()]
    title = f"{result.parsers} parsers, {result.counts.used} items: the best by each metric"
    print_table(title, ["metric", "score", "features", "sigma"], rows)
    rows = [list(row.values()) for row in beside_the_paper(result)]
    print_table("Findings", ["finding", "paper", "against targets", "against gold"], rows)
