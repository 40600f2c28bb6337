"""Lemmas: a rule and its way back, exceptions, irregular verbs."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from likewise.frames.english_lemmas import EnglishLemmas, is_regular
from likewise.frames.lemma_rules import lemma_by_rule, lemma_rule

WORDS = st.text(st.sampled_from("abXY'é"), min_size=1, max_size=6)


@given(WORDS, WORDS)
def test_a_rule_leads_to_its_lemma(form: str, lemma: str) -> None:
    assert lemma_by_rule(form, lemma_rule(form, lemma)) == lemma


@pytest.mark.parametrize(
    ("form", "lemma", "rule"),
    [("cars", "car", "1+"), ("Tried", "try", "3+y"), ("Went", "go", "4+go"), ("USA", "USA", "=0+"),
     ("Republicans", "Republican", "=1+"), ("the", "the", "0+")],
)  # fmt: skip
def test_rules(form: str, lemma: str, rule: str) -> None:
    assert lemma_rule(form, lemma) == rule


def test_a_rule_too_long_for_a_word_leaves_it() -> None:
    assert lemma_by_rule("Be", "3+y") == "be"
    assert lemma_by_rule("ing", "3+") == "ing"


def test_which_way_is_taken() -> None:
    lemmas = EnglishLemmas.of(["'d\tAUX\twould\thave"])
    assert lemmas.lemma("'d", "AUX", "2+have", "0+") == "have"
    assert lemmas.lemma("'d", "AUX", "2+be", "0+") == "would"
    assert lemmas.lemma("BIT", "VERB", "3+b", "2+") == "bite"
    assert lemmas.lemma("bit", "NOUN", "3+b", "0+") == "bit"
    assert lemmas.lemma("zapped", "VERB", "4+", "3+") == "zap"
    assert [is_regular(rule) for rule in ("1+", "3+y", "3+e", "=1+", "4+go", "2+ot")] == [True] * 4 + [
        False
    ] * 2
