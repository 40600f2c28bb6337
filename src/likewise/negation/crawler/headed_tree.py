"""The syntax tree of a reading over the characters of its sentence (Packard et al. 2014, section 3.2).

A derivation of the English Resource Grammar names rules and word forms. Crawling wants more: the characters
that each word covers, the lexical head of each phrase, and the parent of each node.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from likewise.deep import head_of, read_derivation, spans_of_words
from likewise.errors import InputError

if TYPE_CHECKING:
    from delphin.derivation import Derivation

__all__ = ["HeadedNode", "HeadedTree", "letters", "read_headed_tree", "trimmed"]


@dataclass(frozen=True, slots=True)
class HeadedNode:
    """One node: its rule or lexical entry, the words it covers, and its place in the tree."""

    rule: str
    parent: int  # -1 at the top
    daughters: tuple[int, ...]
    first: int  # words first .. last - 1
    last: int
    head: int  # the word that is its lexical head


@dataclass(frozen=True)
class HeadedTree:
    """Nodes from the top down, left to right; `spans` are the characters of the words."""

    nodes: tuple[HeadedNode, ...]
    spans: tuple[tuple[int, int], ...]
    forms: tuple[str, ...]

    @cached_property
    def entries(self) -> tuple[str, ...]:
        """The lexical entry of each word."""
        return tuple(node.rule for node in self.nodes if not node.daughters)

    @cached_property
    def highest(self) -> tuple[int, ...]:
        """For each word the highest node that it heads."""
        nodes = [-1] * len(self.spans)
        for at in reversed(range(len(self.nodes))):
            nodes[self.nodes[at].head] = at
        return tuple(nodes)

    @cached_property
    def lexical(self) -> tuple[int, ...]:
        """For each word its lowest node, the lexical entry."""
        return tuple(at for at, node in enumerate(self.nodes) if not node.daughters)

    def path(self, at: int) -> Iterator[int]:
        """The nodes above a node, nearest first."""
        while (at := self.nodes[at].parent) >= 0:
            yield at

    def heads(self, at: int) -> tuple[int, ...]:
        """The word that heads a node; for a coordination, those of its conjuncts too."""
        node = self.nodes[at]
        if len(node.daughters) == 1:
            return self.heads(node.daughters[0])
        if "_crd" in node.rule or node.rule.startswith("mrk-"):
            return (node.head, *(head for daughter in node.daughters for head in self.heads(daughter)))
        return (node.head,)

    def sisters(self, at: int) -> tuple[int, ...]:
        """The other daughters of a node's parent."""
        parent = self.nodes[at].parent
        return () if parent < 0 else tuple(d for d in self.nodes[parent].daughters if d != at)


def read_headed_tree(derivation: str | Derivation, text: str) -> HeadedTree:
    """The tree of a derivation, written in full (UDF) or short (`(rule from to ...)`), over the text."""
    root = read_derivation(derivation) if isinstance(derivation, str) else derivation
    nodes: list[HeadedNode] = []
    words: list[str] = []
    _flatten(root, -1, nodes, words)
    forms = tuple(words)
    return HeadedTree(tuple(nodes), _spans(forms, text), forms)


def _flatten(node: Any, parent: int, nodes: list[HeadedNode], words: list[str]) -> int:
    """Add a node and all below it; its place in the list."""
    at, first = len(nodes), len(words)
    nodes.append(HeadedNode(node.entity, parent, (), first, first, first))
    below = []
    for daughter in node.daughters:
        if hasattr(daughter, "form"):
            words.append(str(daughter.form))
        else:
            below.append(_flatten(daughter, at, nodes, words))
    if len(words) == first:
        raise InputError(f"the derivation has no word under {node.entity}", field="derivation")
    head = nodes[below[head_of(node.entity, len(below))]].head if below else first
    nodes[at] = HeadedNode(node.entity, parent, tuple(below), first, len(words), head)
    return at


def trimmed(text: str, begin: int, end: int) -> tuple[int, int]:
    """The characters from the first to the last letter or digit among these."""
    while end > begin and not text[end - 1].isalnum():
        end -= 1
    while begin < end and not text[begin].isalnum():
        begin += 1
    return begin, end


def _spans(forms: tuple[str, ...], text: str) -> tuple[tuple[int, int], ...]:
    """The letters of each word in the text; punctuation that the grammar ties to a word is left out."""
    spans = tuple(trimmed(text, *span) for span in spans_of_words(forms, text))
    for form, (begin, end) in zip(forms, spans, strict=True):
        if letters(form) != letters(text[begin:end]):
            raise InputError(f"the derivation's word {form!r} is not in the text", field="derivation")
    return spans


def letters(text: str) -> str:
    """The letters and digits of a text, in small letters."""
    return "".join(c for c in text.lower() if c.isalnum())
