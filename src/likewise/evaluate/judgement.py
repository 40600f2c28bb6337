"""How metrics follow people, as a record: correlations, combinations, tests; it shows itself as a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from math import isfinite
from typing import Any

import numpy as np
import numpy.typing as npt

from likewise.draw import bars, table
from likewise.errors import InputError
from likewise.evaluate.fitted_metric import FittedPincSigmoidBLEU
from likewise.judging import Correlation, CurvePoint, Fitted, JudgePair, Restricted, Williams
from likewise.metrics import BLEU, PINC
from likewise.records import Segment

__all__ = ["Judgement"]

Floats = npt.NDArray[np.float64]


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


def _listed(value: Any) -> Any:
    """Intervals as lists; an interval that could not be had as null."""
    if isinstance(value, tuple):
        return list(value) if all(isfinite(v) for v in value) else None
    return value
