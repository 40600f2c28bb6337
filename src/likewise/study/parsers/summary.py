"""A study in words and numbers: its JSON object, and the paper's findings beside ours."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

import numpy as np
import numpy.typing as npt

from likewise.judging import spearman
from likewise.study.parsers.findings import CONTROLS, Findings, over_parsers
from likewise.study.parsers.noise import Noise
from likewise.study.parsers.study import Against, ParserStudy

__all__ = ["as_dict", "beside_the_paper", "brief", "groups_text", "too_small"]

Array = npt.NDArray[Any]

_COMPLAINTS = 20
"""So many are repeated word for word."""

TARGET = (
    "the candidates closest to gold: mean F1 of elementary dependencies, labelled and unlabelled brackets; "
    "of several, the one that gives the best figure"
)
OPTIMUM = "geometric mean of the best 3 sigmas"

FEW_SETS, FEW_ITEMS = 5, 300
"""With less, what is said of the metrics is mostly chance."""

_CLUSTERS = {
    1.0: "{ETM, EMM} {UED, LED}",
    3.0: "{ETM, EMM, ZXB} {UED, LED} {USD, LSD}",
    5.0: "{ETM, EMM, ZXB, LA, LSD, UED, LED} {UP, LP}",
    10.0: "all standard metrics but AXB",
    20.0: "all standard metrics but AXB",
}


def as_dict(study: ParserStudy) -> dict[str, Any]:
    """The study as its JSON object."""
    counts, target = study.counts, study.against["target"].found
    return {
        "parsers": study.parsers,
        "best": _best(target),
        "spearman_mean": _figure(target.pairs, np.mean),
        "spearman_min": _figure(target.pairs, np.min),
        "clusters": _clusters(target),
        "features": study.sets,
        "sigmas": study.sigmas.tolist(),
        "folds": study.settings.folds,
        "metrics": study.metrics,
        "items": {
            "used": counts.used, "single": counts.single, "without_gold": counts.without_gold,
            "broken_gold": counts.broken_gold, "too_few": counts.too_few, "unlike": counts.unlike,
        },
        "candidates": {"used": counts.candidates, "broken": counts.broken_candidates},
        "complaints": counts.complaints[:_COMPLAINTS],
        "targets": {
            "are": TARGET, "an_item": counts.targets, "closeness": counts.closeness, "exact": counts.exact,
        },
        "optimum": OPTIMUM,
        "baseline": study.sets[study.baseline],
        "ties": {name: float(row.mean()) for name, row in zip(study.sets, study.ties, strict=True)},
        "against": {name: _against(study, against) for name, against in study.against.items()},
        "target_and_gold": _same_order(study),
        "paper": beside_the_paper(study),
        "paper_extended": beside_the_paper(study, extended=True),
    }  # fmt: skip


def too_small(study: ParserStudy) -> str:
    """Why correlations and clusters of the study mean little; empty where it is large enough."""
    parts = []
    if len(study.sets) < FEW_SETS:
        parts.append(f"{len(study.sets)} feature {_plural('set', len(study.sets))} (fewer than {FEW_SETS})")
    if study.counts.used < FEW_ITEMS:
        parts.append(f"{study.counts.used} {_plural('item', study.counts.used)} (fewer than {FEW_ITEMS})")
    return f"with {' and '.join(parts)} correlations and clusters mean little" if parts else ""


def _plural(thing: str, count: int) -> str:
    return thing if count == 1 else f"{thing}s"


def _same_order(study: ParserStudy) -> dict[str, float | None]:
    """Spearman of each metric with itself: sets by their scores against targets and against gold."""
    sides = [against.found.scores.at_best for against in study.against.values()]
    out: dict[str, float | None] = {}
    for place, name in enumerate(study.metrics):
        columns = [side[:, place] for side in sides]
        told = len(study.sets) > 2 and all(column.max() > column.min() for column in columns)
        out[name] = spearman(*columns) if told else None
    return out


def _figure(values: Array, of: Any) -> float | None:
    return float(of(values)) if len(values) else None


def _best(found: Findings) -> dict[str, dict[str, Any]]:
    return {
        name: {"features": features, "sigma": sigma, "score": score}
        for name, (features, sigma, score) in found.best.items()
    }


def _clusters(found: Findings) -> dict[str, list[list[str]]]:
    return {f"{at:g}": groups for at, groups in found.clusters.items()}


def _square(names: Sequence[str], matrix: Array) -> dict[str, dict[str, float]]:
    rows = zip(names, matrix.tolist(), strict=True)
    return {name: dict(zip(names, row, strict=True)) for name, row in rows}


def _against(study: ParserStudy, against: Against) -> dict[str, Any]:
    found, metrics = against.found, study.metrics
    whole = over_parsers(found.scores)
    return {
        "chance": dict(zip(metrics, against.chance.tolist(), strict=True)),
        "ceiling": dict(zip(metrics, against.ceiling.tolist(), strict=True)),
        "best": _best(found),
        "sigma": {
            name: dict(zip(metrics, row, strict=True))
            for name, row in zip(study.sets, found.scores.optimum.tolist(), strict=True)
        },
        "scores": {
            name: dict(zip(metrics, row, strict=True))
            for name, row in zip(study.sets, found.scores.at_best.tolist(), strict=True)
        },
        "cost": found.costs.as_dict(study.baseline),
        "cost_baseline": _square(metrics, found.costs.table[study.baseline]),
        "spearman": _square(found.compared, found.spearman),
        "spearman_mean": _figure(found.pairs, np.mean),
        "spearman_min": _figure(found.pairs, np.min),
        "spearman_least": list(found.lowest() or ()),
        "spearman_parsers": None if whole is None else {"mean": whole[0], "min": whole[1]},
        "epsila": _square(found.compared, found.epsila),
        "clusters": _clusters(found),
        "extended": None if against.extended is None else _extended(against.extended),
        "fewer": [vars(less) for less in against.fewer],
        "noise": None if against.noise is None else _noise(study, found, against.noise),
    }


def _extended(found: Findings) -> dict[str, Any]:
    return {
        "features": found.scores.sets,
        "spearman_mean": _figure(found.pairs, np.mean),
        "spearman_min": _figure(found.pairs, np.min),
        "clusters": _clusters(found),
    }


def _noise(study: ParserStudy, found: Findings, noise: Noise) -> dict[str, Any]:
    return {
        "resamples": noise.resamples,
        "sigma_baseline": dict(zip(study.metrics, noise.optimum.tolist(), strict=True)),
        "spearman_mean": noise.spearman_mean,
        "spearman_min": noise.spearman_min,
        "cost": noise.cost,
        "best_again": noise.wins,
        "below_5": _square(found.compared, noise.together),
    }


def beside_the_paper(study: ParserStudy, *, extended: bool = False) -> list[dict[str, str]]:
    """The paper's findings, each beside ours against targets and against gold.

    With `extended` over the sets that extend the baseline alone; empty where these are not compared.
    """
    chosen = [against.extended if extended else against.found for against in study.against.values()]
    sides = [found for found in chosen if found is not None]
    if len(sides) < len(chosen):
        return []
    baseline = study.sets[study.baseline]
    costs = [found.costs.as_dict(found.scores.sets.index(baseline)) for found in sides]

    def cost(kind: str, key: str) -> list[str]:
        return [f"{row[kind][key]:.2f} %" for row in costs]

    rows = [
        ("sigma picked for the baseline, all metrics but AXB", "1.8 to 3.9",
         [_range(study, found) for found in sides]),
        ("sigma picked for the baseline by AXB", "14.8", [_axb(study, found) for found in sides]),
        ("largest cost of another metric's sigma, baseline, standard metrics", "0.41 %",
         cost("standard", "baseline")),
        ("the same with LNM, POS and NCM", "1.6 %", cost("without_axb", "baseline")),
        ("the same, mean over feature sets, standard metrics", "0.81 %", cost("standard", "mean")),
        ("mean over feature sets, with LNM, POS and NCM", "1.7 %", cost("without_axb", "mean")),
        ("mean over feature sets, all metrics", "2.54 %", cost("all", "mean")),
        ("worst feature set, all metrics", "6.7 %", cost("all", "worst")),
        ("feature sets that some metric ranks first", "1", [_winners(found) for found in sides]),
        ("mean Spearman of standard metrics", "0.859", [_shown(f.pairs, np.mean) for f in sides]),
        ("lowest Spearman of standard metrics", "0.761", [_least(f) for f in sides]),
        *((f"clusters below {at:g} %", _CLUSTERS[at], [groups_text(f.clusters.get(at, [])) for f in sides])
          for at in _CLUSTERS),
    ]  # fmt: skip
    return [
        {"finding": finding, "paper": paper, **dict(zip(study.against, ours, strict=True))}
        for finding, paper, ours in rows
    ]


def _range(study: ParserStudy, found: Findings) -> str:
    row = found.scores.optimum[found.scores.sets.index(study.sets[study.baseline])]
    kept = {name: value for name, value in zip(study.metrics, row.tolist(), strict=True) if name != "AXB"}
    plain = [value for name, value in kept.items() if name not in CONTROLS]
    whole = f"{brief(min(kept.values()))} to {brief(max(kept.values()))}"
    return f"{whole} (standard metrics {brief(min(plain))} to {brief(max(plain))})"


def brief(sigma: float) -> str:
    """A sigma with two figures, or all before the point; never with an exponent."""
    return f"{sigma:.0f}" if sigma >= 99.5 else f"{Decimal(f'{sigma:.2g}'):f}"


def _axb(study: ParserStudy, found: Findings) -> str:
    row = found.scores.optimum[found.scores.sets.index(study.sets[study.baseline])]
    return brief(float(row[study.metrics.index("AXB")]))


def _winners(found: Findings) -> str:
    wins: dict[str, list[str]] = {}
    for metric, (features, _, _) in found.best.items():
        wins.setdefault(features, []).append(metric)
    ordered = sorted(wins.items(), key=lambda pair: (-len(pair[1]), pair[0]))
    return f"{len(wins)}: " + "; ".join(f"{name} ({', '.join(metrics)})" for name, metrics in ordered)


def _shown(values: Array, of: Any) -> str:
    return f"{of(values):.3f}" if len(values) else "-"


def _least(found: Findings) -> str:
    pair = found.lowest()
    return "-" if pair is None else f"{found.pairs.min():.3f} ({pair[0]}, {pair[1]})"


def groups_text(groups: Sequence[Sequence[str]]) -> str:
    """Clusters of two or more, in braces."""
    several = ["{" + ", ".join(group) + "}" for group in groups if len(group) > 1]
    return " ".join(several) or "none"
