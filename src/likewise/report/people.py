"""The section on metrics against people: correlations, judges, combinations, thresholds, scatter plots."""

from __future__ import annotations

import math
from collections.abc import Mapping

from likewise.draw import Series, bars, lines, scatter
from likewise.report.contents import JudgeSection, Scatter
from likewise.report.html import Cell, decimals, figure, number, p_value, paragraph, section, sub, table

__all__ = ["people_section"]

_JITTER = 0.22
_MANY = 1500


def people_section(judge: JudgeSection, rows_of: Mapping[tuple[str, str | None], int]) -> str:
    """The whole section; `rows_of` says which explorer row a plotted segment is."""
    how = (
        f"How closely each metric follows what people said about “{judge.human}” over {judge.n:,} segments: "
        "1 is perfect agreement, 0 is none."
    )
    return section(
        "people",
        f"Metrics against people: {judge.human}",
        how,
        paragraph(judge.note, "note") if judge.note else "",
        _correlations(judge),
        _scatters(judge, rows_of),
        _curve(judge),
        _side_by_side(_combined(judge), _thresholds(judge), _williams(judge), _judges(judge)),
    )


def _side_by_side(*parts: str) -> str:
    """Small tables in columns where the page is wide enough."""
    return f'<div class="columns">{"".join(parts)}</div>' if any(parts) else ""


def _correlations(judge: JudgeSection) -> str:
    if not judge.rows:
        return ""
    rows = [
        [
            Cell.text(row.metric, header=True),
            Cell.number(row.pearson),
            Cell(_interval(row.low, row.high), numeric=True),
            Cell.number(row.spearman),
            Cell.number(row.kendall),
        ]
        for row in judge.rows
    ]
    heads = ["metric", "Pearson", "interval", "Spearman", "Kendall"]
    drawing = bars(
        [row.metric for row in judge.rows],
        [row.pearson for row in judge.rows],
        [row.low for row in judge.rows],
        [row.high for row in judge.rows],
        title=f"Pearson correlation with {judge.human} by metric",
        x_label=f"Pearson correlation with {judge.human}",
    )
    return sub(
        "Correlation by metric",
        "Longer bars follow people more closely; the thin line is the confidence interval. A bar to the left "
        "goes against people, as an error rate such as TER should.",
        '<div class="pair">',
        figure(drawing),
        table("Correlation by metric", heads, rows, numeric=(1, 2, 3, 4)),
        "</div>",
    )


def _interval(low: float | None, high: float | None) -> str:
    if low is None or high is None:
        return number(None)
    return f"{number(low)} to {number(high)}"


def _scatters(judge: JudgeSection, rows_of: Mapping[tuple[str, str | None], int]) -> str:
    if not judge.scatters:
        return ""
    drawn = "".join(_scatter(one, judge.human, rows_of) for one in judge.scatters)
    whole = any(_whole(one) for one in judge.scatters)
    how = "Each point is a segment: a metric that follows people gives a narrow rising band."
    if rows_of:
        how += " Click a point to open it."
    if whole:
        how += " Ratings are whole numbers, so points are moved a little up or down to keep them apart;"
        how += " the line is fitted to the ratings as given."
    return sub("Point by point", how, f'<div class="multiples">{drawn}</div>')


def _whole(one: Scatter) -> bool:
    """Whether the human scores are whole numbers, so that many points would lie on each other."""
    return bool(one.points) and all(math.isfinite(y) and y == int(y) for _, y, _, _ in one.points)


def _scatter(one: Scatter, human: str, rows_of: Mapping[tuple[str, str | None], int]) -> str:
    places = [rows_of.get((key, system)) for _, _, key, system in one.points]
    systems = [system or "" for _, _, _, system in one.points]
    digits = decimals(x for x, _, _, _ in one.points)
    tips = [
        f"{key}{f' ({system})' if system else ''}: {one.metric} {x:.{digits}f}, {human} {y:g}"
        for x, y, key, system in one.points
    ]
    return figure(
        scatter(
            [x for x, _, _, _ in one.points],
            [y for _, y, _, _ in one.points],
            title=f"{one.metric} against {human}",
            x_label=one.metric,
            y_label=human,
            groups=systems,
            ids=[None if place is None else str(place) for place in places],
            tips=tips if len(tips) <= _MANY else None,
            regression=True,
            jitter_y=_JITTER if _whole(one) else 0.0,
        )
    )


def _curve(judge: JudgeSection) -> str:
    if not judge.curve:
        return ""
    data = [
        Series(
            name,
            [p[0] for p in points],
            [p[1] for p in points],
            [p[2] for p in points],
            [p[3] for p in points],
        )
        for name, points in judge.curve
    ]
    xs = sorted({x for one in data for x in one.x if math.isfinite(x)})
    wide = bool(xs) and xs[0] > 0 and xs[-1] / xs[0] >= 20
    drawing = lines(
        data,
        title=f"Correlation with {judge.human} by {judge.curve_label}",
        x_label=judge.curve_label,
        y_label="Pearson correlation",
        log_x=wide and not judge.curve_names,
        x_ticks=xs if len(xs) <= 12 else None,
        x_names=judge.curve_names or None,
    )
    how = "Where a line goes flat, more references no longer help; the band spans the draws of references."
    return sub("How many references are enough?", how, figure(drawing))


def _combined(judge: JudgeSection) -> str:
    if not judge.combined:
        return ""
    rows = [[Cell.text(name, header=True), Cell.number(r), Cell.text(how)] for name, r, how in judge.combined]
    said = "A combination is worth its complexity only if it beats the best single metric above."
    heads = ["combination", "Pearson", "how"]
    return sub("Metrics combined", said, table("Metrics combined", heads, rows, numeric=(1,)))


def _thresholds(judge: JudgeSection) -> str:
    if not judge.thresholds:
        return ""
    rows = [
        [Cell.number(threshold, 1), Cell(f"{n:,}", numeric=True), Cell.number(r)]
        for threshold, n, r in judge.thresholds
    ]
    how = judge.thresholds_note or "The correlation when only segments at or above the threshold are kept."
    heads = ["threshold", "segments", "Pearson"]
    return sub("By threshold", how, table("Correlation by threshold", heads, rows, numeric=(0, 1, 2)))


def _williams(judge: JudgeSection) -> str:
    if not judge.williams:
        return ""
    rows = [
        [Cell.text(a, header=True), Cell.text(b), Cell.number(t), Cell(p_value(p), numeric=True)]
        for a, b, t, p in judge.williams
    ]
    how = (
        "Williams' test: a small p means that the difference between the two correlations is unlikely to be "
        "chance; t is positive where the first metric follows people more closely."
    )
    heads = ["metric", "against", "t", "p"]
    marked = table("Differences between correlations", heads, rows, numeric=(2, 3))
    return sub("Is one metric better than another?", how, marked)


def _judges(judge: JudgeSection) -> str:
    if not judge.judges:
        return ""
    rows = [
        [Cell.text(a, header=True), Cell.text(b), Cell(f"{n:,}", numeric=True), Cell.number(r)]
        for a, b, n, r in judge.judges
    ]
    how = "People do not agree perfectly either. A metric is held against the mean of the judges, steadier "
    how += "than one of them, so it may come out a little above this."
    heads = ["judge", "judge", "segments", "Pearson"]
    return sub("Between judges", how, table("Correlation between judges", heads, rows, numeric=(2, 3)))
