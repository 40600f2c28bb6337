"""From an analysis to an order: its verbs, events, destinations (Packard 2014, section 3).

The main verbs are visited from the INDEX, coordination recursively. Each is an event: its action is looked
up (`move` where it is not there), its third argument (ARG2) is the entity, its fourth or fifth the
destination; failing these, the first prepositional modifier is.
"""

from __future__ import annotations

from dataclasses import replace

from likewise.robot.deep_reader.conversion_state import NO_VERB, TWO_ORDERS, ConversionState, Unreadable
from likewise.robot.deep_reader.entity_conversion import entity_of, pronoun
from likewise.robot.deep_reader.order_choices import OpenOrder
from likewise.robot.deep_reader.predications import CommandMeaning, Predication
from likewise.robot.deep_reader.relation_conversion import spatial_relation
from likewise.robot.deep_reader.rule_table import RuleTable
from likewise.worlds.blocks import Rcl

__all__ = ["open_order"]

_MOST_EVENTS = 2


def open_order(meaning: CommandMeaning, rules: RuleTable) -> OpenOrder:
    """The order that an analysis is; one that is none raises Unreadable."""
    state = ConversionState(meaning, rules)
    _check_domain(state)
    verbs = _main_verbs(state, meaning.index)
    if not verbs:
        raise Unreadable(NO_VERB)
    if len(verbs) > _MOST_EVENTS:
        raise Unreadable(TWO_ORDERS)
    if rules.on("imperative") and not all(_is_imperative(verb, meaning) for verb in verbs[:1]):
        raise Unreadable(NO_VERB)
    tree = _sequence(state, verbs) if len(verbs) == 2 else _event(state, verbs[0])
    if meaning.parsed and rules.on("nothing left out"):
        _check_all_used(state, tree)
    cost = meaning.cost + state.cost
    return OpenOrder(tree, tuple(state.choices), cost, meaning.notes, rules.on("fitting antecedent"))


def _check_domain(state: ConversionState) -> None:
    """Refuse analyses with words in a part of speech that is foreign here: "block" as a verb."""
    for one in state.meaning:
        if state.rules.options("foreign", one):
            raise Unreadable(f"'{one.lemma}' cannot be meant as it is used")


def _main_verbs(state: ConversionState, variable: str, depth: int = 0) -> list[Predication]:
    verbs: list[Predication] = []
    for one in state.meaning.named(variable):
        left, right = one.arg("L-INDEX"), one.arg("R-INDEX")
        if (left or right) and state.rules.on("coordination") and depth < _MOST_EVENTS:
            verbs += _main_verbs(state, left, depth + 1) + _main_verbs(state, right, depth + 1)
        elif one.pos == "v":
            verbs.append(one)
    return verbs


def _is_imperative(verb: Predication, meaning: CommandMeaning) -> bool:
    """Whether it tells somebody to do something: the one who does it is "you", or not named."""
    doer = verb.arg("ARG1")
    return not doer.startswith("x") or any(one.constant == "you" for one in meaning.named(doer))


def _check_all_used(state: ConversionState, tree: Rcl) -> None:
    """Refuse a tree that leaves out a colour or a thing that was named: its analysis is probably wrong."""
    covered = {at for leaf in tree.walk() if leaf.span for at in range(*leaf.span)}
    for one in state.meaning:
        if one.span and not covered.intersection(range(*one.span)) and _says_something(state, one):
            raise Unreadable(f"'{one.lemma}' has no place in it")


def _says_something(state: ConversionState, one: Predication) -> bool:
    if one.pos == "v":
        return one.arg("ARG1").startswith("x") and one.arg("ARG2").startswith("x")
    if any(of.lemma == "of" for of in state.meaning.having("ARG2", one.arg("ARG0"))):
        return False
    types = {value for value, _ in state.rules.options("type", one)}
    return one.pos in ("n", "a") and bool(state.rules.options("color", one) or types - {"board", "robot"})


def _event(state: ConversionState, verb: Predication) -> Rcl:
    state.enter(verb.arg("ARG0"))
    destination = _destination(state, verb)
    entity = _object(state, verb)
    kind = "action" if destination else "action alone"
    options = state.rules.options(kind, verb) or state.rules.word(kind, "?")
    if not options:
        raise Unreadable(f"I do not know what to do for '{verb.lemma}'")
    action = state.leaf("action", options, verb.span)
    state.leave()
    return Rcl("event", children=(action, entity, *([destination] if destination else [])))


def _object(state: ConversionState, verb: Predication) -> Rcl:
    variable = verb.arg("ARG2")
    if variable.startswith("x"):
        return entity_of(state, variable)
    if state.rules.on("elided object"):
        return pronoun()
    raise Unreadable(f"it does not say what to {verb.lemma}")


def _destination(state: ConversionState, verb: Predication) -> Rcl | None:
    for role in ("ARG3", "ARG4"):
        for preposition in state.meaning.named(verb.arg(role)):
            relation = _relation(state, preposition)
            if relation is not None:
                state.used.add(preposition.arg("ARG0"))
                return Rcl("destination", children=(relation,))
            _check_not_needed(state, preposition)
    if not state.rules.on("modifier of the verb"):
        return None
    for preposition in state.sorted_about(verb.arg("ARG0")):
        relation = _relation(state, preposition)
        if relation is not None:
            state.used.add(preposition.arg("ARG0"))
            return Rcl("destination", children=(relation,))
    return None


def _check_not_needed(state: ConversionState, preposition: Predication) -> None:
    """A place that the verb asks for must be understood (footnote 2 of the paper)."""
    if preposition.pos == "p" and state.rules.on("mandatory destination"):
        raise Unreadable(f"I do not know where '{preposition.lemma.replace('+', ' ')}' is")


def _relation(state: ConversionState, preposition: Predication) -> Rcl | None:
    return spatial_relation(state, preposition, lambda variable: entity_of(state, variable))


def _sequence(state: ConversionState, verbs: list[Predication]) -> Rcl:
    """ "Take x and put it on y": whatever the verbs, the first takes and the second drops."""
    first, second = (_event(state, verb) for verb in verbs)
    if second.child("destination") is None:
        raise Unreadable(TWO_ORDERS)
    dropped = second.child("entity")
    if dropped is None or dropped.get("type") != "reference":
        raise Unreadable(TWO_ORDERS)
    if first.child("destination") is not None:
        first = _moved_into_entity(first)
    events = (_with_action(first, "take"), _with_action(second, "drop"))
    return Rcl("sequence", children=events)


def _moved_into_entity(event: Rcl) -> Rcl:
    """The destination of the first of two events says where the thing is."""
    action, entity, destination = event.children
    if entity.child("spatial-relation") is None:
        entity = replace(entity, children=(*entity.children, *destination.children))
    return replace(event, children=(action, entity))


def _with_action(event: Rcl, action: str) -> Rcl:
    leaf = replace(event.children[0], value=action)
    return replace(event, children=(leaf, *event.children[1:]))
