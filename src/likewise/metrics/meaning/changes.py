"""All detectors on two texts, and what they say made one list.

The surer and graver kind explains its words, and details are what nothing else explains.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from likewise.metrics.meaning.change import DETAILS, KINDS, Change, Side
from likewise.metrics.meaning.detectors.amounts import amount_changes
from likewise.metrics.meaning.detectors.denials import denial_changes
from likewise.metrics.meaning.detectors.details import detail_changes
from likewise.metrics.meaning.detectors.happened import tense_changes
from likewise.metrics.meaning.detectors.names import name_changes
from likewise.metrics.meaning.detectors.opposites import opposite_changes
from likewise.metrics.meaning.detectors.other_words import other_word_changes
from likewise.metrics.meaning.detectors.phrase_change import phrase_changes
from likewise.metrics.meaning.detectors.roles import order_changes, role_changes
from likewise.metrics.meaning.detectors.stretch_view import is_near
from likewise.metrics.meaning.detectors.times import time_changes, time_words
from likewise.metrics.meaning.read_text import ReadText
from likewise.metrics.meaning.word_alignment import WordAlignment, align_words

__all__ = ["LEAST", "Weigh", "find_changes", "unread"]

LEAST = 0.5
"""Confidence from which a change is told."""
_DETECTORS: tuple[Callable[[ReadText, ReadText, WordAlignment], list[Change]], ...] = (
    role_changes, amount_changes, time_changes, name_changes, phrase_changes, denial_changes,
    opposite_changes, tense_changes, other_word_changes,
)  # fmt: skip
_ENGLISH = (
    "role-swap", "role-lost", "role-added", "predicate", "antonym", "modality", "tense", "quantifier",
    "condition", "added", "dropped",
)  # fmt: skip
Weigh = Callable[[Change, bool], Change]
"""A change and whether the texts are one with edits, and the change as sure as all that is known makes it."""


def find_changes(
    a: ReadText, b: ReadText, least: float = LEAST, weigh: Weigh | None = None,
    alignment: WordAlignment | None = None,
) -> tuple[Change, ...]:  # fmt: skip
    """What changed from A to B, the graver kinds first; changes less sure than `least` are left out.

    `alignment` is that of the words of both, where it is known already.
    """
    if a.text == b.text and a.lang == b.lang:
        return ()
    if alignment is None:
        alignment = align_words(a, b, vectors=a.lang == b.lang == "en")
    near = is_near(alignment)

    def sure(changes: Iterable[Change]) -> list[Change]:
        weighed = changes if weigh is None else (weigh(change, near) for change in changes)
        return [change for change in weighed if change.confidence >= least]

    found = [change for detect in _DETECTORS for change in detect(a, b, alignment)]
    kept = _merged(sure(_of_time(a, b, change) for change in found))
    if not any(c.kind not in DETAILS for c in kept):
        kept += sure(order_changes(a, b, alignment))
    if a.lang == b.lang == "en":
        details = sure(detail_changes(a, b, alignment))
        kept += [d for d in details if not any(_overlap(d, c) for c in kept)]
    return tuple(sorted(kept, key=lambda change: (change.kind in DETAILS, -change.confidence)))


def _of_time(a: ReadText, b: ReadText, change: Change) -> Change:
    """Opposites and names inside of answers to WHEN are changes of date: the first, the last week."""
    if change.kind not in {"antonym", "name"} or change.a is None or change.b is None:
        return change
    for read, side in ((a, change.a), (b, change.b)):
        inside = {i for i, w in enumerate(read.words) if side.span[0] <= w.start < side.span[1]}
        times = time_words(read)
        longer = any(i + d in times and i + d not in inside for i in inside for d in (-1, 1))
        if not inside <= times or not longer:
            return change
    sentence = f"WHEN changes: '{change.a.text}' became '{change.b.text}'"
    return replace(change, kind="date", role="WHEN", sentence=sentence)


def _merged(changes: list[Change]) -> list[Change]:
    """Without those whose words a surer change explains."""
    ranked = sorted(changes, key=lambda c: (-c.confidence, KINDS.index(c.kind)))
    kept: list[Change] = []
    for change in ranked:
        if not any(_overlap(change, other) for other in kept):
            kept.append(change)
    return kept


def _overlap(one: Change, other: Change) -> bool:
    return _meet(one.a, other.a) or _meet(one.b, other.b)


def _meet(one: Side | None, other: Side | None) -> bool:
    if one is None or other is None:
        return False
    return one.span[0] < other.span[1] and other.span[0] < one.span[1]


def unread(a: ReadText, b: ReadText) -> tuple[str, ...]:
    """The kinds that cannot be looked at in these languages and scripts; none where both are English."""
    if not (a.is_readable and b.is_readable):
        return tuple(kind for kind in KINDS if kind != "other")
    return () if a.lang == b.lang == "en" else _ENGLISH
