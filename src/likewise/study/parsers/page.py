"""A study as one HTML page: what was found beside the paper, the figures, the tables."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from likewise.draw import DARK, LIGHT, PLOT_CSS, escape, heatmap
from likewise.study.parsers.figures import figures
from likewise.study.parsers.study import Against, ParserStudy
from likewise.study.parsers.summary import OPTIMUM, TARGET, beside_the_paper, brief, groups_text, too_small

__all__ = ["page"]

_CSS = """
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;
 color:var(--plot-ink);background:var(--plot-paper)}
.wide{overflow-x:auto}table{border-collapse:collapse;margin:1rem 0;font-size:.9rem}
caption{text-align:left;font-weight:600;padding:.3rem 0}
th,td{border-bottom:1px solid var(--plot-grid);padding:.25rem .6rem;text-align:left;vertical-align:top}
td.n{text-align:right;font-variant-numeric:tabular-nums}figure{margin:1rem 0}svg{max-width:100%;height:auto}
"""
_NAMES = {"target": "Against the targets", "gold": "Against the gold analyses"}
_CAPTIONS = (
    "Figure 1: one metric of the baseline over regularisation; the band holds 95 % of the resamples.",
    "Figure 2: all metrics of the baseline over regularisation, as z-scores.",
    "Figure 3: one line a feature set, metrics across; AXB and the controls at the right.",
    "Figure 4: one line a metric, feature sets across in the order of LP.",
)


def page(study: ParserStudy) -> str:
    """The page; the same study gives the same bytes."""
    style = f":root{{{LIGHT}}}@media (prefers-color-scheme:dark){{:root{{{DARK}}}}}{PLOT_CSS}{_CSS}"
    parts = [_counts(study), _paper(study), *(_side(study, kind) for kind in study.against)]
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>Parser study</title><style>{style}</style></head><body>"
        f"<h1>Which parser metric?</h1>{''.join(parts)}</body></html>\n"
    )


def _counts(study: ParserStudy) -> str:
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
    said = too_small(study)
    warning = f"<p><strong>{escape(said[0].upper() + said[1:])}.</strong></p>" if said else ""
    return warning + _table("What was studied", ["", ""], rows)


def _paper(study: ParserStudy) -> str:
    rows = [list(row.values()) for row in beside_the_paper(study)]
    how = (
        "<p>Packard (2012) had 57 feature sets and ten folds on about 9,100 sentences of one treebank "
        "version, with the gold analysis among the candidates. A cost is an increase in error rate.</p>"
    )
    heads = ["finding", "paper", *(_NAMES[kind].lower() for kind in study.against)]
    near = [list(row.values()) for row in beside_the_paper(study, extended=True)]
    title = f"Over the {len(study.extending)} feature sets that extend {study.sets[study.baseline]} alone"
    parts = [_table("", heads, rows), _table(title, heads, near) if near else ""]
    return "<h2>The paper's findings beside these</h2>" + how + "".join(parts)


def _side(study: ParserStudy, kind: str) -> str:
    against = study.against[kind]
    drawn = zip(figures(study, kind, standalone=False), _CAPTIONS, strict=True)
    plots = "".join(f"<figure>{svg}<figcaption>{escape(said)}</figcaption></figure>" for svg, said in drawn)
    tables = _agreement(against) + _fewer(study, against) + _sets(study, against)
    return f"<h2>{_NAMES[kind]}</h2>{_metrics(study, against)}{plots}{tables}"


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
    how = (
        f"The last column is the {OPTIMUM}, with the range of 95 % of the resamples of the items; 'best "
        "again' is the share of resamples in which the same feature set wins."
    )
    return _table("What each metric picks", heads, rows) + f"<p>{escape(how)}</p>"


def _agreement(against: Against) -> str:
    found = against.found
    if len(found.compared) < 2:
        return "<p>Too few feature sets to compare metrics.</p>"
    names = found.compared
    rho = heatmap(found.spearman.tolist(), names, names, title="Spearman", low=-1, high=1, diverging=True)
    eps = heatmap(found.epsila.tolist(), names, names, title="Epsila (%)", decimals=1)
    rows = [[f"below {at:g} %", groups_text(groups)] for at, groups in found.clusters.items()]
    missing = [name for name in found.scores.metrics if name not in names]
    said = f"<p>The same for all feature sets: {escape(', '.join(missing))}.</p>" if missing else ""
    return (
        f'<h3>Spearman over feature sets</h3><div class="wide">{rho}</div>'
        f'<h3>Epsila, in percent: row over column</h3><div class="wide">{eps}</div>{said}'
        + _table("Clusters of two or more metrics", ["epsila", "metrics"], rows)
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
    return f"{_table(title, heads, rows)}<p>{said}</p>"


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
    top = "".join(f"<th>{escape(head)}</th>" for head in heads)
    body = "".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in rows)
    said = f"<caption>{escape(caption)}</caption>" if caption else ""
    head = f"<thead><tr>{top}</tr></thead>" if any(heads) else ""
    return f'<div class="wide"><table>{said}{head}<tbody>{body}</tbody></table></div>'


def _cell(value: Any) -> str:
    if isinstance(value, float):
        return f'<td class="n">{value:.2f}</td>'
    return f"<td>{escape(value)}</td>"
