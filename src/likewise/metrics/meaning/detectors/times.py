"""Dates and times, and what comes before what."""

from __future__ import annotations

from likewise.metrics.meaning.change import Change
from likewise.metrics.meaning.detectors.stretch_view import (
    change_between,
    content,
    is_near,
    quoted,
    stretch_of,
)
from likewise.metrics.meaning.moments import Moment
from likewise.metrics.meaning.read_text import ReadText
from likewise.metrics.meaning.word_alignment import WordAlignment

__all__ = ["time_changes"]


def time_changes(a: ReadText, b: ReadText, alignment: WordAlignment) -> list[Change]:
    """Moments of one kind with other values; in near texts, words of time put in the place of others."""
    ones = [m for m in a.moments if not any(m.equals(o) for o in b.moments)]
    others = [m for m in b.moments if not any(m.equals(o) for o in a.moments)]
    changes = []
    for one in ones:
        ranked = sorted(others, key=lambda other: -_fit(alignment, one, other))
        sureness = _fit(alignment, one, ranked[0]) if ranked else 0.0
        if sureness > 0.0:
            other = ranked[0]
            others.remove(other)
            said = [a.side(one.first, one.last).text, b.side(other.first, other.last).text]
            words = range(one.first, one.last), range(other.first, other.last)
            sentence = f"WHEN changes: '{said[0]}' became '{said[1]}'"
            changes.append(change_between("date", a, words[0], b, words[1], sureness, sentence, "WHEN"))
    return changes + _time_fillers(a, b, alignment)


def _fit(alignment: WordAlignment, one: Moment, other: Moment) -> float:
    near = is_near(alignment)
    ones = {stretch_of(alignment, i) for i in range(one.first, one.last)} - {None}
    others = {stretch_of(alignment, j, in_b=True) for j in range(other.first, other.last)} - {None}
    if near and ones & others:
        return 0.95 if one.kind == other.kind else 0.75
    if one.kind != other.kind:
        return 0.0
    return 0.8 if near else 0.6 if one.kind in {"year", "month", "weekday", "relative"} else 0.5


def _time_fillers(a: ReadText, b: ReadText, alignment: WordAlignment) -> list[Change]:
    """In near texts, an answer to WHEN whose words were put in the place of others."""
    if not is_near(alignment):
        return []
    times = [_times(read) for read in (a, b)]
    changes = []
    for stretch in alignment.stretches:
        ones, others = content(a, stretch.a), content(b, stretch.b)
        inside = ones and others and set(ones) <= times[0] and set(others) <= times[1]
        if inside and not any(alignment.to_b[i] in stretch.b for i in ones):
            said = quoted(a, stretch.a), quoted(b, stretch.b)
            sentence = f"WHEN changes: '{said[0]}' became '{said[1]}'"
            changes.append(change_between("date", a, stretch.a, b, stretch.b, 0.7, sentence, "WHEN"))
    return changes


def _times(read: ReadText) -> set[int]:
    """Words in fillers of time, long clauses left out."""
    spans = [(x, y) for f in read.frames for label, x, y in f.roles if label == "ARGM-TMP" and y - x <= 6]
    return {i for x, y in spans for i in range(x, y)}
