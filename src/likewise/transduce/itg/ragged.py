"""Runs of ids of different lengths, one after the other: run r is `ids[bounds[r]:bounds[r + 1]]`."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from likewise.text import Ints

__all__ = ["gathered", "joined", "lexicographic_ranks", "packed", "same_runs"]


def packed(runs: Sequence[tuple[int, ...]]) -> tuple[Ints, Ints]:
    """Runs given as tuples, as ids and bounds."""
    sizes = np.fromiter((len(run) for run in runs), np.int64, len(runs))
    bounds = np.concatenate((np.zeros(1, np.int64), np.cumsum(sizes)))
    ids = np.fromiter((i for run in runs for i in run), np.int32, int(bounds[-1]))
    return ids, bounds


def gathered(ids: Ints, starts: Ints, sizes: Ints) -> tuple[Ints, Ints]:
    """The runs that begin at `starts` and have `sizes` ids, as ids and bounds."""
    bounds = np.concatenate((np.zeros(1, np.int64), np.cumsum(sizes)))
    places = np.arange(bounds[-1]) + np.repeat(starts - bounds[:-1], sizes)
    return ids[places].astype(np.int32, copy=False), bounds


def joined(several: Sequence[tuple[Ints, Ints]]) -> tuple[Ints, Ints]:
    """The runs of several lists as one list."""
    sizes = np.concatenate([np.diff(bounds) for _, bounds in several])
    bounds = np.concatenate((np.zeros(1, np.int64), np.cumsum(sizes)))
    return np.concatenate([ids for ids, _ in several]), bounds


def same_runs(
    ids: Ints, starts: Ints, other_ids: Ints, other_starts: Ints, sizes: Ints
) -> npt.NDArray[np.bool_]:
    """For each pair of runs of one size whether they have the same ids."""
    one, bounds = gathered(ids, starts, sizes)
    other, _ = gathered(other_ids, other_starts, sizes)
    unequal = np.concatenate((np.zeros(1, np.int64), np.cumsum(one != other)))
    return np.asarray(np.diff(unequal[bounds]) == 0)


def lexicographic_ranks(source: tuple[Ints, Ints], target: tuple[Ints, Ints]) -> Ints:
    """For each pair of runs how many pairs stand before it, by source ids and then target ids.

    Equal pairs have equal ranks. Pairs that are alike so far are told apart by their next id, so those that
    differ early, which are most, are looked at a few times only.
    """
    symbols, starts = _terminated(source, target)
    ranks = np.zeros(len(starts) - 1, np.int64)
    alike, depth = np.arange(len(ranks)), 0
    base = int(symbols.max(initial=0)) + 1
    while len(alike):
        keys = ranks[alike] * base + symbols[starts[alike] + depth]
        order = np.argsort(keys, kind="stable")
        alike, keys = alike[order], keys[order]
        _, begins, sizes = np.unique(keys, return_index=True, return_counts=True)
        _, group_begins, groups = np.unique(keys // base, return_index=True, return_inverse=True)
        within = np.repeat(begins, sizes) - group_begins[groups]
        ranks[alike] += within
        depth += 1
        several = np.repeat(sizes > 1, sizes)
        alike = alike[several & (starts[alike + 1] - starts[alike] > depth)]
    return ranks


def _terminated(source: tuple[Ints, Ints], target: tuple[Ints, Ints]) -> tuple[Ints, Ints]:
    """Both sides of each pair as one run of numbers from 1, each side ended by a 0."""
    sizes = [np.diff(bounds) for _, bounds in (source, target)]
    starts = np.concatenate((np.zeros(1, np.int64), np.cumsum(sizes[0] + sizes[1] + 2)))
    symbols = np.zeros(starts[-1], np.int64)
    for (ids, bounds), side, begin in zip(
        (source, target), sizes, (starts[:-1], starts[:-1] + sizes[0] + 1), strict=True
    ):
        symbols[np.arange(len(ids)) + np.repeat(begin - bounds[:-1], side)] = ids + np.int64(1)
    return symbols, starts
