"""The best tree: beside all trees of a few words, and of long sentences."""

from __future__ import annotations

from itertools import product

import numpy as np
import numpy.typing as npt
from hypothesis import given, strategies as st

from likewise.frames._kernels import best_heads
from likewise.frames.dependency_tree import best_tree


def leads_to_root(heads: tuple[int, ...], word: int) -> bool:
    for _ in heads:
        word = heads[word - 1]
        if word == 0:
            return True
    return False


def trees(size: int, roots: int | None) -> list[tuple[int, ...]]:
    """All of them, with so many words under the root."""
    return [
        heads
        for heads in product(range(size + 1), repeat=size)
        if (roots is None or heads.count(0) == roots)
        and all(leads_to_root(heads, word) for word in range(1, size + 1))
    ]


def total(arcs: npt.NDArray[np.float64], heads: tuple[int, ...]) -> float:
    return float(sum(arcs[word, head] for word, head in enumerate(heads)))


TREES = {(size, roots): trees(size, roots) for size in range(1, 6) for roots in (1, None)}
TABLES = st.integers(1, 5).flatmap(
    lambda n: st.lists(st.lists(st.integers(-9, 9), min_size=n + 1, max_size=n + 1), min_size=n, max_size=n)
)


@given(TABLES)
def test_no_tree_with_one_root_is_better(rows: list[list[int]]) -> None:
    arcs = np.array(rows, np.float64)
    best = tuple(int(head) for head in best_tree(arcs))
    assert best in TREES[len(arcs), 1]
    assert total(arcs, best) == max(total(arcs, heads) for heads in TREES[len(arcs), 1])


@given(TABLES)
def test_the_kernel_finds_the_best_of_all_trees(rows: list[list[int]]) -> None:
    arcs = np.array(rows, np.float64)
    best = tuple(int(head) for head in best_heads(arcs))
    assert best in TREES[len(arcs), None]
    assert total(arcs, best) == max(total(arcs, heads) for heads in TREES[len(arcs), None])


def test_nested_cycles() -> None:
    """Words 1 and 2 want each other, and then both want 3, which wants them."""
    arcs = np.full((3, 4), -5.0)
    arcs[0, 2] = arcs[1, 1] = 9
    arcs[1, 3] = arcs[2, 1] = 7
    arcs[:, 0] = [0, 1, 2]
    assert best_tree(arcs).tolist() == [2, 3, 0]


def test_three_hundred_words() -> None:
    arcs = np.random.default_rng(1).normal(size=(300, 301))
    heads = best_tree(arcs)
    assert (heads == 0).sum() == 1
    assert all(leads_to_root(tuple(heads), word) for word in range(1, 301))
    assert best_tree(np.zeros((0, 1))).tolist() == []
