"""Which of two candidates, and of two systems, is better: metrics and people side by side.

`acc_eq` with tie calibration (Deutsch et al. 2023), Kendall's tau as the WMT metrics tasks had it, pairwise
accuracy of systems (Kocmi et al. 2021) and soft pairwise accuracy (Thompson et al. 2024). How surely people
and metrics prefer a system, and whether people agree where a metric is sure (Koehn 2004).
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Unpack

import numpy as np
import numpy.typing as npt

from likewise.draw import Figure, ResultTable, Tabular
from likewise.errors import InputError
from likewise.evaluate.metric_choice import MetricsNamed, taken_with_metrics
from likewise.evaluate.own_data import OwnData, told
from likewise.evaluate.ratings import rated, refuse_unread
from likewise.evaluate.run_numbers import check_numbers
from likewise.evaluate.scorable import scorable
from likewise.judging import (
    PairAccuracy,
    PairCounts,
    SureAgreement,
    kendall_by_group,
    order_confidences,
    pair_accuracy,
    pair_counts,
    pairwise_accuracy,
    preference_shares,
    soft_pairwise_accuracy,
    sure_agreement,
)
from likewise.metrics import Batch, Metric
from likewise.records import Segment

__all__ = ["GROUPINGS", "MetricPairs", "PairAgreement", "SystemRanking", "pair_agreement"]

Floats = npt.NDArray[np.float64]

GROUPINGS = {
    "item": "outputs of several systems for one segment",
    "system": "outputs of one system",
    "all": "any two outputs",
}
"""Which pairs of candidates are compared."""


@dataclass(frozen=True, slots=True)
class SystemRanking:
    """How a metric ranks pairs of systems: the share ranked as people do, and how alike in certainty.

    `soft` is over `sure_pairs` pairs, those rated on enough segments in common; None where there is none.
    `prefers` has for each of these pairs the share of resampled test sets in which the first is better,
    `agreement` how often people agree where that is 95 % or more for one of the two.
    """

    accuracy: float
    pairs: int
    soft: float | None
    sure_pairs: int
    prefers: Mapping[tuple[str, str], float]
    agreement: SureAgreement | None


@dataclass(frozen=True, slots=True)
class MetricPairs:
    """One metric: accuracy over pairs of candidates, their counts, Kendall's tau-b within groups, systems."""

    accuracy: PairAccuracy
    counts: PairCounts
    tau_b: float
    tau_groups: int
    systems: SystemRanking | None

    def as_dict(self) -> dict[str, Any]:
        """The figures as their JSON object."""
        accuracy, counts, systems = self.accuracy, self.counts, self.systems
        row: dict[str, Any] = {
            "acc_eq": accuracy.calibrated, "threshold": accuracy.threshold,
            "acc_eq_held_out": accuracy.held_out, "acc_eq_plain": accuracy.plain,
            "chance": accuracy.chance, "human_ties": accuracy.ties, "pairs": accuracy.pairs,
            "groups": accuracy.groups, "tau_b": self.tau_b, "tau_b_groups": self.tau_groups,
            "tau_10": counts.tau_10, "tau_13": counts.tau_13, "tau_14": counts.tau_14,
            "tau_pairs": counts.pairs, "systems": None,
        }  # fmt: skip
        if systems is not None:
            row["systems"] = {
                "accuracy": systems.accuracy, "pairs": systems.pairs,
                "soft_accuracy": systems.soft, "soft_pairs": systems.sure_pairs,
                "where_sure": asdict(systems.agreement) if systems.agreement else None,
            }  # fmt: skip
        return row


