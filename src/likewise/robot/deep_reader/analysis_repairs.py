"""Repairs of what a general parser often gets wrong in orders, before they are turned into RCL.

A parser that knows nothing of the domain hangs the `of` of "on top of" somewhere else, takes "red and blue
tower" for two things, or "left" for a verb. Each repair is a numbered rule (`do` in the table); none of
them adds a word. Analyses of our own grammar need none.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from likewise.robot.deep_reader.distance_repairs import distance_apart
from likewise.robot.deep_reader.noun_repairs import (
    color_before_number,
    demonstratives_as_pronouns,
    names_as_compounds,
    one_of_two_halves,
    participles_as_sides,
    two_words_as_one,
)
from likewise.robot.deep_reader.predications import CommandMeaning, Predication, is_quantifier
from likewise.robot.deep_reader.rule_table import RuleTable

__all__ = ["repaired"]

Predications = list[Predication]
Repair = Callable[[Predications, RuleTable], Predications]

_LINKING = ("of", "to", "from")


def repaired(meaning: CommandMeaning, rules: RuleTable) -> CommandMeaning:
    """The analysis after all repairs that are switched on."""
    parts = list(meaning.predications)
    for switch, repair in _REPAIRS.items():
        if rules.on(switch):
            parts = repair(parts, rules)
    return replace(meaning, predications=tuple(parts))


def _linked_to_noun(parts: Predications, rules: RuleTable) -> Predications:
    """The `of` that follows "top" or "left" directly belongs to it, wherever the parser hung it."""
    ends = {
        one.span[1]: one.arg("ARG0")
        for one in parts
        if one.span and not is_quantifier(one) and rules.options("relation noun", one)
    }
    return [
        one.with_args(ARG1=ends[one.span[0]])
        if one.span and one.lemma in _LINKING and one.pos == "p" and one.span[0] in ends
        else one
        for one in parts
    ]


def _sides(parts: Predications, rules: RuleTable) -> Predications:
    """The left side, the left hand side: the left."""
    for side in [one for one in parts if one.lemma == "side" and one.pos == "n"]:
        which = next((one for one in parts if one.arg("ARG1") == side.arg("ARG0") and one.pos == "a"), None)
        if which is None or not rules.options("indicator", which):
            continue
        noun = replace(which, name=f"_{which.lemma}_n_1", args={"ARG0": side.arg("ARG0")})
        if which.span and side.span:
            noun = replace(noun, span=(which.span[0], side.span[1]))
        parts = [noun if one is side else one for one in parts if one is not which]
    return parts


def _complement_of_adjective(parts: Predications, rules: RuleTable) -> Predications:
    """ "Closest to the corner": what the preposition after the adjective speaks of is the adjective's."""
    for adjective in [one for one in parts if one.pos == "a" and rules.options("relation", one)]:
        to = next((one for one in parts if one.lemma in _LINKING and _belongs(one, adjective)), None)
        if to is not None and not adjective.arg("ARG2").startswith("x"):
            closest = adjective.with_args(ARG2=to.arg("ARG2"))
            parts = [closest if one is adjective else one for one in parts if one is not to]
    return parts


def _belongs(to: Predication, adjective: Predication) -> bool:
    return to.pos == "p" and (to.arg("ARG1") == adjective.arg("ARG0") or to.follows(adjective))


def _side_as_relation(parts: Predications, rules: RuleTable) -> Predications:
    """ "Left to the cube": left of it."""
    for side in [one for one in parts if one.lemma in ("left", "right") and one.pos != "n"]:
        to = next(
            (one for one in parts if one.lemma in _LINKING and one.pos == "p" and one.follows(side)), None
        )
        if to is not None and side.span and to.span:
            relation = replace(to, name=f"_{side.lemma}+of_p", span=(side.span[0], to.span[1]))
            parts = [relation if one is to else one for one in parts if one is not side]
    return parts


_REPAIRS: dict[str, Repair] = {
    "left as a participle": participles_as_sides,
    "sides": _sides,
    "of after a side": _linked_to_noun,
    "complement of an adjective": _complement_of_adjective,
    "side as a relation": _side_as_relation,
    "this and that": demonstratives_as_pronouns,
    "color before one": color_before_number,
    "compounds of names": names_as_compounds,
    "words in two halves": one_of_two_halves,
    "two words for one": two_words_as_one,
    "distance apart": distance_apart,
}
"""By the switch of their rule, in the order in which they are made."""
