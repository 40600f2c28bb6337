"""The metric `negation`: how many candidates deny what their reference denies, and nothing else.

Overlap metrics hardly notice a lost "not" (Packard et al. 2014 find what it denies); here it decides. A
segment keeps its polarity (100) where the candidate agrees with one of the references, without references
with the source; else it has 0 and at least one flag. English only.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from likewise.errors import InputError
from likewise.metrics.base import Floats, Metric, check_choice
from likewise.metrics.batch import Batch
from likewise.metrics.negation.comparing import Flag, compare, disputed
from likewise.metrics.negation.reading import Denial, Reading, read
from likewise.records import Segment
from likewise.text.languages import is_english

__all__ = ["NegationAgreement", "polarity"]

AGAINST = ("auto", "references", "source", "both")
_KINDS = ("lost", "gained", "moved")


@dataclass(frozen=True)
class NegationAgreement(Metric):
    """Share of candidates whose negations agree with those of a reference (or the source); English."""

    against: str = "auto"
    strict: bool = True

    name = "negation"
    flagging = True

    def __post_init__(self) -> None:
        check_choice(self.name, "against", self.against, AGAINST)

    def needs(self) -> tuple[str, ...]:
        return {"references": ("references",), "source": ("source",)}.get(self.against, ())

    def statistics(self, batch: Batch) -> Floats:
        """Kept, segments, flags of each kind, segments with a cue on either side."""
        rows = np.zeros((len(batch), 6), np.float64)
        for place, segment in enumerate(batch.segments):
            candidate, others = self._readings(segment)
            flags = _held(candidate, others, self.strict)
            rows[place, 0] = not flags
            for flag in flags:
                rows[place, 2 + _KINDS.index(flag.kind)] += 1
            rows[place, 5] = candidate.has_cues or any(other.has_cues for _, other in others)
        rows[:, 1] = 1.0
        return rows

    def score_totals(self, totals: Floats) -> Floats:
        counts = totals[:, 1]
        return np.divide(100.0 * totals[:, 0], counts, out=np.zeros(len(totals)), where=counts > 0)

    def details(self, totals: Floats) -> dict[str, int]:
        """How many flags of each kind, and how many segments have a cue on either side."""
        return dict(zip((*_KINDS, "negated"), map(int, totals[2:6]), strict=True))

    def flags(self, segment: Segment) -> list[dict[str, Any]]:
        """Negations of the segment that were lost, gained or moved."""
        return [flag.as_dict() for flag in self.differences(segment)]

    def differences(self, segment: Segment) -> list[Flag]:
        """The flags of the segment as records; none where the candidate agrees with one of its texts."""
        return _held(*self._readings(segment), self.strict)

    def explain(self, segment: Segment) -> dict[str, Any]:
        """The negations of both sides with their scopes, and the flags with their reasons."""
        return {**super().explain(segment), **polarity(segment, self)}

    def _readings(self, segment: Segment) -> tuple[Reading, list[tuple[int | None, Reading]]]:
        others = _others(segment, self.against)
        if not others:
            wanted = "a reference or a source" if self.against in {"auto", "both"} else f"{self.against}"
            message = f"segment '{segment.id}' has nothing to hold its negations against, expected {wanted}"
            raise InputError(message, field="references" if self.against != "source" else "source")
        _check_language(segment, others)
        return read(segment.candidate), [(place, read(text)) for place, text in others]


def _others(segment: Segment, against: str) -> list[tuple[int | None, str]]:
    """The texts to agree with, each with its place among the references (None: the source)."""
    found: list[tuple[int | None, str]] = []
    if against != "source":
        found += enumerate(segment.references)
    if segment.source is not None and (against in {"source", "both"} or (against == "auto" and not found)):
        found.append((None, segment.source))
    return found


def _is_english(lang: str | None) -> bool:
    return lang is None or is_english(lang)


def _check_language(segment: Segment, others: Sequence[tuple[int | None, str]]) -> None:
    sourced = any(place is None for place, _ in others)
    # A source in no named language is in the candidate's, so that paraphrases need no field more.
    for field, lang in (("lang", segment.lang), ("source_lang", segment.source_lang if sourced else None)):
        if not _is_english(lang):
            message = f"segment '{segment.id}' is in '{lang}', and the metric 'negation' reads English only"
            raise InputError(message, field=field)


def _held(candidate: Reading, others: Sequence[tuple[int | None, Reading]], strict: bool) -> list[Flag]:
    """The flags against the text that comes nearest; none where a text agrees.

    A text that is silent about a word cannot agree on it where another text says the opposite of the
    candidate: "The engine starts" is not saved by "A man pulls a cord" from "The engine does not start".
    """
    if not candidate.denials and not any(other.denials for _, other in others):
        return []
    rows = [(_compared(candidate, other, place, strict), other) for place, other in others]
    in_dispute = frozenset[str]().union(*(disputed(candidate, other) for flags, other in rows if flags))
    for flags, other in rows:
        if not flags and all(_speaks(other, key) for key in in_dispute):
            return []
    found = [flags for flags, _ in rows if flags]
    return min(found, key=lambda flags: (len(flags), -sum(bool(flag.said) for flag in flags)), default=[])


def _compared(candidate: Reading, other: Reading, place: int | None, strict: bool) -> list[Flag]:
    return [flag for flag in compare(candidate, other, place) if strict or flag.said]


def _speaks(other: Reading, key: str) -> bool:
    return key in other.said or any(key in one.keys for one in other.denials)


def polarity(segment: Segment, metric: NegationAgreement | None = None) -> dict[str, Any]:
    """What the candidate denies, what the text that it was held against denies, and the flags.

    Empty where there is nothing to hold it against or the segment is not English.
    """
    metric = metric or NegationAgreement()
    try:
        candidate, others = metric._readings(segment)
    except InputError:
        return {}
    flags = _held(candidate, others, metric.strict)
    place, other = others[0]
    if flags:
        place, other = next(pair for pair in others if pair[0] == flags[0].reference)
    elif agreeing := [pair for pair in others if not _compared(candidate, pair[1], None, metric.strict)]:
        place, other = next((pair for pair in agreeing if pair[1].denials), agreeing[0])
    return {
        "reference": place,
        "negations": {"candidate": _evidence(candidate), "reference": _evidence(other)},
        "flags": [flag.as_dict() for flag in flags],
    }


def _evidence(reading: Reading) -> dict[str, Any]:
    """The denials of a text in the form of `likewise.negation.Resolution.as_dict`, cancelled ones marked."""
    rows = []
    for one in sorted((*reading.denials, *reading.cancelled), key=lambda denial: denial.cue):
        rows.append({**_row(one, reading), "kind": one.kind, "cancelled": one in reading.cancelled})
    return {"tokens": list(reading.tokens), "negations": rows}


def _row(one: Denial, reading: Reading) -> dict[str, Any]:
    runs = {"cue": one.cue, "scope": one.scope, "event": one.event}
    parts = {name: [{"text": _text(one, name, t, reading)} for t in run] for name, run in runs.items()}
    return {**{name: list(run) for name, run in runs.items()}, "parts": parts}


def _text(one: Denial, name: str, place: int, reading: Reading) -> str:
    if one.pieces is not None and place == one.cue[0]:
        return one.pieces[0] if name == "cue" else one.pieces[1]
    return reading.tokens[place]
