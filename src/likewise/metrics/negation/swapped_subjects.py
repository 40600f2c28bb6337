"""Two subjects that have changed places: "She is not here and he is here", "He is not here and she is here".

Events agree there, and only who is meant differs. Both texts must deny of the one and say of the other, in
plain clauses (subject, perhaps an auxiliary, predicate), so that nothing else is taken for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from likewise.metrics.negation.denial import Denial
from likewise.metrics.negation.text_denials import TextDenials
from likewise.metrics.negation.word_lists import AUXILIARIES, Runs, keys_of

__all__ = ["Denied", "swapped"]

_NOTS = frozenset(["not", "n't", "n’t", "never"])
_Clause = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Denied:
    """A denial over a plain clause: its subject and predicate, and the words without the cue."""

    clause: _Clause
    words: tuple[str, ...]
    denial: Denial


def swapped(candidate: TextDenials, other: TextDenials) -> Iterator[tuple[Denied, Denied, tuple[str, ...]]]:
    """(denied by the candidate, denied by the other text of another subject, words that say the first)."""
    mine, theirs = list(_denied(candidate)), list(_denied(other))
    if not mine or not theirs:
        return
    here, there = _said(candidate), _said(other)
    turned = [two for two in theirs if two.clause in here and two.clause not in there]
    for one in mine:
        two = next((two for two in turned if two.clause[1] == one.clause[1]), None)
        if two is not None and one.clause in there and one.clause not in here:
            turned.remove(two)
            yield one, two, there[one.clause]


def _denied(text: TextDenials) -> Iterator[Denied]:
    """Denials in which subject, auxiliary, cue and predicate follow each other."""
    words = [word.lower() for word in text.tokens]
    for one in text.denials:
        at = one.cue[0]
        if len(one.cue) > 1 or words[at] not in _NOTS or not 2 <= at < len(words) - 1:
            continue
        run = (at - 2, at - 1, at + 1)
        if words[at - 1] in AUXILIARIES and words[at - 2].isalpha() and words[at + 1].isalpha():
            yield Denied((words[at - 2], keys_of(words[at + 1])[0]), _written(text, run), one)


def _said(text: TextDenials) -> dict[_Clause, tuple[str, ...]]:
    """Clauses without a cue, by subject and predicate, an auxiliary between them or none."""
    words = [word.lower() for word in text.tokens]
    clauses: dict[_Clause, tuple[str, ...]] = {}
    for place in range(1, len(words)):
        helped = place > 1 and words[place - 1] in AUXILIARIES
        run = (place - 2, place - 1, place) if helped else (place - 1, place)
        clauses.setdefault((words[run[0]], keys_of(words[place])[0]), _written(text, run))
    return clauses


def _written(text: TextDenials, run: Runs) -> tuple[str, ...]:
    return tuple(text.tokens[t] for t in run)
