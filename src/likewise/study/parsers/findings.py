"""What a study's table of scores says about its metrics (Packard 2012, sections 4 and 5).

- The sigma that a metric picks for a feature set is the one with the highest score. The figure reported for
  it is the geometric mean of the best three (the paper's average is arithmetic, it seems; the grid is
  geometric, and one far value would outweigh the others).
- The cost of choosing by another metric is the increase in error rate that a metric sees when the sigma is
  picked by the other one. Error is the distance to 100, of AXB (minus a count) to 0.
- Feature sets are compared at the sigma that each metric itself picks: Spearman, epsila, clusters.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from likewise.judging import THRESHOLDS, clusters, epsila_matrix, spearman_matrix

__all__ = [
    "CONTROLS",
    "SigmaCosts",
    "Findings",
    "ParserScores",
    "find",
    "over_parsers",
    "perfect",
    "standard",
]

Array = npt.NDArray[Any]

CONTROLS = ("LNM", "POS", "NCM")
"""Metrics that the paper added for variety."""

_OUTLIERS = ("AXB", *CONTROLS)
_BEST_OF = 3


def perfect(metrics: Sequence[str]) -> Array:
    """The best possible score of each metric."""
    return np.array([0.0 if name == "AXB" else 100.0 for name in metrics])


def standard(metrics: Sequence[str]) -> list[int]:
    """The places of the metrics without AXB and the controls."""
    return [place for place, name in enumerate(metrics) if name not in _OUTLIERS]


@dataclass(frozen=True)
class ParserScores:
    """The scores of all parsers: feature sets by sigmas by metrics."""

    sets: list[str]
    sigmas: Array
    metrics: list[str]
    table: Array

    def of_sets(self, names: Sequence[str]) -> ParserScores:
        """The scores of some sets alone."""
        rows = [place for place, name in enumerate(self.sets) if name in names]
        return ParserScores([self.sets[row] for row in rows], self.sigmas, self.metrics, self.table[rows])

    @property
    def picked(self) -> Array:
        """For each set and metric the number of the sigma with the highest score, the first of equals."""
        return np.asarray(self.table.argmax(axis=1))

    @property
    def at_best(self) -> Array:
        """Sets by metrics: the highest score over the sigmas."""
        return np.asarray(self.table.max(axis=1))

    @property
    def optimum(self) -> Array:
        """Sets by metrics: the geometric mean of the three sigmas with the highest scores."""
        count = min(_BEST_OF, len(self.sigmas))
        best = np.argsort(-self.table, axis=1, kind="stable")[:, :count]
        return np.asarray(np.exp(np.log(self.sigmas)[best].mean(axis=1)))


@dataclass(frozen=True)
class SigmaCosts:
    """The increase in error rate, in percent, through one metric when another picks the sigma."""

    table: Array
    """Sets by picking metric by seeing metric."""
    metrics: list[str]

    def largest(self, without: Sequence[str] = ()) -> Array:
        """For each set the largest over all pairs of metrics but some."""
        left = [place for place, name in enumerate(self.metrics) if name not in without]
        return np.asarray(self.table[:, left][:, :, left].max(axis=(1, 2)))

    def largest_standard(self) -> Array:
        """The same without AXB and the controls."""
        return self.largest(_OUTLIERS)

    def as_dict(self, baseline: int) -> dict[str, Any]:
        """For the baseline, on average and for the worst set; of all metrics, and of fewer."""
        out = {}
        for name, without in _WITHOUT.items():
            each = self.largest(without)
            out[name] = {"baseline": each[baseline], "mean": each.mean(), "worst": each.max()}
        return {name: {key: float(value) for key, value in row.items()} for name, row in out.items()}


_WITHOUT: dict[str, tuple[str, ...]] = {"all": (), "without_axb": ("AXB",), "standard": _OUTLIERS}


def costs_of(scores: ParserScores) -> SigmaCosts:
    """What choosing the sigma by another metric costs, for every set and pair of metrics."""
    rows = np.arange(len(scores.sets))
    error = perfect(scores.metrics) - scores.table
    least, picked = error.min(axis=1), scores.picked
    costs = np.zeros((len(scores.sets), len(scores.metrics), len(scores.metrics)))
    for number in range(len(scores.metrics)):
        seen = error[rows, picked[:, number]]
        costs[:, number] = np.divide(seen - least, least, out=np.zeros_like(seen), where=least > 0)
    return SigmaCosts(100.0 * costs, list(scores.metrics))


@dataclass(frozen=True)
class Findings:
    """What the table says. Matrices are over `compared`, the metrics that tell any two sets apart."""

    scores: ParserScores
    costs: SigmaCosts
    compared: list[str]
    spearman: Array
    epsila: Array
    clusters: dict[float, list[list[str]]]

    @property
    def best(self) -> dict[str, tuple[str, float, float]]:
        """For each metric the best feature set, its sigma and its score; the first of equals."""
        scores, out = self.scores, {}
        highest, picked = scores.at_best, scores.picked
        for place, name in enumerate(scores.metrics):
            row = int(highest[:, place].argmax())
            sigma = float(scores.sigmas[picked[row, place]])
            out[name] = (scores.sets[row], sigma, float(highest[row, place]))
        return out

    @property
    def pairs(self) -> Array:
        """Spearman of each pair of standard metrics."""
        places = standard(self.compared)
        inner = self.spearman[np.ix_(places, places)]
        return np.asarray(inner[np.triu_indices(len(places), 1)])

    def lowest(self) -> tuple[str, str] | None:
        """The standard metrics that agree least."""
        places = standard(self.compared)
        if not len(self.pairs):
            return None
        rows, columns = np.triu_indices(len(places), 1)
        at = int(self.pairs.argmin())
        return self.compared[places[rows[at]]], self.compared[places[columns[at]]]

    def together(self, threshold: float) -> Array:
        """For each pair of compared metrics whether epsila is below a threshold both ways."""
        return np.asarray(np.maximum(self.epsila, self.epsila.T) < threshold)


def over_parsers(scores: ParserScores) -> tuple[float, float] | None:
    """Mean and least Spearman of standard metrics over all parsers, every sigma of every set."""
    table = scores.table.reshape(-1, len(scores.metrics))[:, standard(scores.metrics)]
    table = table[:, table.max(axis=0) > table.min(axis=0)]
    if len(table) < 3 or table.shape[1] < 2:
        return None
    rho = spearman_matrix(table)[np.triu_indices(table.shape[1], 1)]
    return float(rho.mean()), float(rho.min())


def find(scores: ParserScores, thresholds: Sequence[float] = THRESHOLDS) -> Findings:
    """All findings of a table of scores; fewer than three sets cannot be ranked, and matrices are empty."""
    table = scores.at_best
    varied = np.flatnonzero(table.max(axis=0) > table.min(axis=0)) if len(table) > 2 else np.zeros(0, int)
    names = [scores.metrics[place] for place in varied]
    rho = eps = np.zeros((len(names), len(names)))
    groups: dict[float, list[list[str]]] = {}
    if len(names) > 1:
        rho = spearman_matrix(table[:, varied], names)
        eps = epsila_matrix(table[:, varied], perfect(names), names)
        groups = {float(at): clusters(eps, names, at) for at in thresholds}
    return Findings(scores, costs_of(scores), names, rho, eps, groups)
