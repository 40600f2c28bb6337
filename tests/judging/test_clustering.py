"""Quality-threshold clusters: the paper's, brute force on small sets, and their laws."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from likewise.errors import InputError
from likewise.judging import clustering, clusters

NAMES = list("gcafdbe")


def matrices(size: int) -> st.SearchStrategy[np.ndarray]:
    row = st.lists(st.integers(0, 9), min_size=size, max_size=size)
    return st.lists(row, min_size=size, max_size=size).map(lambda m: np.array(m, dtype=float))


def close(eps: np.ndarray, group: tuple[int, ...], threshold: float) -> bool:
    return all(eps[i, j] < threshold and eps[j, i] < threshold for i, j in combinations(group, 2))


def brute_clusters(eps: np.ndarray, names: list[str], threshold: float) -> list[list[str]]:
    rest, found = list(range(len(names))), []
    while rest:
        groups = [g for size in range(1, len(rest) + 1) for g in combinations(rest, size)]
        best = min(
            (g for g in groups if close(eps, g, threshold)),
            key=lambda g: (-len(g), sorted(names[i] for i in g)),
        )
        found.append([names[i] for i in best])
        rest = [i for i in rest if i not in best]
    return found


@given(matrices(7), st.integers(0, 10))
@settings(max_examples=100, deadline=None)
def test_exact_clusters_equal_brute_force(eps: np.ndarray, threshold: int) -> None:
    assert clusters(eps, NAMES, threshold) == brute_clusters(eps, NAMES, threshold)


@given(matrices(7), st.integers(0, 10))
@settings(max_examples=60, deadline=None)
@pytest.mark.parametrize("exact", [True, False])
def test_laws(exact: bool, eps: np.ndarray, threshold: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(clustering, "EXACT_UP_TO", 20 if exact else 0)
        found = clusters(eps, NAMES, threshold)
        assert sorted(name for group in found for name in group) == sorted(NAMES)
        assert [len(group) for group in found] == sorted(map(len, found), reverse=True)
        for group in found:
            assert close(eps, tuple(NAMES.index(name) for name in group), threshold)
        # The order of the columns does not matter.
        turned = clusters(eps[::-1, ::-1], NAMES[::-1], threshold)
        assert [set(group) for group in turned] == [set(group) for group in found]


def test_hand_worked() -> None:
    # a-b-c are close, d is close to c only: {a, b, c} wins over {c, d}.
    eps = np.full((4, 4), 9.0)
    for i, j in ((0, 1), (0, 2), (1, 2), (2, 3)):
        eps[i, j] = eps[j, i] = 1.0
    assert clusters(eps, list("abcd"), 5) == [["a", "b", "c"], ["d"]]
    # One direction above the threshold parts a pair, and the threshold itself is not below it.
    eps[0, 1] = 5.0
    assert clusters(eps, list("abcd"), 5) == [["a", "c"], ["b"], ["d"]]
    assert clusters(eps, list("abcd"), 0) == [["a"], ["b"], ["c"], ["d"]]


def test_ties_go_by_name() -> None:
    eps = np.array([[0, 1, 9, 9], [1, 0, 9, 9], [9, 9, 0, 1], [9, 9, 1, 0]], dtype=float)
    assert clusters(eps, ["z", "y", "b", "a"], 5) == [["b", "a"], ["z", "y"]]


def test_many_metrics_grow_greedily() -> None:
    side = np.arange(40) % 2
    eps = np.where(side[:, None] == side[None, :], 1.0, 50.0)
    names = [f"m{i:02d}" for i in range(40)]
    assert clusters(eps, names, 5) == [names[0::2], names[1::2]]


def test_exact_stays_quick_at_its_limit() -> None:
    # The worst case of maximal cliques: twenty metrics in threes that keep apart only within their three.
    trio = np.arange(20) // 3
    eps = np.where(trio[:, None] == trio[None, :], 50.0, 1.0)
    np.fill_diagonal(eps, 0)
    assert [len(group) for group in clusters(eps, [f"m{i:02d}" for i in range(20)], 5)] == [7, 7, 6]


def test_nonsense() -> None:
    with pytest.raises(InputError, match="3 names for a matrix"):
        clusters(np.zeros((2, 2)), list("abc"), 5)
    with pytest.raises(InputError, match="expected epsila of at least 0"):
        clusters(np.full((2, 2), np.nan), list("ab"), 5)
    with pytest.raises(InputError, match="threshold is -1"):
        clusters(np.zeros((2, 2)), list("ab"), -1)
