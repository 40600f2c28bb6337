"""Is one system better than another, or was it luck? Paired tests on the segments that both have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from itertools import combinations
from math import isclose
from typing import Any, Unpack

import numpy as np
import numpy.typing as npt

from likewise.draw import Bounds, Figure, ResultTable, Tabular
from likewise.errors import InputError
from likewise.evaluate.difference_meaning import DifferenceMeaning
from likewise.evaluate.difference_teller import DifferenceTeller
from likewise.evaluate.metric_choice import MetricsNamed, taken_with_metrics
from likewise.evaluate.own_data import OwnData, told
from likewise.evaluate.results import Scores
from likewise.evaluate.run_numbers import FEWEST_SAMPLES, check_numbers
from likewise.evaluate.scorable import scored_by_all
from likewise.evaluate.score_differences import ScoreDifferences
from likewise.evaluate.score_parts import UNNAMED, alike_names, language_counts
from likewise.io import Source
from likewise.judging import (
    FEW_SEGMENTS,
    approximate_randomisation,
    few_segments,
    holm,
    mcnemar,
    paired_bootstrap,
)
from likewise.metrics import Batch, Metric, Score
from likewise.records import Segment
from likewise.text import code_of

__all__ = ["Comparison", "Comparisons", "compare"]

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Comparison:
    """Systems a and b under one metric: delta = a - b, p by paired bootstrap, p by randomisation.

    `p_mcnemar` is McNemar's exact p where the metric says right or wrong (0 or 100) of every segment, else
    None. `p_holm` is Holm's over all pairs of systems under the metric: of McNemar's p where there is one,
    else of `p`, or of the larger of both where there are so few segments that `p` is too sure.
    """

    a: str
    b: str
    metric: str
    delta: float
    p: float
    p_randomisation: float
    ci: tuple[float, float]
    n: int
    p_mcnemar: float | None = None
    p_holm: float | None = None
    people: DifferenceMeaning | None = None
    """The chance that people prefer the better-scored one, where it was asked for and the metric has one."""


@dataclass(frozen=True, slots=True, repr=False)
class Comparisons(Tabular):
    """All pairs of systems under all metrics."""

    pairs: tuple[Comparison, ...]
    samples: int
    seed: int
    warnings: tuple[str, ...] = ()
    systems: Mapping[str, Scores] = field(default_factory=dict)
    """The scores of each system on the segments that were compared."""

    def as_dict(self) -> dict[str, Any]:
        """The result as its JSON object: `n` segments a system, signatures, scores of systems, pairs."""
        shown = {name: {"signature": text} for name, text in self.signatures().items()}
        systems = {name: scores.as_dict() for name, scores in self.systems.items()}
        n = self.pairs[0].n if self.pairs else 0
        return {"n": n, "metrics": shown, "systems": systems, **self._tests()}

    def signatures(self) -> dict[str, str]:
        """The signature of each metric."""
        first = next(iter(self.systems.values()), None)
        return {} if first is None else {name: str(one.signature) for name, one in first.metrics.items()}

    def _tests(self) -> dict[str, Any]:
        rows = [{**asdict(replace(one, people=None)), "ci": list(one.ci)} for one in self.pairs]
        told = {one.metric: one.people for one in self.pairs if one.people is not None}
        if not told:
            for row in rows:
                del row["people"]
            return {"pairs": rows, "samples": self.samples, "seed": self.seed}
        for row, one in zip(rows, self.pairs, strict=True):
            row["people"] = None if one.people is None else one.people.answer()
        people = {metric: meaning.source() for metric, meaning in told.items()}
        return {"pairs": rows, "samples": self.samples, "seed": self.seed, "people": people}

    def tables(self) -> Sequence[ResultTable]:
        """A row for each pair of systems and metric."""
        right_or_wrong = any(c.p_mcnemar is not None for c in self.pairs)
        people = {c.metric: c.people for c in self.pairs if c.people is not None}
        rows = [
            (c.a, c.b, c.metric, Figure.of(c.delta, 2, sign=True), Bounds.of(c.ci, 1),
             Figure.chance(c.p), Figure.chance(c.p_randomisation),
             *([Figure.chance(c.p_mcnemar)] if right_or_wrong else []), Figure.chance(c.p_holm),
             *([c.people.share if c.people else None] if people else []))
            for c in self.pairs
        ]  # fmt: skip
        exact = ["p (McNemar)"] if right_or_wrong else []
        columns = ("a", "b", "metric", "a - b", "95 % interval", "p (boot.)", "p (rand.)", *exact, "p (Holm)")
        columns += ("people see it %",) if people else ()
        n = self.pairs[0].n if self.pairs else 0
        named = "p by paired bootstrap and by approximate randomisation"
        if right_or_wrong:
            named += ", and by McNemar's exact test where a metric says right or wrong"
        first = "the bootstrap's p" if n >= FEW_SEGMENTS else "the larger of both"
        if right_or_wrong:
            first = f"McNemar's p, else of {first.removesuffix(' p')},"
        caption = (
            f"{n} segments a system, {self.samples} samples, seed {self.seed}; small p: not by chance\n"
            f"{named}; Holm's is that of {first} over all pairs of systems"
        )
        origins: dict[str, dict[str, None]] = {}
        for meaning in people.values():
            origins.setdefault(meaning.fitted.origin, {})[meaning.metric] = None
        caption += "".join(f"\n{signature}" for signature in self.signatures().values())
        for origin, metrics in origins.items():
            caption += f"\npeople prefer the one with the better {' or '.join(metrics)}: {origin}"
        return [ResultTable("Systems compared", columns, rows, caption)]


_SHOWN = 3
"""Ids that a complaint names, and systems."""


def compare(
    segments: object = None,
    metrics: MetricsNamed = None,
    *,
    settings: Mapping[str, Any] | None = None,
    samples: int = 1000,
    seed: int = 12345,
    differences: ScoreDifferences | Source | None = None,
    **own: Unpack[OwnData],
) -> Comparisons:
    """Test every pair of systems on every metric; segments, or data as `score` takes them, pair up by ids.

    Rows without ids are numbered in each system; where the segments of one id differ in source or references,
    a warning tells. `differences` is a model of `fit_differences`, its folder, or `news` or `talks`,
    which come along: with it each pair has the chance that people see the difference.
    """
    check_numbers(samples=samples, seed=seed)
    chosen, rows, log = taken_with_metrics(segments, own, metrics, settings, function="compare")
    groups = _by_system(rows)
    order, lacking = _shared(groups, chosen)
    if len(order) < 3:
        few = f"only {len(order)} segments a system, expected 3 or more to compare systems on"
        raise InputError("; ".join([few, *lacking]))
    everything = [groups[system][identity] for system in groups for identity in order]
    batch, n = Batch(everything), len(order)
    teller = None if differences is None else DifferenceTeller(differences, chosen, everything, n)
    pairs: list[Comparison] = []
    remarks = [
        *alike_names(groups),
        *lacking,
        *_few(samples),
        *_unlike(groups, order),
        *_mixture(everything[:n]),
    ]
    scores: dict[str, dict[str, Score]] = {system: {} for system in groups}
    for metric in chosen:
        table = metric.statistics(batch).reshape(len(groups), n, -1)
        statistics = dict(zip(groups, table, strict=True))
        remarks += metric.remarks(batch)
        signature = metric.signature_of(everything)
        for system, counts in statistics.items():
            value = float(metric.score_totals(counts.sum(axis=0)[None, :])[0])
            scores[system][metric.name] = Score(metric.name, value, n, signature)
        tested = [
            _pair(a, b, metric, statistics[a], statistics[b], samples, seed)
            for a, b in combinations(groups, 2)
        ]
        pairs += _adjusted(_tested_exactly(tested, metric, statistics))
    remarks[:0] = _few_segments(n, pairs)
    if teller is not None:
        pairs = [replace(one, people=teller.tell(one.metric, one.delta)) for one in pairs]
        remarks += teller.remarks
    systems = {system: Scores(n, by_metric) for system, by_metric in scores.items()}
    return told(Comparisons(tuple(pairs), samples, seed, tuple(dict.fromkeys(remarks)), systems), log)


def _shared(
    groups: Mapping[str, Mapping[str, Segment]], metrics: Sequence[Metric]
) -> tuple[list[str], list[str]]:
    """The ids for which every metric has a score of every system, and remarks on the others."""
    order = list(next(iter(groups.values())))
    everything = [rows[identity] for rows in groups.values() for identity in order]
    kept, lacking = scored_by_all(everything, metrics)
    table = [all(kept[place :: len(order)]) for place in range(len(order))]
    if lacking:
        lacking.append(f"{sum(table)} of {len(order)} ids are compared: those with a score of every system")
    return [identity for identity, is_kept in zip(order, table, strict=True) if is_kept], lacking


def _few_segments(count: int, pairs: Sequence[Comparison]) -> list[str]:
    """That there are too few segments for the bootstrap, and what is done about it."""
    told = few_segments(count, "segments a system")
    way = "; p (Holm) is of the larger of both p" if any(c.p_mcnemar is None for c in pairs) else ""
    # Each segment's outputs are exchanged or not, and the opposite choice gives the opposite difference.
    least = f", and p (rand.) cannot be much below {2.0 ** (1 - count):.2g}" if count <= 10 else ""
    return [f"{text}{way}{least}" for text in told]


def _few(samples: int) -> tuple[str, ...]:
    """That there are too few samples to tell anything."""
    if samples >= FEWEST_SAMPLES:
        return ()
    least = f"{1 / (samples + 1):.2g}"
    return (f"{samples} samples are few: no p can be below {least}, and the intervals mean little",)


def _unlike(groups: Mapping[str, Mapping[str, Segment]], order: Sequence[str]) -> tuple[str, ...]:
    """That systems were held against different texts under one id."""
    first, *others = groups.values()
    for name, what in (("references", "references"), ("source", "sources")):
        unlike = [
            one for one in order
            if any(getattr(first[one], name) != getattr(group[one], name) for group in others)
        ]  # fmt: skip
        if unlike:
            count = f"{len(unlike)} of {len(order)} segments (first: '{unlike[0]}')"
            return (f"{count} have other {what} in one system than in another: scores differ for that too",)
    return ()


def _mixture(segments: Sequence[Segment]) -> tuple[str, ...]:
    """That the segments of each system are in several languages."""
    counts = Counter(code_of(segment.lang) if segment.lang else UNNAMED for segment in segments)
    if len(counts) < 2:
        return ()
    return (f"{language_counts(counts.items())}: each test pools them, each cut by its own tokeniser",)


def _pair(
    a: str, b: str, metric: Metric, first: Floats, second: Floats, samples: int, seed: int
) -> Comparison:
    drawn = paired_bootstrap(first, second, metric.score_totals, samples, seed)
    shuffled = approximate_randomisation(first, second, metric.score_totals, samples, seed)
    assert drawn.ci is not None
    return Comparison(a, b, metric.name, drawn.delta, drawn.p, shuffled.p, drawn.ci, len(first))


def _tested_exactly(
    pairs: Sequence[Comparison], metric: Metric, statistics: Mapping[str, Floats]
) -> Sequence[Comparison]:
    """The pairs with McNemar's p, if the metric is the share of segments that are right."""
    marks = {system: metric.score_segments(rows) for system, rows in statistics.items()}
    means = {system: float(values.mean()) for system, values in marks.items()}
    if not all(np.isin(values, (0.0, 100.0)).all() for values in marks.values()):
        return pairs
    if not all(isclose(c.delta, means[c.a] - means[c.b], abs_tol=1e-9) for c in pairs):
        return pairs
    return [replace(c, p_mcnemar=mcnemar(marks[c.a] / 100, marks[c.b] / 100).p) for c in pairs]


