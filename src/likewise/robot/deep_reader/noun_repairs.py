"""Repairs of nouns, pronouns, colours and names in the analyses of a general parser."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from likewise.robot.deep_reader.predications import Predication, is_quantifier
from likewise.robot.deep_reader.rule_table import RuleTable

__all__ = [
    "color_before_number",
    "demonstratives_as_pronouns",
    "names_as_compounds",
    "one_of_two_halves",
    "participles_as_sides",
    "two_words_as_one",
]

Predications = list[Predication]

_DEMONSTRATIVES = ("_this_q_dem", "_that_q_dem", "_these_q_dem", "_those_q_dem")
_PAIRS = {
    "_and_c": ("L-INDEX", "R-INDEX"),
    "implicit_conj": ("L-INDEX", "R-INDEX"),
    "appos": ("ARG1", "ARG2"),
}
"""What joins two halves, by the roles of these."""


def demonstratives_as_pronouns(parts: Predications, rules: RuleTable) -> Predications:
    """ "That" and "this" standing alone go back to something, as "it" does."""
    alone = {one.arg("ARG0") for one in parts if one.name in _DEMONSTRATIVES}
    return [
        replace(one, name="pron") if one.name == "generic_entity" and one.arg("ARG0") in alone else one
        for one in parts
    ]


def color_before_number(parts: Predications, rules: RuleTable) -> Predications:
    """ "The blue one" is a thing, not a blue at one place."""
    ends = {
        one.span[1]: one.arg("ARG0")
        for one in parts
        if one.span and (one.pos == "n" or one.name == "named") and rules.options("color", one)
    }
    made, dropped = [], set()
    for one in parts:
        if one.name == "card" and one.constant == "1" and one.span and one.span[0] in ends:
            dropped.add(one.arg("ARG0"))
            made.append(Predication("_one_n_1", {"ARG0": ends[one.span[0]]}, one.span))
    return [one for one in parts if one.arg("ARG0") not in dropped and one.arg("ARG2") not in dropped] + made


def participles_as_sides(parts: Predications, rules: RuleTable) -> Predications:
    """ "The left corner" has not been left by anybody."""
    return [
        replace(one, name="_left_a_1", args={"ARG0": one.arg("ARG0"), "ARG1": one.arg("ARG2")})
        if one.name.startswith("_leave_v") and one.arg("ARG2").startswith("x")
        else one
        for one in parts
    ]


def names_as_compounds(parts: Predications, rules: RuleTable) -> Predications:
    """Compounds of names are compounds; one that hangs on an adjective belongs to the adjective's thing."""
    things = {one.arg("ARG0"): one.arg("ARG1") for one in parts if one.pos == "a"}
    return [
        replace(one, name="compound").with_args(ARG1=things.get(one.arg("ARG1"), one.arg("ARG1")))
        if one.name in ("compound", "compound_name")
        else one
        for one in parts
    ]


def one_of_two_halves(parts: Predications, rules: RuleTable) -> Predications:
    """ "Red and blue tower", "green-blue block": the first half only describes the second."""
    kinds = {
        one.arg("ARG0")
        for one in parts
        if not is_quantifier(one) and (rules.options("type", one) or rules.options("region", one))
    }
    for first, second, whole, joint in _pairs(parts):
        if second in kinds and first not in kinds and first.startswith("x"):
            described = Predication("compound", {"ARG0": f"e{first}", "ARG1": second, "ARG2": first})
            parts = [one.renamed({whole: second}) for one in parts if one not in joint]
            return one_of_two_halves([*parts, described], rules)
    return parts


def _pairs(parts: Predications) -> Iterable[tuple[str, str, str, Predications]]:
    """The halves of what is coordinated, put beside each other or joined by a hyphen, and their whole."""
    for one in parts:
        if one.name in _PAIRS:
            left, right = (one.arg(role) for role in _PAIRS[one.name])
            yield left, right, left if one.name == "appos" else one.arg("ARG0"), [one]
        elif one.name == "interval":
            ends = {part.name: part for part in parts if part.arg("ARG1") == one.arg("ARG0")}
            if "interval_p_start" in ends and "interval_p_end" in ends:
                start, end = ends["interval_p_start"], ends["interval_p_end"]
                yield start.arg("ARG2"), end.arg("ARG2"), one.arg("ARG0"), [one, start, end]


def two_words_as_one(parts: Predications, rules: RuleTable) -> Predications:
    """ "Light blue" is a colour of its own: two words that the vocabulary has as one."""
    words = [one for one in parts if one.span and one.pos in ("n", "a") and not is_quantifier(one)]
    by_start: dict[int, Predications] = {}
    for one in words:
        by_start.setdefault(one.span[0] if one.span else 0, []).append(one)
    joined: dict[int, Predication] = {}
    dropped: list[Predication] = []
    for first in words:
        end = first.span[1] if first.span else -1
        for second in (*by_start.get(end, ()), *by_start.get(end + 1, ())):
            lemmas = _as_one(first.lemma, second.lemma, rules)
            if lemmas and first.span and second.span:
                span = first.span[0], second.span[1]
                joined[id(second)] = replace(second, name=f"_{lemmas}_{second.pos}_1", span=span)
                dropped.append(first)
    return [joined.get(id(one), one) for one in parts if one not in dropped]


def _as_one(first: str, second: str, rules: RuleTable) -> str:
    """Two lemmas as one, where the vocabulary has them as one colour, or as one in "most"."""
    for pair in ((first, second), (second, first)):
        meanings = rules.vocabulary.meanings(*pair)
        if any(one.name == "color" or (second == "most" and one.name == "indicator") for one in meanings):
            return "+".join(pair)
    return ""
