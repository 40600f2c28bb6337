"""Reports out of results: what scoring, judging and agreement found, put on the page."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from likewise.evaluate.compare import Comparisons
from likewise.evaluate.judge import Judgement
from likewise.evaluate.results import Scores
from likewise.io.lines import Source, write_text
from likewise.judging import Agreement, CurvePoint
from likewise.metrics import Batch, Metric
from likewise.metrics.bleu import NgramMetric
from likewise.metrics.registry import metric_class
from likewise.records import Segment
from likewise.report.contents import (
    AgreementSection,
    ComparisonRow,
    JudgeRow,
    JudgeSection,
    MetricCell,
    Report,
    Scatter,
    SegmentRow,
    SystemRow,
    TokenizedRow,
)
from likewise.report.page import render
from likewise.text.vocabulary import Tokenization

__all__ = [
    "Explorer",
    "agreement_report",
    "judgement_report",
    "scores_report",
    "titled",
    "write_report",
]

Floats = npt.NDArray[np.float64]

EXPLORED = 5000
"""Segments that a report lists; a page with more would be slow to open."""
TOKENIZED = 20_000
"""Texts whose words a report carries; beyond that the page splits them itself, to stay small."""


class Explorer:
    """The segments that a report will list, gathered as they are scored: the first few thousand, each
    system with the same share.

    The words that the first n-gram metric counted go with them, so that the matches shown are its own.
    """

    def __init__(self, metrics: Sequence[Metric] = (), limit: int = EXPLORED) -> None:
        counted = [m.tokenization for m in metrics if isinstance(m, NgramMetric)]
        self.tokenization, self.limit = counted[0] if counted else None, limit
        self._of_system: dict[str | None, list[SegmentRow]] = {}
        self.total = self.texts = 0

    def add(self, batch: Batch, scores: Mapping[str, Floats]) -> None:
        """Take in a batch with its scores."""
        self.total += len(batch)
        for place, segment in enumerate(batch.segments):
            rows = self._of_system.setdefault(segment.system, [])
            if len(rows) >= max(self.limit // len(self._of_system), 1):
                continue
            values = {name: float(column[place]) for name, column in scores.items()}
            self.texts += 2 + len(segment.references)
            rows.append(_row(segment, values, self.tokenization if self.texts <= TOKENIZED else None))

    @property
    def rows(self) -> list[SegmentRow]:
        """The segments kept: of each system as many as its share allows, in their order."""
        share = max(self.limit // max(len(self._of_system), 1), 1)
        return [row for rows in self._of_system.values() for row in rows[:share]]


def _row(
    segment: Segment, scores: Mapping[str, float | None], tokenization: Tokenization | None
) -> SegmentRow:
    return SegmentRow(
        segment.id, segment.system, segment.source, segment.candidate, segment.references,
        scores, _by_criterion(segment.human), _tokens(segment, tokenization),
    )  # fmt: skip


def _by_criterion(human: Mapping[str, float]) -> dict[str, float]:
    """Scores by criterion, judges' scores averaged."""
    marks: dict[str, list[float]] = {}
    for key, value in human.items():
        marks.setdefault(key.partition("@")[0], []).append(value)
    return {key: sum(values) / len(values) for key, values in marks.items()}


def _tokens(segment: Segment, tokenization: Tokenization | None) -> TokenizedRow | None:
    if tokenization is None:
        return None
    words = tokenization.words
    return TokenizedRow(
        words(segment.source or ""), words(segment.candidate), [words(text) for text in segment.references]
    )


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
    rows = [*scores.rows(), *([("people", people)] if people else [])]
    return Report(
        title=title,
        notes=[*notes, *scores.warnings],
        systems=[SystemRow(name, row.n, _cells(row)) for name, row in rows],
        segments=explorer.rows,
        total_segments=explorer.total,
        judge=_judge_section(judgement) if judgement else None,
        comparisons=_comparisons(comparisons),
        lower_is_better=_lower(rows[0][1].metrics),
    )


def _cells(scores: Scores) -> dict[str, MetricCell]:
    return {
        name: MetricCell(s.score, s.ci[0] if s.ci else None, s.ci[1] if s.ci else None, str(s.signature))
        for name, s in scores.metrics.items()
    }


def _lower(names: Mapping[str, Any]) -> list[str]:
    return [name for name in names if not metric_class(name).higher_is_better]


