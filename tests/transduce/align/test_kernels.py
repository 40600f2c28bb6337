"""The kernels of alignment against plain Python that says the same slowly: sums over all alignments."""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from collections.abc import Iterator, Sequence

import numpy as np
import pytest

from likewise.transduce.align import _kernels as kernels
from likewise.transduce.align.hmm import _kernels as hmm

REACH = 1  # so that texts of a few words have far jumps
JUMPS = np.array([0.2, 0.5, 0.3, 1.0, 0.1])
OPENINGS = np.array([1.0, 0.4, 0.15])
NULL = 0.3
# Widths and heights of pairs, with empty sides, and source texts longer than the reach.
SHAPES = [(2, 3), (0, 2), (4, 3), (1, 1), (3, 0), (4, 2), (5, 3)]


def bounds_of(sizes: Sequence[int]) -> np.ndarray:
    return np.cumsum([0, *sizes]).astype(np.int64)


class Sample:
    """Pairs whose cells have random probabilities, each its own place in the lexicon."""

    def __init__(self, shapes: Sequence[tuple[int, int]] = SHAPES, seed: int = 3) -> None:
        self.shapes = shapes
        self.source_bounds = bounds_of([w for w, _ in shapes])
        self.target_bounds = bounds_of([h for _, h in shapes])
        size = sum(h * (w + 1) for w, h in shapes)
        rng = np.random.default_rng(seed)
        self.emissions = rng.random(size + 1).astype(np.float32)
        self.places = rng.permutation(size).astype(np.uint32)
        self.shares = np.full(size, np.nan, np.float32)
        self.links = np.full(self.target_bounds[-1], -9, np.int16)
        self.piece = (self.source_bounds, self.target_bounds, self.places, self.emissions)

    def tables(self, flat: np.ndarray) -> list[np.ndarray]:
        """A table a pair: a row a target word, NULL first."""
        ends = bounds_of([h * (w + 1) for w, h in self.shapes])
        return [
            flat[a:b].astype(float).reshape(h, w + 1)
            for (w, h), a, b in zip(self.shapes, ends[:-1], ends[1:], strict=True)
        ]

    @property
    def probabilities(self) -> list[np.ndarray]:
        return self.tables(self.emissions[self.places])

    @property
    def paths(self) -> list[list[int]]:
        return [self.links[a:b].tolist() for a, b in itertools.pairwise(self.target_bounds)]


def plain_jump(place: int | None, to: int, width: int) -> float:
    """The probability of a jump, None being the place before the text."""

    def weight(start: int | None, end: int) -> float:
        if start is None:
            return float(OPENINGS[min(end, REACH + 1)])
        return float(JUMPS[max(-REACH - 1, min(end - start, REACH + 1)) + REACH + 1])

    return weight(place, to) / sum(weight(place, other) for other in range(width))


def plain_paths(table: np.ndarray) -> Iterator[tuple[tuple[int, ...], float, list[tuple[int | None, int]]]]:
    """Every alignment (-1: NULL) with its probability under the HMM and its jumps."""
    height, width = table.shape[0], table.shape[1] - 1
    for path in itertools.product(range(-1, width), repeat=height):
        place: int | None = None
        jumps: list[tuple[int | None, int]] = []
        p = 1.0
        for j, to in enumerate(path):
            p *= table[j, to + 1] * ((NULL if width else 1.0) if to < 0 else 1 - NULL)
            if to >= 0:
                p *= plain_jump(place, to, width)
                jumps.append((place, to))
                place = to
        yield path, p, jumps


def test_hmm_shares_are_sums_over_all_alignments() -> None:
    sample = Sample()
    found = [np.zeros(5), np.zeros(5), np.zeros(3), np.zeros(3)]
    likelihood = hmm.hmm_shares(*sample.piece, JUMPS, OPENINGS, NULL, sample.shares, *found)
    found[0] *= JUMPS
    expected, logs = [np.zeros(5), np.zeros(5), np.zeros(3), np.zeros(3)], 0.0
    for table, shares in zip(sample.probabilities, sample.tables(sample.shares), strict=True):
        height, width = table.shape[0], table.shape[1] - 1
        paths = list(plain_paths(table))
        total = sum(p for _, p, _ in paths)
        logs += math.log(total)
        sums = np.zeros_like(table)
        for path, p, jumps in paths:
            for j, to in enumerate(path):
                sums[j, to + 1] += p / total
            for start, end in jumps:
                add_jump(start, end, width, p / total, expected)
        np.testing.assert_allclose(shares, sums, rtol=1e-5, atol=1e-7)
        assert sums.sum() == pytest.approx(height)
    assert likelihood == pytest.approx(logs)
    for one, other in zip(found, expected, strict=True):
        np.testing.assert_allclose(one, other)


