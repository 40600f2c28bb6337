"""Metric, Score and Signature: the trio that every metric is made of (after sacrebleu's).

A metric is a pure function of segments in two steps: sufficient statistics of each segment, and
scores computed from statistics: of single segments, or of sums over any set of them. Corpus
scores, scores by system, bootstrap intervals, significance tests and streaming all follow from that.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from likewise.draw import Estimate, ResultTable, Tabular
from likewise.errors import InputError
from likewise.metrics.batch import Batch
from likewise.metrics.sacrebleu_signature import sacrebleu_signature
from likewise.records import Segment
from likewise.version import __version__

__all__ = ["COUNT", "VALUE", "Floats", "MeanMetric", "Metric", "Score", "Signature"]

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Signature:
    """Every setting behind a number, so that it can be reproduced."""

    metric: str
    settings: Mapping[str, Any]

    def __str__(self) -> str:
        parts = [f"{key}:{_shown(value)}" for key, value in self.settings.items()]
        return "|".join([self.metric, *parts, f"likewise:{__version__}"])

    def extended(self, **more: Any) -> Signature:
        """The signature with facts about the data or the run added."""
        return Signature(self.metric, {**self.settings, **more})


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:g}" if isinstance(value, float) else str(value)


@dataclass(frozen=True, repr=False)
class Score(Tabular):
    """One metric's result: the score over n segments, its interval if asked for, each segment's score.

    `details` are counts that a metric gives beside its score, such as the flags of `negation`; `measures` and
    `higher_is_better` are what the metric says of itself, for tables and plots; `parts` are what the score is
    made of, under the names of sacrebleu: the precisions and the brevity penalty of BLEU.
    """

    metric: str
    score: float
    n: int
    signature: Signature | str = ""
    ci: tuple[float, float] | None = None
    segments: Floats | None = None
    details: Mapping[str, int] = field(default_factory=dict)
    measures: str = ""
    higher_is_better: bool = True
    parts: Mapping[str, Any] = field(default_factory=dict)

    def as_dict(self) -> dict[str, Any]:
        """The score as its JSON object."""
        row: dict[str, Any] = {"score": self.score, "n": self.n}
        if self.ci is not None:
            row["ci"] = list(self.ci)
        row |= self.details
        row["signature"] = str(self.signature)
        row["sacrebleu"] = self.sacrebleu_signature
        return row

    def tables(self) -> Sequence[ResultTable]:
        """One row, with the signatures."""
        heads, cells = ["metric", "n", "score"], [self.metric, self.n, Estimate(self.score, self.ci)]
        told = "\n".join(self.signatures())
        return [ResultTable("Score", [*heads, *self.details], [[*cells, *self.details.values()]], told)]

    def signatures(self) -> list[str]:
        """Our signature, and sacrebleu's where it has the same number."""
        theirs = self.sacrebleu_signature
        named = [] if theirs is None else [f"{self.metric} in sacrebleu: {theirs}"]
        return [line for line in (str(self.signature), *named) if line]

    @property
    def sacrebleu_signature(self) -> str | None:
        """The signature of sacrebleu's equal score; None where sacrebleu has no such metric or setting."""
        if not isinstance(self.signature, Signature):
            return None
        return sacrebleu_signature(self.signature.metric, self.signature.settings)


