"""How far metrics agree about systems, for any table of scores (Packard 2012; spec "which metric")."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from likewise.errors import InputError
from likewise.evaluate.results import Scores
from likewise.io import score_table_of
from likewise.judging import THRESHOLDS, Agreement, agree as agreement, perfect_scores
from likewise.metrics import available, metric_class

__all__ = ["agree"]


def agree(table: object, *, threshold: float = 5.0, best: Mapping[str, float] | None = None) -> Agreement:
    """Spearman, epsila and clusters of the metrics of a table.

    `table` is one of `read_scores`, a frame or columns with a row a system, `{system: {metric: score}}`, or
    what `score` gives with `by="system"`.
    `best` gives the score of a perfect system where it is not 100 (0 for error counts and for rates in
    which lower is better). For columns called like one of our metrics it is known; for the others it is
    read off their range.
    """
    scores = score_table_of(table.table() if isinstance(table, Scores) else table)
    for name in best or {}:
        if name not in scores.metrics:
            raise InputError(f"no metric '{name}' in the table, expected one of {', '.join(scores.metrics)}")
    known = {name: metric_class(name).best for name in scores.metrics if name in available()}
    values = np.array(scores.values, np.float64).reshape(len(scores.systems), len(scores.metrics))
    chosen = {**known, **(best or {})}
    free = [m for m in scores.metrics if m not in chosen]
    if free:
        columns = [scores.metrics.index(m) for m in free]
        chosen |= dict(zip(free, _read_off(values, columns, scores.metrics), strict=True))
    perfect = [chosen[m] for m in scores.metrics]
    return agreement(values, scores.metrics, scores.systems, THRESHOLDS, threshold, perfect)


def _read_off(values: Any, columns: list[int], names: tuple[str, ...]) -> list[float]:
    """Perfect scores of some columns, read off all of them so that the table is checked whole."""
    capped = values.copy()
    rest = [j for j in range(values.shape[1]) if j not in columns]
    capped[:, rest] = np.minimum(capped[:, rest], 0)
    best = perfect_scores(capped, names)
    return [best[j] for j in columns]
