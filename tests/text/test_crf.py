"""The linear-chain model: kernels beside sums over all sequences, and a task that it must learn."""

from __future__ import annotations

from itertools import pairwise, product
from math import exp, log

import numpy as np
import pytest

from likewise.text.crf import CRF, LabelChain

ROW = [["a", "@b"], ["@b"], ["a", "c"], ["@d", "c"]]


def random_model(size: int = 2, seed: int = 0) -> CRF:
    rng = np.random.default_rng(seed)
    return CRF(
        {"@b": 0, "@d": 1, "a": 2, "c": 3}, rng.normal(size=(4, size)), rng.normal(size=(2, size, size))
    )


def plain_score(model: CRF, labels: tuple[int, ...]) -> float:
    """The twin of the kernels: one sequence at a time."""
    total = 0.0
    for t, names in enumerate(ROW):
        for name in names:
            f = model.names[name]
            total += model.nodes[f, labels[t]]
            if name.startswith("@") and t:
                total += model.edges[["@b", "@d"].index(name), labels[t - 1], labels[t]]
    return total


def test_pruning_keeps_probabilities_where_nothing_is_dropped() -> None:
    model, many = random_model(), list(product((0, 1), repeat=len(ROW)))
    exact = model.log_probabilities(ROW, many)
    assert model.pruned(0.0).log_probabilities(ROW, many) == pytest.approx(exact, abs=5e-3)
    quiet = CRF(model.names, model.nodes * [[1], [1], [1], [1e-6]], model.edges * [[[1]], [[1e-6]]])
    fewer = quiet.pruned(0.01)
    assert list(fewer.names) == ["@b", "@d", "a"]
    assert fewer.edges.shape == (2, 2, 2)
    assert fewer.log_probabilities(ROW, many) == pytest.approx(quiet.log_probabilities(ROW, many), abs=5e-3)
    assert len(model.pruned(100.0).names) == 0


@pytest.mark.parametrize("size", [2, 3, 5])
def test_kernels_equal_sums_over_all_sequences(size: int) -> None:
    model = random_model(size)
    every = list(product(range(size), repeat=len(ROW)))
    scores = {labels: plain_score(model, labels) for labels in every}
    log_z = log(sum(exp(value) for value in scores.values()))
    ranked = sorted(every, key=lambda labels: -scores[labels])
    best = model.best(ROW, 5)
    assert [labels for labels, _ in best] == ranked[:5]
    assert [value for _, value in best] == pytest.approx([scores[labels] - log_z for labels in ranked[:5]])
    assert model.log_probabilities(ROW, every) == pytest.approx([scores[labels] - log_z for labels in every])
    chance = model.marginals(ROW)
    for t in range(len(ROW)):
        for y in range(size):
            share = sum(exp(scores[labels] - log_z) for labels in every if labels[t] == y)
            assert chance[t, y] == pytest.approx(share)


def test_the_gradient_is_that_of_the_likelihood() -> None:
    from likewise.text.crf import _kernels

    model = random_model()
    starts = np.array([0, 2, 3, 5, 7])
    feats = np.array([2, 0, 0, 2, 3, 1, 3])
    bounds, gold = np.array([0, 4]), np.array([0, 1, 1, 0])
    weights = np.array([0.7])

    def value(nodes: np.ndarray, edges: np.ndarray) -> tuple[float, np.ndarray, np.ndarray]:
        slope_n, slope_e = np.zeros_like(nodes), np.zeros_like(edges)
        got = _kernels.likelihood(
            bounds, starts, feats, gold, weights, model.pairs, nodes, edges, slope_n, slope_e
        )
        return got, slope_n, slope_e

    base, slope_n, slope_e = value(model.nodes, model.edges)
    assert base == pytest.approx(0.7 * model.log_probabilities(ROW, [(0, 1, 1, 0)])[0])
    step = 1e-6
    for place in [(0, 0), (2, 1), (3, 0)]:
        moved = model.nodes.copy()
        moved[place] += step
        assert (value(moved, model.edges)[0] - base) / step == pytest.approx(slope_n[place], abs=1e-4)
    moved = model.edges.copy()
    moved[1, 0, 1] += step
    assert (value(model.nodes, moved)[0] - base) / step == pytest.approx(slope_e[1, 0, 1], abs=1e-4)


def test_it_learns_and_knows_empty_rows() -> None:
    rows = [[["@start", f"w={w}"] for w in text] for text in ("abba", "bbaa", "aabb")]
    labels = [[int(w == "b") for w in text] for text in ("abba", "bbaa", "aabb")]
    model = CRF.fit(rows, labels, l2=0.01)
    assert [list(model.best(row)[0][0]) for row in rows] == labels
    assert model.best([]) == [((), 0.0)]
    assert model.marginals([]).shape == (0, 2)
    assert model.log_probabilities([], [()]) == [0.0]
    again = CRF.fit(rows, labels, l2=0.01)
    assert np.array_equal(model.nodes, again.nodes)


def test_five_labels_are_learnt_and_come_back_from_their_arrays() -> None:
    texts = ("abcde", "edcba", "acebd", "bbdda")
    rows = [[["@start", f"w={w}", f"v={w}"] for w in text] for text in texts]
    labels = [["abcde".index(w) for w in text] for text in texts]
    model = CRF.fit(rows, labels, 5, l2=0.01).pruned(0.0)
    assert model.nodes.shape[1] == 5
    assert model.edges.shape[1:] == (5, 5)
    again = CRF.unpacked("x", model.packed("x"))
    for row, want in zip(rows, labels, strict=True):
        assert list(model.best(row)[0][0]) == want
        assert again.best(row, 3) == model.best(row, 3)


@pytest.mark.parametrize("size", [2, 5])
def test_the_chain_equals_counting_all_sequences(size: int) -> None:
    rng = np.random.default_rng(3)
    chain = LabelChain(rng.normal(size=(5, size)), rng.normal(size=(size, size)))
    every = list(product(range(size), repeat=5))
    weights = np.array([
        sum(chain.fits[t, y] for t, y in enumerate(row)) + sum(chain.steps[a, b] for a, b in pairwise(row))
        for row in every
    ])  # fmt: skip
    logs = weights - np.log(np.exp(weights).sum())
    assert chain.log_probabilities(every) == pytest.approx(logs.tolist())
    best = sorted(range(len(every)), key=lambda k: -logs[k])[:4]
    assert chain.best(4) == [every[k] for k in best]


def test_a_sequence_that_counts_twice_is_as_two_of_it() -> None:
    rows = [[["@start", f"w={w}"] for w in text] for text in ("abba", "bbaa")]
    labels = [[0, 1, 1, 0], [1, 0, 0, 0]]
    twice = CRF.fit([*rows, rows[0]], [*labels, labels[0]])
    weighed = CRF.fit(rows, labels, weights=[2.0, 1.0])
    assert weighed.nodes == pytest.approx(twice.nodes, abs=1e-4)
    ignored = CRF.fit(rows, labels, weights=[1.0, 0.0])
    assert ignored.nodes == pytest.approx(CRF.fit([rows[0]], [labels[0]]).nodes, abs=1e-4)


def test_a_chain_of_no_places_has_one_sequence() -> None:
    chain = LabelChain(np.zeros((0, 3)), np.zeros((3, 3)))
    assert chain.best(2) == [()]
    assert chain.log_probabilities([()]) == [0.0]
