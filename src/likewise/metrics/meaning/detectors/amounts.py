"""Numbers and units: values that are in one text and not in the other, paired by what they measure."""

from __future__ import annotations

from likewise.metrics.meaning.change import Change
from likewise.metrics.meaning.detectors.stretch_view import change_between, is_near, stretch_of
from likewise.metrics.meaning.quantities import Quantity
from likewise.metrics.meaning.read_text import ReadText
from likewise.metrics.meaning.word_alignment import WordAlignment

__all__ = ["amount_changes"]

_PLAIN = frozenset(["number", "ordinal", "share"])


def amount_changes(a: ReadText, b: ReadText, alignment: WordAlignment) -> list[Change]:
    """Changed numbers and units."""
    ones, others = _unmatched(a, b)
    changes = []
    for one in ones:
        ranked = sorted(others, key=lambda other: -_fit(alignment, one, other))
        if not ranked:
            break
        other = ranked[0]
        sureness = _fit(alignment, one, other)
        if sureness <= 0.0:
            continue
        others.remove(other)
        changes.append(_change(a, b, one, other, sureness))
    return changes


def _unmatched(a: ReadText, b: ReadText) -> tuple[list[Quantity], list[Quantity]]:
    """Amounts without an equal; each is the equal of one only, of one dimension first."""
    ones, others = list(a.quantities), list(b.quantities)
    for same in (True, False):
        for one in list(ones):
            alike = [o for o in others if one.equals(o) and (o.dimension == one.dimension or not same)]
            if alike:
                ones.remove(one)
                others.remove(alike[0])
    more_a = [q for q in ones if not any(q.equals(o) for o in b.quantities) or q.dimension == "number"]
    more_b = [q for q in others if not any(q.equals(o) for o in a.quantities) or q.dimension == "number"]
    return more_a, more_b


def _fit(alignment: WordAlignment, one: Quantity, other: Quantity) -> float:
    """How sure it is that two amounts are of the same thing: in one stretch, of one dimension,
    of one noun."""
    if not (one.sure or other.sure):
        return 0.0
    near = is_near(alignment)
    ones = {stretch_of(alignment, i) for i in range(one.first, one.last)} - {None}
    others = {stretch_of(alignment, j, in_b=True) for j in range(other.first, other.last)} - {None}
    alike = one.dimension == other.dimension or {one.dimension, other.dimension} <= _PLAIN
    if near and ones & others:
        return 0.95 if alike or one.figure == other.figure else 0.8
    if near and (ones or others) and one.unit and one.unit == other.unit:
        return 0.85  # half a mile, a mile
    sure = one.sure and other.sure
    if not alike or not sure:
        return 0.0
    if alignment.a.lang != alignment.b.lang:
        return 0.65
    if one.dimension not in _PLAIN and one.dimension != "rate":
        return 0.75 if near else 0.55
    if one.noun and one.noun == other.noun:
        return 0.75 if near else 0.6
    return 0.0


def _change(a: ReadText, b: ReadText, one: Quantity, other: Quantity, confidence: float) -> Change:
    ones, others = range(one.first, one.last), range(other.first, other.last)
    unit = one.figure == other.figure and one.unit != other.unit
    said = [a.side(one.first, one.last).text, b.side(other.first, other.last).text]
    kind = "unit" if unit else "number"
    return change_between(kind, a, ones, b, others, confidence, f"{said[0]} became {said[1]}", "HOW MUCH")
