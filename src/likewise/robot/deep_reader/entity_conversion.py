"""From a referential variable to an RCL entity (Packard 2014, section 3.1).

The nouns of the variable give the type, what modifies it gives colours, indicators, a number and at most one
spatial relation. A thing whose type is not in the tables makes the conversion fail: the analysis is probably
wrong. A modifier that is not in them is dropped.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from likewise.robot.deep_reader.conversion_state import ConversionState, Unreadable
from likewise.robot.deep_reader.predications import Predication, Span
from likewise.robot.deep_reader.relation_conversion import spatial_relation
from likewise.robot.deep_reader.rule_table import Options
from likewise.worlds.blocks import Rcl

__all__ = ["entity_of", "pronoun"]

_PLACES = ("corner", "edge", "region")
_ANY_BLOCK = (("cube", 0.0), ("prism", 0.5))


Indicator = tuple[Predication | None, Options, Span | None]


@dataclass
class EntityParts:
    """The elements of an entity as they are found; `_entity` puts them into RCL's order."""

    type: Options = ()
    type_span: Span | None = None
    cardinals: list[Rcl] = field(default_factory=list)
    indicators: list[Indicator] = field(default_factory=list)
    colors: list[tuple[Options, Span | None]] = field(default_factory=list)
    relations: list[Rcl] = field(default_factory=list)
    plural: bool = False


def pronoun(span: Span | None = None) -> Rcl:
    """ "It": what was spoken of before; without words where it is left out."""
    children = (Rcl("type", "reference", span=span), Rcl("reference-id", "1"))
    return Rcl("entity", children=children)


def entity_of(state: ConversionState, variable: str) -> Rcl:
    """The entity that a variable stands for."""
    state.enter(variable)
    try:
        nouns = state.meaning.named(variable)
        pronouns = [one for one in nouns if one.name == "pron"]
        if pronouns:
            return _pronoun_entity(state, pronouns[0])
        parts = EntityParts(plural=state.meaning.plural(variable))
        _read_nouns(state, variable, nouns, parts)
        for modifier in state.sorted_about(variable):
            _read_modifier(state, modifier, parts)
        _read_participles(state, variable, parts)
        return _entity(state, parts)
    finally:
        state.leave()


def _pronoun_entity(state: ConversionState, predication: Predication) -> Rcl:
    if predication.constant == "you" and state.rules.word("type", "you"):
        robot = Rcl("type", state.rules.word("type", "you")[0][0], span=predication.span)
        return Rcl("entity", children=(robot,))
    if not state.rules.on("pronoun"):
        raise Unreadable("it has a pronoun")
    if predication.constant == "held":
        return Rcl("entity", children=(state.leaf("type", _ANY_BLOCK, predication.span),))
    return pronoun(predication.span)


def _read_nouns(state: ConversionState, variable: str, nouns: list[Predication], parts: EntityParts) -> None:
    numbers = [one for one in (*nouns, *state.meaning.about(variable)) if one.name == "card"]
    for number in numbers:
        _read_number(state, number, parts)
    for noun in nouns:
        region = state.rules.options("region", noun)
        color = state.rules.options("color", noun) if state.rules.on("noun of a color") else ()
        if color:
            parts.colors.append((color, noun.span))
        found = (parts.plural and state.rules.options("types", noun)) or state.rules.options("type", noun)
        if found:
            parts.type, parts.type_span = found, noun.span
        elif region and not parts.type:
            parts.indicators.append((noun, region, noun.span))
            parts.type, parts.type_span = (("region", 0.0),), None
    if state.rules.on("groups"):
        _read_group(state, variable, nouns, parts)


def _read_group(state: ConversionState, variable: str, nouns: list[Predication], parts: EntityParts) -> None:
    """ "A stack of green blocks", "one of the red cubes": the colours are further in."""
    for of in state.meaning.about(variable):
        part = of.lemma == "of" or of.name == "part_of"
        if not part or not of.arg("ARG2"):
            continue
        inner = entity_of(state, of.arg("ARG2"))
        inner_plural = state.meaning.plural(of.arg("ARG2"))
        if inner.get("type") in ("board", "robot", "reference"):
            continue
        parts.colors += [(((one.value, 0.0),), one.span) for one in inner.all("color")]
        if inner.get("type") != "region":
            parts.indicators += [(None, ((one.value, 0.0),), one.span) for one in inner.all("indicator")]
        parts.relations += inner.all("spatial-relation")
        group = [options for noun in nouns if (options := state.rules.options("group", noun))]
        if group and inner_plural:
            parts.type = group[0]
        kind = inner.child("type")
        if not parts.type and kind is not None:
            parts.type, parts.type_span = ((kind.value, 0.0),), kind.span


