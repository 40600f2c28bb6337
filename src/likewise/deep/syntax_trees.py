"""A derivation as the house's `Tree`: rules over daughters, lexical entries over words.

Positions of a derivation count cells of a parser's chart, and two parsers (or two versions of one grammar)
cut a sentence differently. The spans here count characters of the sentence instead.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from likewise.deep.derivations import read_derivation, words_of
from likewise.deep.heads import head_of
from likewise.deep.word_spans import spans_of_words
from likewise.records import Tree

if TYPE_CHECKING:
    from delphin.derivation import Derivation, UDFNode

__all__ = ["derivation_tree"]


def derivation_tree(
    derivation: Derivation | str,
    heads: Mapping[str, int] | None = None,
    *,
    text: str | None = None,
    root: bool = False,
) -> Tree:
    """The tree of a derivation.

    A leaf has the lexical entry as its label and its `entry`, and the word as its `form`. `heads` is what
    `load_heads` gives. Spans count characters of `text`; without it, of the words joined by single blanks.
    The root condition, which is no rule of grammar, is left out unless `root` asks for it.
    """
    read = read_derivation(derivation) if isinstance(derivation, str) else derivation
    top = read
    if not root and read.is_root() and read.id is None and _is_node(read.daughters[0]):
        top = read.daughters[0]
    return _build(top, iter(spans_of_words(words_of(top), text)), heads)


def _is_node(daughter: object) -> bool:
    return hasattr(daughter, "daughters")


def _build(top: UDFNode, spans: Iterator[tuple[int, int]], heads: Mapping[str, int] | None) -> Tree:
    """Mothers after their daughters, without recursion: derivations of long sentences are deep."""
    waiting: list[tuple[UDFNode, list[Tree]]] = [(top, [])]
    while True:
        node, done = waiting[-1]
        forms = [d.form for d in node.daughters if not _is_node(d)]
        if forms:
            tree = Tree(node.entity, form=" ".join(forms), span=next(spans), entry=node.entity)
        elif len(done) < len(node.daughters):
            waiting.append((node.daughters[len(done)], []))
            continue
        else:
            tree = _mother(node.entity, tuple(done), heads)
        waiting.pop()
        if not waiting:
            return tree
        waiting[-1][1].append(tree)


def _mother(rule: str, daughters: tuple[Tree, ...], heads: Mapping[str, int] | None) -> Tree:
    first, last = daughters[0].span, daughters[-1].span
    assert first is not None
    assert last is not None
    return Tree(rule, daughters, span=(first[0], last[1]), head=head_of(rule, len(daughters), heads))
