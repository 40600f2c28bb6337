"""Reports out of results: what scoring, judging and agreement found, put on the page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from likewise.evaluate import Comparisons, Judgement, Scores
from likewise.judging import Agreement
from likewise.metrics import Batch, Metric, metric_class
from likewise.report.contents import Report
from likewise.report.explorer import Explorer

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
    plane: tuple[str, str] | None = None,
) -> Report:
    """A report of scored systems, with the judgement and comparisons where there are any.

    `people` (see `score_clusters`) puts the texts of people beside the systems, in table and plane.
    `plane` names the metrics of the plane, the one across and the one up; without it they are PINC and BLEU.
    """
    systems = [*scores.rows(), *([("people", people)] if people else [])]
    return Report(
        title=title,
        notes=[*notes, *scores.warnings],
        systems=systems,
        plane=plane or True,
        segments=explorer.rows,
        total_segments=explorer.total,
        judgement=judgement,
        comparisons=comparisons.pairs if comparisons else (),
        lower_is_better=[name for name, score in systems[0][1].metrics.items() if not score.higher_is_better],
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
    explorer = Explorer(metrics)
    seen: set[int] = set()
    for one in found.criteria.values():
        # Each segment once, however many criteria it was rated on.
        new = [place for place, segment in enumerate(one.segments) if id(segment) not in seen]
        seen.update(id(one.segments[place]) for place in new)
        scores = {name: values[new] for name, values in one.scores.items()}
        segments = [one.segments[place] for place in new]
        places = [one.places[place] for place in new] if one.places else None
        if segments:
            explorer.add(Batch(segments, ()), scores, places)
    return Report(
        title=title or f"Metrics against people: {', '.join(found.criteria)}",
        notes=notes,
        settings={name: text for one in found.criteria.values() for name, text in one.signatures.items()},
        segments=explorer.rows,
        total_segments=len(seen) or found.n,
        judgement=found,
        lower_is_better=_lower({name: None for one in found.criteria.values() for name in one.metrics}),
        sections=explorer.sections(),
    )


def agreement_report(found: Agreement, *, title: str = "Do the metrics agree?") -> Report:
    """A report of how far metrics agree about systems."""
    note = f"The metric that the others follow most closely, by mean Spearman: {found.medoid}."
    perfect = {name: f"perfect score {value:g}" for name, value in zip(found.names, found.best, strict=True)}
    return Report(title=title, notes=[note], settings=perfect, agreement=found)
