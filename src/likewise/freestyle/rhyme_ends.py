"""End words of a search: what each is worth, and rules that lead to it from the challenge's last word."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from likewise.transduce.itg import LexicalRule

__all__ = ["RhymeEnds", "likely_ends", "sure_ends", "wished_end", "wished_words"]

_WEAKEST = 1e-4
"""A rhyme of this probability is worth no more than none."""
_SURENESS = 8.0
"""What a rhyme that is surer by 1 is worth, times the weight of rhymes."""
_SAME_END = -20.0
"""What the challenge's own end word costs as the end of the response."""
_LIKELY = 1e-3
"""Probability of an insertion, or of another word instead, that only a wish asks for."""


@dataclass(frozen=True, slots=True)
class RhymeEnds:
    """Bonus by end word, rules for this search, and whether the response must end in one of these words."""

    bonus: Mapping[str, float]
    rules: tuple[LexicalRule, ...] = ()
    only: bool = False


def wished_end(last: str, end: str, mass: float) -> RhymeEnds:
    """The one end word that was asked for; `mass` is the probability of all rules of the last word."""
    rules = LexicalRule((last,), (end,), mass), LexicalRule((), (end,), _LIKELY)
    return RhymeEnds({end: 0.0}, rules, only=True)


def sure_ends(
    last: str, surely: Mapping[str, float], banned: Collection[str], weight: float, mass: float
) -> RhymeEnds:
    """Only words that surely rhyme; the rules share the mass by how sure they are."""
    fit = {word: sureness for word, sureness in surely.items() if word not in banned}
    total = sum(fit.values())
    rules = (LexicalRule((last,), (word,), sureness / total * mass) for word, sureness in fit.items())
    bonus = {word: weight * _SURENESS * sureness for word, sureness in fit.items()}
    return RhymeEnds(bonus, tuple(rules), only=True)


def likely_ends(
    last: str,
    partners: Mapping[str, float],
    banned: Collection[str],
    weight: float,
    mass: float,
    *,
    other: bool,
) -> RhymeEnds:
    """Any word, drawn towards the partners by their probability; with `other` the last word is dear."""
    strengths = {w: p for w, p in partners.items() if w not in banned and p > _WEAKEST} if weight else {}
    bonus = {word: weight * math.log(p / _WEAKEST) for word, p in strengths.items()}
    if other:
        bonus[last] = _SAME_END
    rules = (LexicalRule((last,), (word,), min(1.0, p * mass)) for word, p in strengths.items())
    return RhymeEnds(bonus, tuple(rules))


def wished_words(challenge: Sequence[str], required: Collection[str]) -> list[LexicalRule]:
    """Rules that let a word come in that must stand there: between others, or instead of one."""
    places: list[tuple[str, ...]] = [(), *((word,) for word in dict.fromkeys(challenge))]
    return [LexicalRule(place, (word,), _LIKELY) for word in sorted(required) for place in places]
