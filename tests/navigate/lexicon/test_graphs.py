"""Plans as graphs and their connected pieces."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given, settings, strategies as st

from likewise.navigate.lexicon.graphs import (
    Fragment,
    Graph,
    fragments,
    graph,
    places,
    plan_of,
    size,
    text,
    value,
)
from likewise.worlds import Plan, Travel, Turn, Verify, dumps, loads

PLAN = loads("Turn ( LEFT ) , Verify ( front: SOFA , at: LAMP ) , Travel ( steps: 2 )")
NODES: Graph = (("Turn", ("LEFT",)), ("Verify", ("at: LAMP", "front: SOFA")), ("Travel", ("steps: 2",)))


def test_graph_and_back() -> None:
    assert graph(PLAN) == graph(NODES) == NODES
    assert dumps(plan_of(NODES)) == (
        "Turn ( LEFT ) , Verify ( at: LAMP , front: SOFA ) , Travel ( steps: 2 )"
    )
    assert plan_of((("Verify", ()), ("Travel", ()), ("Turn", ()))) == (Travel(), Turn())
    other_order = loads("Verify ( front: SOFA , at: LAMP , front: SOFA )")
    assert graph(other_order) == graph(loads("Verify ( at: LAMP , front: SOFA )"))
    assert graph(()) == ()


def test_a_thing_alone_has_no_direction() -> None:
    assert [value(a) for a in ("front: BLUE HALLWAY", "LEFT", "steps: 2")] == [
        "BLUE HALLWAY",
        "LEFT",
        "steps: 2",
    ]
    lone = {f for f in fragments(NODES) if not f[0][0]}
    assert {f[0][1][0] for f in lone} == {"LEFT", "LAMP", "SOFA", "steps: 2"}


def test_text_and_size() -> None:
    assert text((("Turn", ()), ("Verify", ("at: LAMP",)))) == "Turn ( ) , Verify ( at: LAMP )"
    assert text((("", ("SOFA",)),)) == "SOFA"
    assert (size(NODES), size((("", ("SOFA",)),)), size((("Turn", ()),))) == (7, 1, 1)


def test_places() -> None:
    nodes = graph(loads("Turn ( ) , Verify ( at: LAMP ) , Turn ( LEFT ) , Verify ( at: LAMP , left: SOFA )"))
    assert places((("Turn", ()), ("Verify", ("at: LAMP",))), nodes) == [0, 2]
    assert places((("Turn", ("LEFT",)),), nodes) == [2]
    assert places((("", ("LAMP",)),), nodes) == [1, 3]
    assert places((("Travel", ()),), nodes) == places((("Verify", ()), ("Verify", ())), nodes) == []


def connected_by_search(nodes: Graph, most: int) -> set[Fragment]:
    """Every set of nodes, kept where links join it: the slow way."""
    names = [(k, a) for k, (_, found) in enumerate(nodes) for a in ("", *found)]
    linked = {
        (one, other)
        for one in names
        for other in names
        if (one[0] == other[0] and "" in (one[1], other[1]))
        or (one[1] == other[1] == "" and abs(one[0] - other[0]) == 1)
    }
    kept: set[Fragment] = set()
    for many in range(1, most + 1):
        for chosen in combinations(names, many):
            reached, edge = {chosen[0]}, [chosen[0]]
            while edge:
                here = edge.pop()
                fresh = [n for n in chosen if n not in reached and (here, n) in linked]
                reached.update(fresh)
                edge += fresh
            if len(reached) < many:
                continue
            if chosen[0][1] and many == 1:
                kept.add((("", (value(chosen[0][1]),)),))
                continue
            steps = sorted({k for k, _ in chosen})
            kept.add(tuple((nodes[k][0], tuple(sorted(a for s, a in chosen if s == k and a))) for k in steps))
    return kept


STEPS = st.one_of(
    st.builds(Turn, st.sampled_from(["", "LEFT"])),
    st.builds(Travel, st.sampled_from([None, 2])),
    st.builds(
        lambda found: Verify(tuple(found)),
        st.lists(
            st.sampled_from([("at", "LAMP"), ("front", "LAMP"), ("left", "SOFA")]), min_size=1, max_size=3
        ),
    ),
)


@settings(max_examples=40, deadline=None)
@given(st.lists(STEPS, max_size=4).map(tuple), st.integers(1, 4))
def test_all_connected_subgraphs(plan: Plan, most: int) -> None:
    nodes = graph(plan)
    found = fragments(nodes, most)
    assert found == connected_by_search(nodes, most)
    assert all(places(fragment, nodes) and size(fragment) <= most for fragment in found)
