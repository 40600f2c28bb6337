"""Constituent trees: records as flat arrays, and parsers of our own for text that has no trees.

One parser is small and comes with what was learnt; one stands on the optional encoder and is much better.
"""

from __future__ import annotations

from likewise.trees.constituents import (
    CLAUSES,
    ConstituentTree,
    TaggedTree,
    chains_of,
    flat_tree,
    read_tree,
    tree_of_chart,
    write_tree,
)
from likewise.trees.encoded_parser import EncodedParser
from likewise.trees.parser import Parser, labels_of_trees

__all__ = [
    "CLAUSES",
    "ConstituentTree",
    "EncodedParser",
    "Parser",
    "TaggedTree",
    "chains_of",
    "flat_tree",
    "labels_of_trees",
    "read_tree",
    "tree_of_chart",
    "write_tree",
]
