"""The section on how far metrics agree with each other about systems."""

from __future__ import annotations

import math
from collections.abc import Sequence

from likewise.draw import Series, escape, heatmap, lines
from likewise.judging import Agreement
from likewise.report.html import figure, section, sub

__all__ = ["agreement_section"]

_AT_ONCE = 6
_FOLLOWED = 8


def agreement_section(agreement: Agreement) -> str:
    """Heatmaps, clusters and z-score lines."""
    how = (
        "Metrics that order the systems alike can stand in for each other; "
        "where they part, the choice of metric matters."
    )
    return section(
        "agreement",
        "Do the metrics agree?",
        how,
        _matrices(agreement),
        _clusters(agreement),
        _zscores(agreement),
    )


def _matrices(agreement: Agreement) -> str:
    names = list(agreement.names)
    parts = []
    if len(agreement.spearman):
        drawing = heatmap(
            agreement.spearman.tolist(),
            names,
            names,
            title="Spearman correlation between metrics",
            low=-1,
            high=1,
            diverging=True,
        )
        parts.append(
            sub(
                "Same order of systems? (Spearman)",
                "1 means that two metrics put the systems in the same order, −1 in the opposite order.",
                _boxed(drawing, len(names), "Spearman correlation between metrics"),
            )
        )
    if len(agreement.epsila):
        drawing = heatmap(
            agreement.epsila.tolist(),
            names,
            names,
            title="Epsila between metrics",
            low=0,
            decimals=_epsila_decimals(agreement),
        )
        parts.append(
            sub(
                "How large must a gain be to be shared? (epsila)",
                "In percent, smaller is closer: a gain that cuts the error rate by more than this in the row "
                "metric is always a gain in the column metric too.",
                _boxed(drawing, len(names), "Epsila between metrics"),
            )
        )
    return "".join(parts)


def _epsila_decimals(agreement: Agreement) -> int:
    return 1 if agreement.epsila.max() >= 10 else 2


def _boxed(drawing: str, size: int, name: str) -> str:
    """A large matrix keeps its size and scrolls in its own box; scaled to a phone it could not be read."""
    kind = "large" if size > 7 else "small"
    return (
        f'<div class="scroll matrix {kind}" tabindex="0" role="region" aria-label="{escape(name)}">'
        f"{figure(drawing)}</div>"
    )


def _clusters(agreement: Agreement) -> str:
    if not agreement.clusters_at:
        return ""
    parts = []
    for threshold, groups in sorted(agreement.clusters_at.items()):
        items = "".join(
            f"<li>{' · '.join(f'<bdi>{escape(name)}</bdi>' for name in group)}</li>" for group in groups
        )
        parts.append(f'<div class="cluster"><h4>threshold {threshold:g}%</h4><ol>{items}</ol></div>')
    how = "Metrics in one group agree with each other up to the threshold; pick one metric from each group."
    return sub("Groups of metrics", how, f'<div class="multiples tight">{"".join(parts)}</div>')


def _panels(agreement: Agreement) -> list[tuple[str, list[str]]]:
    """Metrics by panel: the groups of the smallest threshold, single metrics together, few lines in each."""
    names = list(agreement.names)
    groups: list[list[str]] = []
    if agreement.clusters_at:
        chosen = agreement.clusters_at[min(agreement.clusters_at)]
        groups = [[name for name in group if name in names] for group in chosen]
    alone = [name for name in names if not any(name in group and len(group) > 1 for group in groups)]
    panels = []
    for k, group in enumerate([group for group in groups if len(group) > 1], start=1):
        panels += [(f"Group {k}", part) for part in _split(group)]
    panels += [("On their own" if groups else "Metrics", part) for part in _split(alone)]
    return panels


def _split(names: Sequence[str]) -> list[list[str]]:
    """Pieces of even length with at most six names: more lines than that cannot be followed."""
    if not names:
        return []
    pieces = -(-len(names) // _AT_ONCE)
    size = -(-len(names) // pieces)
    return [list(names[k : k + size]) for k in range(0, len(names), size)]


def _zscores(agreement: Agreement) -> str:
    if not agreement.zscores.size:
        return ""
    rows = agreement.zscores.tolist()
    column = {name: j for j, name in enumerate(agreement.names)}
    systems = list(agreement.systems) or [f"system {i + 1}" for i in range(len(rows))]
    known = [v for row in rows for v in row if math.isfinite(v)]
    edge = max((abs(v) for v in known), default=1.0) * 1.08 or 1.0
    drawn = ""
    for title, names in _panels(agreement):
        drawing = lines(
            [Series(name, range(len(systems)), [row[column[name]] for row in rows]) for name in names],
            title=f"Z-scores of the systems: {', '.join(names)}",
            y_label="z-score",
            x_names=systems,
            y_range=(-edge, edge),
            width=340,
            height=280,
        )
        drawn += figure(drawing, title)
    how = (
        "Each line is a metric, each step a system: 0 is the average system, 1 is one standard deviation "
        "above it. Lines that run together say the same."
    )
    by_system = sub("System by system (z-scores)", how, f'<div class="multiples">{drawn}</div>')
    return by_system + _by_metric(agreement, systems, edge)


def _by_metric(agreement: Agreement, systems: Sequence[str], edge: float) -> str:
    """The same numbers turned round, one line a system; left out where the lines could not be followed."""
    if len(systems) > _FOLLOWED or len(agreement.names) < 2:
        return ""
    places = range(len(agreement.names))
    drawing = lines(
        [Series(name, places, row) for name, row in zip(systems, agreement.zscores.tolist(), strict=True)],
        title="Z-scores by metric, one line a system",
        y_label="z-score",
        x_names=list(agreement.names),
        y_range=(-edge, edge),
        width=max(340.0, 60 + 34.0 * len(agreement.names)),
        height=320,
    )
    how = "The same numbers, one line a system: a level line is a system on which all metrics agree."
    return sub(
        "Metric by metric (z-scores)", how, _boxed(drawing, len(agreement.names), "Z-scores by metric")
    )
