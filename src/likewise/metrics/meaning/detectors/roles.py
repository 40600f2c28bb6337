"""Who does what to whom: fillers that changed places between the same predicates, or between two places."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from likewise.metrics.meaning.change import Change
from likewise.metrics.meaning.detectors.opposites import opposite_pairs
from likewise.metrics.meaning.detectors.stretch_view import change_between, content, is_near, quoted
from likewise.metrics.meaning.opposite_words import are_converse, are_opposites, is_symmetric
from likewise.metrics.meaning.read_text import ReadText
from likewise.metrics.meaning.role_table import is_coordinated, phrase_of, role_table
from likewise.metrics.meaning.word_alignment import WordAlignment, common_words, stretches_between

__all__ = ["order_changes", "role_changes"]

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
    changes, excused = _by_roles(a, b, alignment)
    return changes if changes or excused else _by_places(a, b, alignment)


def order_changes(a: ReadText, b: ReadText, alignment: WordAlignment) -> list[Change]:
    """The same content words in another order, where nothing else tells why: who does what may differ."""
    if a.sentence is None or b.sentence is None:
        return []
    ones, others = (sorted(word.key for word in read.words if word.is_content) for read in (a, b))
    moved = [i for i in content(a, range(len(a.words))) if i not in alignment.ordered]
    kept = {alignment.to_b[i] for i in alignment.ordered}
    turned = [j for j in content(b, range(len(b.words))) if j not in kept]
    if ones != others or not moved or not turned:
        return []
    sentence = f"the same words in another order: '{quoted(a, moved[:1])}' stands elsewhere"
    return [change_between("role-swap", a, moved[:1], b, turned[:1], 0.4, sentence)]


def _kept_roles(a: ReadText, b: ReadText, alignment: WordAlignment) -> set[int]:
    """Words of A that play their role in B too, at the same predicate, in another voice or order."""
    kept = set()
    for p, table in role_table(a).items():
        other = role_table(b).get(alignment.to_b[p], {}) if p in alignment.exact else {}
        kept |= {i for role, i in table.items() if role in other and alignment.to_b[i] == other[role]}
    return kept


def _by_roles(a: ReadText, b: ReadText, alignment: WordAlignment) -> tuple[list[Change], bool]:
    """Fillers that changed roles; and whether some did and may, as those of "to meet" may."""
    changes, excused = [], False
    for p, table in role_table(a).items():
        for q in _partners(a, b, alignment, p):
            other = role_table(b).get(q)
            swap = _swap(alignment, table, other) if other else None
            if other is None or swap is None:
                continue
            turned = are_converse(a.lows[p], b.lows[q]) or are_opposites(a.lows[p], b.lows[q])
            if turned or _may_swap(a, p, swap):
                excused = True
                continue
            one, two, full = swap
            confidence = (0.9 if full else 0.6) if is_near(alignment) else (0.7 if full else 0.4)
            changes.append(
                _change(a, b, table[one], other[one] if one in other else other[two], one, two, confidence)
            )
    return changes[:1], excused


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
    words = alignment.a.words
    for role, to in moved.items():
        if moved.get(to) == role and words[one[role]].key != words[one[to]].key:
            return role, to, True
    for role, to in moved.items():
        core = {role, to} in ({"0", "1"}, {"0", "2"}, {"0", "from"}, {"0", "than"})
        if core and to in one and role in other and alignment.to_b[one[to]] != other[to]:
            return role, to, False
    return None


def _may_swap(a: ReadText, p: int, swap: tuple[str, str, bool]) -> bool:
    """Whether the two sides of a predicate may change places."""
    return is_symmetric(a.lows[p]) and set(swap[:2]) <= {"0", "1", "with", "2"}


def _by_places(a: ReadText, b: ReadText, alignment: WordAlignment) -> list[Change]:
    """In near texts, X in the place of Y and Y in the place of X."""
    if not is_near(alignment) or opposite_pairs(a, b, alignment):
        return []
    kept = _kept_roles(a, b, alignment)
    flat = stretches_between(a, b, common_words(a, b, flat=True))
    for stretches in (alignment.stretches, tuple(flat)):
        change = _exchange(a, b, [(content(a, s.a), content(b, s.b)) for s in stretches], kept)
        if change is not None:
            return [change]
    return []


def _exchange(
    a: ReadText, b: ReadText, stretches: Sequence[tuple[list[int], list[int]]], kept: set[int]
) -> Change | None:
    for n, (ones, others) in enumerate(stretches):
        for ones_after, others_after in stretches[n + 1 :]:
            if not (ones and others and ones_after and others_after) or kept & {*ones, *ones_after}:
                continue
            first, last = _keys(a, ones), _keys(b, others_after)
            second, before = _keys(a, ones_after), _keys(b, others)
            crossed = first & last and second & before and not first & second
            if not crossed or len(first ^ last) + len(second ^ before) > 1:
                continue
            ends = (ones[-1], ones_after[-1]), (others[-1], others_after[-1])
            if is_coordinated(a, *ends[0]) and is_coordinated(b, *ends[1]):
                continue
            if _is_equation(a, *ends[0]) and _is_equation(b, *ends[1]):
                continue
            said = quoted(a, ones), quoted(a, ones_after)
            sentence = f"'{said[0]}' and '{said[1]}' are swapped"
            return change_between("role-swap", a, ones, b, others, 0.75, sentence)
    return None


def _keys(read: ReadText, words: Sequence[int]) -> set[str]:
    return {read.words[i].key for i in words}


def _is_equation(read: ReadText, one: int, other: int) -> bool:
    """Whether two words are the two sides of "is": the capital of France is Paris."""
    for x, y in ((one, other), (other, one)):
        if read.heads[x] == y and read.relations[x].startswith("nsubj") and read.tags[y] in {"NOUN", "PROPN"}:
            return "a" not in {read.lows[c] for c in read.children[y]} | {
                read.lows[c] for c in read.children[x]
            }
    return False


def _change(
    a: ReadText, b: ReadText, filler: int, other: int, one: str, two: str, confidence: float
) -> Change:
    names = [_QUESTION.get(role, role.upper()) for role in (one, two)]
    sentence = f"{names[0]} and {names[1]} are swapped"
    sides = phrase_of(a, filler), phrase_of(b, other)
    return change_between("role-swap", a, sides[0], b, sides[1], confidence, sentence, names[0])
