"""The section on metrics against people: correlations, judges, combinations, thresholds, scatter plots."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape

from likewise.draw import Cell, Figure, ResultTable, Series, bars, figure_text, lines, scatter, table
from likewise.evaluate import Judgement
from likewise.judging import CurvePoint, holm
from likewise.report.explorer import EXPLORED
from likewise.report.html import decimals, figure, p_value, paragraph, section, sub
from likewise.report.standings import LEVEL

__all__ = ["people_sections"]

_JITTER = 0.22
_MANY = 1500

Rows = Mapping[tuple[str, str | None], int]
"""Which explorer row the segment of a system is."""


def people_sections(judge: Judgement, rows_of: Rows) -> str:
    """A section a criterion, the first with the table of all; `rows_of`: which explorer row a segment is."""
    sections = [
        _section(
            one, rows_of, "people" if place == 0 else f"people-{place + 1}", judge if place == 0 else None
        )
        for place, one in enumerate(judge.criteria.values())
    ]
    return "".join(sections)


def _section(judge: Judgement, rows_of: Rows, key: str, whole: Judgement | None) -> str:
    how = (
        f"How closely each metric follows what people said about “{judge.human}” over {judge.n:,} segments: "
        "1 is perfect agreement, 0 is none."
    )
    return section(
        key,
        f"Metrics against people: {judge.human}",
        how,
        paragraph(f"{judge.unrated} segments without this score were left out.", "note")
        if judge.unrated
        else "",
        *(paragraph(f"{name}: {why}.", "note") for name, why in judge.undefined.items()),
        _criteria(whole) if whole and whole.others else "",
        _correlations(judge),
        _scatters(judge, rows_of),
        _curve(judge),
        _side_by_side(_combined(judge), _thresholds(judge), _williams(judge), _judges(judge)),
        _trust(judge),
    )


def _criteria(judge: Judgement) -> str:
    """The paper's Table 4: all criteria side by side."""
    overview = judge.tables()[0]
    rows = [
        [Cell.text(str(name), header=True), *map(_coefficient, values)] for name, *values in overview.rows
    ]
    heads = ["", *judge.criteria]
    marked = table(heads, rows, "Pearson by criterion", numeric=range(1, len(heads)), boxed=True)
    return sub(
        "All criteria", "Pearson's r of each metric with each criterion; a section each follows.", marked
    )


def _trust(judge: Judgement) -> str:
    """Beside a person, of two, in the place of a person: the tables as everywhere, with what they tell."""
    return "".join(sub(one.title, "", _marked(one), paragraph(one.caption)) for one in judge.trust_tables())


def _marked(one: ResultTable) -> str:
    numeric = [place for place, right in enumerate(one.right()) if right]
    rows = [
        [
            Cell.text(cell, header=True) if place == 0 else Cell(escape(cell), numeric=place in numeric)
            for place, cell in enumerate(row)
        ]
        for row in one.cells()
    ]
    return table(list(one.columns), rows, one.title, numeric=numeric, boxed=True)


def _coefficient(value: object) -> Cell:
    return Cell.number(value.value if isinstance(value, Figure) else None)


def _side_by_side(*parts: str) -> str:
    """Small tables in columns where the page is wide enough."""
    return f'<div class="columns">{"".join(parts)}</div>' if any(parts) else ""


def _correlations(judge: Judgement) -> str:
    if not judge.metrics:
        return ""
    bounds = {name: _bounds(c.pearson_ci) for name, c in judge.metrics.items()}
    rows = [
        [
            Cell.text(name, header=True),
            Cell.number(c.pearson),
            Cell(_interval(*bounds[name]), numeric=True, interval=c.pearson_ci),
            Cell.number(c.spearman),
            Cell.number(c.kendall),
        ]
        for name, c in judge.metrics.items()
    ]
    heads = ["metric", "Pearson", "interval", "Spearman", "Kendall"]
    drawing = bars(
        list(judge.metrics),
        [c.pearson for c in judge.metrics.values()],
        [low for low, _ in bounds.values()],
        [high for _, high in bounds.values()],
        title=f"Pearson correlation with {judge.human} by metric",
        x_label=f"Pearson correlation with {judge.human}",
    )
    return sub(
        "Correlation by metric",
        "Longer bars follow people more closely; the thin line is the confidence interval. A bar to the left "
        "goes against people, as an error rate such as TER should.",
        '<div class="pair">',
        figure(drawing),
        table(heads, rows, "Correlation by metric", numeric=(1, 2, 3, 4), boxed=True),
        "</div>",
    )


def _bounds(interval: tuple[float, float]) -> tuple[float | None, float | None]:
    low, high = interval
    return (None, None) if math.isnan(low) else (low, high)


def _interval(low: float | None, high: float | None) -> str:
    if low is None or high is None:
        return figure_text(None)
    return f"{figure_text(low)} to {figure_text(high)}"


def _scatters(judge: Judgement, rows_of: Rows) -> str:
    if not judge.scores:
        return ""
    ratings = judge.ratings[:EXPLORED].tolist()
    # Where the human scores are whole numbers, many points would lie on each other.
    whole = bool(ratings) and all(math.isfinite(y) and y == int(y) for y in ratings)
    drawn = "".join(_scatter(judge, name, ratings, rows_of, whole) for name in judge.scores)
    how = "Each point is a segment: a metric that follows people gives a narrow rising band."
    if rows_of:
        how += " Click a point to open it."
    if whole:
        how += " Ratings are whole numbers, so points are moved a little up or down to keep them apart;"
        how += " the line is fitted to the ratings as given."
    return sub("Point by point", how, f'<div class="multiples">{drawn}</div>')


