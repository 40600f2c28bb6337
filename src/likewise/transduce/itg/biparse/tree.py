"""Biparse trees: how a grammar writes two texts at once, and which words it links."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

__all__ = ["BiparseKind", "BiparseTree"]

BiparseKind = Literal["lexical", "straight", "inverted"]


@dataclass(frozen=True, slots=True)
class BiparseTree:
    """A node over the source words `source[0]..source[1]` and the target words `target[0]..target[1]`.

    A lexical node has no children. Others have two, the first in the source first; below an inverted node it
    is the second in the target. `log_probability` (natural) is that of the whole tree below the node.
    """

    kind: BiparseKind
    source: tuple[int, int]
    target: tuple[int, int]
    children: tuple[BiparseTree, ...]
    log_probability: float

    def walk(self) -> Iterator[BiparseTree]:
        """All nodes, each before its children."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.children))

    def leaves(self) -> list[BiparseTree]:
        """The lexical nodes, in the order of the source."""
        return [node for node in self.walk() if not node.children]

    def links(self) -> list[tuple[int, int]]:
        """Pairs of a source and a target word that one lexical rule writes, sorted."""
        return sorted(
            (i, j) for leaf in self.leaves() for i in range(*leaf.source) for j in range(*leaf.target)
        )

    def bracketed(self, source: Sequence[str], target: Sequence[str]) -> str:
        """The tree in one line: [..] straight, <..> inverted, source/target for a rule, ε for no words."""
        parts: list[str] = []
        waiting: list[BiparseTree | str] = [self]
        while waiting:
            node = waiting.pop()
            if isinstance(node, str):
                parts.append(node)
            elif node.children:
                opening, closing = "[]" if node.kind == "straight" else "<>"
                waiting.extend((closing, node.children[1], " ", node.children[0], opening))
            else:
                words = (source[slice(*node.source)], target[slice(*node.target)])
                parts.append("/".join("_".join(side) or "ε" for side in words))
        return "".join(parts)
