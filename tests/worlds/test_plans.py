"""The plan language: any spacing is read, one is written, and what is no plan is refused."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from likewise.errors import InputError
from likewise.worlds import Plan, Travel, Turn, Verify, dumps, loads
from likewise.worlds.plans import WHERE

EXAMPLE = (
    "Turn ( ) , Verify ( back: LAMP ) , Travel ( ) , "
    "Verify ( side: WOOD HALLWAY , back: BRICK HALLWAY , front: BRICK HALLWAY )"
)
things = st.sampled_from(["SOFA", "WALL", "BRICK HALLWAY", "4-INTERSECTION", "TOWER WALL", "沙发"])
steps = st.one_of(
    st.builds(Turn, st.sampled_from(["", "LEFT", "RIGHT"])),
    st.builds(Travel, st.none() | st.integers(0, 99)),
    st.builds(Verify, st.lists(st.tuples(st.sampled_from(WHERE), things), min_size=1, max_size=3).map(tuple)),
)


def test_the_example_of_the_corpus() -> None:
    plan = loads(EXAMPLE)
    sides = (("side", "WOOD HALLWAY"), ("back", "BRICK HALLWAY"), ("front", "BRICK HALLWAY"))
    assert plan == (Turn(), Verify((("back", "LAMP"),)), Travel(), Verify(sides))
    assert dumps(plan) == EXAMPLE


@pytest.mark.parametrize(
    ("text", "plan"),
    [
        ("NULL", ()),
        (" \n", ()),
        ("Travel ()", (Travel(),)),
        ("Travel(steps:2)", (Travel(2),)),
        ("Travel ( steps : 2 )", (Travel(2),)),
        ("Turn(LEFT),Turn ( RIGHT)", (Turn("LEFT"), Turn("RIGHT"))),
        ("Verify (front: WALL )", (Verify((("front", "WALL"),)),)),
        ("Verify(front:WALL,at :\n SOFA)", (Verify((("front", "WALL"), ("at", "SOFA"))),)),
        ("\tTurn (\n) ,\n\tTravel ( )", (Turn(), Travel())),
    ],
)
def test_odd_spacing(text: str, plan: Plan) -> None:
    assert loads(text) == plan


@given(st.lists(steps, max_size=5).map(tuple))
def test_written_plans_read_back(plan: Plan) -> None:
    assert loads(dumps(plan)) == plan
    assert loads(dumps(plan).replace(" ", "\n  ")) == plan


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("go left", "expected a step such as"),
        ("Turn", "expected a step such as"),
        ("Turn (", "expected a step such as"),
        ("Turn ( LEFT", "expected a step such as"),
        ("Turn ( LEFT ) ,", "expected a step such as"),
        (", Turn ( )", "expected a step such as"),
        ("Turn ( ) Travel ( )", "expected a comma between steps, found 'Travel'"),
        ("Turn ( ) )", r"expected a comma between steps, found '\)'"),
        ("Turn ( BACK )", r"unknown step 'Turn \( BACK \)'"),
        ("turn ( LEFT )", "unknown step"),
        ("Jump ( )", "unknown step"),
        ("Turn ( ( LEFT ) )", "unknown step"),
        ("Travel ( 2 )", "unknown step"),
        ("Travel ( steps: two )", "unknown step"),
        ("Travel ( steps: -1 )", "unknown step"),
        ("Travel ( steps: " + "9" * 5000 + " )", "unknown step"),
        ("Verify ( )", "unknown step"),
        ("Verify ( SOFA )", "expected a condition"),
        ("Verify ( front: )", "expected a condition"),
        ("Verify ( above: SOFA )", "expected a condition"),
        ("Verify ( front: SOFA , )", "expected a condition"),
        ("Verify ( front: SOFA back: LAMP )", "expected a condition"),
        (":", "not a plan"),
        ("Verify ( : SOFA )", "not a plan"),
    ],
)
def test_what_is_no_plan(text: str, said: str) -> None:
    with pytest.raises(InputError, match=said) as caught:
        loads(text)
    assert caught.value.field == "plan"
    assert "\n" not in str(caught.value)
