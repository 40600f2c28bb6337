"""A gate for builds: does a new run lose more than it may? By significant drops and by single grave items.

A drop fails a rule only where it is larger than allowed beyond chance: the paired bootstrap (Koehn 2004) of
the difference lies below the limit with the rule's p, corrected over all such rules (Holm 1979), so that a
gate with ten rules does not fail ten times as often by chance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Unpack

import numpy as np

from likewise.draw import ResultTable, Tabular
from likewise.errors import InputError
from likewise.evaluate.gate_rules import BASELINE, GateRule, GateRules, gate_rules_of
from likewise.evaluate.own_data import OwnData
from likewise.evaluate.run_changes import FEWEST, flag_text, new_flags
from likewise.evaluate.run_numbers import check_numbers
from likewise.evaluate.run_pair import RunPair, pair_runs
from likewise.io import Source
from likewise.judging import bootstrap_deltas, few_segments
from likewise.metrics import Metric, required_fields, resolve

__all__ = ["GateItem", "GateResult", "RuleResult", "gate"]


@dataclass(frozen=True, slots=True)
class GateItem:
    """An item that a rule complains about, and why."""

    id: str
    reason: str
    baseline: str
    candidate: str


@dataclass(frozen=True, slots=True)
class RuleResult:
    """Whether one rule holds, and the sentence that says why."""

    rule: str
    passed: bool
    why: str
    items: tuple[GateItem, ...] = ()
    figures: Mapping[str, float] = field(default_factory=dict)

    def as_dict(self) -> dict[str, Any]:
        """The rule as its JSON object; items where there are any."""
        row: dict[str, Any] = {"rule": self.rule, "passed": self.passed, "why": self.why, **self.figures}
        if self.items:
            row["items"] = [
                {"id": i.id, "reason": i.reason, "baseline": i.baseline, "candidate": i.candidate}
                for i in self.items
            ]
        return row


@dataclass(frozen=True, repr=False)
class GateResult(Tabular):
    """The verdict over n items, rule by rule."""

    n: int
    rules: tuple[RuleResult, ...]
    warnings: tuple[str, ...] = ()
    left_out: int = 0
    """Items without a score in one run or both: `n` of `n + left_out` were checked."""

    @property
    def passed(self) -> bool:
        """Whether every rule holds."""
        return all(rule.passed for rule in self.rules)

    def as_dict(self) -> dict[str, Any]:
        """The verdict as its JSON object."""
        row: dict[str, Any] = {"passed": self.passed, "n": self.n, "left_out": self.left_out}
        return {**row, "rules": [rule.as_dict() for rule in self.rules]}

    def counted(self) -> str:
        """How many items were checked, in words."""
        if not self.left_out:
            return f"{self.n} items in both runs"
        return f"{self.n} of {self.n + self.left_out} items, those with a score in both runs"

    def tables(self) -> Sequence[ResultTable]:
        rows = [("passed" if rule.passed else "FAILED", rule.rule, rule.why) for rule in self.rules]
        verdict = "The gate is passed" if self.passed else "The gate is not passed"
        summary = ResultTable(verdict, ("", "rule", "why"), rows, self.counted())
        items = [(r.rule, i.id, i.reason, i.baseline, i.candidate) for r in self.rules for i in r.items]
        if not items:
            return (summary,)
        return summary, ResultTable("Items", ("rule", "id", "why", "baseline", "candidate"), items)


def gate(
    baseline: object,
    candidate: object,
    rules: GateRules | Source | Iterable[GateRule | Mapping[str, Any]],
    *,
    samples: int = 2000,
    seed: int = 12345,
    progress: Callable[[str, float], None] | None = None,
    **own: Unpack[OwnData],
) -> GateResult:
    """Hold a new run against an old one by rules: a file of them, `GateRule` objects, or mappings.

    A run is segments, or data as `score` takes them; see `pair_runs`.
    """
    check_numbers(samples=samples, seed=seed)
    wanted = gate_rules_of(rules)
    if not wanted.rules:
        raise InputError("there is no rule, so nothing would be checked", field="rule")
    metrics = {metric.name: metric for metric in resolve(wanted.metrics(), wanted.settings)}
    chosen = [*metrics.values()]
    runs = pair_runs(baseline, candidate, required_fields(chosen), **own).scorable(chosen)
    if len(runs) < FEWEST and any(rule.limit == "max_drop" for rule in wanted.rules):
        raise InputError(f"only {len(runs)} items, expected {FEWEST} or more to tell a drop from chance")
    if len(runs) < runs.left_out:
        scored = f"only {len(runs)} of {len(runs) + runs.left_out} items have a score in both runs"
        raise InputError(f"{scored}, expected half of them or more; {'; '.join(runs.warnings)}")
    for rule in wanted.rules:
        _check_side(rule, metrics[rule.metric])
        if rule.limit == "max_new":
            _check_flags(rule, metrics[rule.metric])
    results: list[RuleResult] = []
    drops: list[_Drop | None] = []
    for place, rule in enumerate(wanted.rules):
        if progress is not None:
            progress(rule.name, place / len(wanted.rules))
        drop = _Drop.of(rule, metrics[rule.metric], runs, samples, seed) if rule.limit == "max_drop" else None
        drops.append(drop)
        results.append(
            _CHECKS[rule.limit](rule, metrics[rule.metric], runs) if drop is None else drop.result(1)
        )
    _corrected(results, drops)
    return GateResult(len(runs), tuple(results), _warnings(runs, any(drops)), runs.left_out)


def _warnings(runs: RunPair, is_tested: bool) -> tuple[str, ...]:
    few = few_segments(len(runs), "items") if is_tested else ()
    if not runs.changed():
        return (*runs.warnings, *few, "both runs hold the same texts: are these the right two files?")
    return (*runs.warnings, *few)


@dataclass(frozen=True, slots=True)
class _Drop:
    """How far a score fell, oriented so that a drop is positive, and how sure it is beyond the limit."""

    rule: GateRule
    baseline: float
    candidate: float
    drop: float
    p: float
    noticeable: float

    @classmethod
    def of(cls, rule: GateRule, metric: Metric, runs: RunPair, samples: int, seed: int) -> _Drop:
        old, new = runs.statistics(metric)
        before, after = _score(metric, old), _score(metric, new)
        sign = 1.0 if metric.higher_is_better else -1.0
        drops = sign * bootstrap_deltas(old, new, metric.score_totals, samples, seed)
        # The observed outcome is one of the possible ones, hence +1: p is never 0.
        p = (1 + int((drops <= rule.value).sum())) / (samples + 1)
        noticeable = rule.value + float(np.quantile(drops - drops.mean(), 1 - rule.p))
        return cls(rule, before, after, sign * (before - after), p, noticeable)

    def result(self, times: float) -> RuleResult:
        """The verdict with p taken so many times (Holm's correction)."""
        p = min(self.p * times, 1.0)
        failed = self.drop > self.rule.value and p < self.rule.p
        told = f"{self.rule.metric} {self.baseline:.2f} -> {self.candidate:.2f}"
        if self.drop <= 0:
            why = f"{told}: no drop"
        elif failed:
            why = f"{told}: a drop of {self.drop:.2f}, beyond {self.rule.value:g} with p = {p:.4f}"
        elif self.drop > self.rule.value:
            why = f"{told}: a drop of {self.drop:.2f}, which may be chance (p = {p:.4f})"
        else:
            why = f"{told}: a drop of {self.drop:.2f}, within {self.rule.value:g}"
        if not failed:
            why += f"; on these items only a drop of {self.noticeable:.2f} or more would have been noticed"
        figures = {"baseline": self.baseline, "candidate": self.candidate, "p": p}
        return RuleResult(self.rule.name, not failed, why, (), {**figures, "noticeable": self.noticeable})


def _corrected(results: list[RuleResult], drops: Sequence[_Drop | None]) -> None:
    """Holm's correction: the surest drop must stand against all of them, the next against one less."""
    ordered = sorted((drop.p, place) for place, drop in enumerate(drops) if drop is not None)
    times = 0.0
    for rank, (p, place) in enumerate(ordered):
        # A drop is never surer than one that was surer before the correction.
        times = max(len(ordered) - rank, times * ordered[rank - 1][0] / p if rank else 0.0)
        drop = drops[place]
        assert drop is not None
        results[place] = drop.result(times)


def _score(metric: Metric, statistics: Any) -> float:
    return float(metric.score_totals(statistics.sum(axis=0)[None, :])[0])


def _bounded_score(rule: GateRule, metric: Metric, runs: RunPair) -> RuleResult:
    score = _score(metric, runs.statistics(metric)[1])
    passed = score >= rule.value if rule.limit == "min_score" else score <= rule.value
    side = "at least" if rule.limit == "min_score" else "at most"
    why = f"{rule.metric} is {score:.2f}, expected {side} {rule.value:g}"
    return RuleResult(rule.name, passed, why, (), {"candidate": score})


def _item_drops(rule: GateRule, metric: Metric, runs: RunPair) -> RuleResult:
    old, new = (metric.score_segments(part) for part in runs.statistics(metric))
    drops = (old - new) * (1.0 if metric.higher_is_better else -1.0)
    places = [int(place) for place in np.argsort(-drops, kind="stable") if drops[place] > rule.value]
    items = tuple(
        _item(runs, place, f"{rule.metric} {old[place]:.2f} -> {new[place]:.2f}") for place in places
    )
    worst = f"; the largest drop is {max(float(drops.max()), 0.0):.2f}"
    why = f"{_counted(items, 'item')} lost more than {rule.value:g}, allowed {rule.max_items}{worst}"
    return RuleResult(rule.name, len(items) <= rule.max_items, why, items)


def _flagged_items(rule: GateRule, metric: Metric, runs: RunPair) -> RuleResult:
    items = []
    for place in runs.changed():
        for flag in _flags(rule, metric, runs, place):
            if (not rule.kinds or flag["kind"] in rule.kinds) and _is_sure(flag, rule):
                items.append(_item(runs, place, flag_text(flag)))
    shown = f" ({items[0].id}: {items[0].reason})" if items else ""
    why = f"{_counted(items, 'new flag')}{shown}, allowed {rule.value:g}"
    return RuleResult(rule.name, len(items) <= rule.value, why, tuple(items))


def _flags(rule: GateRule, metric: Metric, runs: RunPair, place: int) -> list[dict[str, Any]]:
    old, new = runs.baseline[place], runs.candidate[place]
    if rule.against == BASELINE:
        return metric.flags(replace(new, references=(old.candidate,), source=None))
    return new_flags(metric, old, new)


def _is_sure(flag: Mapping[str, Any], rule: GateRule) -> bool:
    """Whether the flag is as sure as the rule asks; what is counted (an empty text) is always sure."""
    return float(flag.get("confidence", 1.0)) >= rule.min_confidence


def _check_side(rule: GateRule, metric: Metric) -> None:
    """Refuse a bound on the side to which the metric becomes better, which good runs would fail."""
    better, wrong, right = (
        ("higher", "max_score", "min_score") if metric.higher_is_better else
        ("lower", "min_score", "max_score")
    )  # fmt: skip
    if rule.limit == wrong:
        message = f"{better} is better in '{rule.metric}', so {wrong} would fail good runs"
        raise InputError(f"{message}: did you mean {right}?", field=rule.name)


def _check_flags(rule: GateRule, metric: Metric) -> None:
    """Refuse a rule about flags that could never fire."""
    if not metric.flagging:
        message = f"the metric '{rule.metric}' flags nothing, so max_new has no effect"
        raise InputError(message, field=rule.name)
    unknown = [kind for kind in rule.kinds if metric.flag_kinds and kind not in metric.flag_kinds]
    if unknown:
        known = ", ".join(metric.flag_kinds)
        message = f"the metric '{rule.metric}' has no flag '{unknown[0]}', expected one of {known}"
        raise InputError(message, field=rule.name)


def _counted(items: Sequence[GateItem], what: str) -> str:
    return f"{len(items) or 'no'} {what}{'' if len(items) == 1 else 's'}"


def _item(runs: RunPair, place: int, reason: str) -> GateItem:
    old, new = runs.baseline[place], runs.candidate[place]
    return GateItem(new.id, reason, old.candidate, new.candidate)


_CHECKS = {
    "min_score": _bounded_score,
    "max_score": _bounded_score,
    "max_item_drop": _item_drops,
    "max_new": _flagged_items,
}
