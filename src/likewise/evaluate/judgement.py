"""How metrics follow people, as a record: correlations, combinations, tests; it shows itself as a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from math import isfinite
from typing import Any

import numpy as np
import numpy.typing as npt

from likewise.draw import Bounds, Figure, ResultTable, Tabular, bars
from likewise.errors import InputError
from likewise.evaluate.fitted_metric import FittedPincSigmoidBLEU
from likewise.judging import (
    SLOPES,
    Correlation,
    CurvePoint,
    Fitted,
    JudgePair,
    Restricted,
    Williams,
    holm,
)
from likewise.metrics import BLEU, PINC
from likewise.records import Segment

__all__ = ["Judgement"]

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, repr=False)
class Judgement(Tabular):
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
            row["williams"] = [
                {"a": a, "b": b, **asdict(test), "p_holm": p}
                for ((a, b), test), p in zip(self.williams.items(), self._holm(), strict=True)
            ]
        for key, points in (("thresholds", self.thresholds), ("judges", self.judges), ("curve", self.curve)):
            if points:
                row[key] = [asdict(point) for point in points]
        return row

    def tables(self) -> Sequence[ResultTable]:
        """Correlations first, then what else was asked for or could be had."""
        tables = (
            self._correlations(), self._combinations(), self._people(), self._restricted(),
            self._differences(), self._by_references(),
        )  # fmt: skip
        return [table for table in tables if table.rows]

    def drawings(self) -> str:
        """The correlations with their intervals."""
        found = self.metrics.values()
        return bars(
            list(self.metrics), [c.pearson for c in found],
            [c.pearson_ci[0] for c in found], [c.pearson_ci[1] for c in found],
            title=f"Correlation with {self.human}", standalone=True,
        )  # fmt: skip

    def _correlations(self) -> ResultTable:
        rows = [
            (name, _r(c.pearson), Bounds.of(c.pearson_ci), _r(c.spearman), _r(c.kendall))
            for name, c in self.metrics.items()
        ]
        columns = ("metric", "Pearson", "95 % interval", "Spearman", "Kendall")
        return ResultTable(f"Metrics against '{self.human}'", columns, rows, f"{self.n} rated segments")

    def _combinations(self) -> ResultTable:
        rows = [(name, _r(value), "") for name, value in self.combined.items()]
        rows += [(name, _r(fit.pearson), _shape(fit)) for name, fit in self.fitted.items()]
        return ResultTable("BLEU and PINC combined", ("metric", "Pearson", "fitted"), rows)

    def _people(self) -> ResultTable:
        rows = [(pair.a, pair.b, pair.n, _r(pair.pearson)) for pair in self.judges]
        return ResultTable("Judges against each other", ("judge", "other judge", "n", "Pearson"), rows)

    def _restricted(self) -> ResultTable:
        rows = [(Figure(t.threshold, f"{t.threshold:g}"), t.n, _r(t.pearson)) for t in self.thresholds]
        title = f"PINC against '{self.human}' where BLEU is above"
        return ResultTable(title, ("BLEU >", "n", "Pearson"), rows)

    def _differences(self) -> ResultTable:
        rows = [
            (a, b, Figure.of(w.t, 2), Figure.chance(w.p), Figure.chance(p))
            for ((a, b), w), p in zip(self.williams.items(), self._holm(), strict=True)
        ]
        title = "Does the first follow people better? (Williams)"
        return ResultTable(title, ("metric", "other metric", "t", "p", "p (Holm)"), rows)

    def _holm(self) -> list[float]:
        """Holm's p of Williams' tests, over all pairs of metrics."""
        return [float(p) for p in holm([test.p for test in self.williams.values()])]

    def _by_references(self) -> ResultTable:
        rows = [
            ("all" if p.references is None else str(p.references),
             "with" if p.with_source else "without", _r(p.pearson))
            for p in self.curve
        ]  # fmt: skip
        return ResultTable("BLEU by number of references", ("references", "source", "Pearson"), rows)

    def fitted_metric(self) -> FittedPincSigmoidBLEU:
        """PINC x sigmoid(BLEU) with the parameters that fit these ratings: to score with, or to save."""
        if not self.fitted:
            raise InputError("nothing was fitted: name bleu and pinc, with ratings of several sources")
        logistic = next(iter(self.fitted.values())).logistic
        return FittedPincSigmoidBLEU.of(self.bleu, self.pinc, logistic, self.segments)

    def _metric(self, name: str) -> dict[str, Any]:
        values = asdict(self.metrics[name])
        values.pop("n")
        values = {key: _listed(value) for key, value in values.items()}
        return {**values, "ci": values["pearson_ci"], "signature": self.signatures[name]}


_r = Figure.of
"""A coefficient: three decimals."""


def _shape(fit: Fitted) -> str:
    """A slope at its bound says that the best curve is a step: all or nothing at the center."""
    curve = fit.logistic
    step = " (a step: as steep as was tried)" if curve.slope >= SLOPES[1] - 1e-6 else ""
    return f"center {curve.center:.1f}, slope {curve.slope:.3f}{step}"


def _listed(value: Any) -> Any:
    """Intervals as lists; an interval that could not be had as null."""
    if isinstance(value, tuple):
        return list(value) if all(isfinite(v) for v in value) else None
    return value
