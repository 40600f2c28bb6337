"""HMEANT of systems from people's annotations: scores with intervals, and how far the annotators agree."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from likewise.draw import Bounds, ResultTable, Tabular
from likewise.errors import InputError
from likewise.evaluate.annotator_agreement import FrameAgreement, frame_agreement
from likewise.metrics.meant import (
    AnnotatedPair,
    FrameScore,
    FrameText,
    RoleWeights,
    annotated_score,
    frequency_weights,
    load_weights,
)
from likewise.records import Segment
from likewise.version import __version__

__all__ = ["HmeantResult", "HmeantSegment", "HmeantSystem", "hmeant"]

UNALIGNED = ("count", "ignore")


@dataclass(frozen=True, slots=True)
class HmeantSegment:
    """A candidate's scores, 0 to 100: means over its annotators, None where there was nothing to score."""

    id: str
    system: str | None
    score: float | None
    precision: float | None
    recall: float | None
    annotators: int
    candidate: str
    references: tuple[str, ...]

    def as_segment(self) -> Segment:
        """For `likewise judge`: a segment with the score as what people say of it."""
        human = {} if self.score is None else {"hmeant": self.score}
        return Segment(self.id, self.candidate, references=self.references, system=self.system, human=human)


@dataclass(frozen=True, slots=True)
class HmeantSystem:
    """Means over the `n` segments of a system that have a score."""

    n: int
    score: float | None
    ci: tuple[float, float] | None
    precision: float | None
    recall: float | None

    def as_dict(self) -> dict[str, Any]:
        """The score under its metric's name."""
        ci = {} if self.ci is None else {"ci": list(self.ci)}
        return {"n": self.n, "hmeant": self.score, **ci, "precision": self.precision, "recall": self.recall}


