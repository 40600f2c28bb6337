"""What scoring gives back: scores by metric, and by system where asked; tables of themselves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from likewise.draw import Estimate, ResultTable, Tabular
from likewise.metrics import Score

__all__ = ["Scores"]


@dataclass(frozen=True, repr=False)
class Scores(Tabular):
    """Scores over n segments: `metrics[name]`, and with `by="system"` also `systems[name].metrics`.

    Where the segments are in several languages, `languages[code].metrics` has each, of systems too.
    """

    n: int
    metrics: Mapping[str, Score]
    systems: Mapping[str, Scores] | None = None
    warnings: tuple[str, ...] = field(default=())
    languages: Mapping[str, Scores] | None = None

    def __getitem__(self, metric: str) -> Score:
        return self.metrics[metric]

    def as_dict(self) -> dict[str, Any]:
        """The result as its JSON object: all segments together, and `systems` beside them where asked.

        `languages` are there where there are several.
        """
        metrics = {name: score.as_dict() for name, score in self.metrics.items()}
        row: dict[str, Any] = {"n": self.n, "metrics": metrics}
        if self.systems is not None:
            row["systems"] = {name: scores.as_dict() for name, scores in self.systems.items()}
        if self.languages is not None:
            row["languages"] = {code: scores.as_dict() for code, scores in self.languages.items()}
        return row

    def rows(self) -> list[tuple[str, Scores]]:
        """(system, its scores), one row called `all` where systems were not told apart."""
        return list(self.systems.items()) if self.systems is not None else [("all", self)]

    def table(self) -> dict[str, dict[str, float]]:
        """For each system its score by each metric."""
        return {name: {m: s.score for m, s in row.metrics.items()} for name, row in self.rows()}

    def tables(self) -> Sequence[ResultTable]:
        """The scores with their signatures; the counts of metrics that flag segments."""
        scores = self.rows()[0][1].metrics.values()
        signatures = [line for score in scores for line in score.signatures()]
        apart = self.systems is not None
        rows = [
            [*([system] if apart else []), scores.n, *map(_estimate, scores.metrics.values())]
            for system, scores in self.rows()
        ]
        columns = [*(["system"] if apart else []), "n", *(score.metric for score in scores)]
        counts = [self._counts(score) for score in scores if score.details]
        table = ResultTable("Scores", columns, rows, "\n".join(signatures))
        return [table, *([self._by_language()] if self.languages else []), *counts]

    def _by_language(self) -> ResultTable:
        """Each language apart, of each system where they are told apart."""
        apart = self.systems is not None
        found = [
            (system, code, one)
            for system, scores in self.rows()
            for code, one in (scores.languages or {}).items()
        ]
        rows = [
            [*([system] if apart else []), code, one.n, *map(_estimate, one.metrics.values())]
            for system, code, one in found
        ]
        signatures = [
            f"{code}: {score.signature}"
            for code, one in (self.languages or {}).items()
            for score in one.metrics.values()
        ]
        columns = [*(["system"] if apart else []), "language", "n", *self.metrics]
        return ResultTable("Scores by language", columns, rows, "\n".join(signatures))

    def _counts(self, score: Score) -> ResultTable:
        """What one metric counted beside its score."""
        names = list(score.details)
        rows = [
            [system, *(scores.metrics[score.metric].details.get(name) for name in names)]
            for system, scores in self.rows()
        ]
        return ResultTable(f"Counts of {score.metric}", ["system", *names], rows)

    def drawings(self) -> str:
        """The BLEU/PINC plane where both are there."""
        return self.plane_svg()

    def plane_svg(self, x: str = "pinc", y: str = "bleu") -> str:
        """The systems in the plane of two metrics, `x` across and `y` up, as SVG that stands alone.

        With neither named, the BLEU/PINC plane (Chen & Dolan 2011, Figure 3); nothing where one is missing.
        """
        from likewise.evaluate.metric_plane import score_plane

        return score_plane([(name, row.metrics) for name, row in self.rows()], x, y, standalone=True)


def _estimate(score: Score) -> Estimate:
    return Estimate(score.score, score.ci)
