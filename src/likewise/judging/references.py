"""How a metric's correlation with people grows with the number of references (Chen and Dolan 2011, Figure 4).

The metric is handed in as a function; drawing several sets of references shows how far chance moves a point.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from likewise.errors import InputError
from likewise.judging._checks import enough, is_constant, numbers, same_length, varied, whole
from likewise.judging.correlation import pearson

COUNTS: tuple[int | None, ...] = (*range(1, 13), None)


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """Mean, lowest and highest Pearson over the draws; all None where the metric never varied.

    `references` is None for all there are.
    """

    references: int | None
    with_source: bool
    pearson: float | None
    low: float | None
    high: float | None


def reference_curve(
    scores_for: Callable[[int | None, bool, int], npt.ArrayLike],
    human: npt.ArrayLike,
    counts: Sequence[int | None] = COUNTS,
    with_source: Sequence[bool] = (False, True),
    draws: int = 5,
    seed: int = 12345,
) -> list[CurvePoint]:
    """A point for each count of references, without and with the source among them.

    `scores_for(count, with_source, draw_seed)` gives the metric's value of every item; it draws `count`
    references by `draw_seed`. A draw keeps its seed along the whole curve, so that neighbouring points
    can share references. `count` None means all references: nothing to draw, one call.
    """
    ratings = numbers(human, "human")
    enough(len(ratings))
    varied(ratings, "human")
    whole(draws, "draws", 1)
    seeds = [int(state) for state in np.random.SeedSequence(seed).generate_state(draws)]
    curve = []
    for source in with_source:
        for count in counts:
            if count is not None and count < 1:
                raise InputError(f"number of references is {count}, expected at least 1, or None for all")
            used = seeds if count is not None else seeds[:1]
            values = [_pearson(scores_for(count, source, draw), ratings) for draw in used]
            curve.append(_point(count, source, [value for value in values if value is not None]))
    return curve


def _pearson(scores: npt.ArrayLike, human: npt.NDArray[np.float64]) -> float | None:
    metric = numbers(scores, "metric")
    same_length({"metric": metric, "human": human})
    return None if is_constant(metric) else pearson(metric, human)


def _point(count: int | None, source: bool, values: list[float]) -> CurvePoint:
    if not values:
        return CurvePoint(count, source, None, None, None)
    return CurvePoint(count, source, sum(values) / len(values), min(values), max(values))
