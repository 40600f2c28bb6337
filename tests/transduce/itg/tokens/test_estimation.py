"""Token grammars by EM: likelihoods that never fall, known words found, counts that add up."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from likewise.errors import InputError
from likewise.text import Tokenization
from likewise.transduce import Bitext
from likewise.transduce.itg import Biparser, LearntGrammar, dumps, learn_token_grammar
from likewise.transduce.itg.tokens import TokenCounts, TokenRules, expect_tokens

BLANKS = Tokenization("whitespace")
SMALL = [
    ("the house", "das haus"),
    ("the book", "das buch"),
    ("a book", "ein buch"),
    ("red house", "haus rot"),
    ("the red book", "das buch rot"),
    ("yes", ""),
    ("", "ja doch"),
]


def bitext_of(pairs: list[tuple[str, str]], shared: bool = False) -> Bitext:
    return Bitext.of(pairs, BLANKS, shared=shared)


def random_bitext(seed: int, pairs: int = 30, longest: int = 7) -> Bitext:
    rng = np.random.default_rng(seed)

    def line(letters: str) -> str:
        return " ".join(rng.choice(list(letters), rng.integers(0, longest + 1)).tolist())

    return bitext_of([(line("abcdef"), line("uvwxyz")) for _ in range(pairs)] + [("a", "u")])


def best_partners(learnt: LearntGrammar) -> dict[str, str]:
    """The likeliest partner of each source word."""
    pairs = [rule for rule in learnt.grammar if rule.source and rule.target]
    return {r.source[0]: r.target[0] for r in sorted(pairs, key=lambda rule: rule.probability)}


@pytest.mark.parametrize("initial", ["uniform", "ibm1"])
def test_words_that_belong_together_are_found(initial: str) -> None:
    learnt = learn_token_grammar(bitext_of(SMALL), iterations=12, initial=initial)  # type: ignore[arg-type]
    found = best_partners(learnt)
    wanted = {"the": "das", "house": "haus", "book": "buch", "red": "rot", "a": "ein"}
    assert {word: found[word] for word in wanted} == wanted
    assert learnt.grammar.total == pytest.approx(1.0)
    assert learnt.grammar.token
    assert learnt.grammar.inverted > 0.01, "red house / haus rot is inverted"


@given(st.integers(0, 30), st.sampled_from(["uniform", "ibm1"]), st.booleans())
@settings(max_examples=15, deadline=None)
def test_the_likelihood_never_falls(seed: int, initial: str, monotone: bool) -> None:
    learnt = learn_token_grammar(
        random_bitext(seed),
        iterations=6,
        initial=initial,
        monotone=monotone,  # type: ignore[arg-type]
    )
    logs = np.array(learnt.log_likelihoods)
    assert len(logs) == 6
    assert (np.diff(logs) >= -1e-9 * abs(logs[0])).all()
    assert not monotone or learnt.grammar.inverted == 0.0


def test_the_first_likelihood_is_that_of_the_uniform_grammar() -> None:
    """True probabilities: what the biparser says of each pair under the same grammar."""
    bitext = bitext_of(SMALL)
    learnt = learn_token_grammar(bitext, iterations=1)
    biparser = Biparser(TokenRules.uniform(bitext, 0.25, 0.25).grammar(bitext))
    logs = biparser.inside_all([(a.split(), b.split()) for a, b in SMALL])
    assert learnt.log_likelihoods[0] == pytest.approx(math.fsum(logs))


def as_array(counts: TokenCounts) -> np.ndarray:
    rest = [counts.straight, counts.inverted, counts.log_likelihood]
    return np.concatenate((counts.probability, counts.deletions, rest))


def test_counts_of_parts_add_up_to_those_of_the_whole() -> None:
    bitext = random_bitext(3, pairs=50)
    rules = TokenRules.of_ibm1(bitext, 0.3, 0.1)
    whole = expect_tokens(bitext, rules)
    parts = [bitext.select(np.arange(a, b)) for a, b in ((0, 7), (7, 8), (8, 51))]
    merged = expect_tokens(parts[0], rules)
    for part in parts[1:]:
        merged = merged + expect_tokens(part, rules)
    np.testing.assert_allclose(as_array(merged), as_array(whole), rtol=1e-12, atol=1e-12)
    leaves = whole.probability.sum() + whole.deletions.sum()
    empty = int(((bitext.source.lengths == 0) & (bitext.target.lengths == 0)).sum())
    assert whole.straight + whole.inverted == pytest.approx(leaves - (len(bitext) - empty))


def test_counts_are_those_of_the_biparser() -> None:
    bitext = bitext_of(SMALL)
    rules = TokenRules.of_ibm1(bitext, 0.3, 0.1)
    counts = expect_tokens(bitext, rules)
    biparser = Biparser(rules.grammar(bitext))
    posteriors = [biparser.posteriors(a.split(), b.split()) for a, b in SMALL]
    assert counts.straight == pytest.approx(sum(p.straight for p in posteriors))
    assert counts.inverted == pytest.approx(sum(p.inverted for p in posteriors))
    assert counts.deletions.sum() == pytest.approx(sum(p.deleted.sum() for p in posteriors))
    insertions = counts.probability[: rules.starts[1]].sum()
    assert insertions == pytest.approx(sum(p.inserted.sum() for p in posteriors))


def test_an_unbounded_beam_counts_the_same_and_threads_do_not_matter() -> None:
    bitext = random_bitext(5)
    rules = TokenRules.of_ibm1(bitext, 0.3, 0.1)
    exact = as_array(expect_tokens(bitext, rules))
    np.testing.assert_allclose(as_array(expect_tokens(bitext, rules, beam=1 << 40)), exact, atol=1e-9)
    np.testing.assert_array_equal(as_array(expect_tokens(bitext, rules, workers=1)), exact)


def test_the_same_bitext_gives_the_same_bytes() -> None:
    bitext = random_bitext(8)
    assert dumps(learn_token_grammar(bitext).grammar) == dumps(learn_token_grammar(bitext, workers=1).grammar)


def test_a_floor_drops_pairs_and_keeps_words_alone() -> None:
    bitext = bitext_of(SMALL)
    free = learn_token_grammar(bitext, iterations=3, floor=0.0).grammar
    floored = learn_token_grammar(bitext, iterations=3, floor=0.01).grammar
    assert len(floored) < len(free)
    assert floored.probability.min() >= 0.008
    assert floored.total == pytest.approx(1.0)
    alone = [rule for rule in floored if not (rule.source and rule.target)]
    assert len(alone) == bitext.source.distinct + bitext.target.distinct
    log = Biparser(floored).inside(["a", "red", "red", "house"], ["rot", "buch"])
    assert math.isfinite(log), "each word may still be deleted or inserted"


def test_words_of_one_side_alone_have_no_rules_on_the_other() -> None:
    bitext = bitext_of([("a b", "c")], shared=True)
    grammar = learn_token_grammar(bitext, iterations=1).grammar
    assert {(rule.source, rule.target) for rule in grammar} == {
        (("a",), ()), (("b",), ()), ((), ("c",)), (("a",), ("c",)), (("b",), ("c",)),
    }  # fmt: skip
    assert grammar.source_vocabulary is grammar.target_vocabulary


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"iterations": 0}, "iterations': expected at least 1, found 0"),
        ({"straight": 0.6, "inverted": 0.5}, "between 0 and 1, found 0.6 and 0.5"),
        ({"floor": -1.0}, "floor': expected a number from 0 to under 1, found -1.0"),
        ({"initial": "random"}, "initial': expected one of uniform, ibm1, found 'random'"),
        ({"beam": 0}, "beam': expected at least 1, found 0"),
    ],
)
def test_options_that_make_no_sense_are_refused(options: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        learn_token_grammar(bitext_of(SMALL), **options)  # type: ignore[arg-type]


@pytest.mark.parametrize("pairs", [[], [("", "")]])
def test_nothing_to_learn_from_is_refused(pairs: list[tuple[str, str]]) -> None:
    with pytest.raises(InputError, match="no pairs of texts to learn a grammar from"):
        learn_token_grammar(bitext_of(pairs))
