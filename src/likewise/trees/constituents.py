"""Constituent trees as flat arrays, for learners; `likewise.records.Tree` is the one for people and files.

Read from pieces, one a word, as the columns of shared tasks have them (`(S(NP*)`, `(VP*`, `*))`). Labels lose
their function tags. Words hang from the innermost bracket that is open at their star.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from likewise.errors import InputError

__all__ = [
    "CLAUSES",
    "ConstituentTree",
    "TaggedTree",
    "chains_of",
    "flat_tree",
    "read_tree",
    "tree_of_chart",
    "write_tree",
]

CLAUSES = frozenset({"S", "SINV", "SQ", "SBARQ", "SBAR", "S1", "TOP", "FRAG", "RRC"})
"""Labels of clauses; a scope seldom crosses one that lies between it and the cue."""


@dataclass(frozen=True)
class ConstituentTree:
    """Nodes in the order of their opening brackets; `parents[0]` is -1, `homes[i]` is word i's node."""

    labels: tuple[str, ...]
    starts: tuple[int, ...]
    ends: tuple[int, ...]
    parents: tuple[int, ...]
    homes: tuple[int, ...]

    @cached_property
    def children(self) -> list[list[tuple[int, int]]]:
        """Of each node: (node, -1) for a bracket and (-1, word) for a word, left to right."""
        rows: list[list[tuple[int, int, int]]] = [[] for _ in self.labels]
        for node, parent in enumerate(self.parents):
            if parent >= 0:
                rows[parent].append((self.starts[node], node, -1))
        for word, home in enumerate(self.homes):
            rows[home].append((word, -1, word))
        return [[(node, word) for _, node, word in sorted(row)] for row in rows]

    def chain(self, word: int) -> list[int]:
        """The nodes over a word, innermost first."""
        nodes, node = [], self.homes[word]
        while node >= 0:
            nodes.append(node)
            node = self.parents[node]
        return nodes


class TaggedTree(NamedTuple):
    """A sentence with the part of speech of each word and its tree."""

    words: tuple[str, ...]
    tags: tuple[str, ...]
    tree: ConstituentTree


def read_tree(pieces: Sequence[str], file: str | None = None, line: int | None = None) -> ConstituentTree:
    """The tree of a sentence; several roots are put under one, a sentence of bare stars becomes flat."""
    labels, starts, ends, parents, homes = ["TOP"], [0], [len(pieces)], [-1], list[int]()
    stack = [0]
    for word, piece in enumerate(pieces):
        before, star, after = piece.partition("*")
        if not star or after.strip(")") or (before and not before.startswith("(")):
            raise InputError(f"'{piece}' is no piece of a tree, expected ..*..", file=file, line=line)
        for label in before.split("(")[1:]:
            parents.append(stack[-1])
            stack.append(len(labels))
            labels.append(_plain(label))
            starts.append(word)
            ends.append(len(pieces))
        homes.append(stack[-1])
        for _ in after:
            if len(stack) == 1:
                raise InputError("a bracket closes that was never opened", file=file, line=line)
            ends[stack.pop()] = word + 1
    return ConstituentTree(tuple(labels), tuple(starts), tuple(ends), tuple(parents), tuple(homes))


def _plain(label: str) -> str:
    """`NP-SBJ` is NP; `-LRB-` stays."""
    return label if label.startswith("-") else label.replace("=", "-").partition("-")[0] or "X"


def flat_tree(size: int) -> ConstituentTree:
    """A tree that knows nothing: all words under one node."""
    return ConstituentTree(("TOP",), (0,), (size,), (-1,), (0,) * size)


def write_tree(tree: ConstituentTree) -> tuple[str, ...]:
    """The pieces that `read_tree` reads, without the root that it adds."""
    before = [""] * len(tree.homes)
    after = [""] * len(tree.homes)
    for node in range(1, len(tree.labels)):
        before[tree.starts[node]] += f"({tree.labels[node]}"
        after[tree.ends[node] - 1] += ")"
    return tuple(f"{b}*{a}" for b, a in zip(before, after, strict=True))


def chains_of(tree: ConstituentTree) -> list[tuple[int, int, str]]:
    """Spans of a tree with the labels of all its nodes there, outermost first; the added root is left out."""
    rows: dict[tuple[int, int], str] = {}
    for node in range(1, len(tree.labels)):
        key = (tree.starts[node], tree.ends[node])
        rows[key] = f"{rows[key]}+{tree.labels[node]}" if key in rows else tree.labels[node]
    return [(start, end, label) for (start, end), label in rows.items()]


def tree_of_chart(chart: Any, n: int, labels: Sequence[str]) -> ConstituentTree:
    """The tree of a chart: `chart[i, j]` is the label of words i to j, or negative where none is."""
    names, starts, ends, parents = ["TOP"], [0], [n], [-1]
    homes = [0] * n
    spans = [(i, -j, j) for i in range(n) for j in range(n, i, -1) if chart[i, j] >= 0]
    stack = [0]
    for i, _, j in spans:
        while ends[stack[-1]] <= i:
            stack.pop()
        for label in labels[chart[i, j]].split("+"):
            parents.append(stack[-1])
            stack.append(len(names))
            names.append(label)
            starts.append(i)
            ends.append(j)
        for word in range(i, j):
            homes[word] = len(names) - 1
    return ConstituentTree(tuple(names), tuple(starts), tuple(ends), tuple(parents), tuple(homes))
