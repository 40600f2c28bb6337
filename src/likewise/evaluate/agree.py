"""How far metrics agree about systems, for any table of scores (Packard 2012; spec "which metric")."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from likewise.errors import InputError
from likewise.io import ScoreTable
from likewise.judging import Agreement
from likewise.judging import agree as agreement
from likewise.judging.agreement import THRESHOLDS, perfect_scores

__all__ = ["agree", "agreement_as_dict"]


def agree(table: ScoreTable, *, threshold: float = 5.0, best: Mapping[str, float] | None = None) -> Agreement:
    """Spearman, epsila and clusters of the table's metrics.

    `best` gives the score of a perfect system for metrics where it is not 100 (0 for error counts and
    for rates in which lower is better); for the others it is read off their range.
    """
    for name in best or {}:
        if name not in table.metrics:
            raise InputError(f"no metric '{name}' in the table, expected one of {', '.join(table.metrics)}")
    values = np.array(table.values, np.float64).reshape(len(table.systems), len(table.metrics))
    free = [m for m in table.metrics if m not in (best or {})]
    chosen = dict(best or {})
    if free:
        columns = [table.metrics.index(m) for m in free]
        chosen |= dict(zip(free, _read_off(values, columns, table.metrics), strict=True))
    perfect = [chosen[m] for m in table.metrics]
    return agreement(values, table.metrics, table.systems, THRESHOLDS, threshold, perfect)


def _read_off(values: Any, columns: list[int], names: tuple[str, ...]) -> list[float]:
    """Perfect scores of some columns, read off all of them so that the table is checked whole."""
    capped = values.copy()
    rest = [j for j in range(values.shape[1]) if j not in columns]
    capped[:, rest] = np.minimum(capped[:, rest], 0)
    found = perfect_scores(capped, names)
    return [found[j] for j in columns]


def agreement_as_dict(found: Agreement) -> dict[str, Any]:
    """The agreement as its JSON object."""

    def table(matrix: Any) -> dict[str, dict[str, float]]:
        return {
            a: {b: float(matrix[i, j]) for j, b in enumerate(found.names)} for i, a in enumerate(found.names)
        }

    return {
        "systems": len(found.systems),
        "spearman": table(found.spearman),
        "epsila": table(found.epsila),
        "threshold": found.threshold,
        "clusters": found.clusters,
        "clusters_at": {f"{at:g}": groups for at, groups in found.clusters_at.items()},
        "mean_spearman": dict(zip(found.names, map(float, found.mean_spearman), strict=True)),
        "most_followed": found.medoid,
        "best": dict(zip(found.names, found.best, strict=True)),
    }
