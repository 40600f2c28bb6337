"""The weights of role groups that follow people best (Lo and Wu 2011a): MEANT's supervised search.

One weight after another takes the value of a grid under which the scores have the highest Kendall with the
ratings, round after round until none changes. Ratings are few and noisy, so a change must pay: moving all
the weight elsewhere has to raise Kendall by as much as it varies by chance among so many ratings. With 50
ratings the weights thus stay near those that one starts from.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np
from scipy.stats import kendalltau

from likewise.draw import ResultTable, Tabular
from likewise.errors import InputError
from likewise.metrics.meant.comparison import Comparison
from likewise.metrics.meant.phrase_form import Floats, harmonic_mean
from likewise.metrics.meant.role_groups import GROUPS
from likewise.metrics.meant.weights import RoleWeights

__all__ = ["LEAST_RATINGS", "ComparisonPool", "WeightSearch", "search_weights"]

GRID = tuple(step / 10 for step in range(11))
LEAST_RATINGS = 10
FOLDS = 5


@dataclass(frozen=True, repr=False)
class WeightSearch(Tabular):
    """The weights found, Kendall with them and with those before; `held_out`: each fifth of the ratings
    scored by weights found on the rest."""

    weights: RoleWeights
    n: int
    before: float
    after: float
    held_out: float

    def as_dict(self) -> dict[str, Any]:
        """The result as its JSON object."""
        kendall = {"before": self.before, "after": self.after, "held_out": self.held_out}
        return {"n": self.n, "kendall": kendall, "weights": self.weights.named()}

    def tables(self) -> Sequence[ResultTable]:
        """A row a role group."""
        told = f"Kendall before {self.before:.3f}, after {self.after:.3f}, held out {self.held_out:.3f}"
        rows = list(self.weights.named().items())
        return [ResultTable(f"Weights from {self.n} ratings", ("role group", "weight"), rows, told)]


class ComparisonPool:
    """Comparisons side by side, so that all are scored at once under any weights."""

    def __init__(self, comparisons: Sequence[Comparison], share: float) -> None:
        self.size, self.share = len(comparisons), share
        self.sentence = np.array([0.0 if one.is_empty else one.sentence for one in comparisons])
        framed = [(place, one.sides) for place, one in enumerate(comparisons) if one.sides is not None]
        self.sides = [
            (
                np.concatenate([np.full(len(own[side].tokens), place) for place, own in framed]),
                np.concatenate([own[side].tokens for _, own in framed]),
                np.concatenate([own[side].present for _, own in framed]),
                np.concatenate([own[side].matched for _, own in framed]),
            )
            for side in (0, 1)
            if framed
        ]

    def scores(self, weights: Floats) -> Floats:
        """As `Comparison.score`, of all."""
        if not self.sides:
            return self.sentence
        precision, recall = (self._shares(side, weights) for side in self.sides)
        framed = np.isfinite(precision) & np.isfinite(recall)
        frames = harmonic_mean(np.where(framed, precision, 0.0), np.where(framed, recall, 0.0))
        return np.where(framed, (1.0 - self.share) * frames + self.share * self.sentence, self.sentence)

    def _shares(self, side: tuple[Any, Floats, Floats, Floats], weights: Floats) -> Floats:
        places, tokens, present, matched = side
        whole = present @ weights
        counted = whole > 0.0
        shares = np.divide(matched @ weights, whole, out=np.zeros_like(whole), where=counted)
        sums = np.bincount(places, tokens * shares * counted, self.size)
        totals = np.bincount(places, tokens * counted, self.size)
        means: Floats = np.divide(sums, totals, out=np.full(self.size, np.nan), where=totals > 0.0)
        return means


def search_weights(
    comparisons: Sequence[Comparison],
    ratings: Sequence[float],
    *,
    start: RoleWeights,
    share: float,
    rounds: int = 6,
    seed: int = 12345,
) -> WeightSearch:
    """Weights under which the scores of the comparisons follow the ratings; `share` is that of the whole
    sentences in the score."""
    people = np.asarray(ratings, np.float64)
    if len(people) < LEAST_RATINGS or len(np.unique(people)) < 2:
        raise InputError(f"expected at least {LEAST_RATINGS} ratings that are not all the same")
    if share >= 1.0:
        raise InputError("with sentence=1 the frames have no part in the score, and no weights can be found")
    first = _scaled(start.array)
    found = _searched(ComparisonPool(comparisons, share), people, first, rounds)
    folds = np.random.default_rng(seed).permutation(len(people)) % FOLDS
    held = np.zeros(len(people))
    for fold in range(FOLDS):
        inside = folds != fold
        part = ComparisonPool([one for one, kept in zip(comparisons, inside, strict=True) if kept], share)
        own = _searched(part, people[inside], first, rounds)
        held[~inside] = ComparisonPool(comparisons, share).scores(own)[~inside]
    pool = ComparisonPool(comparisons, share)
    before, after = (_kendall(pool.scores(weights), people) for weights in (first, found))
    weights = RoleWeights.of(dict(zip(GROUPS, found.tolist(), strict=True)))
    return WeightSearch(weights, len(people), before, after, _kendall(held, people))


def _searched(pool: ComparisonPool, people: Floats, first: Floats, rounds: int) -> Floats:
    n = len(people)
    fine = sqrt(2.0 * (2.0 * n + 5.0) / (9.0 * n * (n - 1.0)))  # how much Kendall varies by chance

    def worth(weights: Floats) -> float:
        moved = np.abs(weights / weights.sum() - first / first.sum()).sum() / 2.0
        return _kendall(pool.scores(weights), people) - fine * float(moved)

    best, value = first, worth(first)
    for _ in range(rounds):
        before = value
        for group in range(len(GROUPS)):
            for step in GRID:
                tried = best.copy()
                tried[group] = step
                if tried.sum() > 0.0 and (new := worth(tried)) > value + 1e-12:
                    best, value = tried, new
        if value <= before:
            break
    return best


def _scaled(weights: Floats) -> Floats:
    return np.asarray(weights / weights.max(), np.float64)


def _kendall(scores: Floats, people: Floats) -> float:
    value = float(kendalltau(scores, people).statistic)
    return value if np.isfinite(value) else 0.0
