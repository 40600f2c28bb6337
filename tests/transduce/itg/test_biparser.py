"""Pairs of texts under a grammar: rules found in them, unknown words, many at once."""

from __future__ import annotations

import math

import numpy as np
import pytest

from likewise.errors import InputError
from likewise.transduce.itg import Biparser, LexicalRule, TransductionGrammar

RULES = [
    LexicalRule(("new", "york"), ("nueva", "york"), 0.1),
    LexicalRule(("new",), ("nueva",), 0.05),
    LexicalRule(("york",), ("york",), 0.05),
    LexicalRule(("big",), ("grande",), 0.1),
    LexicalRule(("of", "the"), ("del",), 0.1),
    LexicalRule((), ("la",), 0.05),
    LexicalRule(("so",), (), 0.05),
]
GRAMMAR = TransductionGrammar.of_words(RULES, straight=0.3, inverted=0.2, shared=False)


def test_a_segment_and_its_words_are_summed() -> None:
    """By hand: the rule of two words, or one of each word under a straight rule."""
    biparser = Biparser(GRAMMAR)
    log = biparser.inside(["new", "york"], ["nueva", "york"])
    assert math.exp(log) == pytest.approx(0.1 + 0.3 * 0.05 * 0.05)
    tree = biparser.viterbi(["new", "york"], ["nueva", "york"])
    assert tree is not None
    assert tree.bracketed(["new", "york"], ["nueva", "york"]) == "new_york/nueva_york"
    assert tree.links() == [(0, 0), (0, 1), (1, 0), (1, 1)]


def test_a_longer_pair() -> None:
    source, target = ["so", "big", "of", "the", "new", "york"], ["la", "grande", "del", "nueva", "york"]
    biparser = Biparser(GRAMMAR)
    tree = biparser.viterbi(source, target)
    assert tree is not None
    leaves = [leaf.bracketed(source, target) for leaf in tree.leaves()]
    assert sorted(leaves) == ["big/grande", "new_york/nueva_york", "of_the/del", "so/ε", "ε/la"]
    best = math.log(0.3**4 * 0.05 * 0.1 * 0.1 * 0.1 * 0.05)
    assert tree.log_probability == pytest.approx(best)
    assert tree.log_probability <= biparser.inside(source, target)
    posteriors = biparser.posteriors(source, target)
    assert posteriors.links[1, 1] == pytest.approx(1.0)
    assert posteriors.deleted[0] == pytest.approx(1.0)
    assert posteriors.inserted[0] == pytest.approx(1.0)
    assert posteriors.links[4, 3] == pytest.approx(1.0)
    assert 0.9 < posteriors.links[4, 4] < 1.0, "mostly the rule of two words"
    assert biparser.kbest(source, target, 1)[0].log_probability == pytest.approx(best)


def test_red_house_is_inverted() -> None:
    rules = [LexicalRule(("red",), ("rot",), 0.2), LexicalRule(("house",), ("haus",), 0.2)]
    biparser = Biparser(TransductionGrammar.of_words(rules, straight=0.3, inverted=0.3))
    tree = biparser.viterbi(["red", "house"], ["haus", "rot"])
    assert tree is not None
    assert tree.kind == "inverted"
    assert tree.bracketed(["red", "house"], ["haus", "rot"]) == "<red/rot house/haus>"


@pytest.mark.parametrize("beam", [None, 5])
@pytest.mark.parametrize(
    ("source", "target"),
    [([], []), (["nobody"], ["knows"]), (["new"], []), ([], ["york"]), (["big", "😀"], ["grande"])],
)
def test_what_the_grammar_does_not_write(source: list[str], target: list[str], beam: int | None) -> None:
    """Unknown words, words without a rule, nothing at all: probability 0, no tree, never a nan."""
    biparser = Biparser(GRAMMAR, beam=beam)
    assert biparser.inside(source, target) == -math.inf
    assert biparser.viterbi(source, target) is None
    posteriors = biparser.posteriors(source, target)
    assert posteriors.log_probability == -math.inf
    assert not posteriors.links.any()
    assert posteriors.straight == posteriors.inverted == 0.0


def test_one_side_may_be_empty() -> None:
    biparser = Biparser(GRAMMAR)
    assert biparser.inside(["so", "so"], []) == pytest.approx(math.log(0.5 * 0.05 * 0.05))
    assert biparser.inside([], ["la"]) == pytest.approx(math.log(0.05))


def test_many_pairs_on_all_cores_are_as_one_by_one() -> None:
    rng = np.random.default_rng(0)
    words = ["new", "york", "big", "so"], ["nueva", "york", "grande", "la"]
    pairs = [tuple(rng.choice(side, rng.integers(0, 5)).tolist() for side in words) for _ in range(40)]
    biparser = Biparser(GRAMMAR)
    assert biparser.inside_all(pairs) == [biparser.inside(*pair) for pair in pairs]
    assert biparser.viterbi_all(pairs, workers=1) == biparser.viterbi_all(pairs, workers=2)
    wide = Biparser(GRAMMAR, beam=10**6)
    np.testing.assert_allclose(wide.inside_all(pairs), biparser.inside_all(pairs), rtol=1e-12)


def test_a_grammar_without_rules_writes_nothing() -> None:
    biparser = Biparser(TransductionGrammar.of_words([], straight=0.5, inverted=0.5))
    assert biparser.inside(["a"], ["b"]) == -math.inf
    assert biparser.kbest(["a"], ["b"], 3) == []


def test_options_that_make_no_sense_are_refused() -> None:
    with pytest.raises(InputError, match="beam': expected at least 1, found 0"):
        Biparser(GRAMMAR, beam=0)
    with pytest.raises(InputError, match="without a beam"):
        Biparser(GRAMMAR, beam=3).kbest(["a"], ["b"], 3)