@dataclass(frozen=True, repr=False)
class PairAgreement(Tabular):
    """Each metric against the criterion `human`, over pairs of candidates by `by`, and pairs of systems."""

    human: str
    by: str
    n: int
    margin: float
    metrics: Mapping[str, MetricPairs]
    people_prefer: Mapping[tuple[str, str], float] = field(default_factory=dict)
    """Of each pair of systems the share of resampled test sets in which people prefer the first."""
    warnings: tuple[str, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """The result as its JSON object."""
        rows = {name: found.as_dict() for name, found in self.metrics.items()}
        preferences = [
            {"a": a, "b": b, "people": share, "metrics": self._preferred((a, b))}
            for (a, b), share in self.people_prefer.items()
        ]
        return {
            "human": self.human, "by": self.by, "n": self.n, "margin": self.margin, "metrics": rows,
            "preferences": preferences,
        }  # fmt: skip

    def tables(self) -> Sequence[ResultTable]:
        """Pairs of candidates, then pairs of systems where there are several, and who prefers which."""
        systems = [table for table in (self._systems(), self._preferences()) if table.rows]
        return [self._candidates(), *systems]

    def _preferred(self, pair: tuple[str, str]) -> dict[str, float | None]:
        """By metric how surely it prefers the first, whichever way round the pair is."""
        a, b = pair
        shares = {name: m.systems.prefers for name, m in self.metrics.items() if m.systems}
        return {
            name: known[a, b] if (a, b) in known else 1 - known[b, a] if (b, a) in known else None
            for name, known in shares.items()
        }

    def _candidates(self) -> ResultTable:
        rows = [
            (name, Figure.of(m.accuracy.calibrated), Figure.of(m.accuracy.threshold),
             Figure.of(m.accuracy.held_out), Figure.of(m.accuracy.plain), Figure.of(m.accuracy.chance),
             Figure.of(m.counts.tau_10), Figure.of(m.counts.tau_13), Figure.of(m.counts.tau_14),
             Figure.of(m.tau_b))
            for name, m in self.metrics.items()
        ]  # fmt: skip
        columns = (
            "metric", "acc_eq", "threshold", "held out", "no threshold", "chance",
            "tau 10", "tau 13", "tau 14", "tau-b",
        )  # fmt: skip
        one = next(iter(self.metrics.values()))
        told = (
            f"{one.accuracy.pairs:,} pairs ({GROUPINGS[self.by]}), of which people tie "
            f"{100 * one.accuracy.ties:.0f} %\nheld out: with the threshold of the other half of the segments"
        )
        if self.margin:
            told += f"\ntau 10 to 14 over the {one.counts.pairs:,} pairs rated at least {self.margin:g} apart"
        return ResultTable(f"The better of two by '{self.human}'", columns, rows, told)

    def _systems(self) -> ResultTable:
        rows = [
            (name, m.systems.pairs, Figure.of(m.systems.accuracy), Figure.of(m.systems.soft),
             m.systems.sure_pairs, *_where_sure(m.systems.agreement))
            for name, m in self.metrics.items()
            if m.systems is not None
        ]  # fmt: skip
        columns = (
            "metric", "pairs", "accuracy", "soft accuracy", "pairs of it",
            "metric is sure of", "people agree", "and are sure", "are sure of the contrary",
        )  # fmt: skip
        told = (
            "chance: 0.5; soft: 1 - the mean difference between metric and people in how sure the order is\n"
            "sure: the same system is better in 95 % of resampled test sets or more"
        )
        return ResultTable("The better of two systems", columns, rows, told)

    def _preferences(self) -> ResultTable:
        """The pairs by how surely people prefer one of the two, that one first."""
        shares = {(a, b) if p >= 0.5 else (b, a): max(p, 1 - p) for (a, b), p in self.people_prefer.items()}
        rows = [
            (*pair, _percent(people), *map(_percent, self._preferred(pair).values()))
            for pair, people in sorted(shares.items(), key=lambda item: -item[1])
        ]
        columns = ("system", "other system", "people in %", *(f"{name} in %" for name in self.metrics))
        told = "how often the system is better than the other in resampled test sets; 50: no idea"
        return ResultTable(f"Which system is preferred by '{self.human}', how surely?", columns, rows, told)


def pair_agreement(
    segments: object,
    human: str,
    metrics: MetricsNamed = None,
    *,
    by: str = "item",
    margin: float = 0.0,
    settings: Mapping[str, Any] | None = None,
    samples: int = 1000,
    seed: int = 12345,
    **own: Unpack[OwnData],
) -> PairAgreement:
    """Does each metric order pairs of candidates, and of systems, as the criterion `human` does?

    Pairs are outputs for one segment (`by="item"`), of one system (`by="system"`) or any two (`by="all"`).
    The taus of WMT count pairs rated at least `margin` apart: 25 of 100 is DARR. Soft pairwise accuracy is by
    `samples` permutations. A metric in which lower is better counts as its own negative.

    Data of your own are taken as by `score`; where these are lists, `segments` is None.
    """
    if by not in GROUPINGS:
        raise InputError(f"cannot pair by '{by}', expected one of {', '.join(GROUPINGS)}")
    check_numbers(samples=samples, seed=seed)
    chosen, rows, log = taken_with_metrics(segments, own, metrics, settings, function="pair_agreement")
    everything: Sequence[Segment] = list(rows)
    refuse_unread([human], everything, log)
    everything, lacking = scorable(everything, chosen)
    kept, ratings = rated(everything, human)
    groups = _groups(kept, by)
    batch = Batch(kept)
    ranking = _Systems(kept, ratings, samples, seed)
    found = {}
    for metric in chosen:
        statistics = metric.statistics(batch)
        sign = 1.0 if metric.higher_is_better else -1.0
        scores = sign * metric.score_segments(statistics)
        tau, defined = kendall_by_group(scores, ratings, groups)
        found[metric.name] = MetricPairs(
            pair_accuracy(scores, ratings, groups=groups, items=[s.id for s in kept], seed=seed),
            pair_counts(scores, ratings, groups=groups, margin=margin),
            tau,
            defined,
            ranking.of(metric, statistics, sign),
        )
    return told(PairAgreement(human, by, len(kept), margin, found, ranking.preferred, tuple(lacking)), log)


def _where_sure(found: SureAgreement | None) -> tuple[int | None, ...]:
    return (None,) * 4 if found is None else (found.sure, found.agreed, found.agreed_sure, found.contrary)


def _percent(share: float | None) -> Figure:
    return Figure.of(None if share is None else 100 * share, 1)


def _groups(segments: Sequence[Segment], by: str) -> list[Hashable]:
    if by == "all":
        return [""] * len(segments)
    if by == "system":
        return [_system_of(segment, "pair outputs of a system") for segment in segments]
    groups: list[Hashable] = [segment.id for segment in segments]
    if len(set(groups)) == len(groups):
        message = "every id is there once, so no two outputs are for one segment; any two are paired by 'all'"
        raise InputError(message, field="id")
    return groups


def _system_of(segment: Segment, purpose: str) -> str:
    if segment.system is None:
        raise InputError(f"segment '{segment.id}' names no system, expected one to {purpose}", field="system")
    return segment.system


class _Systems:
    """The systems of rated segments, and how sure people are of each pair's order; nothing below two."""

    def __init__(self, segments: Sequence[Segment], ratings: Floats, samples: int, seed: int) -> None:
        self.samples, self.seed = samples, seed
        ids = {identity: row for row, identity in enumerate(dict.fromkeys(s.id for s in segments))}
        self.rows = np.array([ids[s.id] for s in segments])
        self.items = len(ids)
        places: dict[str, list[int]] = {}
        for place, segment in enumerate(segments):
            if segment.system is not None:
                places.setdefault(segment.system, []).append(place)
        self.places = {system: np.array(own) for system, own in places.items()}
        self.preferred: dict[tuple[str, str], float] = {}
        if len(self.places) > 1:
            marks = np.column_stack([ratings, np.ones(len(ratings))])
            self.human = {system: float(ratings[own].mean()) for system, own in self.places.items()}
            self.sure = self._confidences(marks, _mean_rating)
            self.preferred = self._preferences(marks, _mean_rating)

    def of(self, metric: Metric, statistics: Floats, sign: float) -> SystemRanking | None:
        """How the metric ranks the systems by its own corpus scores."""
        if len(self.places) < 2:
            return None
        totals = np.stack([statistics[own].sum(axis=0) for own in self.places.values()])
        scores = dict(zip(self.places, (sign * metric.score_totals(totals)).tolist(), strict=True))
        sure = self._confidences(statistics, lambda totals: sign * metric.score_totals(totals))
        soft = soft_pairwise_accuracy(sure, self.sure) if sure else None
        pairs = len(self.places) * (len(self.places) - 1) // 2
        prefers = self._preferences(statistics, lambda totals: sign * metric.score_totals(totals))
        agreement = sure_agreement(prefers, self.preferred) if prefers else None
        accuracy = pairwise_accuracy(scores, self.human)
        return SystemRanking(accuracy, pairs, soft, len(sure), prefers, agreement)

    def _confidences(self, statistics: Floats, score: Any) -> dict[tuple[str, str], float]:
        rows = self._by_system(statistics)
        return order_confidences(rows, score, samples=self.samples, seed=self.seed)

    def _preferences(self, statistics: Floats, score: Any) -> dict[tuple[str, str], float]:
        rows = self._by_system(statistics)
        return preference_shares(rows, score, samples=self.samples, seed=self.seed)

    def _by_system(self, statistics: Floats) -> dict[str, Floats]:
        """A row a segment, nan where this system has none."""
        by_system = {}
        for system, own in self.places.items():
            by_system[system] = np.full((self.items, statistics.shape[1]), np.nan)
            by_system[system][self.rows[own]] = statistics[own]
        return by_system


def _mean_rating(totals: Floats) -> Floats:
    return np.asarray(totals[:, 0] / totals[:, 1], np.float64)