def _read_number(state: ConversionState, predication: Predication, parts: EntityParts) -> None:
    options = state.rules.options("cardinal", predication)
    if options:
        parts.cardinals.append(state.leaf("cardinal", options, predication.span))
        parts.plural = parts.plural and options[0][0] != "1"


def _read_modifier(state: ConversionState, one: Predication, parts: EntityParts) -> None:
    color = state.rules.options("color", one)
    indicator = state.rules.options("indicator", one)
    if one.name == "compound":
        _read_compound(state, one, parts)
    elif color:
        parts.colors.append((color, one.span))
    elif indicator and not (one.arg("ARG2").startswith("x") and state.rules.options("relation", one)):
        parts.indicators.append((one, indicator, one.span))
    elif one.arg("ARG2") and one.lemma != "of" and not parts.relations:
        relation = spatial_relation(state, one, lambda variable: entity_of(state, variable))
        if relation is not None:
            parts.relations.append(relation)


def _read_compound(state: ConversionState, compound: Predication, parts: EntityParts) -> None:
    """The first noun of two: a colour, a place ("corner block"), or nothing ("block tower")."""
    inner = compound.arg("ARG2")
    for noun in state.meaning.named(inner):
        color = state.rules.options("color", noun)
        indicator = state.rules.options("indicator", noun)
        if color:
            parts.colors.append((color, noun.span))
        elif indicator:
            parts.indicators.append((noun, indicator, noun.span))
    for modifier in state.sorted_about(inner):
        _read_modifier(state, modifier, parts)


def _read_participles(state: ConversionState, variable: str, parts: EntityParts) -> None:
    """ "Placed on", "sitting on": a verb that modifies the thing lends it its preposition."""
    if not state.rules.on("participle") or parts.relations:
        return
    meaning = state.meaning
    verbs = [one for role in ("ARG1", "ARG2") for one in meaning.having(role, variable) if one.pos == "v"]
    for verb in verbs:
        if verb.arg("ARG0") in state.path:
            continue
        for preposition in state.sorted_about(verb.arg("ARG0")):
            relation = spatial_relation(state, preposition, lambda variable: entity_of(state, variable))
            if relation is not None and not parts.relations:
                parts.relations.append(relation)


def _entity(state: ConversionState, parts: EntityParts) -> Rcl:
    if not parts.type:
        raise Unreadable("it does not say what thing")
    kind = parts.type[0][0]
    several = len(parts.colors) > 1 and state.rules.word("several colors", kind)
    type_ = state.leaf("type", several or parts.type, parts.type_span)
    if len(parts.indicators) > 1 and kind == "region" and state.rules.on("corner of two sides"):
        type_ = Rcl("type", "corner")
    children = [
        *_cardinals(state, parts, kind),
        *_indicators(state, parts, kind),
        *(state.leaf("color", *one) for one in sorted(parts.colors, key=lambda one: one[1] or (0, 0))),
        type_,
        *([Rcl("reference-id", "1")] if kind.startswith("type-reference") else []),
        *parts.relations[:1],
    ]
    return Rcl("entity", children=tuple(children))


def _cardinals(state: ConversionState, parts: EntityParts, kind: str) -> list[Rcl]:
    """ "Two squares" counts; "the two red blocks" are one group, which has no number of its own."""
    if kind != "tile" and state.rules.on("no number of blocks"):
        return [one for one in parts.cardinals[:1] if one.value == "1"]
    return parts.cardinals[:1] or ([Rcl("cardinal", "1")] if kind == "tile" else [])


def _indicators(state: ConversionState, parts: EntityParts, kind: str) -> list[Rcl]:
    """Indicators in the order of the words; some mean another thing for a block than for a place."""
    table = "indicator of a place" if kind in _PLACES else "indicator of a thing"
    leaves = []
    for predication, options, span in sorted(parts.indicators, key=lambda one: one[2] or (0, 0)):
        special = state.rules.options(table, predication) if predication else ()
        leaves.append(state.leaf("indicator", special or options, span))
    return leaves
