"""Refinement of landmarks plans, by hand."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings, strategies as st

from likewise.navigate.lexicon import Entry, PlanLexicon, graph
from likewise.navigate.lexicon.graphs import Fragment, places
from likewise.navigate.partial_correctness import arguments
from likewise.navigate.refinement import refine, refined, worth
from likewise.worlds import dumps, loads

PLAN = loads(
    "Turn ( LEFT ) , Verify ( front: SOFA , left: WALL ) , Travel ( steps: 2 ) , "
    "Verify ( at: SOFA , left: LAMP ) , Turn ( LEFT ) , Verify ( front: LAMP , at: SOFA )"
)


def entry(words: str, meaning: Fragment, together: int = 90) -> Entry:
    return Entry(tuple(words.split()), meaning, together / 100, together, 100, together, 1000)


def told(plan: str) -> Fragment:
    return graph(loads(plan))


LEXICON = PlanLexicon(
    [
        entry("left", told("Turn ( LEFT )")),
        entry("two", told("Travel ( steps: 2 )")),
        entry("go", told("Travel ( )"), 50),
        entry("sofa", (("", ("SOFA",)),), 60),
        entry("to the sofa", told("Travel ( ) , Verify ( at: SOFA )"), 99),
        entry("chance", told("Verify ( left: LAMP , at: SOFA )"), 22),
    ],
    {(("sofa",), told("Verify ( front: SOFA )")): 0.5, (("sofa",), told("Verify ( at: SOFA )")): 0.3},
)


@pytest.mark.parametrize(
    ("text", "plan"),
    [
        ("", "NULL"),
        ("um", "NULL"),
        ("turn left", "Turn ( LEFT )"),
        ("left and left", "Turn ( LEFT ) , Turn ( LEFT )"),
        ("go two", "Travel ( steps: 2 )"),
        ("go", "Travel ( )"),
        ("the sofa", "Verify ( front: SOFA )"),
        ("to the sofa", "Travel ( ) , Verify ( at: SOFA )"),
        ("left then go to the sofa", "Turn ( LEFT ) , Travel ( ) , Verify ( at: SOFA )"),
        ("go to the sofa then left", "Travel ( ) , Verify ( at: SOFA ) , Turn ( LEFT )"),
        ("chance", "NULL"),
    ],
)
def test_by_hand(text: str, plan: str) -> None:
    assert dumps(refine(text.split(), PLAN, LEXICON)) == plan


def test_words_behind_the_nodes() -> None:
    found = refined(["go", "two", "to", "the", "sofa", "left"], PLAN, LEXICON)
    assert dumps(found.plan) == "Travel ( steps: 2 ) , Verify ( at: SOFA ) , Turn ( LEFT )"
    assert found.words == (((0, 1, 2, 3, 4), (1,)), ((2, 3, 4), (2, 3, 4)), ((5,), (5,)))
    assert [(c.entry.gram, c.word, c.step) for c in found.choices] == [
        (("to", "the", "sofa"), 2, 2),
        (("two",), 1, 2),
        (("left",), 5, 4),
        (("go",), 0, 2),
    ]


def test_worth() -> None:
    sure, rare = entry("a", told("Turn ( )")), Entry(("a",), told("Turn ( )"), 0.9, 9, 10, 9, 1000)
    assert worth(sure, 0, 0) == 0.9
    assert worth(rare) < worth(sure) < sure.score
    large = entry("a", told("Turn ( LEFT )"))
    assert worth(sure) - worth(large) == pytest.approx(0.1)
    # sqrt((0.09 + 0.0025) / 100), by hand
    assert worth(sure, 1, 0) == pytest.approx(0.9 - 0.0304138, abs=1e-6)


TEXTS = st.lists(st.sampled_from(["to", "the", "sofa", "left", "two", "go", "chance", "um"]), max_size=8)


@settings(max_examples=40, deadline=None)
@given(TEXTS)
def test_a_refined_plan_is_part_of_the_plan(text: list[str]) -> None:
    found = refined(text, PLAN, LEXICON)
    for (action, kept), causes in zip(graph(found.plan), found.words, strict=True):
        assert places(((action, kept),), graph(PLAN))
        assert len(causes) == 1 + len(kept)
        assert all(causes)
    assert [len(c) - 1 for c in found.words] == [arguments(step) for step in found.plan]
    used = [k for c in found.choices for k in range(c.word, c.word + len(c.entry.gram))]
    assert len(set(used)) == len(used)
    assert {k for c, a in product(found.words, range(9)) for k in (c[a] if a < len(c) else ())} <= set(used)


def test_nothing_to_refine() -> None:
    assert refine(["left"], (), LEXICON) == refine(["left"], PLAN, PlanLexicon([])) == ()
