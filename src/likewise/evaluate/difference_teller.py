"""Chances that people see the differences between systems that are compared, where a model allows them."""

from __future__ import annotations

from collections.abc import Sequence

from likewise.errors import InputError
from likewise.evaluate.difference_meaning import DifferenceMeaning, MetricCurve
from likewise.evaluate.score_differences import ScoreDifferences, differences_of, languages_of
from likewise.io import Source
from likewise.metrics import Metric
from likewise.records import Segment

__all__ = ["DifferenceTeller"]

_FEW = 0.1


class DifferenceTeller:
    """Tells differences of systems on some segments; what it cannot tell stands in `remarks`."""

    def __init__(
        self, model: ScoreDifferences | Source, metrics: Sequence[Metric], segments: Sequence[Segment], n: int
    ) -> None:
        curves = differences_of(model)
        self.remarks: list[str] = []
        self.curves: dict[str, MetricCurve] = {}
        failed = None
        for metric in metrics:
            try:
                self.curves[metric.name] = curves.curve(metric, "system", segments)
            except InputError as error:
                failed = error
                self.remarks.append(f"no chance that people see a difference: {error.message}")
        if failed is not None and not self.curves:
            raise failed
        self.why = self._why(segments)
        fewest = min(curve.segments or 0 for curve in self.curves.values())
        if n < _FEW * fewest:
            self.remarks.append(
                f"the chances that people see a difference are for {fewest:,} segments a system and more: on "
                f"{n:,} differences come by luck too, so the chances are rather too high"
            )

    def tell(self, metric: str, difference: float) -> DifferenceMeaning | None:
        """What the difference means; None for a metric that was not fitted."""
        if metric not in self.curves:
            return None
        meaning = self.curves[metric].tell(difference)
        return meaning.without_number(self.why) if self.why else meaning

    def _why(self, segments: Sequence[Segment]) -> str:
        """Why there can be no number: the languages are others than those of the fit."""
        first = next(iter(self.curves.values()))
        foreign = first.foreign(languages_of(segments))
        if not foreign:
            return ""
        why = f"fitted on {', '.join(first.languages)}, not on {', '.join(foreign)}"
        self.remarks.append(f"no chance that people see a difference: {why}")
        return why