def _comparisons(found: Comparisons | None) -> list[ComparisonRow]:
    pairs = found.pairs if found else ()
    return [ComparisonRow(c.a, c.b, c.metric, c.delta, c.p, c.p_randomisation) for c in pairs]


def judgement_report(found: Judgement, *, title: str | None = None, notes: Sequence[str] = ()) -> Report:
    """A report of metrics held against people."""
    columns = {name: values.tolist() for name, values in found.scores.items()}
    rows = [
        _row(segment, {name: values[place] for name, values in columns.items()}, None)
        for place, segment in enumerate(found.segments[:EXPLORED])
    ]
    return Report(
        title=title or f"Metrics against people: {found.human}",
        notes=notes,
        settings=dict(found.signatures),
        segments=rows,
        total_segments=found.n,
        judge=_judge_section(found),
        lower_is_better=_lower(found.metrics),
    )


def _judge_section(found: Judgement) -> JudgeSection:
    return JudgeSection(
        human=found.human,
        n=found.n,
        note=f"{found.unrated} segments without this score were left out." if found.unrated else None,
        rows=[
            JudgeRow(name, c.pearson, *_bounds(c.pearson_ci), c.spearman, c.kendall)
            for name, c in found.metrics.items()
        ],
        judges=[(p.a, p.b, p.n, p.pearson) for p in found.judges if p.pearson is not None],
        combined=_combined(found),
        thresholds=[(t.threshold, t.n, t.pearson) for t in found.thresholds],
        thresholds_note="PINC's correlation over the segments whose BLEU is above a threshold.",
        williams=[(a, b, w.t, w.p) for (a, b), w in found.williams.items()],
        scatters=_scatters(found),
        curve=_curves(found.curve),
        curve_names=["all" if n is None else str(n) for n in _counts(found.curve)],
    )


def _bounds(interval: tuple[float, float]) -> tuple[float | None, float | None]:
    low, high = interval
    return (None, None) if low != low else (low, high)


def _combined(found: Judgement) -> list[tuple[str, float, str]]:
    rows = [(name, value, "no parameter") for name, value in found.combined.items()]
    for name, fit in found.fitted.items():
        how = f"{fit.folds} folds, held-out" if fit.folds else "fitted on the same ratings: an upper bound"
        shape = f"center {fit.logistic.center:.1f}, slope {fit.logistic.slope:.3f}"
        rows.append((name, fit.pearson, f"{how}; {shape}"))
    return rows


def _scatters(found: Judgement) -> list[Scatter]:
    shown = range(min(found.n, EXPLORED))
    return [
        Scatter(
            name,
            [
                (float(values[i]), float(found.ratings[i]), found.segments[i].id, found.segments[i].system)
                for i in shown
            ],
        )
        for name, values in found.scores.items()
    ]


def _curves(
    points: Sequence[CurvePoint],
) -> list[tuple[str, list[tuple[float, float, float | None, float | None]]]]:
    """One curve without and one with the source among the references."""
    places = {count: float(place) for place, count in enumerate(_counts(points))}
    curves = []
    for with_source in dict.fromkeys(p.with_source for p in points):
        name = "source among the references" if with_source else "source left out"
        rows = [
            (places[p.references], p.pearson, p.low, p.high)
            for p in points
            if p.with_source == with_source and p.pearson is not None
        ]
        curves.append((name, rows))
    return curves


def _counts(points: Sequence[CurvePoint]) -> list[int | None]:
    return list(dict.fromkeys(p.references for p in points))


def titled(what: str, path: str | None) -> str:
    """A heading that names the file it is about, so that several pages can be told apart."""
    name = os.path.basename(path) if path and path != "-" else ""
    return f"{what}: {name}" if name else what


def agreement_report(found: Agreement, *, title: str = "Do the metrics agree?") -> Report:
    """A report of how far metrics agree about systems."""
    section = AgreementSection(
        names=found.names,
        spearman=found.spearman.tolist(),
        epsila=found.epsila.tolist(),
        clusters=found.clusters_at,
        zscores=found.zscores.tolist(),
        systems=found.systems,
    )
    note = f"The metric that the others follow most closely, by mean Spearman: {found.medoid}."
    perfect = {name: f"perfect score {value:g}" for name, value in zip(found.names, found.best, strict=True)}
    return Report(title=title, notes=[note], settings=perfect, agreement=section)


def write_report(report: Report, path: Source) -> None:
    """Write the report as one HTML file, whole or not at all."""
    with write_text(path) as stream:
        stream.write(render(report))
