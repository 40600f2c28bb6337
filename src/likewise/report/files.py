"""A report as a file, and any result as the page that the command line writes for it."""

from __future__ import annotations

import os
from collections.abc import Sequence

from likewise.errors import InputError
from likewise.evaluate import Judgement, ParaphraseEvaluation, Scores
from likewise.io import Source, write_text
from likewise.judging import Agreement
from likewise.metrics import Batch
from likewise.records import Segment
from likewise.report.build import agreement_report, judgement_report, scores_report
from likewise.report.contents import Report
from likewise.report.explorer import Explorer
from likewise.report.page import render
from likewise.report.paraphrases import paraphrases_report

__all__ = ["save_report", "titled", "write_report"]


def titled(what: str, path: str | None) -> str:
    """A heading that names the file it is about, so that several pages can be told apart."""
    name = os.path.basename(path) if path and path != "-" else ""
    return f"{what}: {name}" if name else what


def write_report(report: Report, path: Source) -> None:
    """Write the report as one HTML file, whole or not at all."""
    with write_text(path) as stream:
        stream.write(render(report))


def save_report(
    result: Scores | Judgement | Agreement | ParaphraseEvaluation,
    path: Source,
    *,
    segments: Sequence[Segment] = (),
    title: str | None = None,
    plane: tuple[str, str] | None = None,
) -> None:
    """Write a result as the HTML page that the command line writes.

    With scores, `segments` are listed on the page as well, in the order in which they were scored, and
    `plane` names the metrics of the plane that is shown first: the one across, the one up.
    """
    if plane is not None and not isinstance(result, Scores):
        raise InputError("plane: only scores are drawn on a plane of chosen metrics")
    if isinstance(result, Judgement):
        page = judgement_report(result, title=title)
    elif isinstance(result, Agreement):
        page = agreement_report(result, title=title or "Do the metrics agree?")
    elif isinstance(result, ParaphraseEvaluation):
        page = paraphrases_report(result, title=title or "Paraphrases")
    else:
        explorer = Explorer()
        kept = {name: score.segments for name, score in result.metrics.items() if score.segments is not None}
        explorer.add(
            Batch(list(segments)), kept if all(len(v) == len(segments) for v in kept.values()) else {}
        )
        page = scores_report(result, explorer, title=title or "Scores", plane=plane)
    write_report(page, path)
