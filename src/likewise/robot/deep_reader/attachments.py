"""Where prepositional phrases hang: a parser without the board cannot know, so other places are tried too.

"Move the cube on the prism in the corner" moves a cube onto a prism, or a cube that lies on one. The phrases
after a verb are hung on the noun before each of them, and one of them in turn says where to. What stands
after a gap ("which is on ..") is rather part of the noun.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from likewise.robot.deep_reader.predications import CommandMeaning, Predication
from likewise.robot.deep_reader.rule_table import RuleTable

__all__ = ["with_other_attachments"]

_MOVED, _FARTHER, _GAP, _HINT = 0.6, 0.1, 2.5, -0.5
"""The cost of hanging a phrase elsewhere, for each phrase before it, after a gap, and for "to" or "onto"."""
_TOWARDS = ("to", "onto", "into", "in+to")


def with_other_attachments(meaning: CommandMeaning, rules: RuleTable) -> Iterator[CommandMeaning]:
    """The analysis as it is, and with each phrase after its last verb as the destination."""
    yield meaning
    verb = _last_verb(meaning, meaning.index, rules)
    if verb is None or verb.span is None or not rules.on("other attachments"):
        return
    phrases = _phrases_after(verb, meaning, rules)
    if _only_takes(verb, rules):
        phrases = [one for one in phrases if one.lemma in _TOWARDS]
    nouns = _nouns_before(verb, phrases, meaning, rules)
    for place, phrase in enumerate(phrases):
        hung = {}
        for other, noun in zip(phrases, nouns, strict=True):
            hung[id(other)] = verb.arg("ARG0") if other is phrase else noun
        cost = _MOVED + _FARTHER * place + (_HINT if phrase.lemma in _TOWARDS else 0.0)
        if not _follows_noun(phrase, meaning):
            cost += _GAP
        yield replace(
            meaning,
            predications=tuple(_hung(one, hung.get(id(one)), verb, phrase) for one in meaning),
            cost=meaning.cost + cost,
        )


def _only_takes(verb: Predication, rules: RuleTable) -> bool:
    """Whether a verb alone is an order to take, so that no place is needed."""
    return [value for value, _ in rules.options("action alone", verb)] == ["take"]


def _last_verb(meaning: CommandMeaning, index: str, rules: RuleTable, depth: int = 0) -> Predication | None:
    for one in meaning.named(index):
        if one.arg("R-INDEX") and depth < 3:
            return _last_verb(meaning, one.arg("R-INDEX"), rules, depth + 1)
        if one.pos == "v" and one.arg("ARG2").startswith("x"):
            return one
    return None


def _phrases_after(verb: Predication, meaning: CommandMeaning, rules: RuleTable) -> list[Predication]:
    """The prepositions with a landmark after a verb that mean something, in the order of the words."""
    assert verb.span is not None
    return sorted(
        (
            one
            for one in meaning
            if one.pos == "p"
            and one.span
            and one.span > verb.span
            and one.arg("ARG2").startswith("x")
            and (rules.options("relation", one) or rules.options("silent-relation", one))
        ),
        key=lambda one: one.span or (0, 0),
    )


def _nouns_before(
    verb: Predication, phrases: list[Predication], meaning: CommandMeaning, rules: RuleTable
) -> list[str]:
    """What each phrase hangs on where none of them is the destination."""
    return [verb.arg("ARG2"), *(_landmark(one, meaning, rules) for one in phrases)][: len(phrases)]


def _landmark(phrase: Predication, meaning: CommandMeaning, rules: RuleTable) -> str:
    """What a phrase is about: of "on top of the cube" the cube."""
    variable = phrase.arg("ARG2")
    if any(rules.options("relation noun", one) for one in meaning.named(variable)):
        for of in meaning.about(variable):
            if of.lemma in ("of", "to") and of.arg("ARG2"):
                return of.arg("ARG2")
    return variable


def _follows_noun(phrase: Predication, meaning: CommandMeaning) -> bool:
    """Whether the word before a phrase is a noun; "which is" and the like leave no predications."""
    ends = {one.span[1] for one in meaning if one.span and one.arg("ARG0").startswith("x") and one.pos != ""}
    ends |= {one.span[1] for one in meaning if one.span and one.name in ("pron", "card", "named")}
    return phrase.span is not None and phrase.span[0] in ends


def _hung(one: Predication, on: str | None, verb: Predication, phrase: Predication) -> Predication:
    if one is verb:
        kept = {role: value for role, value in one.args.items() if role not in ("ARG3", "ARG4")}
        return replace(one, args={**kept, "ARG3": phrase.arg("ARG0")})
    return one if on is None else one.with_args(ARG1=on)
