"""How far annotators of frames agree, on both steps of HMEANT (Lo and Wu 2011a).

Which words are predicates and roles is compared by the f-score of spans, since nobody marks what is not
there. What is aligned and how it is judged are decisions about the same things, so chance is taken out:
Cohen's kappa and Krippendorff's alpha over what both annotators have marked alike.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from likewise.draw import Bounds, Figure, ResultTable, Tabular
from likewise.errors import InputError
from likewise.judging import cohen_kappa, krippendorff_alpha
from likewise.metrics.meant import VERDICTS, AnnotatedPair, RoleFrame

__all__ = ["DecisionAgreement", "FrameAgreement", "SpanAgreement", "frame_agreement"]

Units = dict[Hashable, dict[str, float]]


@dataclass(frozen=True, slots=True)
class SpanAgreement:
    """The f-score of what two annotators marked, over all pairs; `n` is what one of them marks."""

    f: float
    ci: tuple[float, float]
    n: float


@dataclass(frozen=True, slots=True)
class DecisionAgreement:
    """Decisions of two or more about the same `n` things: share of pairs that say the same, kappa, alpha.

    `kappa` is the mean of Cohen's over pairs of annotators, by how much they share. Where all say the same of
    everything, kappa and alpha are not defined: nan.
    """

    n: int
    same: float
    kappa: float
    alpha: float
    ci: tuple[float, float]


@dataclass(frozen=True, repr=False)
class FrameAgreement(Tabular):
    """Agreement by what is compared.

    First step: `predicates`; `roles`, their words and predicate; `labels`, the role group as well; `words`,
    each word with each of its roles. Second: `frames`, pairs of frames that are aligned; `fillers`, pairs of
    roles; `alignment`, whether two predicates are the same; `judgement`, what a candidate's role is worth.
    """

    shared: int
    annotators: int
    marked: dict[str, SpanAgreement]
    decided: dict[str, DecisionAgreement]

    def as_dict(self) -> dict[str, Any]:
        """Everything, as `--json` prints it."""
        spans = {name: {"f": one.f, "ci": list(one.ci), "n": one.n} for name, one in self.marked.items()}
        decisions = {
            name: {"n": d.n, "same": d.same, "kappa": d.kappa, "alpha": d.alpha, "ci": list(d.ci)}
            for name, d in self.decided.items()
        }
        return {"shared": self.shared, "annotators": self.annotators, "spans": spans, "decisions": decisions}

    def tables(self) -> Sequence[ResultTable]:
        """What was marked by the f-score, what was decided by kappa and alpha."""
        title = f"Agreement of {self.annotators} annotators over {self.shared} shared candidates"
        marked = [
            (_SPANS[name], one.f, Bounds.of(one.ci, 2), Figure(one.n, f"{one.n:g}"))
            for name, one in self.marked.items()
        ]
        decided = [
            (_DECISIONS[name], one.same, one.kappa, one.alpha, Bounds.of(one.ci, 2), one.n)
            for name, one in self.decided.items()
        ]
        tables = (
            ResultTable(title, ("step", "F", "95 %", "marked by one"), marked),
            ResultTable("Decisions", ("step", "same", "kappa", "alpha", "95 %", "things"), decided),
        )
        return [table for table in tables if table.rows or table is tables[0]]


_SPANS = {
    "predicates": "1 predicates",
    "roles": "1 words of roles",
    "labels": "1 words and labels of roles",
    "words": "1 single words and roles",
    "frames": "2 pairs of frames",
    "fillers": "2 pairs of roles",
}
_DECISIONS = {"alignment": "2 same predicate?", "judgement": "2 correct, partial, incorrect"}


def frame_agreement(
    annotations: Iterable[AnnotatedPair], *, bootstrap: int = 1000, seed: int = 12345
) -> FrameAgreement | None:
    """Agreement of annotators over what at least two of them have annotated; None where there is no such."""
    groups: dict[Hashable, list[AnnotatedPair]] = defaultdict(list)
    for pair in annotations:
        groups[pair.id, pair.system, pair.reference.text].append(pair)
    shared = [group for group in groups.values() if len(group) > 1]
    if not shared:
        return None
    counts: dict[str, list[tuple[float, float]]] = defaultdict(list)
    alignment: Units = defaultdict(dict)
    judgement: Units = defaultdict(dict)
    for key, group in enumerate(shared):
        own: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])
        for one, other in combinations(group, 2):
            _check_words(one, other)
            for name, first, second in _compared(one, other):
                own[name][0] += 2 * len(first & second)
                own[name][1] += len(first) + len(second)
        for name, (match, total) in own.items():
            counts[name].append((match, total))
        for pair in group:
            if pair.alignments is not None:
                _decide(pair, key, alignment, judgement)
    decided = {"alignment": (alignment, "nominal"), "judgement": (judgement, "ordinal")}
    return FrameAgreement(
        len(shared),
        len({pair.annotator for group in shared for pair in group}),
        {name: _f_score(rows, bootstrap, seed) for name, rows in counts.items()},
        {
            name: agreed
            for name, (units, level) in decided.items()
            if (agreed := _decisions(units, level, bootstrap, seed)) is not None
        },
    )


def _check_words(one: AnnotatedPair, other: AnnotatedPair) -> None:
    for side in ("candidate", "reference"):
        if getattr(one, side).tokens != getattr(other, side).tokens:
            message = f"the words of '{other.id}' are not those on line {one.line}"
            raise InputError(message, line=other.line, field=f"{side}.tokens")


def _compared(one: AnnotatedPair, other: AnnotatedPair) -> Iterator[tuple[str, set[Any], set[Any]]]:
    """What two annotators marked and joined, by what is compared."""
    for side in ("candidate", "reference"):
        first, second = _marks(getattr(one, side).frames), _marks(getattr(other, side).frames)
        yield from ((name, first[name], second[name]) for name in first)
    if one.alignments is not None and other.alignments is not None:
        yield "frames", set(_aligned(one)), set(_aligned(other))
        yield "fillers", set(_fillers(one)), set(_fillers(other))


def _marks(frames: Sequence[RoleFrame]) -> dict[str, set[Any]]:
    """What somebody marked on one side, by what is compared."""
    roles = [(frame.predicate, role) for frame in frames for role in frame.arguments]
    return {
        "predicates": {frame.predicate for frame in frames},
        "roles": {(predicate, role.tokens) for predicate, role in roles},
        "labels": {(predicate, role.tokens, role.group) for predicate, role in roles},
        "words": set(_words(frames)),
    }


def _words(frames: Sequence[RoleFrame]) -> Iterator[tuple[int, int]]:
    for frame in frames:
        yield from ((token, 0) for token in frame.predicate)
        yield from ((token, role.group) for role in frame.arguments for token in role.tokens)


def _aligned(pair: AnnotatedPair) -> Iterator[tuple[Any, ...]]:
    for one in pair.alignments or ():
        yield pair.candidate.frames[one.candidate].predicate, pair.reference.frames[one.reference].predicate


def _fillers(pair: AnnotatedPair) -> Iterator[tuple[Any, ...]]:
    for one in pair.alignments or ():
        first, second = pair.candidate.frames[one.candidate], pair.reference.frames[one.reference]
        for role in one.roles:
            ends = first.arguments[role.candidate].tokens, second.arguments[role.reference].tokens
            yield first.predicate, second.predicate, *ends


def _decide(pair: AnnotatedPair, key: int, alignment: Units, judgement: Units) -> None:
    """What one annotator decided, by the words it is about; a role that was not joined is not rendered."""
    joined = set(_aligned(pair))
    for first in pair.candidate.frames:
        for second in pair.reference.frames:
            ends = first.predicate, second.predicate
            alignment[key, ends][pair.annotator] = float(ends in joined)
        for role in first.arguments:
            judgement[key, first.predicate, role.tokens][pair.annotator] = 0.0
    for one in pair.alignments or ():
        frame = pair.candidate.frames[one.candidate]
        for judged in one.roles:
            unit = key, frame.predicate, frame.arguments[judged.candidate].tokens
            judgement[unit][pair.annotator] = float(VERDICTS.index(judged.verdict))


def _f_score(rows: Sequence[tuple[float, float]], bootstrap: int, seed: int) -> SpanAgreement:
    """2 shared / (both), pooled; resampled by what was annotated."""
    table = np.array(rows)
    match, total = table.sum(axis=0)
    chance = np.random.default_rng(seed)
    drawn = [table[chance.integers(len(table), size=len(table))].sum(axis=0) for _ in range(bootstrap)]
    values = [one[0] / one[1] for one in drawn if one[1]]
    low, high = np.quantile(values, [0.025, 0.975]) if values else (math.nan, math.nan)
    return SpanAgreement(
        float(match / total) if total else math.nan, (float(low), float(high)), float(total / 2)
    )


def _decisions(units: Units, level: Any, bootstrap: int, seed: int) -> DecisionAgreement | None:
    shared = [values for values in units.values() if len(values) > 1]
    if not shared:
        return None
    names = sorted({name for values in shared for name in values})
    table = np.array([[values.get(name, np.nan) for values in shared] for name in names])
    same, kappas = [], []
    for first, second in combinations(table, 2):
        both = np.isfinite(first) & np.isfinite(second)
        if both.any():
            same.append((float((first == second)[both].sum()), int(both.sum())))
            kappas.append((cohen_kappa(first, second), int(both.sum())))
    defined = [(kappa, n) for kappa, n in kappas if not math.isnan(kappa)]
    kappa = sum(k * n for k, n in defined) / sum(n for _, n in defined) if defined else math.nan
    alpha = krippendorff_alpha(table, level, bootstrap=bootstrap, seed=seed)
    agreed = sum(s for s, _ in same) / sum(n for _, n in same)
    return DecisionAgreement(len(shared), agreed, kappa, alpha.alpha, alpha.ci)
