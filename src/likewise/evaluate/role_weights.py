"""Weights of the MEANT family's role groups from rated segments."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from likewise.errors import InputError
from likewise.metrics import resolve
from likewise.metrics.meant import FrameMetric, WeightSearch, search_weights
from likewise.records import Segment

__all__ = ["find_role_weights"]


def find_role_weights(
    segments: Iterable[Segment],
    human: str,
    metric: str = "meant",
    *,
    settings: Mapping[str, Any] | None = None,
    seed: int = 12345,
) -> WeightSearch:
    """The weights under which the metric follows the criterion `human` best; segments that are not rated by
    it are left out. Of several references the one that is best under the metric's own weights counts."""
    (chosen,) = resolve([metric], settings)
    if not isinstance(chosen, FrameMetric):
        raise InputError(f"{metric} has no weights of role groups, expected one of the MEANT family")
    rated = [one for one in segments if human in one.human]
    if not rated:
        raise InputError(f"no segment is rated by '{human}'")
    start, share = chosen.role_weights(rated), float(chosen.sentence or 0.0)
    compared = [chosen.judged(own, start)[0] for own in chosen.compared(rated)]
    return search_weights(compared, [one.human[human] for one in rated], start=start, share=share, seed=seed)
