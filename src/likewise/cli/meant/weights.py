"""likewise meant weights: weights of role groups from people's ratings."""

from __future__ import annotations

from typing import Annotated

import typer

from likewise.cli.command import (
    InputError,
    Json,
    Seed,
    about,
    check_outputs,
    note,
    print_json,
    print_tables,
    progress,
    said,
)
from likewise.cli.segments import Format, Settings, parse_settings

__all__ = ["weights"]


def weights(
    ratings: Annotated[
        str, typer.Option("--ratings", metavar="FILE", help="Rated segments, with references: 50 will do.")
    ],
    out: Annotated[str, typer.Option("--out", metavar="FILE", help="File for the weights (JSON).")],
    human: Annotated[
        str | None, typer.Option("--human", help="The criterion, where the file has several.")
    ] = None,
    metric: Annotated[
        str, typer.Option("--metric", help="The metric that they are for: meant, umeant, imeant.")
    ] = "meant",
    format: Format = None,
    settings: Settings = None,
    seed: Seed = 12345,
    json_out: Json = False,
) -> None:
    """Find the weights of role groups under which scores follow your ratings; few ratings change little.

    Example: likewise meant weights --ratings rated.jsonl --human adequacy --out weights.json
    """
    from likewise.evaluate import find_role_weights
    from likewise.io import read_segments
    from likewise.metrics.meant import save_weights

    check_outputs(out, inputs=[ratings], json_out=json_out)
    with progress("reading", ratings) as advance, about(ratings):
        rows = [s for s in read_segments(ratings, format=format, progress=advance) if s.human]
        chosen = _criterion(rows[0].human if rows else None, human)
        search = find_role_weights(
            rows, chosen, metric, settings=parse_settings(settings, None, False), seed=seed
        )
    save_weights(search.weights, out)
    said(out)
    if json_out:
        print_json({**search.as_dict(), "human": chosen, "out": out})
        return
    print_tables(search)
    if search.held_out < search.before:
        note("on ratings held out these weights do not do better than those before: more ratings may help")


def _criterion(known: object, asked: str | None) -> str:
    names = list(known) if isinstance(known, dict) else []
    if asked is None and len(names) == 1:
        return str(names[0])
    if asked is None:
        raise InputError(f"--human: expected one of {', '.join(names)}" if names else "no segment is rated")
    return asked
