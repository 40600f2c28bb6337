"""Two texts held against each other: which denials agree, and which are lost, gained or moved.

Denials over the same event agree, unless two subjects have changed places. Of those left over, one of each
side is taken for another wording of the same ("is not eating", "does not have dinner"), unless one text says
plainly what the other denies: then the cue has moved to another event. What still stands alone is lost or
gained. A denial by affix or by meaning that stands alone counts only where the other text says the opposite,
since "unhappy" may be "sad" there.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass
from typing import Any

from likewise.metrics.negation.denial import Denial
from likewise.metrics.negation.swapped_subjects import swapped
from likewise.metrics.negation.text_denials import TextDenials

__all__ = ["NegationFlag", "compare", "disputed"]


@dataclass(frozen=True, slots=True)
class NegationFlag:
    """One difference: its kind, the cue and event as written, and the words of the other text against it.

    `reference` counts from 0 and is None for the source. `cue_kind` tells words from affixes and words that
    deny by meaning. Of a moved cue, `other_cue` and `other_event` are those of the reference.
    """

    kind: str
    cue: str
    cue_kind: str
    event: tuple[str, ...]
    said: tuple[str, ...]
    reference: int | None = None
    other_cue: str | None = None
    other_event: tuple[str, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """The flag as its JSON object."""
        row: dict[str, Any] = {"kind": self.kind, "cue": self.cue, "cue_kind": self.cue_kind}
        row |= {"event": list(self.event), "reference": self.reference}
        if self.other_cue is not None:
            row |= {"other_cue": self.other_cue, "other_event": list(self.other_event)}
        return {**row, "said": list(self.said), "reason": self.reason}

    @property
    def reason(self) -> str:
        """The flag as a sentence."""
        other = "the source" if self.reference is None else f"reference {self.reference + 1}"
        cue, event = f"'{self.cue}'", f" over '{' '.join(self.event)}'" if self.event else ""
        if self.kind == "moved":
            theirs = f" over '{' '.join(self.other_event)}'" if self.other_event else ""
            return f"{cue} stands{event} here, '{self.other_cue}'{theirs} in {other}"
        here, there = ("the candidate", other) if self.kind == "gained" else (other, "the candidate")
        if self.said:
            return f"{here} has {cue}{event}; {there} says '{' '.join(self.said)}'"
        return f"{here} has {cue}{event}; {there} denies nothing of the kind"


def compare(candidate: TextDenials, other: TextDenials, reference: int | None = None) -> list[NegationFlag]:
    """What differs between the denials of a candidate and those of a reference (or of the source)."""
    if not candidate.denials and not other.denials:
        return []
    mine, theirs = _unmatched(candidate.denials, other.denials)
    flags = _swaps(mine, theirs, candidate, other, reference)
    flags += _across(mine, theirs, candidate, other, reference)
    for kind, left, here, there in (("gained", mine, candidate, other), ("lost", theirs, other, candidate)):
        for one in left:
            said = _said(one, there)
            if said or not one.optional:
                flags.append(_flag(kind, one, here, said, reference))
    return flags


def _unmatched(mine: Sequence[Denial], theirs: Sequence[Denial]) -> tuple[list[Denial], list[Denial]]:
    """The denials of each side that share no event with one of the other."""
    left, right = list(mine), list(theirs)
    pairs = [(len(a.keys & b.keys), _likeness(a, b), i, j)
             for i, a in enumerate(mine) for j, b in enumerate(theirs) if a.keys & b.keys]  # fmt: skip
    for _, _, i, j in sorted(pairs, key=lambda p: (-p[0], -p[1], p[2], p[3])):
        if mine[i] in left and theirs[j] in right:
            left.remove(mine[i])
            right.remove(theirs[j])
    return left, right


def _likeness(a: Denial, b: Denial) -> float:
    """How much of the smaller scope the other has."""
    return len(a.about & b.about) / max(min(len(a.about), len(b.about)), 1)


def _across(
    mine: list[Denial],
    theirs: list[Denial],
    candidate: TextDenials,
    other: TextDenials,
    reference: int | None,
) -> list[NegationFlag]:
    """Take the denials left over two by two, out of both lists: another wording, or a cue that has moved."""
    flags = []
    pairs = sorted(
        (a.optional + b.optional, -_likeness(a, b), i, j)
        for i, a in enumerate(mine)
        for j, b in enumerate(theirs)
    )
    used_mine, used_theirs = set[int](), set[int]()
    for optional, _, i, j in pairs:
        if i in used_mine or j in used_theirs:
            continue
        # What a text both says and denies ("he said that he would not say") is no sign of a move.
        against = (
            *_said(mine[i], other, beside=candidate.said),
            *_said(theirs[j], candidate, beside=other.said),
        )
        if against and optional:
            continue
        if against:
            flags.append(_moved(mine[i], theirs[j], candidate, other, against, reference))
        used_mine.add(i)
        used_theirs.add(j)
    mine[:] = [one for i, one in enumerate(mine) if i not in used_mine]
    theirs[:] = [one for j, one in enumerate(theirs) if j not in used_theirs]
    return flags


def _swaps(
    mine: list[Denial],
    theirs: list[Denial],
    candidate: TextDenials,
    other: TextDenials,
    reference: int | None,
) -> list[NegationFlag]:
    """Cues whose subjects have changed places; those among the denials left over are taken out."""
    flags = []
    for one, two, said in swapped(candidate, other):
        here, there = candidate.cue_words(one.denial), other.cue_words(two.denial)
        flags.append(
            NegationFlag("moved", here, one.denial.kind, one.words, said, reference, there, two.words)
        )
        mine[:] = [left for left in mine if left != one.denial]
        theirs[:] = [left for left in theirs if left != two.denial]
    return flags


def _said(one: Denial, there: TextDenials, beside: Container[str] = ()) -> tuple[str, ...]:
    """The words by which a text says what the denial of another denies, but for the keys `beside`."""
    words = (there.said[key] for key in sorted(one.keys) if key not in beside and _says(there, key, one))
    # A word of two verbs has two keys, and is named once.
    return tuple(dict.fromkeys(words))


def _says(there: TextDenials, key: str, one: Denial) -> bool:
    return key in there.said and not (one.verbal and key in there.named)


def _flag(
    kind: str, one: Denial, where: TextDenials, said: tuple[str, ...], reference: int | None
) -> NegationFlag:
    return NegationFlag(kind, where.cue_words(one), one.kind, tuple(where.event_words(one)), said, reference)


def _moved(
    one: Denial,
    two: Denial,
    candidate: TextDenials,
    other: TextDenials,
    said: tuple[str, ...],
    reference: int | None,
) -> NegationFlag:
    return NegationFlag(
        "moved", candidate.cue_words(one), one.kind, tuple(candidate.event_words(one)), said, reference,
        other.cue_words(two), tuple(other.event_words(two)),
    )  # fmt: skip


def disputed(candidate: TextDenials, other: TextDenials) -> frozenset[str]:
    """Stems that one of the two texts denies and the other says."""
    pairs = [(one, there) for here, there in ((candidate, other), (other, candidate)) for one in here.denials]
    return frozenset(key for one, there in pairs for key in one.keys if _says(there, key, one))
