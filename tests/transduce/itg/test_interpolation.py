"""Mixtures of grammars: proper ones stay proper, the ends of the scale are the two grammars."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from likewise.errors import InputError
from likewise.transduce.itg import LexicalRule, TransductionGrammar, interpolate

Sides = tuple[tuple[str, ...], tuple[str, ...]]

SIDE = st.lists(st.sampled_from("abcd"), max_size=3).map(tuple)
MASSES = st.dictionaries(st.tuples(SIDE, SIDE).filter(any), st.integers(1, 9), min_size=1, max_size=10)


@st.composite
def proper(draw: st.DrawFn) -> TransductionGrammar:
    """A grammar whose probabilities sum to one."""
    masses = draw(MASSES)
    straight, inverted = draw(st.integers(0, 9)), draw(st.integers(0, 9))
    rules = [LexicalRule(source, target, float(mass)) for (source, target), mass in masses.items()]
    made = TransductionGrammar.of_words(
        rules, straight=float(straight), inverted=float(inverted), shared=draw(st.booleans())
    )
    return made.renormalised()


def rules_of(grammar: TransductionGrammar) -> dict[Sides, float]:
    return {(rule.source, rule.target): rule.probability for rule in grammar}


def test_a_mixture_worked_by_hand() -> None:
    tokens = TransductionGrammar.of_words(
        [LexicalRule(("long",), ("wrong",), 0.4), LexicalRule(("rhyme",), ("time",), 0.1)],
        straight=0.5,
        inverted=0.0,
    )
    segments = TransductionGrammar.of_words(
        [LexicalRule(("felt", "bad"), ("had",), 0.3), LexicalRule(("long",), ("wrong",), 0.2)],
        straight=0.25,
        inverted=0.25,
    )
    mixed = interpolate(tokens, segments, 0.75)
    assert rules_of(mixed) == pytest.approx(
        {(("felt", "bad"), ("had",)): 0.075, (("long",), ("wrong",)): 0.35, (("rhyme",), ("time",)): 0.075}
    )
    assert (mixed.straight, mixed.inverted) == (0.4375, 0.0625)
    assert mixed.source_vocabulary is mixed.target_vocabulary


@given(proper(), proper(), st.floats(0.0, 1.0))
def test_proper_grammars_mix_to_a_proper_one(
    first: TransductionGrammar, second: TransductionGrammar, weight: float
) -> None:
    mixed = interpolate(first, second, weight)
    assert mixed.total == pytest.approx(1.0)
    expected: dict[Sides, float] = {}
    for grammar, share in ((first, weight), (second, 1.0 - weight)):
        for sides, probability in rules_of(grammar).items() if share else ():
            expected[sides] = expected.get(sides, 0.0) + share * probability
    assert rules_of(mixed) == expected
    assert [(rule.source, rule.target) for rule in mixed] == sorted(expected)


@given(proper(), proper())
def test_a_weight_of_one_is_the_first_grammar_and_of_nothing_the_second(
    first: TransductionGrammar, second: TransductionGrammar
) -> None:
    for weight, expected in ((1.0, first), (0.0, second)):
        mixed = interpolate(first, second, weight)
        assert rules_of(mixed) == rules_of(expected)
        assert (mixed.straight, mixed.inverted) == (expected.straight, expected.inverted)


@given(proper(), proper(), st.floats(0.0, 1.0))
def test_a_grammar_mixed_with_itself_is_itself(
    first: TransductionGrammar, second: TransductionGrammar, weight: float
) -> None:
    assert rules_of(interpolate(first, first, weight)) == pytest.approx(rules_of(first))


@pytest.mark.parametrize("weight", [-0.1, 1.1, float("nan")])
def test_a_weight_that_is_no_share_is_refused(weight: float) -> None:
    empty = TransductionGrammar.of_words([], straight=0.5, inverted=0.5)
    with pytest.raises(InputError, match=r"weight.*expected a number from 0 to 1"):
        interpolate(empty, empty, weight)


def test_empty_grammars_mix() -> None:
    empty = TransductionGrammar.of_words([], straight=0.5, inverted=0.5)
    assert len(interpolate(empty, empty, 0.5)) == 0
