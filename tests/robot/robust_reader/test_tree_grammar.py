"""Trees as derivations and back: nothing is lost but ids, which come back by the rule for "it" and "one"."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, strategies as st

from likewise import data
from likewise.robot import Command, command_words, embedded_commands, perturb, perturbations
from likewise.robot.robust_reader.chart_grammar import ChartGrammar
from likewise.robot.robust_reader.reference_ids import with_reference_ids, without_ids
from likewise.robot.robust_reader.tree_grammar import (
    Derivation,
    TreeRule,
    derivation,
    is_extra,
    rule_class,
    rule_closure,
    tree_of,
)
from likewise.worlds.blocks import Rcl, loads_rcl

TAKE = "(event: (action: take (token: 1)) (entity: (color: red (token: 3)) (type: cube (token: 4))))"
REGION = (
    "(event: (action: take (token: 1)) (entity: (type: cube (token: 3)) (spatial-relation: "
    "(relation: within (token: 4)) (entity: (indicator: left (token: 6)) (type: region)))))"
)
CARRIED = (
    "(sequence: (event: (action: take (token: 1)) (entity: (id: 1) (type: cube (token: 2)))) "
    "(event: (action: drop (token: 4)) (entity: (type: reference) (reference-id: 1)) "
    "(destination: (spatial-relation: (relation: above (token: 5)) (entity: (type: prism (token: 6)))))))"
)


def root_of(tree: Rcl, size: int = 0) -> Derivation:
    found = derivation(tree, size)
    assert found is not None
    return found


def check_round_trip(command: Command) -> None:
    assert command.rcl is not None
    root = root_of(command.rcl, size := len(command_words(command.text)))
    assert (root.begin, root.end) == (0, size)
    for one in root.walk():
        assert [part.begin for part in one.parts[1:]] == [part.end for part in one.parts[:-1]]
    made = tree_of(root)
    assert made == without_ids(command.rcl), command.text
    assert command.rcl.bare() in [tree.bare() for tree, _ in with_reference_ids(made)]


@pytest.mark.parametrize("lang", data.ROBOT_LANGUAGES)
def test_every_embedded_command_comes_back(lang: str) -> None:
    for command in embedded_commands(lang):
        check_round_trip(command)


@pytest.mark.parametrize("kind", [kind for kind in perturbations() if kind != "blanks"])
def test_so_do_commands_with_other_words(kind: str) -> None:
    changed = [perturb(one, kind) for one in embedded_commands()[::8]]
    for command in changed:
        if command is not None and command.rcl is not None:
            check_round_trip(command)


# A law, for trees that nobody has written.

TYPES = ["cube", "prism", "corner", "stack", "cube-group", "edge"]


class RandomTree:
    """An aligned tree, its leaves in the order in which they are made, with gaps here and there."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.place = 0

    def leaf(self, name: str, *values: str) -> Rcl:
        begin = self.place + self.rng.choice((0, 0, 1, 2))
        self.place = begin + self.rng.choice((1, 1, 2))
        return Rcl(name, self.rng.choice(values), (), (begin, self.place))

    def entity(self, depth: int) -> Rcl:
        few = range(self.rng.choice((0, 0, 1, 2)))
        indicators = [self.leaf("indicator", "left", "front", "nearest", "individual") for _ in few]
        colors = [self.leaf("color", "red", "blue") for _ in range(self.rng.choice((0, 1, 1, 2)))]
        parts = [*indicators, *colors, self.leaf("type", *TYPES)]
        if depth and self.rng.random() < 0.5:
            parts.append(self.relation(depth - 1))
        return Rcl("entity", children=tuple(parts))

    def relation(self, depth: int) -> Rcl:
        relation = self.leaf("relation", "above", "within", "nearest", "left")
        return Rcl("spatial-relation", children=(relation, self.entity(depth)))

    def event(self) -> Rcl:
        fronted = self.rng.random() < 0.3
        place = Rcl("destination", children=(self.relation(1),))
        action = self.leaf("action", "move", "drop")
        entity = self.entity(2)
        if not fronted:
            place = Rcl("destination", children=(self.relation(1),))
        return Rcl("event", children=(action, entity, place))


@given(st.integers(0, 10_000))
def test_every_tree_comes_back(seed: int) -> None:
    made = RandomTree(seed)
    tree = made.event()
    root = root_of(tree, made.place + 2)
    assert tree_of(root) == tree
    assert {rule_class(one.rule) for one in root.walk() if one.parts}


