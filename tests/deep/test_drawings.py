"""Drawings are well-formed, escaped, complete, and the same each time."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from likewise.deep import Analysis
from likewise.deep.drawings import bracketed, draw_derivation, draw_mrs
from likewise.records import Tree

SVG = "{http://www.w3.org/2000/svg}"


def texts(svg: str) -> list[str]:
    return [found.text or "" for found in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def test_an_mrs_is_drawn_with_words_and_arcs(dog: dict[str, str]) -> None:
    analysis = Analysis(**dog)
    svg = draw_mrs(analysis.parsed_mrs, analysis.text, standalone=True)
    assert sorted(texts(svg)) == sorted(
        ["BV", "ARG1", "_the_q", "The", "_dog_n_1", "dog", "_bark_v_1", "barks."]
    )
    assert "_bark_v_1 ARG1 _dog_n_1" in svg
    assert svg == draw_mrs(analysis.parsed_mrs, analysis.text, standalone=True)
    assert "var(--plot-ink" in svg


def test_a_derivation_is_drawn_with_all_its_nodes(dog: dict[str, str]) -> None:
    tree = Analysis(**dog).tree()
    svg = draw_derivation(tree)
    labels = [node.label for node in tree.walk()] + [leaf.form or "" for leaf in tree.leaves()]
    assert sorted(texts(svg)) == sorted(labels)
    lines = list(ElementTree.fromstring(svg).iter(f"{SVG}line"))
    assert len(lines) == sum(1 for _ in tree.walk()) - 1
    assert sum(line.get("stroke-width") == "2" for line in lines) == 2
    assert bracketed(tree) in svg


@pytest.mark.parametrize("bad", ["<script>alert(1)</script>", 'a"b', "a&b", "\x00\ud800"])
def test_labels_are_escaped(bad: str, dog: dict[str, str]) -> None:
    tree = Tree("x", (Tree("y", form=bad, span=(0, 1)), Tree(bad[:20], form="w", span=(1, 2))), span=(0, 2))
    assert len(texts(draw_derivation(tree, title=bad))) == 5
    mrs = Analysis(**dog).parsed_mrs
    assert "<script>" not in draw_mrs(mrs, bad * 3, title=bad)


def test_brackets_of_a_tree() -> None:
    tree = Tree("s", (Tree("a", form="x"), Tree("b", (Tree("c", form="y"),))))
    assert bracketed(tree) == "(s (a x) (b (c y)))"