@dataclass(frozen=True, repr=False)
class HmeantResult(Tabular):
    """What `likewise hmeant` says: all segments together, each system, each segment, and the annotators."""

    signature: str
    overall: HmeantSystem
    systems: dict[str, HmeantSystem]
    segments: tuple[HmeantSegment, ...]
    agreement: FrameAgreement | None
    remarks: tuple[str, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """As `--json` prints it."""
        return {
            **self.overall.as_dict(),
            "signature": self.signature,
            "systems": {name: one.as_dict() for name, one in self.systems.items()},
            "segments": [
                {
                    "id": one.id,
                    "system": one.system,
                    "hmeant": one.score,
                    "precision": one.precision,
                    "recall": one.recall,
                    "annotators": one.annotators,
                }
                for one in self.segments
            ],
            "agreement": None if self.agreement is None else self.agreement.as_dict(),
            "remarks": list(self.remarks),
        }

    def tables(self) -> Sequence[ResultTable]:
        """Systems, segments, and how far the annotators agree."""
        rows = [(name, *_cells(one)) for name, one in self.systems.items()]
        if len(rows) != 1:
            rows.append(("all", *_cells(self.overall)))
        heads = ("system", "segments", "HMEANT", "95 %", "precision", "recall")
        segments = [
            (one.id, one.system, one.score, one.precision, one.recall, one.annotators)
            for one in self.segments
        ]
        columns = ("id", "system", "HMEANT", "precision", "recall", "annotators")
        agreed = [] if self.agreement is None else self.agreement.tables()
        told = "" if agreed else "\nAgreement: nothing was annotated by two people"
        scores = ResultTable("HMEANT by people", heads, rows, self.signature + told)
        return [scores, *agreed, ResultTable("Segments", columns, segments)]


def _cells(one: HmeantSystem) -> tuple[object, ...]:
    return one.n, one.score, Bounds.of(one.ci, 2), one.precision, one.recall


def hmeant(
    annotations: Iterable[AnnotatedPair],
    *,
    weights: str = "default",
    partial: float = 0.5,
    unaligned: str = "count",
    bootstrap: int = 1000,
    seed: int = 12345,
) -> HmeantResult:
    """HMEANT (Lo and Wu 2011a) of what people annotated.

    `weights` are those of the role groups: `default`, `uniform`, `unsupervised` (frequencies in the
    references) or a file. `partial` is what a role that is partly correct counts. A frame that is aligned
    with none counts as lost, or not at all (`unaligned="ignore"`). Of several references the best counts, of
    several annotators their mean. Intervals are percentiles of the bootstrap over segments; `bootstrap=0`
    gives none.
    """
    if not 0.0 <= partial <= 1.0:
        raise InputError(f"expected a number from 0 to 1, got {partial:g}", field="partial")
    if unaligned not in UNALIGNED:
        raise InputError(f"expected count or ignore, got '{unaligned}'", field="unaligned")
    pairs = list(annotations)
    if not pairs:
        raise InputError("no annotations, expected at least one")
    chosen = _weights(weights, pairs)
    groups: dict[tuple[str, str | None], list[AnnotatedPair]] = defaultdict(list)
    for pair in pairs:
        groups[pair.id, pair.system].append(pair)
    segments = tuple(_segment(group, chosen, partial, unaligned) for group in groups.values())
    names = dict.fromkeys(one.system for one in segments if one.system is not None)
    own = {name: [one for one in segments if one.system == name] for name in names}
    return HmeantResult(
        f"hmeant|weights:{weights}|partial:{partial:g}|unaligned:{unaligned}|likewise:{__version__}",
        _system(segments, bootstrap, seed),
        {name: _system(rows, bootstrap, seed) for name, rows in own.items()},
        segments,
        frame_agreement(pairs, bootstrap=bootstrap, seed=seed),
        tuple(_remarks(pairs, segments)),
    )


def _weights(name: str, pairs: Sequence[AnnotatedPair]) -> RoleWeights:
    if name != "unsupervised":
        return load_weights(name)
    return frequency_weights(FrameText(p.reference.tokens, p.reference.frames) for p in pairs)


def _segment(
    group: Sequence[AnnotatedPair], weights: RoleWeights, partial: float, unaligned: str
) -> HmeantSegment:
    best: dict[str, FrameScore] = {}
    for pair in group:
        score = annotated_score(pair, weights, partial=partial, unaligned=unaligned)
        if score is not None and (pair.annotator not in best or score.f > best[pair.annotator].f):
            best[pair.annotator] = score
    scores = list(best.values())
    return HmeantSegment(
        group[0].id,
        group[0].system,
        _mean([score.f for score in scores]),
        _mean([score.precision for score in scores]),
        _mean([score.recall for score in scores]),
        len({pair.annotator for pair in group}),
        group[0].candidate.text,
        tuple(dict.fromkeys(pair.reference.text for pair in group)),
    )


def _mean(values: Sequence[float]) -> float | None:
    """Of 0 to 100; None of nothing."""
    return 100.0 * float(np.mean(values)) if values else None


def _system(segments: Sequence[HmeantSegment], bootstrap: int, seed: int) -> HmeantSystem:
    scored = [one for one in segments if one.score is not None]
    if not scored:
        return HmeantSystem(0, None, None, None, None)
    table = np.array([(one.score, one.precision, one.recall) for one in scored], np.float64)
    score, precision, recall = table.mean(axis=0).tolist()
    ci = None
    if bootstrap:
        drawn = np.random.default_rng(seed).integers(len(table), size=(bootstrap, len(table)))
        low, high = np.quantile(table[drawn, 0].mean(axis=1), [0.025, 0.975])
        ci = float(low), float(high)
    return HmeantSystem(len(scored), score, ci, precision, recall)


def _remarks(pairs: Sequence[AnnotatedPair], segments: Sequence[HmeantSegment]) -> Iterable[str]:
    if waiting := sum(pair.alignments is None for pair in pairs):
        yield f"{waiting} of {len(pairs)} annotations mark frames and do not align them yet: no score"
    aligned = {(pair.id, pair.system) for pair in pairs if pair.alignments is not None}
    if empty := sum(one.score is None and (one.id, one.system) in aligned for one in segments):
        yield f"{empty} segments have no frames on either side, or none of any weight: no score"
    sides = [(p.candidate.frames, p.reference.frames) for p in pairs if p.alignments is not None]
    if single := sum(bool(first) != bool(second) for first, second in sides):
        yield f"{single} annotations have frames on one side only and count 0"
    if split := sum(pair.split_labels for pair in pairs):
        yield f"{split} judged roles are of different groups on the two sides and count for nothing"
