"""What the templates see in one analysis: features as short texts, with how often each occurs.

The grammar's lexicon is not needed: the lexical type of an entry is taken from its name (`algorithm_n1` is an
`n`, closed-class words are their own type). That is coarser than the types of the grammar, which also know
valence.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from likewise.deep.analyses import Analysis
from likewise.deep.selection.templates import Template, TemplatePart
from likewise.errors import InputError
from likewise.records import Tree

__all__ = ["AnalysisView", "lexical_type", "seen"]

_OPEN = frozenset(("n", "v", "a", "adv", "np", "isect"))
_CLASSES = (1, 2, 3, 5, 8, 13)


def lexical_type(entry: str) -> str:
    """The type that an entry's name tells: an open-class word's class, else the name without its number."""
    name = entry.rstrip("0123456789")
    ending = name.rpartition("_")[2]
    return ending if ending in _OPEN and ending != name else name.rstrip("_")


@dataclass(slots=True)
class _Node:
    """A node with all that a view may ask of it; `place` is that of the head daughter, -1 of a word."""

    label: str
    mother: _Node | None
    daughters: list[_Node]
    form: str
    words: int
    head: str
    first: str
    last: str
    place: int = -1


class AnalysisView:
    """One analysis as the templates see it."""

    def __init__(self, analysis: Analysis, heads: Mapping[str, int] | None = None) -> None:
        self.analysis = analysis
        self.heads = heads

    @cached_property
    def _tree(self) -> Tree:
        from likewise.deep.syntax_trees import derivation_tree

        # Spans are not looked at, so the words need not be found in the text.
        return derivation_tree(self.analysis.derivation, self.heads, root=True)

    @cached_property
    def nodes(self) -> list[_Node]:
        """All nodes below the root condition, mothers first."""
        top = self._tree
        return _grow(top.daughters[0] if len(top.daughters) == 1 else top)

    @cached_property
    def entries(self) -> list[str]:
        """The lexical entries, word by word, between two marks."""
        return ["<s>", *(leaf.entry or leaf.label for leaf in self._tree.leaves()), "</s>"]

    @cached_property
    def links(self) -> list[tuple[str, str, str]]:
        """Predicate, role and predicate of each dependency; none where the MRS has none."""
        try:
            graph = self.analysis.dependencies
        except InputError:
            return []
        names = {node.id: str(node.predicate) for node in graph.nodes}
        return [
            (names[node.id], role, names[end])
            for node in graph.nodes
            for role, end in node.edges.items()
            if end in names
        ]

    @cached_property
    def predicates(self) -> list[str]:
        """The predicates of the MRS."""
        try:
            return [str(ep.predicate) for ep in self.analysis.parsed_mrs.rels]
        except InputError:
            return []

    @property
    def root(self) -> str:
        """The root condition."""
        return self._tree.label


def _grow(top: Tree) -> list[_Node]:
    """The nodes of a tree, mothers first; what comes from below is filled in from the last node back."""
    nodes: list[_Node] = []
    waiting: list[tuple[Tree, _Node | None]] = [(top, None)]
    while waiting:
        tree, mother = waiting.pop()
        if tree.form is not None:
            entry = tree.entry or tree.label
            kind = lexical_type(entry)
            node = _Node(kind, mother, [], tree.form, 1, entry, kind, kind)
        else:
            node = _Node(tree.label, mother, [], "", 0, "", "", "", tree.head or 0)
            waiting.extend((daughter, node) for daughter in reversed(tree.daughters))
        nodes.append(node)
        if mother is not None:
            mother.daughters.append(node)
    for node in reversed(nodes):
        if node.daughters:
            node.words = sum(daughter.words for daughter in node.daughters)
            node.head = node.daughters[node.place].head
            node.first, node.last = node.daughters[0].first, node.daughters[-1].last
    return nodes


def seen(template: Template, view: AnalysisView) -> Counter[str]:
    """The features that a template finds, counted."""
    if template.parts:
        return Counter(_node_features(template.parts, view))
    return Counter(_WHOLE[template.whole](template.option, view))


def _node_features(parts: tuple[TemplatePart, ...], view: AnalysisView) -> Iterator[str]:
    plain = [part for part in parts if part.view != "edge"]
    edges = len(plain) < len(parts)
    for node in view.nodes:
        base = " ".join([_NODE[part.view](node, part.number) for part in plain])
        if not edges:
            yield base
        else:
            for place, daughter in enumerate(node.daughters):
                yield f"{base} [{place}/{len(node.daughters)} {daughter.label}]"


def _daughters(node: _Node, _: int) -> str:
    return f"({' '.join([d.label for d in node.daughters]) or node.head + ' ' + node.form})"


def _above(node: _Node, number: int) -> str:
    names: list[str] = []
    mother = node.mother
    while mother is not None and len(names) < number:
        names.append(mother.label)
        mother = mother.mother
    if len(names) < number:
        names.append("^")
    return "^" + " ".join(names)


def _weight(node: _Node, _: int) -> str:
    sizes = [d.words for d in node.daughters] or [node.words]
    return "/".join([str(sum(size > limit for limit in _CLASSES)) for size in sizes])


_NODE: dict[str, Callable[[_Node, int], str]] = {
    "rule": lambda node, _: node.label,
    "daughters": _daughters,
    "grandparent": _above,
    "weight": _weight,
    "head": lambda node, _: lexical_type(node.head),
    "headword": lambda node, _: node.head,
    "boundary": lambda node, _: f"{node.first}..{node.last}",
}


def _runs(names: list[str], length: int) -> Iterator[str]:
    if length == 1:
        yield from names[1:-1]
        return
    for start in range(len(names) - length + 1):
        yield " ".join(names[start : start + length])


def _head_pairs(option: str, view: AnalysisView) -> Iterator[str]:
    name = lexical_type if option == "type" else str
    for node in view.nodes:
        for place, daughter in enumerate(node.daughters):
            if place != node.place:
                yield f"{node.label} {name(node.head)} {name(daughter.head)}"


def _pairs(option: str, view: AnalysisView) -> Iterator[str]:
    for predicate, role, end in view.links:
        if option == "class":
            predicate, end = _class(predicate), _class(end)
        yield f"{predicate} {role} {end}"


def _class(predicate: str) -> str:
    """A predicate without its word: `_room_n_1` is a `_n`, `udef_q` stays."""
    match = re.match(r"_.*_([a-z])(_|$)", predicate)
    return f"_{match[1]}" if match else predicate


_WHOLE: dict[str, Callable[[str, AnalysisView], Iterator[str]]] = {
    "lextype": lambda option, view: _runs([lexical_type(e) for e in view.entries], int(option)),
    "entry": lambda option, view: _runs(view.entries, int(option)),
    "headdep": _head_pairs,
    "predicate": lambda _, view: iter(view.predicates),
    "predarg": _pairs,
    "root": lambda _, view: iter((view.root,)),
}
