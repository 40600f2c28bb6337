"""How far metrics agree about systems, for any table of scores (Packard 2012; spec "which metric")."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from likewise.errors import InputError
from likewise.io import ScoreTable
from likewise.judging import THRESHOLDS, Agreement, agree as agreement, perfect_scores
from likewise.metrics import available, metric_class

__all__ = ["agree"]


def agree(table: ScoreTable, *, threshold: float = 5.0, best: Mapping[str, float] | None = None) -> Agreement:
    """Spearman, epsila and clusters of the table's metrics.

    `best` gives the score of a perfect system where it is not 100 (0 for error counts and for rates in
    which lower is better). For columns called like one of our metrics it is known; for the others it is
    read off their range.
    """
    for name in best or {}:
        if name not in table.metrics:
            raise InputError(f"no metric '{name}' in the table, expected one of {', '.join(table.metrics)}")
    known = {name: metric_class(name).best for name in table.metrics if name in available()}
    values = np.array(table.values, np.float64).reshape(len(table.systems), len(table.metrics))
    chosen = {**known, **(best or {})}
    free = [m for m in table.metrics if m not in chosen]
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
    best = perfect_scores(capped, names)
    return [best[j] for j in columns]
