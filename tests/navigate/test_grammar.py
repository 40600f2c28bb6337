"""Grammars of the plan language: the rules, parses and back, the expansion."""

from __future__ import annotations

import pytest
from hypothesis import given, settings, strategies as st

from likewise.errors import InputError
from likewise.navigate.grammar import Grammar, Rule, expand, grammar_for, things_in, things_on
from likewise.worlds import Corridor, Map, Plan, Travel, Turn, Verify, loads

THINGS = ("SOFA", "COFFEE TABLE", "4-INTERSECTION", "WALL", "FISH WALL", "HALLWAY", "DARK BLUE HALLWAY")
COMPACT = grammar_for(THINGS)
EXPANDED = expand(COMPACT)

conditions = st.tuples(st.sampled_from(["at", "left", "front", "side"]), st.sampled_from(THINGS))
steps = st.one_of(
    st.builds(Turn, st.sampled_from(["", "LEFT", "RIGHT"])),
    st.builds(Travel, st.one_of(st.none(), st.integers(1, 12))),
    st.builds(Verify, st.lists(conditions, min_size=1, max_size=3).map(tuple)),
)


def test_the_rules_of_the_corpus() -> None:
    """Six pieces of furniture and crossings, three pictures, eight floors, one rule for numbers: 45 rules."""
    things = ["BARSTOOL", "CHAIR", "EASEL", "HATRACK", "LAMP", "SOFA", "3-INTERSECTION", "4-INTERSECTION"]
    things += [f"{name} WALL" for name in ["BUTTERFLY", "FISH", "TOWER"]]
    things += [
        f"{name} HALLWAY"
        for name in ["BLUE", "BRICK", "CONCRETE", "FLOWER", "GRASS", "GRAVEL", "WOOD", "YELLOW"]
    ]
    assert len(grammar_for(things, numbers=[1]).rules) == 45


@settings(max_examples=40, deadline=None)
@given(st.lists(steps, max_size=5).map(tuple))
def test_both_grammars_make_every_plan(plan: Plan) -> None:
    for grammar in (COMPACT, EXPANDED):
        assert grammar.plan(grammar.tree(plan)) == plan


def test_a_sequence_branches_to_the_right() -> None:
    tree = COMPACT.tree(loads("Turn ( ) , Travel ( ) , Turn ( LEFT )"))
    used = [str(COMPACT.rules[node.rule]) for node in tree.walk()]
    assert used == [
        "S -> *Action",
        "Action -> *Action , *Action",
        "Action -> *Turn",
        "Turn -> Turn ( )",
        "Action -> *Action , *Action",
        "Action -> *Travel",
        "Travel -> Travel ( )",
        "Action -> *Turn",
        "Turn -> Turn ( LEFT )",
    ]


def test_the_expansion_of_the_paper() -> None:
    """Section 3.1: what becomes of the rules for travelling."""
    compact = Grammar(
        tuple(
            Rule.read(text)
            for text in (
                "S -> *Action",
                "Action -> *Action , *Action",
                "Action -> *Travel",
                "Travel -> Travel ( )",
                "Travel -> Travel ( steps: *Num )",
                "Num -> 1",
            )
        )
    )
    assert [str(rule) for rule in expand(compact).rules] == [
        "S -> Travel ( )",
        "S -> Travel ( steps: *Num )",
        "S -> Travel ( ) , *Action",
        "S -> Travel ( steps: *Num ) , *Action",
        "Action -> *Action , *Action",
        "Action -> Travel ( )",
        "Action -> Travel ( steps: *Num )",
        "Num -> 1",
    ]


def test_the_expansion_writes_out_kinds_and_directions() -> None:
    rules = {str(rule) for rule in EXPANDED.rules}
    assert {"Condition -> at: *Object", "Object -> DARK BLUE HALLWAY", "Object -> FISH WALL"} <= rules
    assert not {rule.symbol for rule in EXPANDED.rules} & {"Travel", "Turn", "Direction", "Wall", "WallKind"}


def test_a_plan_the_grammar_does_not_know() -> None:
    with pytest.raises(InputError, match="does not make this plan: Verify"):
        COMPACT.tree((Verify((("at", "PIANO"),)),))


def test_a_grammar_without_pictures_has_no_rule_for_them() -> None:
    grammar = grammar_for(["SOFA"])
    assert "WallKind" not in grammar.numbers
    assert "Hallway -> HALLWAY" in [str(rule) for rule in grammar.rules]


def test_things_come_from_maps_and_plans() -> None:
    world = Map("Attic", {(0, 0): "sofa", (1, 0): ""}, {((0, 0), (1, 0)): Corridor("brick", "")})
    assert things_on([world]) == ("BRICK HALLWAY", "HALLWAY", "SOFA", "WALL")
    assert things_in([loads("Turn ( ) , Verify ( at: SOFA , front: WALL )")]) == ("SOFA", "WALL")
