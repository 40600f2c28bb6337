"""Trees read from pieces, one a word, and written again."""

from __future__ import annotations

import pytest

from likewise.errors import InputError
from likewise.trees import chains_of, flat_tree, read_tree, write_tree

PIECES = ("(S(NP*)", "(VP*", "*", "(VP*", "(NP*", "*)))", "*)")


def test_a_tree_is_read_and_written() -> None:
    tree = read_tree(PIECES)
    assert tree.labels == ("TOP", "S", "NP", "VP", "VP", "NP")
    assert [tree.labels[node] for node in tree.chain(5)] == ["NP", "VP", "VP", "S", "TOP"]
    assert write_tree(tree) == PIECES
    assert read_tree(("*", "*")).labels == flat_tree(2).labels


@pytest.mark.parametrize("pieces", [("(S",), ("S*",), ("*)",), ("*x",)])
def test_broken_trees_are_refused(pieces: tuple[str, ...]) -> None:
    with pytest.raises(InputError):
        read_tree(pieces)


def test_chains_join_the_nodes_over_one_span() -> None:
    assert chains_of(read_tree(("(S(VP*", "(NP(NP*))))"))) == [(0, 2, "S+VP"), (1, 2, "NP+NP")]
