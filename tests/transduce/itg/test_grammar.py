"""Grammars as arrays: spelt out, in order, pruned, renormalised."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, strategies as st

from likewise.errors import InputError
from likewise.transduce.itg import LexicalRule, TransductionGrammar

SIDES = st.lists(st.sampled_from("abc"), max_size=3).map(tuple)
RULES = st.dictionaries(
    st.tuples(SIDES, SIDES).filter(any), st.floats(0.001, 1.0), min_size=1, max_size=12
)  # fmt: skip

NO_WORDS = np.zeros(0, np.int64), np.zeros(2, np.int64)
"""One side, an empty one."""


def grammar(
    rules: dict[tuple[tuple[str, ...], tuple[str, ...]], float],
    *,
    straight: float = 0.25,
    inverted: float = 0.25,
    shared: bool = True,
) -> TransductionGrammar:
    spelt = [LexicalRule(source, target, p) for (source, target), p in rules.items()]
    return TransductionGrammar.of_words(spelt, straight=straight, inverted=inverted, shared=shared)


def rules_of(made: TransductionGrammar) -> dict[tuple[tuple[str, ...], tuple[str, ...]], float]:
    return {(rule.source, rule.target): rule.probability for rule in made}


def words(*rules: str) -> dict[tuple[tuple[str, ...], tuple[str, ...]], float]:
    """`source/target probability` as rules."""
    result = {}
    for rule in rules:
        sides, _, probability = rule.rpartition(" ")
        source, target = sides.split("/")
        result[tuple(source.split()), tuple(target.split())] = float(probability)
    return result


@pytest.mark.parametrize(
    ("source", "target", "kind"),
    [
        ("yo", "yo", "copy"),
        ("oh yes", "oh yes", "copy"),
        ("long", "wrong", "token"),
        ("felt bad", "had", "segment"),
        ("felt", "", "delete"),
        ("", "had", "insert"),
    ],
)
def test_kinds_of_rules(source: str, target: str, kind: str) -> None:
    assert LexicalRule(tuple(source.split()), tuple(target.split()), 0.1).kind == kind


@given(RULES, st.booleans())
def test_rules_are_given_back_sorted(
    rules: dict[tuple[tuple[str, ...], tuple[str, ...]], float], shared: bool
) -> None:
    made = grammar(rules, shared=shared)
    assert rules_of(made) == rules
    assert [(rule.source, rule.target) for rule in made] == sorted(rules)
    assert made.total == pytest.approx(0.5 + sum(rules.values()))
    assert made.token == all(max(len(a), len(b)) <= 1 for a, b in rules)


@given(RULES, st.booleans(), st.randoms(use_true_random=False))
def test_arrays_in_any_order_make_the_same_grammar(
    rules: dict[tuple[tuple[str, ...], tuple[str, ...]], float], shared: bool, random: object
) -> None:
    made = grammar(rules, shared=shared)
    order = np.array(sorted(range(len(made)), key=lambda _: random.random()))  # type: ignore[attr-defined]
    mixed = made.only(order)
    again = TransductionGrammar.of_arrays(
        mixed.source_vocabulary,
        mixed.target_vocabulary,
        mixed.straight,
        mixed.inverted,
        mixed.source_ids,
        mixed.source_bounds,
        mixed.target_ids,
        mixed.target_bounds,
        mixed.probability,
    )
    assert list(again) == list(made)


@given(RULES, st.booleans())
def test_reflexive_rules_write_the_same_words(
    rules: dict[tuple[tuple[str, ...], tuple[str, ...]], float], shared: bool
) -> None:
    made = grammar(rules, shared=shared)
    assert made.reflexive.tolist() == [rule.kind == "copy" for rule in made]


def test_the_best_rules_come_first_and_of_equal_ones_the_first() -> None:
    made = grammar(words("b/y 0.1", "a/x 0.1", "c/z 0.3"))
    assert [rule.source for rule in made.best(2)] == [("c",), ("a",)]


def test_a_rule_without_words_is_refused() -> None:
    with pytest.raises(InputError, match="words on at least one side"):
        grammar({((), ()): 0.5})
    with pytest.raises(InputError, match="words on at least one side"):
        TransductionGrammar.of_arrays([], [], 0.5, 0.0, *NO_WORDS, *NO_WORDS, np.array([0.5]))


def test_a_rule_that_stands_there_twice_is_refused() -> None:
    twice = [LexicalRule(("a", "b"), ("c",), 0.1)] * 2
    with pytest.raises(InputError, match="rule a b/c stands there twice"):
        TransductionGrammar.of_words(twice, straight=0.4, inverted=0.4)
    made = grammar(words("a b/c 0.1"))
    rows = made.only(np.array([0, 0]))
    with pytest.raises(InputError, match="rule a b/c stands there twice"):
        TransductionGrammar.of_arrays(
            rows.source_vocabulary,
            rows.target_vocabulary,
            0.4,
            0.4,
            rows.source_ids,
            rows.source_bounds,
            rows.target_ids,
            rows.target_bounds,
            rows.probability,
        )


def test_an_empty_grammar() -> None:
    made = grammar({})
    assert (len(made), made.token, made.best(3), made.reflexive.tolist()) == (0, True, [], [])
    assert len(made.pruned(per_source=1, least=0.1)) == 0


def test_pruning_keeps_the_best_of_each_source_side() -> None:
    made = grammar(words("a/x 0.1", "a/y 0.2", "a/z 0.2", "a b/x 0.05", "/x 0.01", "/y 0.02", "b/ 0.001"))
    pruned = made.pruned(per_source=1, least=0.01)
    assert rules_of(pruned) == words("/y 0.02", "a/y 0.2", "a b/x 0.05")
    assert (pruned.straight, pruned.inverted) == (0.25, 0.25)


@given(RULES, st.integers(1, 3), st.floats(0.0, 1.0))
def test_pruning_equals_its_plain_twin(
    rules: dict[tuple[tuple[str, ...], tuple[str, ...]], float], per_source: int, least: float
) -> None:
    kept = {}
    for side in {source for source, _ in rules}:
        own = sorted(((-p, pair) for pair, p in rules.items() if pair[0] == side and p >= least))
        kept.update({pair: -p for p, pair in own[:per_source]})
    assert rules_of(grammar(rules).pruned(per_source=per_source, least=least)) == kept


def test_pruning_to_nothing_a_side_is_refused() -> None:
    with pytest.raises(InputError, match="per_source"):
        grammar({}).pruned(per_source=0)


def test_renormalised_probabilities_sum_to_one() -> None:
    made = grammar(words("a/x 0.1", "b/y 0.4"), straight=1.0, inverted=0.5).renormalised()
    assert (made.straight, made.inverted) == (0.5, 0.25)
    assert rules_of(made) == pytest.approx(words("a/x 0.05", "b/y 0.2"))
    with pytest.raises(InputError, match="sum to 0"):
        grammar({}, straight=0.0, inverted=0.0).renormalised()