def add_jump(start: int | None, end: int, width: int, p: float, counts: list[np.ndarray]) -> None:
    """A jump by its width, and what each width at weight 1 had a chance of."""
    moved, chances = (counts[0], counts[1]) if start is not None else (counts[2], counts[3])
    weights = JUMPS if start is not None else OPENINGS

    def kind(to: int) -> int:
        if start is None:
            return min(to, REACH + 1)
        return max(-REACH - 1, min(to - start, REACH + 1)) + REACH + 1

    moved[kind(end)] += p
    norm = sum(weights[kind(to)] for to in range(width))
    for to in range(width):
        chances[kind(to)] += p / norm


def test_hmm_links_are_the_best_of_all_alignments() -> None:
    for seed in range(5):
        sample = Sample(seed=seed)
        hmm.hmm_links(*sample.piece, JUMPS, OPENINGS, NULL, sample.links)
        for table, path in zip(sample.probabilities, sample.paths, strict=True):
            assert tuple(path) == max(plain_paths(table), key=lambda found: found[1])[0]


def test_spreading_and_counting_of_jumps() -> None:
    rng = np.random.default_rng(0)
    for width in range(1, 7):
        weights, onward = rng.random(width), rng.random(width)
        out, best, origin, moved = np.empty(width), np.empty(width), np.empty(width), np.zeros(5)
        hmm.spread(weights, JUMPS, width, out)
        hmm.spread_best(weights, JUMPS, width, best, origin)
        hmm.count_jumps(weights, onward, width, moved)
        table = np.array(
            [[JUMPS[np.clip(to - i, -2, 2) + 2] * weights[i] for to in range(width)] for i in range(width)]
        )
        np.testing.assert_allclose(out, table.sum(axis=0))
        np.testing.assert_allclose(best, table.max(axis=0))
        assert origin.tolist() == table.argmax(axis=0).tolist()
        expected = np.zeros(5)
        for i, to in itertools.product(range(width), repeat=2):
            expected[np.clip(to - i, -2, 2) + 2] += weights[i] * onward[to]
        np.testing.assert_allclose(moved, expected)


def test_ibm1_shares() -> None:
    sample = Sample()
    likelihood = kernels.ibm1_shares(*sample.piece, sample.shares)
    logs = 0.0
    for table, shares in zip(sample.probabilities, sample.tables(sample.shares), strict=True):
        np.testing.assert_allclose(shares, table / table.sum(axis=1, keepdims=True), rtol=1e-6)
        logs += np.log(table.mean(axis=1)).sum()
    assert likelihood == pytest.approx(logs)


def plain_diagonal(width: int, height: int, tension: float) -> tuple[np.ndarray, np.ndarray]:
    """Nearness h of each cell, and the probabilities exp(tension * h) of a row."""
    near = np.array(
        [[-abs((i + 0.5) / width - (j + 0.5) / height) for i in range(width)] for j in range(height)]
    ).reshape(height, width)
    weights = np.exp(tension * near)
    return near, weights / weights.sum(axis=1, keepdims=True)


def test_ibm2_shares() -> None:
    sample, tension = Sample(), 3.0
    moments, expected = np.zeros(3), np.zeros(3)
    likelihood = kernels.ibm2_shares(*sample.piece, tension, NULL, sample.shares, moments)
    logs = 0.0
    for table, shares in zip(sample.probabilities, sample.tables(sample.shares), strict=True):
        height, width = table.shape[0], table.shape[1] - 1
        near, even = plain_diagonal(width, height, tension)
        joint = np.hstack((np.full((height, 1), NULL if width else 1.0), (1 - NULL) * even)) * table
        posterior = joint / joint.sum(axis=1, keepdims=True)
        np.testing.assert_allclose(shares, posterior, rtol=1e-5)
        logs += np.log(joint.sum(axis=1)).sum()
        linked = posterior[:, 1:].sum(axis=1)
        mean = (even * near).sum(axis=1)
        expected += [
            (posterior[:, 1:] * near).sum(),
            linked @ mean,
            linked @ ((even * near**2).sum(axis=1) - mean**2),
        ]
    assert likelihood == pytest.approx(logs)
    np.testing.assert_allclose(moments, expected, rtol=1e-5)


def test_best_cells_of_both_ibm_models() -> None:
    sample = Sample()
    for tension, null in ((0.0, -1.0), (3.0, NULL)):
        kernels.best_cells(*sample.piece, tension, null, sample.links)
        for table, path in zip(sample.probabilities, sample.paths, strict=True):
            height, width = table.shape[0], table.shape[1] - 1
            if null >= 0:
                even = plain_diagonal(width, height, tension)[1]
                table = table * np.hstack((np.full((height, 1), NULL), (1 - NULL) * even))
            assert path == [int(row.argmax()) - 1 for row in table]


def test_of_equal_words_the_one_nearest_the_diagonal_is_linked() -> None:
    sample = Sample([(3, 3)])
    sample.emissions[:] = 0.5
    kernels.best_cells(*sample.piece, 0.0, -1.0, sample.links)
    assert sample.links.tolist() == [0, 1, 2]


