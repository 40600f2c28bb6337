"""The k best biparses: all of them sum to the inside probability, in order and each once."""

from __future__ import annotations

import math

import numpy as np
import pytest

from likewise.errors import InputError
from likewise.transduce.itg.biparse import BiparseTree, best_trees
from likewise.transduce.itg.biparse.exact import best_tree, inside_log
from likewise.transduce.itg.biparse.lexical_cells import LexicalCells, cells_of_matrix

from .plain_biparser import plain_trees
from .test_exact import segment_cells, token_cells


def written(tree: BiparseTree) -> str:
    if not tree.children:
        return str((*tree.source, *tree.target))
    return f"{tree.kind}({' '.join(written(child) for child in tree.children)})"


@pytest.mark.parametrize(
    "cells", [token_cells(2, 2, 1), token_cells(3, 2, 2), token_cells(0, 4, 3), segment_cells(3, 3, 4)]
)
def test_all_biparses_are_the_plain_ones(cells: LexicalCells) -> None:
    every = plain_trees(cells, 0.3, 0.2)
    trees = best_trees(cells, 0.3, 0.2, len(every) + 5)
    assert len(trees) == len(every)
    assert {written(tree) for tree in trees} == {name for _, name in every}
    logs = [tree.log_probability for tree in trees]
    np.testing.assert_allclose(np.exp(logs), [p for p, _ in every], rtol=1e-10)
    assert math.fsum(math.exp(log) for log in logs) == pytest.approx(math.exp(inside_log(cells, 0.3, 0.2)))


def test_the_first_is_the_best_and_all_differ() -> None:
    cells = token_cells(9, 8, 7)
    trees = best_trees(cells, 0.3, 0.2, 200)
    logs = [tree.log_probability for tree in trees]
    best = best_tree(cells, 0.3, 0.2)
    assert best is not None
    assert logs[0] == pytest.approx(best.log_probability)
    assert np.diff(logs).max() < 1e-12
    assert len({written(tree) for tree in trees}) == 200
    assert best_trees(cells, 0.3, 0.2, 30) == trees[:30]


def test_no_biparse_gives_no_trees_and_none_are_refused() -> None:
    nothing = cells_of_matrix(np.zeros((2, 1)), np.zeros(2), [0.1])
    assert best_trees(nothing, 0.3, 0.2, 3) == []
    with pytest.raises(InputError, match="at least 1, found 0"):
        best_trees(nothing, 0.3, 0.2, 0)
