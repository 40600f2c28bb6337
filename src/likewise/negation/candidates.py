"""Scopes that the tree suggests (Read, Velldal, Øvrelid and Oepen 2012, section 4).

Every node over the cue is a candidate; beside it stand its slackened forms: without what is joined to the
cue's branch by a conjunction, without what leads in (conjunctions, interjections, sentence adverbs), without
what hangs behind a comma, and with the subject of a joined verb phrase. Places are bits of one number.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from operator import or_

from likewise.negation.cue_view import CueView
from likewise.negation.sentence import is_mark
from likewise.negation.taggers import Labels
from likewise.trees import CLAUSES

__all__ = ["Unit", "labels_from", "mask_of", "snapped", "suggested", "units_of"]

_LEADING = frozenset({"CC", "UH", "INTJ", "CONJP", "PRN", "NNP"})
_ADVERBS = frozenset({"ADVP", "RB", "PP", "SBAR", "IN", "WRB", "S"})
_MOST = 150
_JOINS = frozenset({"CC", "CONJP"})


@dataclass(frozen=True, slots=True)
class Unit:
    """A branch or word that hangs from the cue's chain: its bits, what it is, and what lies between."""

    bits: int
    level: int
    label: str
    meet: str
    toward: str
    left: bool
    joined: str
    below: int
    start: str
    last: str


def units_of(view: CueView) -> list[Unit]:
    """Everything that hangs from the cue's chain, innermost level first."""
    tree, order = view.tree, {token: k for k, token in enumerate(view.places)}
    units = []
    for level, node in enumerate(view.chain):
        children = tree.children[node]
        inner = view.chain[level - 1] if level else -1
        spot = next(k for k, c in enumerate(children) if (c[0] == inner if level else c[1] == view.anchor))
        toward = tree.labels[inner] if level else "CUE"
        marks = [_mark(view, *child) for child in children]
        for k, (child, word) in enumerate(children):
            if k == spot:
                continue
            low, high = min(k, spot) + 1, max(k, spot)
            between = "".join(mark for mark in marks[low:high] if mark)
            for start, end, label, meet, mark in _segments(view, child, word, node, k > spot):
                bits = reduce(or_, (1 << order[t] for t in range(start, end) if t in order), 0)
                if bits:
                    units.append(
                        Unit(bits, level, label, meet, toward, k < spot, (between + mark)[:4],
                             view.clauses_below[level], view.lowered[start], view.lowered[end - 1])
                    )  # fmt: skip
    return units


Segment = tuple[int, int, str, str, str]


def _segments(view: CueView, child: int, word: int, node: int, right: bool) -> list[Segment]:
    """A branch in pieces: what hangs at its right edge behind a comma or conjunction, or as a clause."""
    tree = view.tree
    if child < 0:
        return [(word, word + 1, view.sentence.tags[word], tree.labels[node], "")]
    segments: list[Segment] = []
    start, label, meet, mark = tree.starts[child], tree.labels[child], tree.labels[node], ""
    at = child
    while right and at >= 0:
        row = [c for c in tree.children[at] if c[0] >= 0 or not is_mark(view.sentence.words[c[1]])]
        last = row[-1][0] if row else -1
        if last < 0:
            break
        cut, between = tree.starts[last], ""
        while cut > start + 1 and (
            view.sentence.tags[cut - 1] == "CC" or is_mark(view.sentence.words[cut - 1])
        ):
            cut -= 1
            between = "CC" if view.sentence.tags[cut] == "CC" else between or ","
        if cut > start and (between or tree.labels[last] == "SBAR"):
            segments.append((start, cut, label, meet, mark))
            start, label, meet, mark = cut, f"{tree.labels[last]}~", tree.labels[at], between
        at = last
    return [*segments, (start, tree.ends[child], label, meet, mark)]


def _mark(view: CueView, child: int, word: int) -> str:
    if child >= 0:
        return "CC" if view.tree.labels[child] in _JOINS else ""
    tag = view.sentence.tags[word]
    return "CC" if tag in _JOINS else "," if is_mark(view.sentence.words[word]) else ""


def own_bits(view: CueView) -> int:
    """The rest of a word whose affix is the cue."""
    return 1 << view.places.index(view.anchor) if view.affixal else 0


def suggested(view: CueView, units: list[Unit]) -> list[int]:
    """Candidate scopes as bits, without doubles."""
    own = own_bits(view)
    sets = [0, own]
    for top in range(len(view.chain)):
        inside = [unit for unit in units if unit.level <= top]
        for drop_joined in (False, True):
            for lead in range(3):
                for drop_tail in (False, True):
                    kept = (u for u in inside if not _dropped(u, drop_joined, lead, drop_tail, top))
                    sets.append(reduce(or_, (u.bits for u in kept), own))
        sets.append(reduce(or_, (u.bits for u in inside if u.level == top or _near(u)), own))
    whole = list(dict.fromkeys(sets))
    loose = [unit.bits for unit in units if unit.level]
    fewer = (bits & ~unit for bits in whole for unit in loose if bits & unit == unit)
    subjects = [u.bits for u in units if u.left and u.label[:2] in {"NP", "WH"} and u.meet in CLAUSES]
    more = (bits | unit for bits in whole for unit in subjects)
    return list(dict.fromkeys([*whole, *fewer, *more]))[:_MOST]


def _dropped(unit: Unit, joined: bool, lead: int, tail: bool, top: int) -> bool:
    subject = unit.left and unit.label.startswith("NP") and unit.meet in CLAUSES and unit.level > 0
    if joined and (unit.label in _JOINS or ("CC" in unit.joined and not subject)):
        return True
    if unit.left and unit.meet in CLAUSES:
        if lead and unit.label in _LEADING:
            return True
        if lead == 2 and unit.label in _ADVERBS:
            return True
    return (
        tail
        and not unit.left
        and ("," in unit.joined or unit.label in {"SBAR", "S"} or unit.label.endswith("~"))
    )


def _near(unit: Unit) -> bool:
    return unit.level <= 1 and not unit.joined


def snapped(bits: int, units: list[Unit], own: int) -> int:
    """The scope with every unit whole or absent, whichever is nearer."""
    whole_units = bits & own
    for unit in units:
        if 2 * (bits & unit.bits).bit_count() > unit.bits.bit_count():
            whole_units |= unit.bits
    return whole_units


def mask_of(labels: Labels) -> int:
    """Labels as bits, the first place lowest."""
    return sum(1 << k for k, label in enumerate(labels) if label)


def labels_from(bits: int, size: int) -> Labels:
    """Bits as labels of so many places."""
    return tuple(bits >> k & 1 for k in range(size))
