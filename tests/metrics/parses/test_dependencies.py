"""Syntactic dependencies, of derivations by the heads of their rules and of CoNLL-U, worked by hand."""

from __future__ import annotations

import pytest

from likewise.io.conllu import DependencySentence, DependencyWord
from likewise.metrics.parses import FORMATS, Parse, explain_parse, score_parse
from likewise.records import Tree


def leaf(form: str) -> Tree:
    return Tree(form, form=form, entry=form)


def saw_with(high: bool) -> Parse:
    """Dogs saw men with hats: with hats joined to the verb phrase, or to men."""
    dogs, saw, men = leaf("dogs"), leaf("saw"), leaf("men")
    pp = Tree("hd-cmp", (leaf("with"), leaf("hats")), head=0)
    if high:
        vp = Tree("hd-aj", (Tree("hd-cmp", (saw, men), head=0), pp), head=0)
    else:
        vp = Tree("hd-cmp", (saw, Tree("hdn-aj", (men, pp), head=0)), head=0)
    return Parse(Tree("sb-hd", (dogs, vp), head=1))


def test_of_derivations() -> None:
    # saw > dogs (sb-hd), saw > men and with > hats (hd-cmp) in both; with hangs on men or on saw.
    found = score_parse(saw_with(high=False), [saw_with(high=True)], ["LSD", "USD"])
    assert found == {"LSD": 75, "USD": 75}
    why = explain_parse(saw_with(high=False), saw_with(high=True))["dependencies"]
    assert why["missed"] == [
        {"dependent": "with", "head": "men", "label": "hdn-aj", "spans": [[10, 14], [7, 10]]}
    ]
    assert why["wrong"] == [
        {"dependent": "with", "head": "saw", "label": "hd-aj", "spans": [[10, 14], [4, 7]]}
    ]


def test_the_rule_is_the_label() -> None:
    one, other = (Parse(Tree(rule, (leaf("a"), leaf("b")), head=1)) for rule in ("sp-hd", "aj-hd"))
    assert score_parse(one, [other], ["LSD", "USD"]) == {"LSD": 0, "USD": 100}
    turned = Parse(Tree("sp-hd", (leaf("a"), leaf("b")), head=0))
    assert score_parse(one, [turned], ["LSD", "USD"]) == {"LSD": 0, "USD": 0}


def test_one_word_has_none_and_is_right() -> None:
    assert score_parse(Parse(leaf("go")), [Parse(leaf("go"))], ["LSD", "USD"]) == {"LSD": 100, "USD": 100}


def sentence(*rows: tuple[str, str, int, str], tokens: tuple[tuple[str, int], ...] = ()) -> Parse:
    words = tuple(DependencyWord(*row) for row in rows)
    return Parse(sentence=DependencySentence(None, words, tokens or tuple((w.form, 1) for w in words)))


GOLD = sentence(
    ("the", "DET", 2, "det"), ("dog", "NOUN", 3, "nsubj"),
    ("barks", "VERB", 0, "root"), (".", "PUNCT", 3, "punct"),
)  # fmt: skip


def test_of_conllu_are_las_and_uas() -> None:
    # A wrong relation, a wrong head, a wrong tag: 2 of 4 with labels, 3 of 4 without.
    found = sentence(
        ("the", "DET", 2, "det"), ("dog", "PROPN", 3, "obj"),
        ("barks", "VERB", 0, "root"), (".", "PUNCT", 2, "punct"),
    )  # fmt: skip
    assert score_parse(GOLD, [found], FORMATS["conllu"]) == {"LSD": 50, "USD": 75, "POS": 75}
    assert score_parse(GOLD, [GOLD], FORMATS["conllu"]) == {"LSD": 100, "USD": 100, "POS": 100}


def test_of_conllu_with_other_tokens() -> None:
    # thedog is one word: the relations of its two words are lost, barks < root and . < barks remain.
    found = sentence(("thedog", "NOUN", 2, "nsubj"), ("barks", "VERB", 0, "root"), (".", "PUNCT", 2, "punct"))
    assert score_parse(GOLD, [found], ["LSD", "POS"]) == {"LSD": pytest.approx(200 * 2 / 7), "POS": 50}


def test_words_of_one_token_are_told_apart() -> None:
    rows = [("à", "ADP", 3, "case"), ("le", "DET", 3, "det"), ("parc", "NOUN", 0, "root")]
    tokens = (("au", 2), ("parc", 1))
    gold = sentence(*rows, tokens=tokens)
    turned = sentence(rows[0], ("le", "DET", 1, "det"), rows[2], tokens=tokens)
    assert score_parse(gold, [gold], ["LSD"]) == {"LSD": 100}
    assert score_parse(gold, [turned], ["LSD"]) == {"LSD": pytest.approx(200 / 3)}
