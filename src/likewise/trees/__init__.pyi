"""The public names of likewise.trees: what other rooms and users may use."""

from .constituents import (
    CLAUSES as CLAUSES,
    ConstituentTree as ConstituentTree,
    TaggedTree as TaggedTree,
    chains_of as chains_of,
    flat_tree as flat_tree,
    read_tree as read_tree,
    tree_of_chart as tree_of_chart,
    write_tree as write_tree,
)
from .encoded_parser import EncodedParser as EncodedParser
from .parser import Parser as Parser, labels_of_trees as labels_of_trees
