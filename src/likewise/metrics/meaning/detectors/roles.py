"""Who does what to whom: fillers that changed places between the same predicates, or between two places."""

from __future__ import annotations

from collections.abc import Mapping

from likewise.metrics.meaning.change import Change
from likewise.metrics.meaning.detectors.opposites import opposite_pairs
from likewise.metrics.meaning.detectors.stretch_view import change_between, content, is_near, quoted
from likewise.metrics.meaning.opposite_words import are_converse, are_opposites, is_symmetric
from likewise.metrics.meaning.read_text import ReadText
from likewise.metrics.meaning.role_table import is_coordinated, phrase_of, role_table
from likewise.metrics.meaning.word_alignment import WordAlignment

__all__ = ["role_changes"]

_QUESTION = {
    "0": "WHO",
    "1": "WHOM",
    "2": "TO WHOM",
    "from": "FROM WHOM",
    "than": "THAN WHOM",
    "with": "WITH WHOM",
}


def role_changes(a: ReadText, b: ReadText, alignment: WordAlignment) -> list[Change]:
    """Exchanged fillers, by roles first, by places where the roles tell nothing."""
    if a.sentence is None or b.sentence is None:
        return []
    return _by_roles(a, b, alignment) or _by_places(a, b, alignment)


def _by_roles(a: ReadText, b: ReadText, alignment: WordAlignment) -> list[Change]:
    changes = []
    for p, table in role_table(a).items():
        for q in _partners(a, b, alignment, p):
            other = role_table(b).get(q)
            swap = _swap(alignment, table, other) if other else None
            if swap is None:
                continue
            turned = are_converse(a.lows[p], b.lows[q]) or are_opposites(a.lows[p], b.lows[q])
            if turned or _may_swap(a, b, p, swap):
                continue
            one, two, full = swap
            confidence = (0.9 if full else 0.6) if is_near(alignment) else (0.7 if full else 0.4)
            changes.append(
                _change(a, b, table[one], other[one] if one in other else other[two], one, two, confidence)
            )
    return changes[:1]


def _partners(a: ReadText, b: ReadText, alignment: WordAlignment, p: int) -> list[int]:
    """Predicates of B that may be the same: the aligned one, and opposites and converses of it."""
    found = [alignment.to_b[p]] if p in alignment.exact else []
    return found or [q for q in role_table(b) if are_converse(a.lows[p], b.lows[q])]


def _swap(
    alignment: WordAlignment, one: Mapping[str, int], other: Mapping[str, int]
) -> tuple[str, str, bool] | None:
    """Two roles whose fillers changed places, and whether both did."""
    where = {j: role for role, j in other.items()}
    moved = {}
    for role, i in one.items():
        j = alignment.to_b[i]
        if j in where and where[j] != role:
            moved[role] = where[j]
    for role, to in moved.items():
        if moved.get(to) == role:
            return role, to, True
    for role, to in moved.items():
        if {role, to} in ({"0", "1"}, {"0", "2"}, {"0", "from"}, {"0", "than"}) and to in one:
            return role, to, False
    return None


def _may_swap(a: ReadText, b: ReadText, p: int, swap: tuple[str, str, bool]) -> bool:
    """Whether the two sides of a predicate may change places."""
    return is_symmetric(a.lows[p]) and set(swap[:2]) <= {"0", "1", "with", "2"}


def _by_places(a: ReadText, b: ReadText, alignment: WordAlignment) -> list[Change]:
    """In near texts, X in the place of Y and Y in the place of X."""
    if not is_near(alignment) or opposite_pairs(a, b, alignment):
        return []
    stretches = [(s, content(a, s.a), content(b, s.b)) for s in alignment.stretches]
    for n, (_, ones, others) in enumerate(stretches):
        for _, ones_after, others_after in stretches[n + 1 :]:
            if not ones or not ones_after:
                continue
            keys = [
                {r.words[i].key for i in x}
                for r, x in ((a, ones), (b, others_after), (a, ones_after), (b, others))
            ]
            crossed = keys[0] & keys[1] and keys[2] & keys[3] and not keys[0] & keys[2]
            if not crossed or len(keys[0] ^ keys[1]) + len(keys[2] ^ keys[3]) > 1:
                continue
            if is_coordinated(a, ones[-1], ones_after[-1]) and is_coordinated(
                b, others[-1], others_after[-1]
            ):
                continue
            said = quoted(a, ones), quoted(a, ones_after)
            sentence = f"'{said[0]}' and '{said[1]}' are swapped"
            return [change_between("role-swap", a, ones, b, others, 0.7, sentence)]
    return []


def _change(
    a: ReadText, b: ReadText, filler: int, other: int, one: str, two: str, confidence: float
) -> Change:
    names = [_QUESTION.get(role, role.upper()) for role in (one, two)]
    sentence = f"{names[0]} and {names[1]} are swapped"
    sides = phrase_of(a, filler), phrase_of(b, other)
    return change_between("role-swap", a, sides[0], b, sides[1], confidence, sentence, names[0])
