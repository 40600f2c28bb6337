"""The systems section: scores with intervals, the best marked, and what paired tests say."""

from __future__ import annotations

import math
from collections.abc import Sequence

from likewise.draw import Cell, escape, figure_text, table
from likewise.evaluate import Comparison, Scores
from likewise.metrics import Score
from likewise.report.contents import Report
from likewise.report.html import decimals, p_value, section

__all__ = ["comparisons_section", "systems_section"]


def _metric_names(systems: Sequence[Scores]) -> list[str]:
    return list(dict.fromkeys(name for row in systems for name in row.metrics))


def _best(systems: Sequence[Scores], metric: str, lowest: bool) -> float | None:
    """The score to mark; none where there is nothing to choose from."""
    scores = [row.metrics[metric].score for row in systems if metric in row.metrics]
    scores = [s for s in scores if math.isfinite(s)]
    # A lead that the page's digits do not show is no lead to speak of.
    if len({round(s, 1) for s in scores}) < 2:
        return None
    top = min(scores) if lowest else max(scores)
    return top if sum(round(s, 1) == round(top, 1) for s in scores) == 1 else None


def _cell(score: Score | None, best: float | None, digits: int) -> Cell:
    if score is None:
        return Cell.number(None)
    shown = figure_text(score.score, digits)
    if best is not None and score.score == best:
        shown = f'<strong class="best">{shown}<span class="best-word"> best</span></strong>'
    if score.ci is not None:
        low, high = (figure_text(bound, digits) for bound in score.ci)
        shown += f'<span class="ci">{low} to {high}</span>'
    return Cell(shown, numeric=True, value=score.score, interval=score.ci)


def _signatures(systems: Sequence[Scores], metrics: Sequence[str]) -> str:
    """The settings behind each number, folded away: needed to reproduce, not to read."""
    lines = []
    for metric in metrics:
        found = [row[metric] for row in systems if metric in row.metrics]
        signatures = dict.fromkeys(line for score in found for line in score.signatures())
        lines += [
            f"<dt><bdi>{escape(metric)}</bdi></dt><dd><code>{escape(text)}</code></dd>"
            for text in signatures
            if text
        ]
    if not lines:
        return ""
    summary = "<summary>Signatures (how to reproduce these numbers)</summary>"
    return f"<details>{summary}<dl>{''.join(lines)}</dl></details>"


def systems_section(report: Report) -> str:
    """The table of systems by metrics."""
    systems = [row for _, row in report.systems]
    metrics = _metric_names(systems)
    lowest = set(report.lower_is_better)
    columns = {}
    for metric in metrics:
        digits = decimals(row.metrics[metric].score for row in systems if metric in row.metrics)
        columns[metric] = (_best(systems, metric, metric in lowest), digits)
    rows = [
        [
            Cell.text(name, header=True),
            Cell(f"{row.n:,}", numeric=True),
            *(_cell(row.metrics.get(metric), *columns[metric]) for metric in metrics),
        ]
        for name, row in report.systems
    ]
    heads = ["system", "segments", *(f"{m} (lower is better)" if m in lowest else m for m in metrics)]
    how = "One row a system"
    if len(systems) > 1:
        how += "; the best score in each column is bold and says so"
    if any(score.ci is not None for row in systems for score in row.metrics.values()):
        how += "; the small figures are its confidence interval (a paired test tells whether two differ)"
    marked = table(heads, rows, "Scores by system", numeric=range(1, len(heads)), boxed=True)
    return section("systems", "Systems", how + ".", marked, _signatures(systems, metrics))


def comparisons_section(rows: Sequence[Comparison]) -> str:
    """Paired significance tests between systems."""
    digits = decimals(row.delta for row in rows)
    people = {row.metric: row.people for row in rows if row.people is not None}
    cells = [
        [
            Cell.text(row.a, header=True),
            Cell.text(row.b),
            Cell.text(row.metric),
            Cell(_signed(row.delta, max(digits, 2)), numeric=True, value=row.delta, interval=row.ci),
            Cell(p_value(row.p), numeric=True, value=row.p),
            Cell(p_value(row.p_randomisation), numeric=True, value=row.p_randomisation),
            Cell.text(_verdict(row)),
            *([Cell(_seen(row), numeric=True)] if people else []),
        ]
        for row in rows
    ]
    heads = ["a", "b", "metric", "a − b", "p (bootstrap)", "p (randomisation)", "verdict"]
    how = "A small p means that a difference of this size would rarely come from chance alone."
    numeric: tuple[int, ...] = (3, 4, 5)
    if people:
        heads, numeric = [*heads, "people see it, %"], (*numeric, 7)
        origins = dict.fromkeys(meaning.fitted.origin for meaning in people.values())
        how += (
            " How often people prefer the better-scored one of two so far apart: " + "; ".join(origins) + "."
        )
    marked = table(heads, cells, "Differences between systems", numeric=numeric, boxed=True)
    return section("comparisons", "Are the differences real?", how, marked)


def _seen(row: Comparison) -> str:
    return "-" if row.people is None else row.people.share.shown


def _signed(value: float, digits: int) -> str:
    return f"+{figure_text(value, digits)}" if value > 0 else figure_text(value, digits)


def _verdict(row: Comparison) -> str:
    """In words, by the more cautious of the two tests."""
    known = [p for p in (row.p, row.p_randomisation) if math.isfinite(p)]
    if not known:
        return "not tested"
    if max(known) < 0.05:
        return "significant at 5%"
    return "the two tests disagree" if min(known) < 0.05 else "may be chance"