def _adjusted(pairs: Sequence[Comparison]) -> list[Comparison]:
    """The pairs of systems under one metric with Holm's p."""
    adjusted = holm([_p_for_holm(c) for c in pairs]).tolist()
    return [replace(c, p_holm=p) for c, p in zip(pairs, adjusted, strict=True)]


def _p_for_holm(pair: Comparison) -> float:
    """McNemar's exact p; else the bootstrap's, or the more careful one where the bootstrap is too sure."""
    if pair.p_mcnemar is not None:
        return pair.p_mcnemar
    return pair.p if pair.n >= FEW_SEGMENTS else max(pair.p, pair.p_randomisation)


def _by_system(segments: Iterable[Segment]) -> dict[str, dict[str, Segment]]:
    groups: dict[str, dict[str, Segment]] = {}
    for segment in segments:
        if segment.system is None:
            message = f"segment '{segment.id}' names no system, expected one to compare systems"
            raise InputError(message, field="system")
        group = groups.setdefault(segment.system, {})
        if segment.id in group:
            raise InputError(f"system '{segment.system}' has the id '{segment.id}' twice", field="id")
        group[segment.id] = segment
    if not groups:
        raise InputError("there is no segment to compare systems on")
    if len(groups) < 2:
        message = f"found only the system '{next(iter(groups))}', expected two or more to compare"
        raise InputError(message, field="system")
    _same_ids(groups)
    return groups


def _same_ids(groups: Mapping[str, Mapping[str, Segment]]) -> None:
    """Refuse systems that answered different segments: what could not be paired cannot be tested."""
    everything = dict.fromkeys(identity for rows in groups.values() for identity in rows)
    told = []
    for system, rows in groups.items():
        missing = [identity for identity in everything if identity not in rows]
        if missing:
            shown = ", ".join(f"'{identity}'" for identity in missing[:_SHOWN])
            more = ", .." if len(missing) > _SHOWN else ""
            told.append(f"system '{system}' lacks {len(missing)} of {len(everything)} ids ({shown}{more})")
    if told:
        named = "; ".join(told[:_SHOWN]) + (f"; and {len(told) - _SHOWN} more" if len(told) > _SHOWN else "")
        way = "leave these ids out of the others, or add their rows (an empty candidate for no answer)"
        raise InputError(f"{named}: all systems must cover the same ids; {way}", field="id")
