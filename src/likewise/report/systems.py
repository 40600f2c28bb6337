"""The systems section: scores with intervals, the best marked, and what paired tests say."""

from __future__ import annotations

import math
from collections.abc import Sequence

from likewise.draw import Cell, escape, figure_text, table
from likewise.evaluate import Comparison, Scores
from likewise.metrics import Score
from likewise.report.contents import Report
from likewise.report.html import decimals, p_value, section
from likewise.report.standings import LEVEL, Standing, standings, weakest_p

__all__ = ["comparisons_section", "systems_section"]


def _metric_names(systems: Sequence[Scores]) -> list[str]:
    return list(dict.fromkeys(name for row in systems for name in row.metrics))


def _cell(score: Score | None, standing: Standing | None, digits: int) -> Cell:
    if score is None:
        return Cell.number(None)
    shown = figure_text(score.score, digits)
    if standing is not None and standing.rank == 1:
        word = '<span class="best-word"> best</span>' if standing.best else ""
        shown = f'<strong class="best">{shown}{word}</strong>'
    if standing is not None and standing.shared:
        shown += _mark(f"={standing.rank}", f"shares rank {standing.rank}")
    if standing is not None and standing.unsettled:
        shown += _mark("≈ best", standing.unsettled)
    if score.ci is not None:
        low, high = (figure_text(bound, digits) for bound in score.ci)
        shown += f'<span class="ci">{low} to {high}</span>'
    return Cell(shown, numeric=True, value=score.score, interval=score.ci)


def _mark(said: str, why: str) -> str:
    return f' <span class="tie" title="{escape(why)}">{said}</span>'


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
    names, systems = [name for name, _ in report.systems], [row for _, row in report.systems]
    metrics = _metric_names(systems)
    lowest = set(report.lower_is_better)
    columns, places = [], []
    for metric in metrics:
        scores = [row.metrics.get(metric) for row in systems]
        digits = decimals(score.score for score in scores if score is not None)
        standing = standings(names, scores, digits, lowest=metric in lowest, comparisons=report.comparisons)
        places += [place for place in standing if place is not None]
        columns.append([_cell(*pair, digits) for pair in zip(scores, standing, strict=True)])
    rows = [
        [Cell.text(name, header=True), Cell(f"{row.n:,}", numeric=True), *(column[k] for column in columns)]
        for k, (name, row) in enumerate(report.systems)
    ]
    heads = ["system", "segments", *(f"{m} (lower is better)" if m in lowest else m for m in metrics)]
    marked = table(heads, rows, "Scores by system", numeric=range(1, len(heads)), boxed=True)
    return section("systems", "Systems", _how(report, places), marked, _signatures(systems, metrics))


def _how(report: Report, places: Sequence[Standing]) -> str:
    """How to read the table: of its marks those that are there."""
    said = ["One row a system"]
    if len(report.systems) > 1:
        said.append("the best score in each column is bold and says so")
    if any(place.shared for place in places):
        said.append("= stands before a rank that systems share")
    if any(place.unsettled for place in places):
        tested = "a paired test says so" if report.comparisons else "intervals overlap, a paired test tells"
        said.append(f"≈ best: the difference to the best may be chance ({tested})")
    if any(score.ci is not None for _, row in report.systems for score in row.metrics.values()):
        said.append("the small figures are its confidence interval")
    return "; ".join(said) + "."


def comparisons_section(rows: Sequence[Comparison]) -> str:
    """Paired significance tests between systems."""
    digits = decimals(row.delta for row in rows)
    people = {row.metric: row.people for row in rows if row.people is not None}
    tests: dict[str, list[float | None]] = {
        "p (bootstrap)": [row.p for row in rows],
        "p (randomisation)": [row.p_randomisation for row in rows],
        "p (McNemar)": [row.p_mcnemar for row in rows],
        "p (Holm)": [row.p_holm for row in rows],
    }
    made = {name: ps for name, ps in tests.items() if any(p is not None for p in ps)}
    cells = [
        [
            Cell.text(row.a, header=True),
            Cell.text(row.b),
            Cell.text(row.metric),
            Cell(_signed(row.delta, max(digits, 2)), numeric=True, value=row.delta, interval=row.ci),
            *(Cell(p_value(ps[k]), numeric=True, value=ps[k]) for ps in made.values()),
            Cell.text(_verdict(row)),
            *([Cell(_seen(row), numeric=True)] if people else []),
        ]
        for k, row in enumerate(rows)
    ]
    heads = ["a", "b", "metric", "a − b", *made, "verdict"]
    numeric = [*range(3, len(heads) - 1)]
    how = "A small p means that a difference of this size would rarely come from chance alone; ≈ marks those "
    how += "that may."
    if "p (Holm)" in made:
        how += " Holm's p allows for the number of pairs under a metric."
    if people:
        numeric.append(len(heads))
        heads.append("people see it, %")
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
    """In words, by the most cautious of the tests."""
    weakest = weakest_p(row)
    if weakest is None:
        return "not tested"
    if weakest < LEVEL:
        return "significant at 5%"
    pair = [p for p in (row.p, row.p_randomisation) if math.isfinite(p)]
    if pair and max(pair) < LEVEL:
        return "≈ not significant over all pairs"
    return "≈ the two tests disagree" if pair and min(pair) < LEVEL else "≈ may be chance"
