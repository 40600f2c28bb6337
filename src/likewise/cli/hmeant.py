"""likewise hmeant: who did what to whom, judged by people: scores, and how far the annotators agree."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from likewise.cli.command import (
    Bootstrap,
    Json,
    Seed,
    about,
    check_outputs,
    note,
    print_json,
    print_table,
    said,
)

if TYPE_CHECKING:
    from likewise.evaluate import FrameAgreement, HmeantResult, HmeantSystem

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
        _show(found)


def _show(found: HmeantResult) -> None:
    rows = [[name, *_cells(one)] for name, one in found.systems.items()]
    if len(rows) != 1:
        rows.append(["all", *_cells(found.overall)])
    print_table("HMEANT by people", ["system", "segments", "HMEANT", "95 %", "precision", "recall"], rows)
    shown = [
        [one.id, one.system or "", one.score, one.precision, one.recall, one.annotators]
        for one in found.segments[:_SHOWN]
    ]
    columns = ["id", "system", "HMEANT", "precision", "recall", "annotators"]
    left = len(found.segments) - len(shown)
    print_table("Segments", columns, shown, f"and {left} more (--json has all)" if left else "")
    if found.agreement is None:
        print("Agreement: nothing was annotated by two people")
    else:
        _show_agreement(found.agreement)
    print(found.signature)


def _cells(one: HmeantSystem) -> list[object]:
    interval = "" if one.ci is None else f"{one.ci[0]:.2f} to {one.ci[1]:.2f}"
    return [one.n, one.score, interval, one.precision, one.recall]


_SPANS = {
    "predicates": "1 predicates",
    "roles": "1 words of roles",
    "labels": "1 words and labels of roles",
    "words": "1 single words and roles",
    "frames": "2 pairs of frames",
    "fillers": "2 pairs of roles",
}
_DECISIONS = {"alignment": "2 same predicate?", "judgement": "2 correct, partial, incorrect"}


def _show_agreement(agreement: FrameAgreement) -> None:
    title = f"Agreement of {agreement.annotators} annotators over {agreement.shared} shared candidates"
    rows = [
        [_SPANS[name], one.f, f"{one.ci[0]:.2f} to {one.ci[1]:.2f}", f"{one.n:g}"]
        for name, one in agreement.marked.items()
    ]
    print_table(title, ["step", "F", "95 %", "marked by one"], rows)
    rows = [
        [_DECISIONS[name], one.same, one.kappa, one.alpha, f"{one.ci[0]:.2f} to {one.ci[1]:.2f}", one.n]
        for name, one in agreement.decided.items()
    ]
    if rows:
        print_table("Decisions", ["step", "same", "kappa", "alpha", "95 %", "things"], rows)
