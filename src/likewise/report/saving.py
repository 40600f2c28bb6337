"""Any result as the page that the command line writes for it."""

from __future__ import annotations

from collections.abc import Sequence

from likewise.evaluate.judge import Judgement
from likewise.evaluate.paraphrases import ParaphraseEvaluation
from likewise.evaluate.results import Scores
from likewise.io.lines import Source
from likewise.judging import Agreement
from likewise.metrics import Batch
from likewise.records import Segment
from likewise.report.build import (
    Explorer,
    agreement_report,
    judgement_report,
    scores_report,
    write_report,
)
from likewise.report.paraphrases import paraphrases_report

__all__ = ["save_report"]


def save_report(
    result: Scores | Judgement | Agreement | ParaphraseEvaluation,
    path: Source,
    *,
    segments: Sequence[Segment] = (),
    title: str | None = None,
) -> None:
    """Write a result as the HTML page that the command line writes.

    With scores, `segments` are listed on the page as well, in the order in which they were scored.
    """
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
        page = scores_report(result, explorer, title=title or "Scores")
    write_report(page, path)
