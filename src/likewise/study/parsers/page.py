"""A study as one HTML page: what was found beside the paper, the figures, the tables."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from likewise.draw import Cell, heatmap, table
from likewise.report import Report, Section, figure, paragraph, render, section, sub
from likewise.study.parsers.figures import figures
from likewise.study.parsers.study import Against, ParserStudy
from likewise.study.parsers.summary import (
    OPTIMUM,
    TARGET,
    beside_the_paper,
    brief,
    groups_text,
    too_small,
)

__all__ = ["page"]

_NAMES = {"target": "Against the targets", "gold": "Against the gold analyses"}
_CAPTIONS = (
    "Figure 1: one metric of the baseline over regularisation; the band holds 95 % of the resamples.",
    "Figure 2: all metrics of the baseline over regularisation, as z-scores.",
    "Figure 3: one line a feature set, metrics across; AXB and the controls at the right.",
    "Figure 4: one line a metric, feature sets across in the order of LP.",
)


def page(study: ParserStudy) -> str:
    """The page; the same study gives the same bytes."""
    said = too_small(study)
    sections = [_counts(study), _paper(study), *(_side(study, kind) for kind in study.against)]
    notes = [f"{said[0].upper()}{said[1:]}."] if said else []
    return render(Report("Which parser metric?", notes=notes, sections=sections))


def _counts(study: ParserStudy) -> Section:
    counts = study.counts
    rows: list[list[Any]] = [
        ["parsers", f"{study.parsers}: {len(study.sets)} feature sets x {len(study.sigmas)} sigmas"],
        ["folds", study.settings.folds],
        ["items used", counts.used],
        ["candidates", counts.candidates],
        ["items with one candidate or none, left out", counts.single],
        ["items without gold, left out", counts.without_gold],
        ["items with broken gold, left out", counts.broken_gold],
        ["broken candidates, left out", counts.broken_candidates],
        ["items that had fewer than two others, left out", counts.too_few],
        ["items with no candidate like gold, left out", counts.unlike],
        ["targets", TARGET],
        ["targets an item", f"{counts.targets:.2f}"],
        ["closeness of the targets to gold", f"{counts.closeness:.3f}"],
        ["items with the gold derivation among the candidates", counts.exact],
    ]
    how = "A parser is a feature set trained with one regularisation value, sigma."
    marked = _table("What was studied", ["", ""], [[name, str(value)] for name, value in rows])
    return Section("studied", "What was studied", section("studied", "What was studied", how, marked))


def _paper(study: ParserStudy) -> Section:
    rows = [list(row.values()) for row in beside_the_paper(study)]
    how = (
        "Packard (2012) had 57 feature sets and ten folds on about 9,100 sentences of one treebank "
        "version, with the gold analysis among the candidates. A cost is an increase in error rate."
    )
    heads = ["finding", "paper", *(_NAMES[kind].lower() for kind in study.against)]
    near = [list(row.values()) for row in beside_the_paper(study, extended=True)]
    title = f"Over the {len(study.extending)} feature sets that extend {study.sets[study.baseline]} alone"
    parts = [_table("Findings", heads, rows), _table(title, heads, near) if near else ""]
    return Section("paper", "The paper", section("paper", "The paper's findings beside these", how, *parts))


def _side(study: ParserStudy, kind: str) -> Section:
    against = study.against[kind]
    drawn = zip(figures(study, kind, standalone=False), _CAPTIONS, strict=True)
    plots = "".join(figure(svg, said) for svg, said in drawn)
    tables = _agreement(against) + _fewer(study, against) + _sets(study, against)
    how = f"The last column is the {OPTIMUM}, with the range of 95 % of the resamples of the items; 'best "
    how += "again' is the share of resamples in which the same feature set wins."
    markup = section(kind, _NAMES[kind], how, _metrics(study, against), plots, tables)
    return Section(kind, _NAMES[kind], markup)


def _metrics(study: ParserStudy, against: Against) -> str:
    """A row a metric: what it picks."""
    found, noise = against.found, against.noise
    rows = []
    for place, name in enumerate(study.metrics):
        features, sigma, score = found.best[name]
        picked = brief(float(found.scores.optimum[study.baseline, place]))
        if noise is not None:
            picked += " ({} to {})".format(*map(brief, noise.optimum[place].tolist()))
        again = "-" if noise is None else f"{100 * noise.wins[name]:.0f} %"
        rows.append(
            [name, float(against.chance[place]), score, float(against.ceiling[place]), features,
             brief(sigma), again, picked]
        )  # fmt: skip
    heads = ["metric", "by chance", "best parser", "at most", "feature set", "sigma", "best again",
             f"sigma for {study.sets[study.baseline]}"]  # fmt: skip
    return _table("What each metric picks", heads, rows)


def _agreement(against: Against) -> str:
    found = against.found
    if len(found.compared) < 2:
        return paragraph("Too few feature sets to compare metrics.")
    names = found.compared
    rho = heatmap(found.spearman.tolist(), names, names, title="Spearman", low=-1, high=1, diverging=True)
    eps = heatmap(found.epsila.tolist(), names, names, title="Epsila (%)", decimals=1)
    rows = [[f"below {at:g} %", groups_text(groups)] for at, groups in found.clusters.items()]
    missing = [name for name in found.scores.metrics if name not in names]
    said = paragraph(f"The same for all feature sets: {', '.join(missing)}.") if missing else ""
    return (
        sub("Spearman over feature sets", "", _boxed("Spearman over feature sets", rho))
        + sub("Epsila, in percent: row over column", "", _boxed("Epsila", eps), said)
        + _table("Clusters of two or more metrics", ["epsila", "metrics"], rows)
    )


def _boxed(name: str, drawing: str) -> str:
    return (
        f'<div class="scroll matrix large" tabindex="0" role="region" aria-label="{name}">'
        f"{figure(drawing)}</div>"
    )


def _fewer(study: ParserStudy, against: Against) -> str:
    """The cost and the agreement by the number of items, and which way they go."""
    if not against.fewer:
        return ""
    found = against.found
    costs = [float(found.costs.largest_standard().mean()), *(less.cost for less in against.fewer)]
    means = [float(found.pairs.mean()) if len(found.pairs) else None]
    means += [less.spearman_mean for less in against.fewer]
    sizes = [study.counts.used, *(less.items for less in against.fewer)]
    rows = [
        [size, f"{cost:.2f} %", "-" if mean is None else f"{mean:.3f}"]
        for size, cost, mean in zip(sizes, costs, means, strict=True)
    ]
    heads = ["items", "largest cost, mean over sets", "mean Spearman"]
    known = [mean for mean in means if mean is not None]
    said = f"From all items to the fewest the cost {_way(costs, 2)}"
    said += f" and the mean Spearman {_way(known, 3)}." if len(known) == len(means) else "."
    title = "Standard metrics, parsers measured on fewer items (mean of draws)"
    return _table(title, heads, rows) + paragraph(said)


def _way(values: Sequence[float], decimals: int) -> str:
    """Which way figures go, as they are shown."""
    shown = [round(value, decimals) for value in values]
    steps = [after - before for before, after in pairwise(shown)]
    if not any(steps):
        return "stays the same"
    if all(step >= 0 for step in steps):
        return "grows"
    return "falls" if all(step <= 0 for step in steps) else "goes both ways"


def _sets(study: ParserStudy, against: Against) -> str:
    scores = against.found.scores
    rows = [[name, *row] for name, row in zip(study.sets, scores.at_best.tolist(), strict=True)]
    sigmas = [[name, *map(brief, row)] for name, row in zip(study.sets, scores.optimum.tolist(), strict=True)]
    heads = ["feature set", *study.metrics]
    first = _table("Scores at the sigma that each metric picks", heads, rows)
    return first + _table(f"Sigma that each metric picks ({OPTIMUM})", heads, sigmas)


def _table(caption: str, heads: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    """A table of the page: scores with two decimals, the first column the name of its row."""
    cells = [[_cell(value, place == 0) for place, value in enumerate(row)] for row in rows]
    numeric = [place for place in range(len(heads)) if all(row[place].numeric for row in cells)]
    return table(heads, cells, caption, numeric=numeric, boxed=True)


def _cell(value: Any, first: bool) -> Cell:
    if isinstance(value, float):
        return Cell.number(value)
    return Cell.text(str(value), header=first)