# Words 0 to 2 on either side; -1 is a word that the lexicon does not have.
SOURCE = [[0, 1, 0], [], [2], [1], [0]]
TARGET = [[2, 0], [1], [], [1, 1], [2]]


def flat(texts: list[list[int]]) -> tuple[np.ndarray, np.ndarray]:
    return np.array(list(itertools.chain(*texts)), np.int32), bounds_of([len(t) for t in texts])


def plain_cooccurrences() -> dict[int, set[int]]:
    rows: dict[int, set[int]] = defaultdict(set)
    for source, target in zip(SOURCE, TARGET, strict=True):
        for row in [0, *(s + 1 for s in source)]:
            rows[row] |= set(target)
    return rows


def test_cooccurrences_and_places() -> None:
    starts, targets = kernels.cooccurrences(*flat(SOURCE), *flat(TARGET), 3, 3)
    expected = plain_cooccurrences()
    assert [targets[a:b].tolist() for a, b in itertools.pairwise(starts)] == [
        sorted(expected[row]) for row in range(4)
    ]
    index = {
        (row, int(t)): at
        for row in range(4)
        for at, t in enumerate(targets)
        if starts[row] <= at < starts[row + 1]
    }
    source, target = [[0, -1, 2], [1], [], [0]], [[1, 2], [-1, 1], [0], [2]]
    for first in (0, 1):  # also of a piece that does not begin with the first pair
        (s, s_bounds), (t, t_bounds) = flat(source), flat(target)
        places = kernels.find_places(s, s_bounds[first:], t, t_bounds[first:], starts, targets, 3)
        wanted = [
            len(targets) if -1 in (i, t) else index.get((i, t), len(targets))
            for one, other in list(zip(source, target, strict=True))[first:]
            for t in other
            for i in [0, *(w + 1 if w >= 0 else -1 for w in one)]
        ]
        assert places.tolist() == wanted


def test_rows_in_order_and_words_with_links() -> None:
    rows = [[4, 0, 3], [], [2], [3, 1, 0, 4]]
    targets, starts = flat(rows)
    found = kernels.sorted_rows(starts, targets, 5)
    assert [found[a:b].tolist() for a, b in itertools.pairwise(starts)] == [sorted(row) for row in rows]
    assert kernels.linked(np.array([-1, 0, 3, -1, 7], np.int16)) == 3


def test_estimates_and_their_smoothing() -> None:
    starts, targets = np.array([0, 2, 3, 5], np.int64), np.array([0, 1, 1, 0, 2], np.int32)
    counts = np.array([3.0, 1.0, 0.0, 2.0, 6.0])
    probabilities, totals = np.full(5, 0.5, np.float32), np.zeros(3, np.float32)
    kernels.estimate(starts, counts, probabilities, totals)
    assert probabilities.tolist() == [0.75, 0.25, 0.5, 0.25, 0.75]
    assert totals.tolist() == [4, 0, 8]
    rough = kernels.smooth(starts, targets, probabilities, totals, 3, 0.0, 0.3)
    np.testing.assert_allclose(rough, [0.75, 0.3, 0.5, 0.3, 0.75, 0.3])
    smoothed = kernels.smooth(starts, targets, probabilities, totals, 3, 2.0, 1e-12)
    frequency = np.array([5, 1, 6]) / 12
    rows = [0, 0, 1, 2, 2]
    expected = [
        (c + 2 * frequency[t]) / (totals[r] + 2) for c, t, r in zip(counts, targets, rows, strict=True)
    ]
    np.testing.assert_allclose(smoothed, [*expected, 1e-12], rtol=1e-6)


def test_agreement_multiplies_the_shares_of_links() -> None:
    sample, turned = Sample(), Sample([(h, w) for w, h in SHAPES], seed=4)
    forward, backward = sample.emissions[:-1].copy(), turned.emissions[:-1].copy()
    kernels.agree(sample.source_bounds, sample.target_bounds, forward, backward)
    for one, other, new, newer in zip(
        *(sample.tables(sample.emissions[:-1]), turned.tables(turned.emissions[:-1])),
        *(sample.tables(forward), turned.tables(backward)),
        strict=True,
    ):
        np.testing.assert_allclose(new[:, 1:], one[:, 1:] * other[:, 1:].T, rtol=1e-6)
        np.testing.assert_allclose(newer[:, 1:], new[:, 1:].T)
        assert np.array_equal(new[:, 0], one[:, 0])
        assert np.array_equal(newer[:, 0], other[:, 0])


def test_shares_are_added_where_their_words_stand() -> None:
    counts = np.zeros(3)
    kernels.add_shares(np.array([2, 0, 2], np.uint32), np.array([0.5, 0.25, 0.125], np.float32), counts)
    assert counts.tolist() == [0.25, 0, 0.625]
