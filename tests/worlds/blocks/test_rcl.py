"""RCL: trees are read as they are written, and what is no tree is refused."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from likewise.errors import InputError
from likewise.worlds.blocks import Rcl, dumps_rcl, loads_rcl
from likewise.worlds.blocks.rcl import INNER, LEAVES

DROP = "(event: (action: drop (token: 1)) (entity: (color: blue (token: 3)) (type: cube (token: 4 5))))"
spans = st.none() | st.tuples(st.integers(0, 9), st.integers(1, 3)).map(lambda s: (s[0], s[0] + s[1]))
leaves = st.builds(Rcl, st.sampled_from(LEAVES), st.sampled_from(["cube", "1", "rot"]), st.just(()), spans)
elements = st.recursive(
    leaves,
    lambda below: st.builds(
        Rcl,
        st.sampled_from(INNER),
        st.just(""),
        st.lists(below, min_size=1, max_size=4).map(tuple),
        st.none(),
    ),
    max_leaves=12,
)


def test_a_tree_and_its_spans() -> None:
    tree = loads_rcl(DROP)
    entity = tree.child("entity")
    assert tree.get("action") == "drop"
    assert entity == Rcl(
        "entity", children=(Rcl("color", "blue", (), (2, 3)), Rcl("type", "cube", (), (3, 5)))
    )
    assert dumps_rcl(tree) == DROP
    bare = "(event: (action: drop) (entity: (color: blue) (type: cube)))"
    assert dumps_rcl(tree, alignment=False) == bare
    assert loads_rcl(bare) == tree.bare()


@given(st.lists(elements, min_size=1, max_size=3))
def test_written_trees_read_back(children: list[Rcl]) -> None:
    tree = Rcl("event", children=tuple(children))
    assert loads_rcl(dumps_rcl(tree)) == tree
    assert loads_rcl(dumps_rcl(tree, alignment=False)) == tree.bare()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "is empty"),
        ("move", "expected an element"),
        ("(robot: go)", "expected an element"),
        ("(entity: (type: cube))", "expected an event or a sequence"),
        ("(event: (action: take)", "not closed"),
        ("(event: (action: take big))", "one value"),
        ("(event: (action:))", "needs a value"),
        ("(event:)", "needs elements"),
        ("(event: (action: take)) x", "expected one tree"),
        ("(event: (action: take (token: 0)))", "from 1"),
        ("(event: (action: take (token: 3 2)))", "in order"),
        ("(event: (action: take (token: x)))", "expected (token: 4)"),
        ("(event: " * 100, "nested deeper"),
    ],
)
def test_what_is_no_tree(text: str, said: str) -> None:
    with pytest.raises(InputError) as error:
        loads_rcl(text)
    assert said in str(error.value)
