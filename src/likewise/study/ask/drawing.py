"""Figure 3 of the paper as a plot: at which rank the document with the answer is found."""

from __future__ import annotations

from likewise.draw import Series, lines
from likewise.study.ask.study import AskStudy

__all__ = ["draw_ranks"]

_DEEPEST = 20


def draw_ranks(study: AskStudy) -> str:
    """The share of questions whose document is found by each rank, a curve a run, as SVG text."""
    parts = []
    for run in study.runs:
        if run.name.startswith(("ours", "paper's way")):
            ranks = run.figures["ranks"]
            total = max(1, sum(ranks.values()))
            found = [sum(ranks.get(str(k), 0) for k in range(1, rank + 1)) for rank in range(1, _DEEPEST + 1)]
            parts.append(
                Series(
                    run.name,
                    [float(rank) for rank in range(1, _DEEPEST + 1)],
                    [100 * one / total for one in found],
                )
            )
    return lines(
        parts,
        title="Documents with the answer found by rank",
        x_label="rank",
        y_label="percent of questions",
        standalone=True,
    )
