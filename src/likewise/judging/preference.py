"""Which of two systems is preferred, and how surely: the share of resampled test sets in which it is better.

Of each pair of systems, segments that both have are drawn with replacement; the share of draws in which one
scores higher says how sure it is (Koehn 2004), ties counting half. Where a metric is sure, do people agree?
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from likewise.errors import InputError
from likewise.judging._checks import Floats, share, whole
from likewise.judging.significance import Score, bootstrap_deltas

__all__ = ["SureAgreement", "preference_shares", "sure_agreement"]

SystemPair = tuple[str, str]

_FEWEST_SHARED = 3


@dataclass(frozen=True, slots=True)
class SureAgreement:
    """Pairs of systems of which a metric is sure: of how many people say the same, are sure of the contrary.

    `pairs` are all, `sure` those of which the metric is sure; in `agreed` people lean to the same side, in
    `agreed_sure` they are sure of it, in `contrary` they are sure of the other.
    """

    pairs: int
    sure: int
    agreed: int
    agreed_sure: int
    contrary: int


def preference_shares(
    statistics: Mapping[str, Floats], score: Score, *, samples: int = 1000, seed: int = 12345
) -> dict[SystemPair, float]:
    """Of each pair of systems the share of resamples in which the first scores higher.

    `statistics` has a row a segment, the same segments for all systems; a row of nan is a segment that is not
    there for this system. A pair that shares fewer than three segments is left out.
    """
    whole(samples, "samples", 1)
    shares = {}
    for a, b in combinations(statistics, 2):
        shared = ~(np.isnan(statistics[a]) | np.isnan(statistics[b])).any(axis=1)
        if shared.sum() >= _FEWEST_SHARED:
            rows = statistics[a][shared], statistics[b][shared]
            deltas = bootstrap_deltas(*rows, score, samples, seed)
            # What is equal may differ by rounding.
            equal = np.abs(deltas) <= 1e-9 * max(1.0, float(np.abs(deltas).max()))
            shares[a, b] = float(((deltas > 0) & ~equal).mean() + equal.mean() / 2)
    return shares


def sure_agreement(
    metric: Mapping[SystemPair, float], human: Mapping[SystemPair, float], level: float = 0.95
) -> SureAgreement:
    """How often people agree where the metric is sure by `level`, over the pairs that both know."""
    share(level)
    shared = [pair for pair in metric if pair in human]
    if not shared:
        raise InputError("metric and people share no pair of systems")
    sure = agreed = agreed_sure = contrary = 0
    for pair in shared:
        own = max(metric[pair], 1 - metric[pair])
        if own < level:
            continue
        # How sure people are of the side that the metric is on.
        people = human[pair] if metric[pair] > 0.5 else 1 - human[pair]
        sure += 1
        agreed += people > 0.5
        agreed_sure += people >= level
        contrary += 1 - people >= level
    return SureAgreement(len(shared), sure, agreed, agreed_sure, contrary)
