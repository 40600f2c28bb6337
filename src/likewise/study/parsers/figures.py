"""The four figures of Packard (2012), drawn by the house."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from likewise.draw import Series, lines
from likewise.judging import zscores
from likewise.study.parsers.findings import CONTROLS
from likewise.study.parsers.study import Against, ParserStudy

__all__ = ["figures"]

Array = npt.NDArray[Any]


def figures(study: ParserStudy, kind: str, *, standalone: bool = True) -> list[str]:
    """Figures 1 to 4 as SVG, against `target` or `gold`."""
    against = study.against[kind]
    drawn = (_one(study, against), _two(study, against), _three(study, against), _four(study, against))
    notes = " (against gold)" if kind == "gold" else ""
    return [
        lines(data, title=f"{title}{notes}", standalone=standalone, **settings)
        for data, title, settings in drawn
    ]


Drawn = tuple[list[Series], str, dict[str, Any]]


def _one(study: ParserStudy, against: Against) -> Drawn:
    """A score over sigma, for the baseline."""
    name, metric = study.sets[study.baseline], study.metrics[0]
    curve = against.found.scores.table[study.baseline, :, 0]
    low = high = None
    if against.noise is not None:
        low, high = against.noise.curve.T.tolist()
    data = [Series(name, study.sigmas.tolist(), curve.tolist(), low, high)]
    look: dict[str, Any] = {
        "x_label": "sigma",
        "y_label": metric,
        "log_x": True,
        "legend_at": "none",
        "x_ticks": _ticks(study),
    }
    return data, f"{metric} of {name} over regularisation", look


def _two(study: ParserStudy, against: Against) -> Drawn:
    """All metrics over sigma, for the baseline."""
    table = _scaled(against.found.scores.table[study.baseline])
    x = study.sigmas.tolist()
    data = [Series(m, x, column) for m, column in zip(study.metrics, table.T.tolist(), strict=True)]
    look: dict[str, Any] = {"x_label": "sigma", "y_label": "z-score", "log_x": True, "legend_at": "right"}
    look |= {"width": 560, "height": 340, "x_ticks": _ticks(study)}
    return data, f"All metrics of {study.sets[study.baseline]} over regularisation", look


def _three(study: ParserStudy, against: Against) -> Drawn:
    """Feature sets as lines over the metrics; AXB and the controls at the right."""
    order = sorted(range(len(study.metrics)), key=lambda j: (_aside(study.metrics[j]), j))
    table = _scaled(against.found.scores.at_best)[:, order]
    places = list(range(len(order)))
    data = [Series(name, places, row) for name, row in zip(study.sets, table.tolist(), strict=True)]
    names = [study.metrics[j] for j in order]
    look = {"x_names": names, "y_label": "z-score", "legend_at": "right", "width": 720, "height": 620}
    return data, "Feature sets, metric by metric", look


def _four(study: ParserStudy, against: Against) -> Drawn:
    """Metrics as lines over the feature sets, which rise by LP."""
    best = against.found.scores.at_best
    order = np.argsort(best[:, study.metrics.index("LP")], kind="stable")
    table = _scaled(best)[order]
    places = list(range(len(order)))
    data = [Series(m, places, column) for m, column in zip(study.metrics, table.T.tolist(), strict=True)]
    names = [study.sets[i] for i in order]
    look = {"x_names": names, "y_label": "z-score", "legend_at": "right", "width": 760, "height": 460}
    return data, "Metrics, feature set by feature set", look


def _ticks(study: ParserStudy) -> list[float] | None:
    """The powers of ten inside the grid: at its ends their names would be cut off."""
    low, high = study.sigmas[0], study.sigmas[-1]
    inside = [10.0**power for power in range(-12, 13) if low * 1.5 < 10.0**power < high / 1.5]
    return inside if len(inside) > 1 else None


def _aside(metric: str) -> int:
    return 2 if metric == "AXB" else int(metric in CONTROLS)


def _scaled(table: Array) -> Array:
    """Z-scores of columns; not a number where there are too few rows to speak of a spread."""
    return zscores(table) if len(table) > 2 else np.full_like(table, np.nan)
