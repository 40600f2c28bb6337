"""The metric `negation`: how many candidates deny what their reference denies, and nothing else.

Overlap metrics hardly notice a lost "not" (Packard et al. 2014 find what it denies); here it decides. A
segment keeps its polarity (100) where the candidate agrees with one of the references, without references
with the source; else it has 0 and at least one flag. English only: what is in another language or script is
not read, and has a flag in the place of a score.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

import numpy as np

from likewise.errors import InputError
from likewise.metrics.base import Floats, Metric, check_choice
from likewise.metrics.batch import Batch
from likewise.metrics.negation.comparison import NegationFlag, compare, disputed
from likewise.metrics.negation.denial import Denial
from likewise.metrics.negation.text_denials import TextDenials, read
from likewise.records import Segment
from likewise.text import is_english, is_in_script

__all__ = ["NegationAgreement", "polarity"]

AGAINST = ("auto", "references", "source", "both")
_KINDS = ("lost", "gained", "moved")


class _Column(IntEnum):
    """What the statistics of a segment hold."""

    KEPT = 0
    SEGMENTS = 1
    LOST = 2
    GAINED = 3
    MOVED = 4
    NEGATED = 5
    UNREAD = 6


@dataclass(frozen=True)
class NegationAgreement(Metric):
    """Share of candidates whose negations agree with those of a reference (or the source); English."""

    against: str = "auto"
    strict: bool = True

    name = "negation"
    measures = "same things denied"
    flagging = True
    flag_kinds = (*_KINDS, "unread")

    def __post_init__(self) -> None:
        check_choice(self.name, "against", self.against, AGAINST)

    def needs(self) -> tuple[str, ...]:
        return {"references": ("references",), "source": ("source",)}.get(self.against, ())

    def statistics(self, batch: Batch) -> Floats:
        """Kept, segments, flags of each kind, whether a side has a cue, whether it is not read."""
        rows = np.zeros((len(batch), len(_Column)), np.float64)
        for place, segment in enumerate(batch.segments):
            if self.unread(segment):
                rows[place, _Column.UNREAD] = 1.0
                continue
            rows[place, _Column.SEGMENTS] = 1.0
            candidate, others = self._texts(segment)
            flags = _held(candidate, others, self.strict)
            rows[place, _Column.KEPT] = not flags
            for flag in flags:
                rows[place, _Column[flag.kind.upper()]] += 1
            rows[place, _Column.NEGATED] = candidate.has_cues or any(other.has_cues for _, other in others)
        return rows

    def unscored(self, segments: Sequence[Segment]) -> list[bool]:
        return [bool(self.unread(segment)) for segment in segments]

    def remarks(self, batch: Batch) -> list[str]:
        """How many segments are not read, and the first of them."""
        found = [(segment.id, why) for segment in batch.segments if (why := self.unread(segment))]
        if not found:
            return []
        count = f"{len(found)} of {len(batch)} segments are not English, so they are not read and left out"
        return [f"negation: {count} (first: segment '{found[0][0]}', {found[0][1]})"]

    def unread(self, segment: Segment) -> str:
        """Why the segment is not read, by its language or else its script; nothing where it is."""
        return _foreign(segment, self._others(segment))

    def score_totals(self, totals: Floats) -> Floats:
        kept, counts = totals[:, _Column.KEPT], totals[:, _Column.SEGMENTS]
        shares: Floats = np.full(len(totals), np.nan)
        np.divide(100.0 * kept, counts, out=shares, where=counts > 0)
        return shares

    def details(self, totals: Floats) -> dict[str, int]:
        """How many flags of each kind; how many segments have a cue on either side, and are not read."""
        return {name: int(totals[_Column[name.upper()]]) for name in (*_KINDS, "negated", "unread")}

    def flags(self, segment: Segment) -> list[dict[str, Any]]:
        """Negations of the segment that were lost, gained or moved; or that it is not read."""
        if why := self.unread(segment):
            return [{"kind": "unread", "reason": f"{why}: negation is read in English only"}]
        return [flag.as_dict() for flag in self.differences(segment)]

    def differences(self, segment: Segment) -> list[NegationFlag]:
        """The flags of the segment as records; none where the candidate agrees with one of its texts.

        None either where the segment is not read.
        """
        if self.unread(segment):
            return []
        return _held(*self._texts(segment), self.strict)

    def explain(self, segment: Segment) -> dict[str, Any]:
        """The negations of both sides with their scopes, and the flags with their reasons."""
        return {**super().explain(segment), **polarity(segment, self)}

    def _texts(self, segment: Segment) -> tuple[TextDenials, list[tuple[int | None, TextDenials]]]:
        others = self._others(segment)
        if _foreign(segment, others):
            raise InputError(f"segment '{segment.id}' is not read, being {_foreign(segment, others)}")
        return read(segment.candidate), [(place, read(text)) for place, text in others]

    def _others(self, segment: Segment) -> list[tuple[int | None, str]]:
        others = _others(segment, self.against)
        if not others:
            wanted = "a reference or a source" if self.against in {"auto", "both"} else f"{self.against}"
            message = f"segment '{segment.id}' has nothing to hold its negations against, expected {wanted}"
            raise InputError(message, field="references" if self.against != "source" else "source")
        return others


def _others(segment: Segment, against: str) -> list[tuple[int | None, str]]:
    """The texts to agree with, each with its place among the references (None: the source)."""
    others: list[tuple[int | None, str]] = []
    if against != "source":
        others += enumerate(segment.references)
    if segment.source is not None and (against in {"source", "both"} or (against == "auto" and not others)):
        others.append((None, segment.source))
    return others


def _is_english(lang: str | None) -> bool:
    return lang is None or is_english(lang)


def _foreign(segment: Segment, others: Sequence[tuple[int | None, str]]) -> str:
    """In which other language or script the segment is, in words; nothing where it may be English."""
    sourced = any(place is None for place, _ in others)
    # A source in no named language is in the candidate's, so that paraphrases need no field more.
    for lang in (segment.lang, segment.source_lang if sourced else None):
        if not _is_english(lang):
            return f"in '{lang}'"
    if all(is_in_script(text, "Latin") for text in (segment.candidate, *(text for _, text in others))):
        return ""
    return "in another script than English"


def _held(
    candidate: TextDenials, others: Sequence[tuple[int | None, TextDenials]], strict: bool
) -> list[NegationFlag]:
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
    flagged = [flags for flags, _ in rows if flags]
    return min(flagged, key=lambda flags: (len(flags), -sum(bool(flag.said) for flag in flags)), default=[])


def _compared(
    candidate: TextDenials, other: TextDenials, place: int | None, strict: bool
) -> list[NegationFlag]:
    return [flag for flag in compare(candidate, other, place) if strict or flag.said]


def _speaks(other: TextDenials, key: str) -> bool:
    return key in other.said or any(key in one.keys for one in other.denials)


def polarity(segment: Segment, metric: NegationAgreement | None = None) -> dict[str, Any]:
    """What the candidate denies, what the text that it was held against denies, and the flags.

    Empty where there is nothing to hold it against or the segment is not English.
    """
    metric = metric or NegationAgreement()
    try:
        candidate, others = metric._texts(segment)
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


def _evidence(text: TextDenials) -> dict[str, Any]:
    """The denials of a text in the form of `likewise.negation.Resolution.as_dict`, cancelled ones marked."""
    rows = []
    for one in sorted((*text.denials, *text.cancelled), key=lambda denial: denial.cue):
        rows.append({**_row(one, text), "kind": one.kind, "cancelled": one in text.cancelled})
    return {"tokens": list(text.tokens), "negations": rows}


def _row(one: Denial, text: TextDenials) -> dict[str, Any]:
    runs = {"cue": one.cue, "scope": one.scope, "event": one.event}
    parts = {name: [{"text": _text(one, name, t, text)} for t in run] for name, run in runs.items()}
    return {**{name: list(run) for name, run in runs.items()}, "parts": parts}


def _text(one: Denial, name: str, place: int, text: TextDenials) -> str:
    if one.pieces is not None and place == one.cue[0]:
        return one.pieces[0] if name == "cue" else one.pieces[1]
    return text.tokens[place]