# By hand.


def test_words_without_a_leaf_go_to_the_next_leaf() -> None:
    root = root_of(loads_rcl(TAKE), 6)
    leaves = [(one.symbol, one.begin, one.end) for one in root.walk() if one.leaf is not None]
    assert sorted(leaves, key=lambda row: row[1]) == [
        ("ACTION take", 0, 1), ("COLOR", 1, 3), ("TYPE cube", 3, 6),
    ]  # fmt: skip
    assert [one.symbol for one in root.walk() if one.parts] == [
        "ROOT", "EV take single", "E cube", "B cube 1 0 0", "B cube 0 0 0",
    ]  # fmt: skip


def test_leaves_without_words_are_kept_by_rules() -> None:
    assert tree_of(root_of(loads_rcl(REGION))) == loads_rcl(REGION)
    assert tree_of(root_of(loads_rcl(CARRIED))) == without_ids(loads_rcl(CARRIED))


@pytest.mark.parametrize(
    "text",
    [
        "(event: (action: take) (entity: (type: cube (token: 1))))",
        "(event: (action: take (token: 1)) (entity: (color: red (token: 2)) (type: cube)))",
        "(event: (action: take (token: 1 2)) (entity: (type: cube (token: 2))))",
        "(event: (action: take (token: 1)) (entity: (color: red (token: 4)) (type: cube (token: 2)) "
        "(spatial-relation: (relation: above (token: 3)) (entity: (type: cube (token: 5))))))",
        "(sequence: (event: (action: take (token: 1)) (entity: (type: cube (token: 2)))))",
    ],
    ids=[
        "no verb",
        "a thing without a word",
        "overlapping words",
        "words not in one piece",
        "a sequence of one",
    ],
)
def test_what_has_no_derivation(text: str) -> None:
    assert derivation(loads_rcl(text)) is None


def test_rules_of_the_closure_are_like_those_seen() -> None:
    seen = [one.rule for one in root_of(loads_rcl(REGION)).walk() if one.parts]
    rules = rule_closure(seen)
    assert rules[: len(set(seen))] == list(dict.fromkeys(seen))
    assert len(rules) == len(set(rules)) > len(set(seen))
    classes = {rule_class(rule) for rule in seen}
    assert all(rule_class(rule) in classes or is_extra(rule) for rule in rules)
    assert not any(is_extra(rule) for rule in seen)


def test_rules_that_go_round_are_refused() -> None:
    with pytest.raises(ValueError, match="round in a circle at"):
        ChartGrammar([TreeRule("A", "B"), TreeRule("B", "A")], lambda rule: "")


# Whom "it" and "one" speak of.


def test_it_is_what_the_first_event_handles() -> None:
    ((tree, cost),) = with_reference_ids(without_ids(loads_rcl(CARRIED)))
    assert (tree, cost) == (loads_rcl(CARRIED), 0.0)


def test_one_is_the_first_thing_or_the_one_before() -> None:
    tree = loads_rcl(
        "(event: (action: move) (entity: (type: cube) (spatial-relation: (relation: above) (entity: (type: "
        "prism)))) (destination: (spatial-relation: (relation: above) (entity: (color: red) (type: "
        "type-reference)))))"
    )
    found = with_reference_ids(tree)
    named = [[one.get("type") for one in made.walk() if one.get("id")] for made, _ in found]
    assert named == [["cube"], ["prism"]]
    assert found[0][1] > found[1][1]
    assert all(without_ids(made) == tree for made, _ in found)


def test_one_right_after_the_only_thing_is_that() -> None:
    tree = loads_rcl(
        "(event: (action: move) (entity: (type: cube)) (destination: (spatial-relation: "
        "(relation: above) (entity: (type: type-reference)))))"
    )
    ((made, cost),) = with_reference_ids(tree)
    assert cost == 0.0
    assert [one.get("type") for one in made.walk() if one.get("id")] == ["cube"]


def test_a_reference_to_nothing_is_no_reading() -> None:
    assert with_reference_ids(loads_rcl("(event: (action: drop) (entity: (type: reference)))")) == []


def test_without_references_nothing_changes() -> None:
    assert with_reference_ids(loads_rcl(TAKE)) == [(loads_rcl(TAKE), 0.0)]
