"""Metrics held against people (Chen & Dolan 2011, section 5.2): which number follows the ratings?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from itertools import combinations
from math import isfinite
from typing import Any

import numpy as np
import numpy.typing as npt

from likewise.draw import bars, table
from likewise.errors import InputError
from likewise.evaluate.ratings import by_judge, rated
from likewise.evaluate.score import score
from likewise.io.models import fingerprint
from likewise.judging import (
    Correlation,
    CurvePoint,
    Fitted,
    JudgePair,
    Restricted,
    Williams,
    correlate,
    cross_validated,
    oracle,
    pairwise,
    pearson,
    reference_curve,
    restricted,
    williams,
)
from likewise.metrics import (
    BLEU,
    PINC,
    ArithmeticMean,
    Batch,
    GeometricMean,
    HarmonicMean,
    Metric,
    PincSigmoidBLEU,
    resolve,
)
from likewise.metrics.batch import TextSets
from likewise.metrics.bleu import NgramMetric
from likewise.records import Segment

__all__ = ["Judgement", "judge"]

Floats = npt.NDArray[np.float64]

FOLDS = 10


@dataclass(frozen=True)
class Judgement:
    """How each metric follows one human criterion over n rated segments."""

    human: str
    n: int
    unrated: int
    metrics: Mapping[str, Correlation]
    signatures: Mapping[str, str]
    combined: Mapping[str, float] = field(default_factory=dict)
    fitted: Mapping[str, Fitted] = field(default_factory=dict)
    williams: Mapping[tuple[str, str], Williams] = field(default_factory=dict)
    thresholds: Sequence[Restricted] = ()
    judges: Sequence[JudgePair] = ()
    curve: Sequence[CurvePoint] = ()
    segments: Sequence[Segment] = ()
    ratings: Floats = field(default_factory=lambda: np.zeros(0))
    scores: Mapping[str, Floats] = field(default_factory=dict)
    warnings: Sequence[str] = ()
    bleu: BLEU = field(default_factory=BLEU)
    pinc: PINC = field(default_factory=PINC)

    def as_dict(self) -> dict[str, Any]:
        """The result as its JSON object; `ci` is the interval of Pearson's r."""
        row: dict[str, Any] = {
            "human": self.human,
            "n": self.n,
            "unrated": self.unrated,
            "metrics": {name: self._metric(name) for name in self.metrics},
        }
        if self.combined or self.fitted:
            row["combined"] = {name: {"pearson": value} for name, value in self.combined.items()}
            for name, fit in self.fitted.items():
                row["combined"][name] = {"pearson": fit.pearson, "folds": fit.folds, **asdict(fit.logistic)}
        if self.williams:
            row["williams"] = [{"a": a, "b": b, **asdict(test)} for (a, b), test in self.williams.items()]
        for key, points in (("thresholds", self.thresholds), ("judges", self.judges), ("curve", self.curve)):
            if points:
                row[key] = [asdict(point) for point in points]
        return row

    def _repr_html_(self) -> str:
        """A table and a picture of the correlations in a notebook."""
        rows: list[tuple[object, ...]] = [
            (name, c.pearson, f"{c.pearson_ci[0]:.3f} to {c.pearson_ci[1]:.3f}", c.spearman, c.kendall)
            for name, c in self.metrics.items()
        ]
        rows += [(name, value, "", None, None) for name, value in self.combined.items()]
        rows += [(name, fit.pearson, "", None, None) for name, fit in self.fitted.items()]
        columns = ["metric", "Pearson", "95 % interval", "Spearman", "Kendall"]
        found = self.metrics.values()
        drawing = bars(
            list(self.metrics), [c.pearson for c in found],
            [c.pearson_ci[0] for c in found], [c.pearson_ci[1] for c in found],
            title=f"Correlation with {self.human}", standalone=True,
        )  # fmt: skip
        return table(columns, rows, f"{self.n} segments rated on {self.human}") + drawing

    def fitted_metric(self) -> PincSigmoidBLEU:
        """PINC x sigmoid(BLEU) with the parameters that fit these ratings, ready to score with."""
        if not self.fitted:
            raise InputError("nothing was fitted: name bleu and pinc, with ratings of several sources")
        logistic = next(iter(self.fitted.values())).logistic
        shared = {f.name: getattr(self.bleu, f.name) for f in fields(NgramMetric)}
        metric = PincSigmoidBLEU(
            **shared, with_source=self.bleu.with_source, center=logistic.center, slope=logistic.slope
        )
        if (metric.bleu, metric.pinc) != (self.bleu, self.pinc):
            raise InputError(
                "only BLEU and PINC on the same words, smoothed by exp, can be saved as one metric"
            )
        return metric

    def fingerprint(self) -> str:
        """A name for the rated segments that this rests on."""
        return fingerprint(segment.as_dict() for segment in self.segments)

    def _metric(self, name: str) -> dict[str, Any]:
        found = asdict(self.metrics[name])
        found.pop("n")
        found = {key: _listed(value) for key, value in found.items()}
        return {**found, "ci": found["pearson_ci"], "signature": self.signatures[name]}


def _listed(value: Any) -> Any:
    """Intervals as lists; an interval that could not be had as null."""
    if isinstance(value, tuple):
        return list(value) if all(isfinite(v) for v in value) else None
    return value


