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

__all__ = ["time_changes", "time_words"]

_ORDER = {"before": frozenset(["before", "until", "till"]), "after": frozenset(["after", "since"])}
_RELATIONS = frozenset(
    ["before", "until", "till", "after", "since", "in", "into", "of", "within", "during", "on", "at", "from",
     "by", "while", "when", "for", "throughout", "a", "the", "as", "once"]
)  # fmt: skip


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
    return changes + _time_fillers(a, b, alignment) + _orders(a, b, alignment)


def _fit(alignment: WordAlignment, one: Moment, other: Moment) -> float:
    near = is_near(alignment)
    ones = {stretch_of(alignment, i) for i in range(one.first, one.last)} - {None}
    others = {stretch_of(alignment, j, in_b=True) for j in range(other.first, other.last)} - {None}
    if near and ones & others:
        return 0.95 if one.kind == other.kind else 0.75
    if one.kind != other.kind:
        return 0.0
    if near:
        return 0.8
    only = sum(m.kind == one.kind for m in alignment.a.moments + alignment.b.moments) == 2
    return 0.55 if only and one.kind in {"year", "month", "weekday", "relative", "clock"} else 0.4


def _time_fillers(a: ReadText, b: ReadText, alignment: WordAlignment) -> list[Change]:
    """In near texts, an answer to WHEN whose words were put in the place of others."""
    if not is_near(alignment):
        return []
    dated = [{i for m in read.moments for i in range(m.first, m.last)} for read in (a, b)]
    times = [_times(read) for read in (a, b)]
    changes = []
    for stretch in alignment.stretches:
        ones, others = content(a, stretch.a), content(b, stretch.b)
        inside = ones and others and set(ones) <= times[0] and set(others) <= times[1]
        if dated[0] & set(ones) and dated[1] & set(others):
            continue  # compared by value
        if inside and not any(alignment.to_b[i] in stretch.b for i in ones):
            said = quoted(a, stretch.a), quoted(b, stretch.b)
            sentence = f"WHEN changes: '{said[0]}' became '{said[1]}'"
            changes.append(change_between("date", a, stretch.a, b, stretch.b, 0.7, sentence, "WHEN"))
    return changes


def _orders(a: ReadText, b: ReadText, alignment: WordAlignment) -> list[Change]:
    """In near texts, before or after in the place of another word of relation: in, after; within, before."""
    changes = []
    for stretch in alignment.stretches if is_near(alignment) and a.lang == b.lang == "en" else ():
        ones, others = ({r.lows[i] for i in part} for r, part in ((a, stretch.a), (b, stretch.b)))
        if len(stretch.a) > 2 or len(stretch.b) > 2 or not ones or not others:
            continue
        if content(a, stretch.a) or content(b, stretch.b):
            continue
        sides = [{side for side, words in _ORDER.items() if words & part} for part in (ones, others)]
        if (sides[0] or sides[1]) and not sides[0] & sides[1] and (ones | others) <= _RELATIONS:
            sentence = f"WHEN changes: '{quoted(a, stretch.a)}' became '{quoted(b, stretch.b)}'"
            changes.append(change_between("date", a, stretch.a, b, stretch.b, 0.8, sentence, "WHEN"))
    return changes


def time_words(read: ReadText) -> set[int]:
    """Words of dates and of fillers that answer WHEN."""
    return _times(read) | {i for m in read.moments for i in range(m.first, m.last)}


def _times(read: ReadText) -> set[int]:
    """Words in fillers of time, long clauses left out."""
    fillers = (role for frame in read.frames for role in frame.roles)
    spans = [(first, last) for label, first, last in fillers if label == "ARGM-TMP" and last - first <= 6]
    return {i for first, last in spans for i in range(first, last)}
