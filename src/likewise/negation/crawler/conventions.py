"""What annotators do that the meaning does not tell: small repairs of a crawled scope over its tokens.

Beyond the paper; each was found on the training part of the corpus, where all together mend 224 of the
907 distinct answers that readings give and spoil 6. Words go out that stand on the other side of a quotation
mark than the cue ("said he"), that address someone, or that lead in; so does a clause joined behind a comma.
Words come in up to the next mark or conjunction, where the reading has cut a phrase short, and where one or
two are left out between words in scope.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

__all__ = ["by_convention"]

_QUOTES = frozenset(["``", "''", '"', "“", "”"])
_ADDRESS = frozenset(["sir", "madam", "gentlemen"])
_PHRASES = (
    *(("surely",), ("at", "least"), ("at", "any", "rate"), ("at", "last"), ("even", "now"), ("of", "course")),
    *(("after", "all"), ("in", "fact"), ("i", "think"), ("i", "suppose")),
)
"""What says how sure the speaker is, not what is denied."""
_LEADING = frozenset(["and", "but", "yet", "even", "when", "or"])
_PRONOUNS = frozenset(["i", "you", "he", "she", "it", "we", "they", "there"])
_SUBJECTS = _PRONOUNS.union(
    ["this", "the", "a", "no", "my", "your", "his", "her", "our", "their", "sir", "mr.", "mrs.", "dr."]
)
_OPENING = frozenset(["that", "if", "because", "and", "but", "as", "where"])
_RELATIVE = frozenset(["which", "who", "whom"])
_SETTING = frozenset(["after", "over", "with"])
_BEING = frozenset(
    [
        *("is", "was", "are", "were", "be", "been", "am", "'s", "seemed", "seems", "looked", "felt", "lay"),
        *("sat", "stood", "so", "very", "quite", "most", "too", "more", "entirely", "utterly", "how"),
    ]
)
_JOINS = frozenset(["and", "so", "for", "as", "with"])
_STOPS = frozenset(
    [
        *("and", "but", "nor", "for", "because", "if", "when", "who", "while", "though", "although", "where"),
        *("what", "whom", "why"),
    ]
)
_LEFT_STOPS = _STOPS.union(["or", "so", "until", "since", "than", "that", "as", "which"])
_VERBS = _BEING.union(["had", "have", "has", "being", "'re", "'m"])
_WITH_SUBJECT = frozenset(["not", "n't", "n’t", "never", "no", "nothing"])
_INVERTED = frozenset(["had", "were", "should"])
_KEPT_OUT = frozenset(
    ["and", "but", "or", "surely", "certainly", "then", "therefore", "however", "indeed", "perhaps"]
)
_GAP = 2
"""So many words left out between two in scope are taken in."""
_SHORT = 3
"""So many words before a cue without a subject are taken for one."""
_ASIDE = 5
"""The longest name or aside between two commas."""

Reasons = dict[int, str]


def by_convention(tokens: Sequence[str], cue: Sequence[int], reasons: Reasons) -> Reasons:
    """The tokens in scope with their reasons, repaired; punctuation is not among them yet."""
    if not reasons:
        return reasons
    words = [token.lower() for token in tokens]
    asides = _asides(words, cue, reasons)
    kept = {at: why for at, why in reasons.items() if at not in asides}
    kept = _before_joined(words, cue[-1], _after_opening(words, cue[0], kept))
    for at in _leading(words, cue[0], kept):
        del kept[at]
    kept |= dict.fromkeys(_to_the_right(words, cue[-1], kept), "before the next mark or conjunction")
    kept |= dict.fromkeys(_to_the_left(words, cue, kept), "subject before the cue")
    inside = (at for at in _left_out(words, {*kept, *cue}) if at not in asides)
    return kept | dict.fromkeys(inside, "between words in scope")


def _asides(words: Sequence[str], cue: Sequence[int], reasons: Reasons) -> set[int]:
    """Words that are no part of what is said: another speaker's, names called, how sure one is."""
    asides: set[int] = set()
    for at in reasons:
        low, high = sorted((at, cue[0]))
        address = words[at] in _ADDRESS and at > 0 and words[at - 1] == ","
        if address or not _QUOTES.isdisjoint(words[low:high]):
            asides.add(at)
        for phrase in _PHRASES:
            if tuple(words[at : at + len(phrase)]) == phrase:
                asides.update(range(at, at + len(phrase)))
    return asides


