"""Each kernel beside the same in plain Python, on small random grammars."""

from __future__ import annotations

import math
from functools import cache
from itertools import pairwise, product

import numpy as np
import numpy.typing as npt
import pytest

from likewise.robot.robust_reader import _kernels
from likewise.robot.robust_reader.tree_forest import best_derivations
from likewise.robot.robust_reader.tree_grammar import Derivation
from likewise.worlds.blocks import Rcl

from .plain_chart import Cell, Sentence, Use, random_sentence, shares

SEEDS = range(60)
SOME = [seed for seed in SEEDS if random_sentence(seed).derivations()]
Ragged = tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]


def test_most_random_grammars_have_derivations() -> None:
    counts = [len(random_sentence(seed).derivations()) for seed in SEEDS]
    assert len(SOME) > 40
    assert max(counts) > 200
    assert counts.count(0) > 0


@pytest.mark.parametrize("seed", SEEDS)
def test_the_total_is_the_sum_over_all_derivations(seed: int) -> None:
    sentence = random_sentence(seed)
    chart, every = sentence.chart(), sentence.derivations()
    assert bool(chart) == bool(every)
    if every:
        assert chart.log_total == pytest.approx(math.log(sum(one.weight for one in every)), rel=1e-12)


@pytest.mark.parametrize("seed", SOME)
def test_inside_is_the_sum_over_the_derivations_of_a_part(seed: int) -> None:
    sentence = random_sentence(seed)
    chart = sentence.chart()

    @cache
    def plain(cell: Cell) -> float:
        own = [
            v for v, row in zip(chart.values, sentence.entries.tolist(), strict=True) if tuple(row) == cell
        ]
        made = (sentence.factor(use) * math.prod(map(plain, parts)) for use, parts in sentence.uses_of(cell))
        return math.fsum([*own, *made])

    for place in np.ndindex(*chart.inside.shape):
        assert chart.inside[place] == pytest.approx(plain(tuple(map(int, place))), rel=1e-12)
    for begin, end in np.ndindex(*chart.sizes.shape):
        listed = chart.active[begin, end, : chart.sizes[begin, end]].tolist()
        assert listed == np.flatnonzero(chart.inside[begin, end]).tolist()


@pytest.mark.parametrize("seed", SOME)
def test_inside_times_outside_is_the_share_of_a_part(seed: int) -> None:
    sentence = random_sentence(seed)
    chart, every = sentence.chart(), sentence.derivations()
    out, expected = chart.outside()
    wanted = shares(every, "cells")
    found = chart.inside * out
    for place in np.ndindex(*found.shape):
        assert found[place] == pytest.approx(wanted[tuple(map(int, place))], abs=1e-12)
    rules, split = np.zeros_like(expected.rules), np.zeros_like(expected.split)
    begin, end = np.zeros_like(split), np.zeros_like(split)
    for use, share in shares(every, "uses").items():
        assert isinstance(use, Use)
        kind = sentence.grammar.rule_classes[use.rule]
        rules[use.rule] -= share
        end[use.end, kind] -= share
        if use.cut >= 0:
            split[use.cut, kind] -= share
        else:
            begin[use.begin, kind] -= share
    for got, plain in (
        (expected.rules, rules),
        (expected.split, split),
        (expected.begin, begin),
        (expected.end, end),
    ):
        np.testing.assert_allclose(got, plain, atol=1e-12)


def edges_of(sentence: Sentence, least: float, most: int = 1000) -> dict[Use, float]:
    chart = sentence.chart()
    out, _ = chart.outside()
    grammar, factors = sentence.grammar, sentence.factors
    found, scores = np.zeros((most, 4), np.int64), np.zeros(most)
    count = _kernels.edges(
        sentence.size, grammar.binary, grammar.first, grammar.unary, factors.rules, factors.split,
        factors.begin, factors.end, chart.inside, chart.active, chart.sizes, out, least, found, scores,
    )  # fmt: skip
    return {
        Use(*row): score for row, score in zip(found[:count].tolist(), scores[:count].tolist(), strict=True)
    }


@pytest.mark.parametrize("seed", SOME)
@pytest.mark.parametrize("least", [0.0, 0.13])
def test_edges_are_the_rules_with_their_share(seed: int, least: float) -> None:
    sentence = random_sentence(seed)
    wanted = {
        use: math.log(sentence.factor(use))
        for use, share in shares(sentence.derivations(), "uses").items()
        if isinstance(use, Use) and share >= least
    }
    assert edges_of(sentence, least) == pytest.approx(wanted)


def test_edges_stop_where_there_is_no_more_room() -> None:
    sentence = random_sentence(SOME[-1], size=4)
    every = edges_of(sentence, 0.0)
    assert len(every) > 3
    assert list(edges_of(sentence, 0.0, 3)) == list(every)[:3]


