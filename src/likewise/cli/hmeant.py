"""likewise hmeant: who did what to whom, judged by people: scores, and how far the annotators agree."""

from __future__ import annotations

from typing import Annotated

import typer

from likewise.cli.command import (
    Bootstrap,
    Json,
    Seed,
    about,
    check_outputs,
    note,
    print_json,
    print_tables,
    said,
)

__all__ = ["hmeant"]

_SHOWN = 20
"""Segments that are printed; `--json` and `--segments` have all."""


def hmeant(
    annotations: Annotated[
        str,
        typer.Argument(metavar="FILE", help="Annotations, JSON lines: frames, alignments, verdicts."),
    ],
    weights: Annotated[
        str, typer.Option("--weights", help="Of role groups: default, uniform, unsupervised, or a file.")
    ] = "default",
    partial: Annotated[
        float, typer.Option("--partial", min=0, max=1, help="What a role that is partly correct counts.")
    ] = 0.5,
    unaligned: Annotated[
        str, typer.Option("--unaligned", help="Frames without a partner: count (as lost) or ignore.")
    ] = "count",
    segments: Annotated[
        str | None,
        typer.Option("--segments", metavar="FILE", help="Write segments here with their scores, for judge."),
    ] = None,
    bootstrap: Bootstrap = 1000,
    seed: Seed = 12345,
    json_out: Json = False,
) -> None:
    """HMEANT from frames that people marked, aligned and judged, with intervals and agreement on both steps.

    Example: likewise hmeant annotations.jsonl --partial 0.5 --segments judged.jsonl
    """
    from likewise.evaluate import hmeant as score
    from likewise.io import dump_segments
    from likewise.metrics.meant import read_annotations

    check_outputs(segments, inputs=[annotations], json_out=json_out)
    with about(annotations):
        found = score(
            read_annotations(annotations),
            weights=weights,
            partial=partial,
            unaligned=unaligned,
            bootstrap=bootstrap,
            seed=seed,
        )
    for remark in found.remarks:
        note(remark)
    if segments:
        dump_segments((one.as_segment() for one in found.segments), segments)
        said(segments)
    if json_out:
        print_json(found.as_dict())
    elif segments != "-":
        print_tables([table.head(_SHOWN) for table in found.tables()])
