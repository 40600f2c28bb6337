"""Quality-threshold clustering of metrics by their epsila (Packard 2012, section 5.2; Heyer et al. 1999).

Two metrics may share a cluster when eps is below the threshold both ways. The largest possible cluster is
taken first, then the largest of the rest: exactly for up to 20 metrics, grown from each metric beyond.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np
import numpy.typing as npt

from likewise.errors import InputError
from likewise.judging._checks import Floats

EXACT_UP_TO = 20


def clusters(epsila_matrix: npt.ArrayLike, names: Sequence[str], threshold: float) -> list[list[str]]:
    """Groups of metrics, largest first, single ones included; each lists its names in the given order.

    Of two groups of one size, the one whose sorted names come first alphabetically is taken first.
    """
    apart = _distances(epsila_matrix, names)
    if not threshold >= 0:
        raise InputError(f"threshold is {threshold}, expected a percentage of at least 0")
    find = _largest_clique if len(names) <= EXACT_UP_TO else _largest_grown
    rest, groups = set(range(len(names))), []
    while rest:
        cluster = find(apart, rest, threshold, lambda group: sorted(names[i] for i in group))
        groups.append([names[i] for i in sorted(cluster)])
        rest -= cluster
    return groups


def _distances(epsila_matrix: npt.ArrayLike, names: Sequence[str]) -> Floats:
    """The larger of the two directions of each pair."""
    eps = np.asarray(epsila_matrix, dtype=np.float64)
    if eps.shape != (len(names), len(names)):
        raise InputError(f"{len(names)} names for a matrix of epsila of shape {eps.shape}")
    if np.isnan(eps).any() or (eps < 0).any():
        raise InputError("expected epsila of at least 0")
    return np.maximum(eps, eps.T)


def _first(groups: Iterator[set[int]], spelt: Callable[[set[int]], list[str]]) -> set[int]:
    return min(groups, key=lambda group: (-len(group), spelt(group)))


def _largest_clique(
    apart: Floats, rest: set[int], threshold: float, spelt: Callable[[set[int]], list[str]]
) -> set[int]:
    near = {i: {j for j in rest if j != i and apart[i, j] < threshold} for i in rest}
    return _first(_maximal_cliques(near, set(), set(rest), set()), spelt)


def _maximal_cliques(
    near: dict[int, set[int]], chosen: set[int], open_: set[int], closed: set[int]
) -> Iterator[set[int]]:
    """Bron and Kerbosch's enumeration with a pivot."""
    if not open_ and not closed:
        yield chosen
        return
    pivot = max(sorted(open_ | closed), key=lambda i: len(near[i] & open_))
    for i in sorted(open_ - near[pivot]):
        yield from _maximal_cliques(near, chosen | {i}, open_ & near[i], closed & near[i])
        open_ = open_ - {i}
        closed = closed | {i}


def _largest_grown(
    apart: Floats, rest: set[int], threshold: float, spelt: Callable[[set[int]], list[str]]
) -> set[int]:
    ordered = sorted(rest, key=lambda i: spelt({i}))
    return _first((_grown(apart, seed, ordered, threshold) for seed in ordered), spelt)


def _grown(apart: Floats, seed: int, ordered: list[int], threshold: float) -> set[int]:
    """From one metric, add the one that widens the cluster least while it stays below the threshold."""
    group, pool = {seed}, [i for i in ordered if i != seed]
    reach = apart[seed].copy()
    while pool:
        nearest = min(pool, key=lambda i: reach[i])
        if not reach[nearest] < threshold:
            break
        group.add(nearest)
        pool.remove(nearest)
        reach = np.maximum(reach, apart[nearest])
    return group