@pytest.mark.parametrize("seed", SOME)
def test_the_best_derivations_are_the_sorted_list_of_all(seed: int) -> None:
    sentence = random_sentence(seed)
    chart, every = sentence.chart(), sentence.derivations()
    total = math.log(sum(one.weight for one in every))
    best = best_derivations(chart, lambda entry: Rcl("leaf", str(entry)), len(every) + 5)
    assert [score for score, _ in best] == pytest.approx([math.log(one.weight) - total for one in every])
    first = best_derivations(chart, lambda entry: Rcl("leaf", str(entry)), 3)
    assert [score for score, _ in first] == [score for score, _ in best[:3]]
    weights = {(one.leaves, *sorted(one.uses)): one.weight for one in every}
    assert len(weights) == len(every)
    for score, root in best:
        assert (root.begin, root.end, root.symbol) == (0, sentence.size, "ROOT")
        assert score == pytest.approx(math.log(weights.pop(written(root, sentence))) - total)
    assert not weights


def written(root: Derivation, sentence: Sentence) -> tuple[object, ...]:
    """The leaves and rules of a derivation."""
    leaves = tuple(int(one.leaf.value) for one in root.walk() if one.leaf is not None)
    numbers = sentence.grammar.numbers
    uses = [
        Use(one.begin, one.parts[1].begin if len(one.parts) == 2 else -1, one.end, numbers[one.rule])
        for one in root.walk()
        if one.parts
    ]
    return (leaves, *sorted(uses))


def test_without_a_derivation_there_is_none() -> None:
    nothing = next(seed for seed in SEEDS if seed not in SOME)
    chart = random_sentence(nothing).chart()
    assert not chart
    assert best_derivations(chart, lambda entry: Rcl("leaf"), 5) == []


# Features.


def ragged(rng: np.random.Generator, rows: int, features: int) -> Ragged:
    lengths = rng.integers(0, 4, rows)
    starts = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
    return starts, rng.integers(0, features, int(starts[-1])).astype(np.int64)


@pytest.mark.parametrize("seed", range(8))
def test_scores_are_sums_of_weights(seed: int) -> None:
    rng = np.random.default_rng(seed)
    starts, feats = ragged(rng, 6, 5)
    weights = rng.normal(size=(5, 3))
    plain = np.array([weights[feats[a:b]].sum(axis=0) for a, b in pairwise(starts)])
    out = rng.normal(size=(6, 3))  # what stood there before does not count
    _kernels.place_scores(starts, feats, weights, out)
    np.testing.assert_allclose(out, plain)
    rows, columns = rng.integers(0, 6, 10), rng.integers(0, 3, 10)
    found = _kernels.some_scores(starts, feats, rows, columns, weights)
    np.testing.assert_allclose(found, plain[rows, columns], atol=1e-12)


def plain_step(
    weights: npt.NDArray[np.float64], squares: npt.NDArray[np.float64], place: tuple[int, int], slope: float
) -> None:
    if abs(slope) > 1e-5:
        step = slope - 0.01 * weights[place]
        squares[place] += step * step
        weights[place] += 0.3 * step / math.sqrt(squares[place])


@pytest.mark.parametrize("seed", range(8))
def test_descend_is_a_step_of_adagrad(seed: int) -> None:
    rng = np.random.default_rng(seed)
    starts, feats = ragged(rng, 6, 5)
    slope = rng.normal(size=(6, 3)) * (rng.random((6, 3)) < 0.7)
    weights, squares = rng.normal(size=(5, 3)), rng.uniform(0.1, 1.0, (5, 3))
    ours, theirs = (weights.copy(), squares.copy()), (weights.copy(), squares.copy())
    for row, column in product(range(6), range(3)):
        for feature in feats[starts[row] : starts[row + 1]].tolist():
            plain_step(*theirs, (feature, column), slope[row, column])
    _kernels.descend(starts, feats, slope, *ours, 0.3, 0.01)
    np.testing.assert_allclose(ours, theirs)
    assert not np.array_equal(ours[0], weights)


@pytest.mark.parametrize("seed", range(8))
def test_descend_some_is_the_same_for_given_rows(seed: int) -> None:
    rng = np.random.default_rng(seed)
    starts, feats = ragged(rng, 6, 5)
    rows, columns = rng.integers(0, 6, 10), rng.integers(0, 3, 10)
    slope = rng.normal(size=10) * (rng.random(10) < 0.7)
    weights, squares = rng.normal(size=(5, 3)), rng.uniform(0.1, 1.0, (5, 3))
    ours, theirs = (weights.copy(), squares.copy()), (weights.copy(), squares.copy())
    for row, column, one in zip(rows.tolist(), columns.tolist(), slope.tolist(), strict=True):
        for feature in feats[starts[row] : starts[row + 1]].tolist():
            plain_step(*theirs, (feature, column), one)
    _kernels.descend_some(starts, feats, rows, columns, slope, *ours, 0.3, 0.01)
    np.testing.assert_allclose(ours, theirs)
