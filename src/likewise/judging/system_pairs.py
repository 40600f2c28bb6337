"""Pairs of systems: does a metric rank them as people do, and is it as sure as people are?

Pairwise accuracy after Kocmi et al. 2021 ("To Ship or Not to Ship"); soft pairwise accuracy after Thompson et
al. 2024 ("Improving Statistical Significance in Human Evaluation of Automatic Metrics via Soft Pairwise
Accuracy"): a metric that is sure where people cannot tell is wrong by as much as it is too sure.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

import numpy as np

from likewise.errors import InputError
from likewise.judging._checks import Floats
from likewise.judging.significance import Score, confidence

__all__ = ["order_confidences", "pairwise_accuracy", "soft_pairwise_accuracy"]

SystemPair = tuple[str, str]

_FEWEST_SHARED = 3


def pairwise_accuracy(metric: Mapping[str, float], human: Mapping[str, float]) -> float:
    """Share of pairs of systems that both put in the same order (or both tie)."""
    if metric.keys() != human.keys():
        raise InputError("metric and people know different systems")
    if len(metric) < 2:
        raise InputError(f"{len(metric)} system, expected two or more to rank")
    agreed = [
        np.sign(metric[a] - metric[b]) == np.sign(human[a] - human[b]) for a, b in combinations(metric, 2)
    ]
    return float(np.mean(agreed))


def order_confidences(
    statistics: Mapping[str, Floats], score: Score, *, samples: int = 1000, seed: int = 12345
) -> dict[SystemPair, float]:
    """For each pair of systems how sure it is that the first scores higher, by permutation.

    `statistics` has a row a segment, the same segments for all systems; a row of nan is a segment that is not
    there for this system. A pair that shares fewer than three segments is left out.
    """
    confidences = {}
    for a, b in combinations(statistics, 2):
        shared = ~(np.isnan(statistics[a]) | np.isnan(statistics[b])).any(axis=1)
        if shared.sum() >= _FEWEST_SHARED:
            rows = statistics[a][shared], statistics[b][shared]
            confidences[a, b] = confidence(*rows, score, samples, seed)
    return confidences


def soft_pairwise_accuracy(metric: Mapping[SystemPair, float], human: Mapping[SystemPair, float]) -> float:
    """1 minus the mean difference of the two confidences, over the pairs that both know."""
    shared = [pair for pair in metric if pair in human]
    if not shared:
        raise InputError("metric and people share no pair of systems")
    return 1.0 - float(np.mean([abs(metric[pair] - human[pair]) for pair in shared]))
