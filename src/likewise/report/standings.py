"""Where systems stand under a metric: who is best, who shares a rank, and which leads may be chance."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from likewise.evaluate import Comparison
from likewise.metrics import Score

__all__ = ["LEVEL", "Standing", "standings", "weakest_p"]

LEVEL = 0.05
"""A p below this is called significant."""


@dataclass(frozen=True, slots=True)
class Standing:
    """The rank of a system, whether others share it, whether it leads alone, and why that may be chance."""

    rank: int
    shared: bool
    best: bool
    unsettled: str = ""


def standings(
    names: Sequence[str],
    scores: Sequence[Score | None],
    digits: int,
    *,
    lowest: bool = False,
    comparisons: Sequence[Comparison] = (),
) -> list[Standing | None]:
    """The standing of each system under one metric; None where it has no score.

    Scores are equal where the digits on the page are: a lead that these do not show is none to speak of. A
    lead may be chance where a paired test says so, and, where none was made, where intervals overlap.
    """
    shown = [_shown(score, digits, lowest) for score in scores]
    known = [value for value in shown if value is not None]
    if len(known) < 2:
        return [None] * len(shown)
    ranks = [None if value is None else 1 + sum(other > value for other in known) for value in shown]
    leaders = [k for k, rank in enumerate(ranks) if rank == 1]
    alone = leaders[0] if len(leaders) == 1 else None
    return [
        None
        if rank is None
        else Standing(
            rank,
            ranks.count(rank) > 1,
            k == alone,
            _unsettled(names, scores, k, alone, comparisons) if alone not in (None, k) else "",
        )
        for k, rank in enumerate(ranks)
    ]


def _shown(score: Score | None, digits: int, lowest: bool) -> float | None:
    if score is None or not math.isfinite(score.score):
        return None
    return -round(score.score, digits) if lowest else round(score.score, digits)


def _unsettled(
    names: Sequence[str],
    scores: Sequence[Score | None],
    place: int,
    leader: int | None,
    comparisons: Sequence[Comparison],
) -> str:
    """Why the best may not be better than this one; nothing where that is settled, or not known."""
    mine, best = scores[place], scores[leader] if leader is not None else None
    if mine is None or best is None or leader is None:
        return ""
    pair = {names[place], names[leader]}
    tested = [one for one in comparisons if {one.a, one.b} == pair and one.metric == mine.metric]
    if tested:
        p = weakest_p(tested[0])
        if p is None or p < LEVEL:
            return ""
        return f"the difference to {names[leader]} may be chance (p = {p:.2g})"
    if mine.ci is None or best.ci is None:
        return ""
    (low, high), (least, most) = mine.ci, best.ci
    return f"its interval overlaps that of {names[leader]}" if low <= most and least <= high else ""


def weakest_p(row: Comparison) -> float | None:
    """The p of the most cautious of the tests that were made; None where none was."""
    tests = (row.p, row.p_randomisation, row.p_mcnemar, row.p_holm)
    return max((p for p in tests if p is not None and math.isfinite(p)), default=None)
