"""Two grammars as one (Wu et al. 2013, section 4.1): p(r) = a * p_a(r) + (1 - a) * p_b(r) over all rules."""

from __future__ import annotations

from likewise.errors import InputError
from likewise.transduce.itg.grammar import LexicalRule, TransductionGrammar

__all__ = ["interpolate"]


def interpolate(
    first: TransductionGrammar, second: TransductionGrammar, weight: float
) -> TransductionGrammar:
    """The mixture with `weight` on the first grammar; a rule that one lacks has probability 0 there."""
    if not 0.0 <= weight <= 1.0:
        raise InputError(f"expected a number from 0 to 1, found {weight}", field="weight")
    rules: dict[tuple[tuple[str, ...], tuple[str, ...]], float] = {}
    for grammar, share in ((first, weight), (second, 1.0 - weight)):
        for rule in grammar:
            pair = rule.source, rule.target
            rules[pair] = rules.get(pair, 0.0) + share * rule.probability
    return TransductionGrammar.of_words(
        (LexicalRule(source, target, p) for (source, target), p in rules.items()),
        straight=weight * first.straight + (1.0 - weight) * second.straight,
        inverted=weight * first.inverted + (1.0 - weight) * second.inverted,
        shared=first.source_vocabulary is first.target_vocabulary,
    )