def _scatter(judge: Judgement, metric: str, ratings: Sequence[float], rows_of: Rows, whole: bool) -> str:
    segments, values = judge.segments[:EXPLORED], judge.scores[metric][:EXPLORED].tolist()
    places = [rows_of.get((segment.id, segment.system)) for segment in segments]
    digits = decimals(values)
    tips = [
        f"{s.id}{f' ({s.system})' if s.system else ''}: {metric} {x:.{digits}f}, {judge.human} {y:g}"
        for s, x, y in zip(segments, values, ratings, strict=True)
    ]
    return figure(
        scatter(
            values,
            ratings,
            title=f"{metric} against {judge.human}",
            x_label=metric,
            y_label=judge.human,
            groups=[segment.system or "" for segment in segments],
            ids=[None if place is None else str(place) for place in places],
            tips=tips if len(tips) <= _MANY else None,
            regression=True,
            jitter_y=_JITTER if whole else 0.0,
        )
    )


def _curve(judge: Judgement) -> str:
    """One curve without and one with the source among the references."""
    if not judge.curve:
        return ""
    counts = list(dict.fromkeys(point.references for point in judge.curve))
    kinds = dict.fromkeys(point.with_source for point in judge.curve)
    data = [_series(judge.curve, counts, with_source) for with_source in kinds]
    xs = sorted({x for one in data for x in one.x})
    drawing = lines(
        data,
        title=f"Correlation with {judge.human} by number of references",
        x_label="number of references",
        y_label="Pearson correlation",
        x_ticks=xs if len(xs) <= 12 else None,
        x_names=["all" if count is None else str(count) for count in counts],
    )
    how = "Where a line goes flat, more references no longer help; the band spans the draws of references."
    return sub("How many references are enough?", how, figure(drawing))


def _series(points: Sequence[CurvePoint], counts: Sequence[int | None], with_source: bool) -> Series:
    known = [p for p in points if p.with_source == with_source and p.pearson is not None]
    return Series(
        "source among the references" if with_source else "source left out",
        [float(counts.index(p.references)) for p in known],
        [p.pearson for p in known],
        [p.low for p in known],
        [p.high for p in known],
    )


def _combined(judge: Judgement) -> str:
    if not judge.combined and not judge.fitted:
        return ""
    made = [(name, value, "no parameter") for name, value in judge.combined.items()]
    for name, fit in judge.fitted.items():
        how = f"{fit.folds} folds, held-out" if fit.folds else "fitted on the same ratings: an upper bound"
        shape = f"center {fit.logistic.center:.1f}, slope {fit.logistic.slope:.3f}"
        made.append((name, fit.pearson, f"{how}; {shape}"))
    rows = [[Cell.text(name, header=True), Cell.number(r), Cell.text(how)] for name, r, how in made]
    said = "A combination is worth its complexity only if it beats the best single metric above."
    heads = ["combination", "Pearson", "how"]
    return sub("Metrics combined", said, table(heads, rows, "Metrics combined", numeric=(1,), boxed=True))


def _thresholds(judge: Judgement) -> str:
    if not judge.thresholds:
        return ""
    kinds = {"": judge.thresholds, " (unsmoothed)": judge.thresholds_unsmoothed}
    rows = [
        [Cell.text(f"{t.threshold:g}{kind}"), Cell(f"{t.n:,}", numeric=True), Cell.number(t.pearson)]
        for kind, points in kinds.items()
        for t in points
    ]
    how = "PINC's correlation over the segments whose BLEU is above a threshold."
    heads = ["BLEU above", "segments", "Pearson"]
    marked = table(heads, rows, "Correlation by threshold", numeric=(1, 2), boxed=True)
    return sub("By threshold", how, marked)


def _williams(judge: Judgement) -> str:
    if not judge.williams:
        return ""
    adjusted = [float(p) for p in holm([test.p for test in judge.williams.values()])]
    rows = [
        [
            Cell.text(a, header=True),
            Cell.text(b),
            Cell.number(test.t),
            Cell(p_value(test.p), numeric=True, value=test.p),
            Cell(p_value(p), numeric=True, value=p),
            Cell.text("significant at 5%" if p < LEVEL else "≈ may be chance"),
        ]
        for ((a, b), test), p in zip(judge.williams.items(), adjusted, strict=True)
    ]
    how = (
        "Williams' test: a small p means that the difference between the two correlations is unlikely to be "
        "chance; t is positive where the first metric follows people more closely. Holm's p allows for the "
        "number of pairs, and the verdict goes by it."
    )
    heads = ["metric", "against", "t", "p", "p (Holm)", "verdict"]
    marked = table(heads, rows, "Differences between correlations", numeric=(2, 3, 4), boxed=True)
    return sub("Is one metric better than another?", how, marked)


def _judges(judge: Judgement) -> str:
    rows = [
        [Cell.text(p.a, header=True), Cell.text(p.b), Cell(f"{p.n:,}", numeric=True), Cell.number(p.pearson)]
        for p in judge.judges
        if p.pearson is not None
    ]
    if not rows:
        return ""
    how = "People do not agree perfectly either. A metric is held against the mean of the judges, steadier "
    how += "than one of them, so it may come out a little above this."
    heads = ["judge", "judge", "segments", "Pearson"]
    marked = table(heads, rows, "Correlation between judges", numeric=(2, 3), boxed=True)
    return sub("Between judges", how, marked)
