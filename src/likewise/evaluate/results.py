"""What scoring gives back: scores by metric, and by system where asked; tables of themselves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from likewise.draw import table
from likewise.metrics import Score

__all__ = ["Scores"]


@dataclass(frozen=True)
class Scores:
    """Scores over n segments: `metrics[name]`, and with `by="system"` also `systems[name].metrics`."""

    n: int
    metrics: Mapping[str, Score]
    systems: Mapping[str, Scores] | None = None
    warnings: tuple[str, ...] = field(default=())

    def __getitem__(self, metric: str) -> Score:
        return self.metrics[metric]

    def as_dict(self) -> dict[str, Any]:
        """The result as its JSON object."""
        if self.systems is not None:
            return {"systems": {name: scores.as_dict() for name, scores in self.systems.items()}}
        return {"n": self.n, "metrics": {name: score.as_dict() for name, score in self.metrics.items()}}

    def rows(self) -> list[tuple[str, Scores]]:
        """(system, its scores), one row called `all` where systems were not told apart."""
        return list(self.systems.items()) if self.systems is not None else [("all", self)]

    def table(self) -> dict[str, dict[str, float]]:
        """For each system its score by each metric."""
        return {name: {m: s.score for m, s in row.metrics.items()} for name, row in self.rows()}

    def __str__(self) -> str:
        """One line a system, for `print`."""
        lines = []
        for system, scores in self.rows():
            line = "  ".join(f"{name} {_shown(score)}" for name, score in scores.metrics.items())
            lines.append(f"{system}: {line}  (n = {scores.n})")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        """A table, and the BLEU/PINC plane where both are there, in a notebook."""
        rows = [(system, scores.n, *map(_shown, scores.metrics.values())) for system, scores in self.rows()]
        names = list(self.rows()[0][1].metrics)
        return table(["system", "n", *names], rows) + self.plane_svg()

    def plane_svg(self) -> str:
        """The BLEU/PINC plane of systems that have both (Chen & Dolan 2011, Figure 3); nothing without."""
        from likewise.draw import plane

        both = [(name, row) for name, row in self.rows() if {"bleu", "pinc"} <= row.metrics.keys()]
        if not both:
            return ""
        pinc, bleu = ([row[metric].score for _, row in both] for metric in ("pinc", "bleu"))
        return plane([name for name, _ in both], pinc, bleu, standalone=True)


def _shown(score: Score) -> str:
    interval = f" [{score.ci[0]:.1f}, {score.ci[1]:.1f}]" if score.ci else ""
    return f"{score.score:.2f}{interval}"
