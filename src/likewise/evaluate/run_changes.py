"""What became better and what became worse between two runs, item by item, the worst first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Unpack

import numpy as np

from likewise.draw import Figure, ResultTable, Tabular
from likewise.errors import InputError
from likewise.evaluate.own_data import OwnData
from likewise.evaluate.run_numbers import check_numbers
from likewise.evaluate.run_pair import Floats, RunPair, pair_runs
from likewise.judging import few_segments, paired_bootstrap
from likewise.metrics import Metric, required_fields, resolve
from likewise.records import Segment

__all__ = ["ItemChange", "MetricChange", "RunChanges", "diff_runs", "new_flags"]

FEWEST = 3
"""Items that a test of a difference needs."""
_TIE = 1e-9


@dataclass(frozen=True, slots=True)
class MetricChange:
    """One metric on both runs: delta is the candidate's score minus the baseline's, with interval and p.

    `better`, `worse` and `same` count items; where lower is better, an item is better that fell.
    """

    baseline: float
    candidate: float
    delta: float
    ci: tuple[float, float]
    p: float
    better: int
    worse: int
    same: int
    signature: str


@dataclass(frozen=True, slots=True)
class ItemChange:
    """One item: its texts, how far each metric rose, and the flags that only the candidate has."""

    id: str
    baseline: str
    candidate: str
    deltas: Mapping[str, float]
    flags: Sequence[Mapping[str, Any]] = ()

    def as_dict(self) -> dict[str, Any]:
        """The item as its JSON object."""
        return {**asdict(self), "deltas": dict(self.deltas), "flags": [dict(flag) for flag in self.flags]}


@dataclass(frozen=True, repr=False)
class RunChanges(Tabular):
    """All of it: a line a metric, and the items, those that lost most by the first metric first."""

    n: int
    changed: int
    metrics: Mapping[str, MetricChange]
    items: Sequence[ItemChange]
    samples: int
    seed: int
    warnings: tuple[str, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """The result as its JSON object."""
        metrics = {name: {**asdict(row), "ci": list(row.ci)} for name, row in self.metrics.items()}
        items = [item.as_dict() for item in self.items]
        return {"n": self.n, "changed": self.changed, "metrics": metrics, "items": items}

    def cut(self, worst: int, better: int) -> RunChanges:
        """The same with so many items from both ends alone."""
        if worst + better >= len(self.items):
            return self
        return replace(self, items=(*self.items[:worst], *self.items[len(self.items) - better :]))

    def tables(self) -> Sequence[ResultTable]:
        rows = [
            (name, row.baseline, row.candidate, Figure(row.delta, f"{row.delta:+.2f}"),
             f"{row.ci[0]:+.2f} to {row.ci[1]:+.2f}", Figure.of(row.p, 4), row.better, row.worse, row.same)
            for name, row in self.metrics.items()
        ]  # fmt: skip
        columns = (
            "metric",
            "baseline",
            "candidate",
            "change",
            "95 % interval",
            "p",
            "better",
            "worse",
            "same",
        )
        told = f"{self.n} items, {self.changed} with another text; {self.samples} resamples, seed {self.seed}"
        summary = ResultTable("From baseline to candidate", columns, rows, told)
        if not self.items:
            return (summary,)
        return summary, self._items()

    def _items(self) -> ResultTable:
        names = list(self.metrics)
        rows = [
            (item.id, *(Figure(item.deltas[name], f"{item.deltas[name]:+.2f}") for name in names),
             item.baseline, item.candidate, "; ".join(map(flag_text, item.flags)))
            for item in self.items
        ]  # fmt: skip
        return ResultTable(
            "Items, from the worst to the best", ("id", *names, "baseline", "candidate", "new flags"), rows
        )


def diff_runs(
    baseline: object,
    candidate: object,
    metrics: Iterable[str | Metric] | str = ("bleu",),
    *,
    settings: Mapping[str, Any] | None = None,
    samples: int = 1000,
    seed: int = 12345,
    **own: Unpack[OwnData],
) -> RunChanges:
    """Hold two runs against each other: each metric with its paired test, and each item whose text changed.

    A run is segments, or data as `score` takes them; see `pair_runs`.
    Items come worst first by the first metric. Metrics that flag segments (`negation`, `meaning`) say what is
    wrong in the candidate that was not in the baseline.
    """
    check_numbers(samples=samples, seed=seed)
    chosen = resolve(metrics, settings)
    runs = pair_runs(baseline, candidate, required_fields(chosen), **own).scorable(chosen)
    if len(runs) < FEWEST:
        raise InputError(f"only {len(runs)} items in both runs, expected {FEWEST} or more to test on")
    rows, deltas = {}, {}
    for metric in chosen:
        rows[metric.name], deltas[metric.name] = _metric_change(metric, runs, samples, seed)
    lost = deltas[chosen[0].name] * (1 if chosen[0].higher_is_better else -1)
    changed = sorted(runs.changed(), key=lambda place: lost[place])
    items = [_item(place, runs, deltas, chosen) for place in changed]
    warnings = (*runs.warnings, *few_segments(len(runs), "items"))
    return RunChanges(len(runs), len(changed), rows, tuple(items), samples, seed, warnings)


def _metric_change(metric: Metric, runs: RunPair, samples: int, seed: int) -> tuple[MetricChange, Floats]:
    old, new = runs.statistics(metric)
    test = paired_bootstrap(new, old, metric.score_totals, samples, seed)
    assert test.ci is not None
    before, after = (float(metric.score_totals(run.sum(axis=0)[None, :])[0]) for run in (old, new))
    deltas = metric.score_segments(new) - metric.score_segments(old)
    gains = deltas if metric.higher_is_better else -deltas
    better, worse = int((gains > _TIE).sum()), int((gains < -_TIE).sum())
    row = MetricChange(
        before, after, test.delta, test.ci, test.p, better, worse, len(runs) - better - worse,
        str(metric.signature_of(runs.candidate)),
    )  # fmt: skip
    return row, np.asarray(deltas, np.float64)


def _item(place: int, runs: RunPair, deltas: Mapping[str, Floats], metrics: Sequence[Metric]) -> ItemChange:
    old, new = runs.baseline[place], runs.candidate[place]
    flags = [flag for metric in metrics if metric.flagging for flag in new_flags(metric, old, new)]
    moved = {name: float(values[place]) for name, values in deltas.items()}
    return ItemChange(old.id, old.candidate, new.candidate, moved, tuple(flags))


def new_flags(metric: Metric, baseline: Segment, candidate: Segment) -> list[dict[str, Any]]:
    """What the metric flags in the candidate beyond what it flags in the baseline, by kind."""
    known = [flag["kind"] for flag in metric.flags(baseline)]
    added = []
    for flag in metric.flags(candidate):
        if flag["kind"] in known:
            known.remove(flag["kind"])
        else:
            added.append({"metric": metric.name, **flag})
    return added


def flag_text(flag: Mapping[str, Any]) -> str:
    """A flag in a line."""
    return f"{flag['kind']}: {flag.get('reason') or flag.get('sentence') or 'flagged'}"