@dataclass(frozen=True)
class Metric(ABC):
    """Base of all metrics. A metric is a frozen dataclass: its fields are its settings."""

    name: ClassVar[str]
    measures: ClassVar[str] = ""
    """What the score tells, in a few words, for the axis of a plot; with none the name stands alone."""
    needs_source: ClassVar[bool] = False
    needs_references: ClassVar[bool] = False
    higher_is_better: ClassVar[bool] = True
    best: ClassVar[float] = 100.0
    """The score of a perfect candidate (the reference point of error rates)."""
    whole: ClassVar[bool] = False
    """Whether a segment's statistics depend on the other segments, so that all must be seen at once."""
    flagging: ClassVar[bool] = False
    """Whether the metric flags segments: then `likewise score --segments` writes what `flags` finds."""
    several_by: ClassVar[str] = ""
    """The setting that `name:VALUE` sets, for a metric that may stand several times in one run."""
    flag_kinds: ClassVar[tuple[str, ...]] = ()
    """The kinds of flags that it gives, where they are known beforehand."""

    def needs(self) -> tuple[str, ...]:
        """The fields that every segment must have: `source`, `references`."""
        return tuple(name for name in ("source", "references") if getattr(self, f"needs_{name}"))

    def unscored(self, segments: Sequence[Segment]) -> list[bool]:
        """Of each segment whether the metric has no score for it and leaves it out; most have one for all.

        Such a segment's statistics add nothing to any sum, and its own score is not a number.
        """
        return [False] * len(segments)

    def remarks(self, batch: Batch) -> list[str]:
        """What a user should know about the scores of this batch beside the numbers."""
        return []

    def corpus_remarks(self, totals: Floats) -> list[str]:
        """What a user should know about the score of a corpus, from its summed statistics."""
        return []

    @abstractmethod
    def statistics(self, batch: Batch) -> Floats:
        """Sufficient statistics, one row a segment."""

    @abstractmethod
    def score_totals(self, totals: Floats) -> Floats:
        """Corpus scores from summed statistics, one row a corpus."""

    def score_segments(self, statistics: Floats) -> Floats:
        """The score of each segment from its own statistics."""
        return self.score_totals(statistics)

    def details(self, totals: Floats) -> dict[str, int]:
        """Counts to be told beside the score, from the summed statistics of one corpus."""
        return {}

    def parts(self, totals: Floats) -> dict[str, Any]:
        """What the score of one corpus is made of, from its summed statistics, by sacrebleu's names."""
        return {}

    def flags(self, segment: Segment) -> list[dict[str, Any]]:
        """What is wrong with the segment, each with its kind and reason, where the metric can tell."""
        return []

    def signature(self) -> Signature:
        """Name and settings."""
        return Signature(self.name, self.settings())

    def facts(self, languages: Collection[str | None]) -> dict[str, Any]:
        """What the languages of the segments decide, for the signature of their score."""
        return {}

    def signature_of(self, segments: Iterable[Segment]) -> Signature:
        """Name and settings, with what the languages of these segments decide."""
        return self.signature().extended(**self.facts({segment.lang for segment in segments}))

    def settings(self) -> dict[str, Any]:
        """Settings by name, in their order."""
        return {f.name: getattr(self, f.name) for f in fields(self)}

    def explain(self, segment: Segment) -> dict[str, Any]:
        """The evidence behind the segment's score; metrics add their own to this."""
        batch = Batch([segment])
        value = float(self.score_segments(self.statistics(batch))[0])
        return {"score": value, "signature": str(self.signature_of([segment]))}

    def explain_among(self, segment: Segment, among: Iterable[Segment]) -> dict[str, Any]:
        """The same where the segments that it was scored with matter; most metrics need none of them."""
        return self.explain(segment)


VALUE, COUNT = 0, 1
"""Columns of the statistics of a `MeanMetric`: the sum of the scores, and of how many segments."""


class MeanMetric(Metric):
    """A metric whose corpus score is the mean of its segments' scores: write `values` and it is done."""

    @abstractmethod
    def values(self, batch: Batch) -> Floats:
        """The score of each segment."""

    def statistics(self, batch: Batch) -> Floats:
        values = np.asarray(self.values(batch), np.float64)
        return np.column_stack((values, np.ones_like(values)))

    def score_segments(self, statistics: Floats) -> Floats:
        return statistics[:, VALUE]

    def score_totals(self, totals: Floats) -> Floats:
        counts = totals[:, COUNT]
        return np.divide(totals[:, VALUE], counts, out=np.zeros(len(totals)), where=counts > 0)


def check_choice(metric: str, setting: str, value: object, choices: tuple[str, ...]) -> None:
    """Refuse a setting's value that is none of its choices."""
    if value not in choices:
        raise InputError(
            f"{metric}: setting {setting}={value} is unknown, expected one of {', '.join(choices)}"
        )


def listed(references: Sequence[str]) -> tuple[str, ...]:
    """References as a tuple; one string alone is refused, since it would be taken apart into characters."""
    if isinstance(references, str):
        raise InputError("expected a list of strings, found a string", field="references")
    return tuple(references)
