"""GILL: intersections by hand and by their laws."""

from __future__ import annotations

from hypothesis import given, settings, strategies as st

from likewise.navigate.lexicon import GILL, SGOLL, graph
from likewise.navigate.lexicon.gill import intersection
from likewise.navigate.lexicon.graphs import Graph, places, text
from likewise.worlds import Travel, Turn, Verify, loads


def shared(one: str, other: str) -> list[str]:
    return [text(fragment) for fragment in intersection(graph(loads(one)), graph(loads(other)))]


def test_by_hand() -> None:
    turn = "Turn ( LEFT ) , Verify ( front: SOFA , {}: BLUE HALLWAY )"
    walk = "Travel ( steps: {} ) , Verify ( at: SOFA )"
    one = f"{turn.format('left')} , {walk.format(2)}"
    other = f"{walk.format(1)} , {turn.format('right')}"
    assert shared(one, other) == [
        "Turn ( LEFT ) , Verify ( front: SOFA )",
        "Travel ( ) , Verify ( at: SOFA )",
        "BLUE HALLWAY",
    ]
    assert shared(one, "Turn ( RIGHT )") == ["Turn ( )"]
    assert shared("Travel ( )", "Turn ( )") == []
    assert shared(one, "NULL") == []
    assert intersection((("", ("SOFA",)),), graph(loads(one))) == ((("", ("SOFA",)),),)
    assert intersection((("", ("LAMP",)),), graph(loads(one))) == ()


STEP = st.one_of(
    st.builds(Turn, st.sampled_from(["", "LEFT"])),
    st.builds(Travel, st.sampled_from([None, 2])),
    st.builds(
        lambda found: Verify(tuple(found)),
        st.lists(
            st.sampled_from([("at", "LAMP"), ("front", "LAMP"), ("left", "SOFA")]), min_size=1, max_size=3
        ),
    ),
)
GRAPH = st.lists(STEP, max_size=5).map(lambda plan: graph(tuple(plan)))


@settings(max_examples=40, deadline=None)
@given(GRAPH, GRAPH)
def test_what_is_shared_is_in_both(one: Graph, other: Graph) -> None:
    found = intersection(one, other)
    assert all(places(fragment, one) and places(fragment, other) for fragment in found)
    assert {action for f in found for action, _ in f if action} == {a for a, _ in one} & {a for a, _ in other}
    assert intersection(one, one) == ((one,) if one else ())


def test_meanings_by_intersection() -> None:
    sofa = "Travel ( steps: {} ) , Verify ( at: SOFA , {}: WALL )"
    seen = [loads(sofa.format(k, where)) for k, where in ((1, "left"), (2, "front"), (3, "back"))]
    lamp = [loads("Travel ( steps: 1 ) , Verify ( at: LAMP , left: WALL )")] * 3
    examples = [(("to", "sofa"), plan) for plan in seen] + [(("to", "lamp"), plan) for plan in lamp]
    lexicon = GILL.fit(examples)
    best = lexicon.entries(["sofa"])[0]
    assert (text(best.meaning), best.score, best.together) == ("Travel ( ) , Verify ( at: SOFA )", 1.0, 3)
    assert not lexicon.entries(["to"]) or lexicon.entries(["to"])[0].score <= 1
    counted = SGOLL.fit(examples, min_support=1).lexicon()
    for entry in lexicon:
        twin = [e for e in counted.entries(entry.gram) if e.meaning == entry.meaning]
        assert not twin or twin == [entry]
    assert GILL.fit(examples[::-1]) == lexicon


def test_nothing_to_learn() -> None:
    assert len(GILL.fit([])) == len(GILL.fit([(("a",), ())])) == 0
