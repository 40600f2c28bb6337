"""likewise meant study: the papers' tables on rated translations of yours."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from likewise.cli.command import Json, Seed, about, check_outputs, note, print_json, print_tables, said

if TYPE_CHECKING:
    pass

__all__ = ["study"]


def study(
    ratings: Annotated[
        str, typer.Option("--ratings", metavar="FILE", help="Rated segments, or a table of WMT17 or MQM.")
    ],
    human: Annotated[
        str | None, typer.Option("--human", help="The criterion, where the file has several.")
    ] = None,
    metrics: Annotated[
        str | None, typer.Option("--metrics", "-m", help="Metrics by name (default: those of the papers).")
    ] = None,
    plot: Annotated[
        str | None, typer.Option("--plot", metavar="FILE", help="Write the plot by segment (SVG) here.")
    ] = None,
    bootstrap: Annotated[
        int, typer.Option("--bootstrap", min=0, help="Resamples for 95 % intervals; 0 for none.")
    ] = 1000,
    seed: Seed = 12345,
    json_out: Json = False,
) -> None:
    """Kendall with people by segment, within segments, WMT's way and by system, beside the papers' figures.

    Example: likewise meant study --ratings newstest2017.zh-en.daseg.tsv.gz --plot kendall.svg
    """
    from likewise.io import write_text
    from likewise.study.meant import meant_study, read_rated

    check_outputs(plot, inputs=[ratings], json_out=json_out)
    with about(ratings):
        segments, criterion = read_rated(ratings, human)
        names = [name.strip() for name in metrics.split(",")] if metrics else None
        found = meant_study(segments, criterion, names, bootstrap=bootstrap, seed=seed)
    if plot:
        with write_text(plot) as stream:
            stream.write(found.plot())
        said(plot)
    for remark in found.remarks:
        note(remark)
    if json_out:
        print_json(found.as_dict())
    elif plot != "-":
        print_tables(found)
