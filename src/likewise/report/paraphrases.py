"""The page of a paraphrase evaluation: table, plane with people in it, and the outputs to read."""

from __future__ import annotations

from collections.abc import Sequence

from likewise.evaluate import MEASURES, NEAR, ParaphraseEvaluation, ParaphrasePoint, Scores
from likewise.metrics import Batch, Score
from likewise.report.contents import Report
from likewise.report.explorer import Explorer

__all__ = ["paraphrases_report"]

_LOWER = ("near copies", "verbatim")
_MEASURED = {
    "bleu": "overlap with the references",
    "bleu with source": "overlap with references and source",
    "pinc": "new words against the source",
    "identified": "outputs that tell their own segment",
    "near copies": "outputs close to their source",
    "verbatim": "outputs taken from training",
}
# The length is best at 1, neither high nor low: it is told in a note, not ranked in the table.
_RANKED = tuple(measure for measure in MEASURES if measure != "length_ratio")
_HOW = (
    "Each sentence of each cluster is once the source; the other descriptions of its cluster are the "
    "references. BLEU: the source is not among them. Identified: percent of outputs whose nearest "
    f"description is their own segment's. Near copies: percent of outputs with a PINC below {NEAR:g}. "
    "Verbatim: percent of outputs that are a training sentence word for word."
)


def paraphrases_report(
    evaluation: ParaphraseEvaluation, *, title: str = "Paraphrases", notes: Sequence[str] = ()
) -> Report:
    """A report of systems on the same clusters, people beside them in table and plane."""
    human = evaluation.human
    known = {"bleu": human.bleu, "pinc": human.pinc, "identified": human.identified}
    people = {name: _score(name, value, human.n) for name, value in known.items() if value is not None}
    explorer = Explorer()
    for point in evaluation.points:
        explorer.add(Batch(point.segments), point.scores)
    return Report(
        title=title,
        notes=[*notes, _HOW, *_lengths(evaluation.points), *_warnings(evaluation.points)],
        systems=[*((p.name, _scores(p)) for p in evaluation.points), ("people", Scores(human.n, people))],
        segments=explorer.rows,
        total_segments=explorer.total,
        lower_is_better=_LOWER,
    )


def _scores(point: ParaphrasePoint) -> Scores:
    scores = {}
    for measure in _RANKED:
        value = getattr(point, measure)
        if value is not None:
            name, interval = _shown(measure), point.intervals.get(measure)
            scores[name] = _score(name, value, point.n, point.signatures.get(measure, ""), interval)
    return Scores(point.n, scores)


def _score(
    name: str, value: float, n: int, signature: str = "", interval: tuple[float, float] | None = None
) -> Score:
    measures, higher = _MEASURED.get(name, ""), name not in _LOWER
    return Score(name, value, n, signature, interval, measures=measures, higher_is_better=higher)


def _shown(measure: str) -> str:
    return measure.replace("_", " ")


def _lengths(points: Sequence[ParaphrasePoint]) -> list[str]:
    shown = "; ".join(f"{point.name}: {point.length_ratio:.2f}" for point in points)
    return [f"Words of the outputs for each word of the sources: {shown}."] if shown else []


def _warnings(points: Sequence[ParaphrasePoint]) -> list[str]:
    return [f"{point.name}: {warning}." for point in points for warning in point.warnings]
