"""Biparses as SVG: both sides, a box a rule, straight and inverted told apart, nothing unescaped."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from likewise.transduce.itg import Biparser, BiparseTree, LexicalRule, TransductionGrammar, draw_biparse

SOURCE, TARGET = ["so", "red", "<house>", "new", "york"], ["casa", "muy", "roja", "nueva", "york"]
RULES = [
    LexicalRule(("red",), ("roja",), 0.1),
    LexicalRule(("<house>",), ("casa",), 0.1),
    LexicalRule(("new", "york"), ("nueva", "york"), 0.1),
    LexicalRule((), ("muy",), 0.05),
    LexicalRule(("so",), (), 0.05),
]


@pytest.fixture
def tree() -> BiparseTree:
    grammar = TransductionGrammar.of_words(RULES, straight=0.3, inverted=0.2)
    best = Biparser(grammar).viterbi(SOURCE, TARGET)
    assert best is not None
    return best


def test_the_drawing_says_what_the_tree_says(tree: BiparseTree) -> None:
    drawing = draw_biparse(tree, SOURCE, TARGET)
    root = ElementTree.fromstring(drawing)
    words = [node.text for node in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {*SOURCE, *TARGET} <= set(words)
    boxes = re.findall(r'data-rule="([^"]*)"', drawing)
    assert sorted(boxes) == ["0-1/0-0", "1-1/1-2", "1-2/2-3", "2-3/0-1", "3-5/3-5"]
    kinds = [node.kind for node in tree.walk()]
    assert words.count("< >") == kinds.count("inverted") == 1
    assert words.count("[ ]") == kinds.count("straight") == 3
    assert "[ ] straight" in words
    assert tree.bracketed(SOURCE, TARGET) in [node.text for node in root]


def test_the_same_biparse_gives_the_same_bytes(tree: BiparseTree) -> None:
    assert draw_biparse(tree, SOURCE, TARGET) == draw_biparse(tree, SOURCE, TARGET)
    assert "<style>" in draw_biparse(tree, SOURCE, TARGET, standalone=True)


def test_no_biparse_and_one_rule_are_drawn_too() -> None:
    assert "No data" in draw_biparse(None, ["a"], ["b"])
    for source, target in (((0, 1), (0, 1)), ((0, 0), (0, 1)), ((0, 1), (0, 0))):
        leaf = BiparseTree("lexical", source, target, (), -1.0)
        ElementTree.fromstring(draw_biparse(leaf, ["a"][slice(*source)], ["b"][slice(*target)]))
