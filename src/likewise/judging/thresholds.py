"""Correlation of one metric with people where another is high enough (Chen and Dolan 2011, Table 4).

The paper's case: PINC against dissimilarity on the paraphrases whose BLEU is above 0, 30, 60, 90.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy.typing as npt

from likewise.judging._checks import FEWEST, enough, is_constant, numbers, same_length
from likewise.judging.correlation import pearson


@dataclass(frozen=True, slots=True)
class Restricted:
    """Pearson over the n items above the threshold; None where it is undefined."""

    threshold: float
    n: int
    pearson: float | None


def restricted(
    metric: npt.ArrayLike,
    human: npt.ArrayLike,
    gate: npt.ArrayLike,
    thresholds: Sequence[float] = (0, 30, 60, 90),
) -> list[Restricted]:
    """Pearson of metric and human over the items whose gate is strictly above each threshold."""
    x, y, door = numbers(metric, "metric"), numbers(human, "human"), numbers(gate, "gate")
    enough(same_length({"metric": x, "human": y, "gate": door}))
    rows = []
    for threshold in thresholds:
        kept_x, kept_y = x[door > threshold], y[door > threshold]
        n = len(kept_x)
        defined = n >= FEWEST and not is_constant(kept_x) and not is_constant(kept_y)
        rows.append(Restricted(float(threshold), n, pearson(kept_x, kept_y) if defined else None))
    return rows
