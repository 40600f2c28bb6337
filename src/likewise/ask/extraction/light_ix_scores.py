"""Light IX (Mitamura et al. 2006, section 3.4): the name that is closest to all keywords.

Score = alpha Occ + beta Dist with alpha + beta = 1. Occ is the share of the keywords that stand in the
document, Dist the mean of 1 / Dist(answer, keyword) over all keywords, 0 for one that is not there; the
nearest place of a keyword counts. Tokens are characters (Chinese in the paper) or words (Japanese); its
logarithm is 0 for neighbours and below 1 for d = 2, which would leave its range from 0 to 1, so `log` is
1 + ln d; `log-floor` is max(1, ln d), `log2` is log2(d + 1).
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping, Sequence

from likewise.errors import InputError

__all__ = ["DISTANCES", "distance", "light_ix"]

Span = tuple[int, int]
"""The first token and the one after the last."""

DISTANCES: Mapping[str, Callable[[int], float]] = {
    "linear": float,
    "log": lambda d: 1 + math.log(d),
    "log-floor": lambda d: max(1.0, math.log(d)),
    "log2": lambda d: math.log2(d + 1),
}
"""What a number of tokens counts as; each is 1 for neighbours."""


def distance(one: Span, other: Span) -> int:
    """Tokens from the nearer edge of one span to that of the other: neighbours 1, one token between them 2.

    Spans that overlap count as neighbours.
    """
    return max(1, other[0] - one[1] + 1, one[0] - other[1] + 1)


def light_ix(
    answer: Span, keywords: Sequence[Sequence[Span]], *, measure: str = "linear", alpha: float = 0.1
) -> tuple[float, float, float]:
    """Score, Occ and Dist of a candidate; `keywords` has the places of each, none where it is absent."""
    if measure not in DISTANCES:
        raise InputError(
            f"unknown distance '{measure}', expected one of {', '.join(DISTANCES)}", field="measure"
        )
    if not 0 <= alpha <= 1:
        raise InputError(f"expected a number from 0 to 1, got {alpha}", field="alpha")
    if not keywords:
        return 0.0, 0.0, 0.0
    scaled = DISTANCES[measure]
    there = [min(distance(answer, place) for place in places) for places in keywords if places]
    occurrence = len(there) / len(keywords)
    near = sum(1 / scaled(d) for d in there) / len(keywords)
    return alpha * occurrence + (1 - alpha) * near, occurrence, near


def token_spans(places: Sequence[Span], bounds: Sequence[Span]) -> list[Span]:
    """Places in characters as places in tokens, whose bounds are in order; those between tokens fall away."""
    starts, ends = [a for a, _ in bounds], [b for _, b in bounds]
    spans = [(bisect_right(ends, a), bisect_left(starts, b)) for a, b in places]
    return [span for span in spans if span[0] < span[1]]
