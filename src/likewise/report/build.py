"""Reports out of results: what scoring, judging and agreement found, put on the page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from likewise.evaluate import Comparisons, Judgement, Scores
from likewise.judging import Agreement
from likewise.metrics import Batch, Metric, metric_class
from likewise.report.contents import Report, SegmentRow
from likewise.report.explorer import EXPLORED, Explorer

__all__ = ["agreement_report", "judgement_report", "scores_report"]


def scores_report(
    scores: Scores,
    explorer: Explorer,
    *,
    title: str = "Scores",
    notes: Sequence[str] = (),
    judgement: Judgement | None = None,
    comparisons: Comparisons | None = None,
    people: Scores | None = None,
) -> Report:
    """A report of scored systems, with the judgement and comparisons where there are any.

    `people` (see `score_clusters`) puts the texts of people beside the systems, in table and plane.
    """
    systems = [*scores.rows(), *([("people", people)] if people else [])]
    return Report(
        title=title,
        notes=[*notes, *scores.warnings],
        systems=systems,
        segments=explorer.rows,
        total_segments=explorer.total,
        judgement=judgement,
        comparisons=comparisons.pairs if comparisons else (),
        lower_is_better=_lower(systems[0][1].metrics),
        sections=explorer.sections(),
    )


def _lower(names: Iterable[str]) -> list[str]:
    return [name for name in names if not metric_class(name).higher_is_better]


def judgement_report(
    found: Judgement,
    *,
    title: str | None = None,
    notes: Sequence[str] = (),
    metrics: Sequence[Metric] = (),
) -> Report:
    """A report of metrics held against people; with the `metrics`, also what they flag."""
    explorer = Explorer(metrics, limit=0)
    if explorer.gathers:
        explorer.add(Batch(found.segments, ()), found.scores)
    columns = {name: values.tolist() for name, values in found.scores.items()}
    rows = [
        SegmentRow(segment, {name: values[place] for name, values in columns.items()})
        for place, segment in enumerate(found.segments[:EXPLORED])
    ]
    return Report(
        title=title or f"Metrics against people: {found.human}",
        notes=notes,
        settings=dict(found.signatures),
        segments=rows,
        total_segments=found.n,
        judgement=found,
        lower_is_better=_lower(found.metrics),
        sections=explorer.sections(),
    )


def agreement_report(found: Agreement, *, title: str = "Do the metrics agree?") -> Report:
    """A report of how far metrics agree about systems."""
    note = f"The metric that the others follow most closely, by mean Spearman: {found.medoid}."
    perfect = {name: f"perfect score {value:g}" for name, value in zip(found.names, found.best, strict=True)}
    return Report(title=title, notes=[note], settings=perfect, agreement=found)