def judge(
    segments: Iterable[Segment],
    human: str,
    metrics: Iterable[str | Metric] | str = ("bleu", "pinc"),
    *,
    settings: Mapping[str, Any] | None = None,
    bootstrap: int = 1000,
    seed: int = 12345,
    curve: bool = False,
    draws: int = 5,
) -> Judgement:
    """Correlate each metric's segment scores with the criterion `human`.

    Segments without the criterion are left out and counted. Where BLEU and PINC are both named,
    their combinations are judged too: means, PINC x sigmoid(BLEU) by cross-validation (segments of
    one source share a fold) and by oracle, and PINC where BLEU exceeds 0, 30, 60, 90. `curve` adds
    BLEU's correlation with 1, 2, .. 12 and all references (Figure 4), mean of `draws` draws.
    """
    found = resolve(metrics, settings)
    everything = list(segments)
    if not everything:
        raise InputError("there is no segment to judge on")
    kept, ratings = rated(everything, human)
    result = score(kept, found)
    values = {name: result[name].segments for name in result.metrics}
    scores = {name: value for name, value in values.items() if value is not None}
    try:
        tables = {
            name: correlate(value, ratings, names=(name, human), bootstrap=bootstrap, seed=seed)
            for name, value in scores.items()
        }
    except InputError as error:
        raise InputError("; ".join([error.message, *result.warnings]), field=error.field) from None
    combined, fitted, thresholds = _combined(kept, scores, ratings, seed)
    judges = by_judge(kept, human)
    return Judgement(
        human=human,
        n=len(kept),
        unrated=len(everything) - len(kept),
        metrics=tables,
        signatures={name: str(result[name].signature) for name in scores},
        combined=combined,
        fitted=fitted,
        williams=_williams(found, scores, tables),
        thresholds=thresholds,
        judges=pairwise(judges) if len(judges) > 1 else (),
        curve=_curve(kept, ratings, found, draws, seed) if curve else (),
        segments=kept,
        ratings=ratings,
        scores=scores,
        warnings=result.warnings,
        bleu=next((m for m in found if type(m) is BLEU), BLEU()),
        pinc=next((m for m in found if type(m) is PINC), PINC()),
    )


def _williams(
    metrics: Sequence[Metric], scores: Mapping[str, Floats], tables: Mapping[str, Correlation]
) -> dict[tuple[str, str], Williams]:
    """Each pair of metrics; one in which lower is better counts as its own negative."""
    n = len(next(iter(scores.values())))
    if n < 4:
        return {}
    signs = {m.name: 1 if m.higher_is_better else -1 for m in metrics}
    tests = {}
    for a, b in combinations(scores, 2):
        between = signs[a] * signs[b] * pearson(scores[a], scores[b], names=(a, b))
        tests[a, b] = williams(signs[a] * tables[a].pearson, signs[b] * tables[b].pearson, between, n)
    return tests


def _combined(
    segments: Sequence[Segment], scores: Mapping[str, Floats], ratings: Floats, seed: int
) -> tuple[dict[str, float], dict[str, Fitted], list[Restricted]]:
    if "bleu" not in scores or "pinc" not in scores:
        return {}, {}, []
    bleu, pinc = scores["bleu"], scores["pinc"]
    means: dict[str, float] = {}
    for mean in (ArithmeticMean(), GeometricMean(), HarmonicMean()):
        value = mean.combine(bleu, pinc)
        if np.ptp(value) > 0:
            means[mean.name] = pearson(value, ratings)
    groups = [s.source for s in segments]
    fitted: dict[str, Fitted] = {}
    folds = min(FOLDS, len(set(groups)))
    # With fewer than two sources nothing can be held out; the oracle alone would look like evidence.
    if folds >= 2 and len(segments) >= 2 * FOLDS:
        name = "pinc-sigmoid-bleu"
        fitted[f"{name} (cross-validated)"] = cross_validated(bleu, pinc, ratings, folds, seed, groups)
        fitted[f"{name} (oracle)"] = oracle(bleu, pinc, ratings)
    return means, fitted, restricted(pinc, ratings, bleu)


def _curve(
    segments: Sequence[Segment], ratings: Floats, metrics: Sequence[Metric], draws: int, seed: int
) -> list[CurvePoint]:
    bleu = next((m for m in metrics if type(m) is BLEU), None)
    if bleu is None:
        raise InputError("a curve over numbers of references needs the metric bleu")
    batch = Batch(segments)
    bleu.statistics(batch)
    sources = (False, True) if batch.sources is not None else (False,)

    def scores_for(count: int | None, with_source: bool, draw: int) -> Floats:
        chosen = batch.references if count is None else drawn(batch.references, count, draw)
        return bleu.score_segments(bleu.statistics_against(batch, _with(batch, chosen, with_source)))

    most = int(np.diff(batch.references.ends).max())
    counts = [*range(1, min(most, 12) + 1), None]
    return reference_curve(scores_for, ratings, counts, sources, draws, seed)


def drawn(sets: TextSets, count: int, seed: int) -> TextSets:
    """Of each segment's texts, `count` drawn at random; the same seed extends a smaller draw."""
    sizes = np.diff(sets.ends)
    owner = np.repeat(np.arange(len(sizes)), sizes)
    keys = np.random.default_rng(seed).random(len(sets.ids))
    order = np.lexsort((keys, owner))
    place = np.arange(len(order)) - sets.ends[owner]
    ends = np.concatenate(([0], np.cumsum(np.minimum(sizes, count))))
    return TextSets(sets.ids[order[place < count]], ends)


def _with(batch: Batch, sets: TextSets, with_source: bool) -> TextSets:
    if not with_source:
        return sets
    sources = batch.need_sources("bleu")
    ids = np.insert(sets.ids, sets.ends[1:], sources)
    return TextSets(ids, sets.ends + np.arange(len(sets.ends)))
