"""A chart parser that keeps the cheapest few analyses of every phrase (CKY with packed categories)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from likewise.robot.deep_reader.phrase_grammar import PhraseGrammar, PhraseRule
from likewise.robot.deep_reader.word_lexicon import WordEntry

__all__ = ["Phrase", "cheapest_phrases"]

_KEPT = 12
"""Analyses of one category over the same words that are kept."""


class Phrase(NamedTuple):
    """An analysis of some words: a word of the lexicon, a rule over phrases, or the first part of one."""

    cost: float
    rule: PhraseRule | None
    parts: tuple[Phrase, ...]
    entry: WordEntry | None
    span: tuple[int, int]


Field = dict[str, list[Phrase]]


def cheapest_phrases(
    words: Iterable[tuple[int, int, str, float, WordEntry]], length: int, grammar: PhraseGrammar
) -> list[Phrase]:
    """Analyses of all words as the grammar's start category, the cheapest first.

    `words` gives the edges of the lexicon: from where to where, category, cost, entry.
    """
    chart = [[Field() for _ in range(length + 1)] for _ in range(length + 1)]
    for start, end, category, cost, entry in words:
        phrase = Phrase(cost, None, (), entry, entry.span)
        chart[start][end].setdefault(category, []).append(phrase)
    for width in range(1, length + 1):
        for start in range(length - width + 1):
            _fill(chart, start, start + width, grammar)
    return chart[0][length].get(grammar.start, [])


def _fill(chart: list[list[Field]], start: int, end: int, grammar: PhraseGrammar) -> None:
    field, row = chart[start][end], chart[start]
    for middle in range(start + 1, end):
        lefts, rights = row[middle], chart[middle][end]
        if lefts and rights:
            _join(field, lefts, rights, grammar)
    if field:
        for rule in grammar.singles:
            below = field.get(rule.daughters[0])
            if below:
                field.setdefault(rule.mother, []).extend(
                    Phrase(one.cost + rule.cost, rule, (one,), None, one.span) for one in below
                )
        for phrases in field.values():
            phrases.sort(key=_cost)
            del phrases[_KEPT:]


def _join(field: Field, lefts: Field, rights: Field, grammar: PhraseGrammar) -> None:
    pairs = grammar.pairs
    for category, left in lefts.items():
        partners = pairs.get(category)
        if partners is None:
            continue
        for partner, rules in partners.items():
            right = rights.get(partner)
            if right is not None:
                for mother, rule in rules:
                    _combine(field.setdefault(mother, []), left, right, rule)


def _combine(made: list[Phrase], lefts: list[Phrase], rights: list[Phrase], rule: PhraseRule | None) -> None:
    """Pairs that can be among the cheapest: the third left goes with the first few rights only."""
    cost = rule.cost if rule else 0.0
    for place, left in enumerate(lefts):
        room = _KEPT // (place + 1)
        if not room:
            break
        before = left.parts if left.rule is None and left.entry is None else (left,)
        for right in rights[:room]:
            span = (left.span[0], right.span[1])
            made.append(Phrase(left.cost + right.cost + cost, rule, (*before, right), None, span))


def _cost(phrase: Phrase) -> float:
    return phrase.cost