def _after_opening(words: Sequence[str], cue: int, scope: Reasons) -> Reasons:
    """Without what stands before the clause of the cue, where a word or comma before a subject opens it."""
    first = min(scope, default=cue)
    set_off = words[first] in _SETTING and (not first or _sign(words[first - 1]))
    for at in range(cue - 1, first, -1):
        opens = set_off or words[at] in (",", ";") or (at in scope and words[at] in _OPENING)
        if opens and at + 1 < cue and words[at + 1] in _PRONOUNS:
            return {place: why for place, why in scope.items() if place > at}
        if at in scope and words[at] in _RELATIVE:
            return {place: why for place, why in scope.items() if place >= at}
    return scope


def _before_joined(words: Sequence[str], cue: int, scope: Reasons) -> Reasons:
    """Without what "but" joins after the cue, or another conjunction after a mark."""
    cut = next(
        (
            at
            for at in sorted(scope)
            if at > cue and (words[at] == "but" or (words[at] in _JOINS and words[at - 1] in (",", ";")))
        ),
        len(words),
    )
    return {at: why for at, why in scope.items() if at < cut}


def _leading(words: Sequence[str], cue: int, scope: Reasons) -> list[int]:
    """Conjunctions at the left edge, and a "that" before a subject."""
    leading = []
    for at in sorted(scope):
        opens = words[at] == "that" and at + 1 in scope and words[at + 1] in _SUBJECTS
        if not 0 < at < cue or not (words[at] in _LEADING or opens):
            break
        leading.append(at)
    return leading


def _to_the_right(words: Sequence[str], cue: int, scope: Reasons) -> list[int]:
    """What follows the scope up to a mark or conjunction; a clause with "that" behind an aside too."""
    if cue in scope and not any(words[at] in _VERBS for at in scope if at < cue):
        return []  # an adjective before its noun: "my unhappy brother" and no more
    edge = max([*scope, cue])
    right = _run(words, edge + 1)
    after = edge + 1 + len(right)
    if after < len(words) and words[after] == ",":
        aside = next((at for at in range(after + 1, after + 1 + _ASIDE) if words[at : at + 1] == [","]), None)
        if aside is not None and words[aside + 1 : aside + 2] == ["that"]:
            right += _run(words, aside + 1, frozenset())
    return right


def _run(words: Sequence[str], at: int, stops: frozenset[str] = _STOPS) -> list[int]:
    end = at
    while end < len(words) and not _sign(words[end]) and words[end] not in stops:
        end += 1
    return list(range(at, end))


def _to_the_left(words: Sequence[str], cue: Sequence[int], scope: Reasons) -> list[int]:
    """The verb of "had it not been", and a short subject with its verb where crawling found none."""
    edge = min([*scope, *cue])
    before = words[edge - 1] if edge else ""
    if edge < cue[0]:
        return [edge - 1] if before in _INVERTED else []
    is_affix = cue[0] in scope
    if not (before in _BEING if is_affix else " ".join(words[at] for at in cue) in _WITH_SUBJECT):
        return []
    begin = edge
    while begin and not _sign(words[begin - 1]) and words[begin - 1] not in _LEFT_STOPS:
        begin -= 1
    return list(range(begin, edge)) if edge - begin <= _SHORT else []


def _left_out(words: Sequence[str], taken: set[int]) -> list[int]:
    left_out: list[int] = []
    for low, high in pairwise(sorted(taken)):
        gap = range(low + 1, high)
        if len(gap) <= _GAP and not any(_sign(words[at]) or words[at] in _KEPT_OUT for at in gap):
            left_out.extend(gap)
    return left_out


def _sign(token: str) -> bool:
    return not any(c.isalnum() for c in token)
