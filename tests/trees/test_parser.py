"""The small parser: its chart beside all trees, its features, and a toy language that it must learn."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from likewise.trees import Parser, TaggedTree, _kernels, read_tree, write_tree

MASK = (1 << 8) - 1


def binary_trees(i: int, j: int) -> Iterator[frozenset[tuple[int, int]]]:
    if j - i == 1:
        yield frozenset({(i, j)})
        return
    for k in range(i + 1, j):
        for left in binary_trees(i, k):
            for right in binary_trees(k, j):
                yield left | right | {(i, j)}


def plain_value(weights: np.ndarray, w: np.ndarray, t: np.ndarray, i: int, j: int, root: bool) -> float:
    rows = np.empty(_kernels.SPAN_FEATURES, np.int64)
    _kernels.span_features(w, t, i, j, MASK, rows)
    best = float(weights[rows].sum(axis=0).max())
    return best if root else max(0.0, best)


@pytest.mark.parametrize("n", [1, 2, 5])
def test_the_chart_finds_the_best_of_all_trees(n: int) -> None:
    rng = np.random.default_rng(n)
    weights = rng.normal(size=(MASK + 1, 3)).astype(np.float32)
    w, t = rng.integers(2, 9, n + 4), rng.integers(2, 6, n + 4)
    none = np.full((n + 1, n + 1), -2, np.int64)
    found = _kernels.decode(w, t, n, weights, MASK, none, np.float32(0.0))
    chosen = [(i, j) for i in range(n) for j in range(i + 1, n + 1) if found[i, j] >= 0]
    got = sum(plain_value(weights, w, t, i, j, (i, j) == (0, n)) for i, j in chosen)
    best = max(
        sum(plain_value(weights, w, t, i, j, (i, j) == (0, n)) for i, j in spans)
        for spans in binary_trees(0, n)
    )
    assert got == pytest.approx(best, abs=1e-3)
    assert found[0, n] >= 0


def test_features_stay_inside_the_table() -> None:
    w = t = np.arange(9) + 2
    rows = np.empty(_kernels.SPAN_FEATURES, np.int64)
    for i in range(5):
        for j in range(i + 1, 6):
            _kernels.span_features(w, t, i, j, MASK, rows)
            assert rows.min() >= 0
            assert rows.max() <= MASK


def toy() -> list[TaggedTree]:
    rows = []
    for k in range(30):
        who, what = ("he", "she", "it")[k % 3], ("runs", "sings", "waits")[k // 3 % 3]
        pieces, tags = ("(S(NP*)", "(VP*)", "*)"), ("PRP", "VBZ", ".")
        rows.append(TaggedTree((who, what, "."), tags, read_tree(pieces)))
    return rows


def test_a_toy_language_is_learnt_and_the_same_seed_gives_the_same_weights() -> None:
    parser = Parser.fit(toy(), passes=3)
    words = ("she", "waits", ".")
    assert parser.tag(words) == ("PRP", "VBZ", ".")
    assert write_tree(parser.parse(words, parser.tag(words))) == ("(S(NP*)", "(VP*)", "*)")
    again = Parser.fit(toy(), passes=3)
    assert all(np.array_equal(parser.arrays[name], again.arrays[name]) for name in parser.arrays)


def test_any_length_gives_a_tree() -> None:
    parser = Parser.fit(toy(), passes=1)
    for size in (0, 1, 200, 300):
        words = ("word",) * size
        tree = parser.parse(words, parser.tag(words))
        assert len(tree.homes) == size
        if size:
            assert read_tree(write_tree(tree)).homes


def test_a_packed_parser_reads_alike() -> None:
    parser = Parser.fit(toy(), passes=3)
    names, arrays = parser.packed("p")
    assert all(name.startswith("p.") for name in arrays)
    words = ("it", "sings", ".")
    assert Parser.unpacked("p", names, arrays).read(words) == parser.read(words)
