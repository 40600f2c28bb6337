"""N-grams that pairs of texts share, by sorting arrays: what the kernel does, for input that is over at once.

An n-gram gets a number from the number of its first n - 1 symbols and its last symbol, so equal numbers are
equal n-grams. Each text's numbers with their counts are one stretch of a sorted array, in which those of the
other text are looked up.
"""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["shared_grams", "shared_seconds"]


def shared_seconds(
    ones: Any, others: Any, keys: Any, symbols: Any, bounds: Any, limits: Any, shared: Any
) -> float:
    """About how long `shared_grams` takes."""
    order = int(shared.shape[1])
    length = len(symbols) / max(len(bounds) - 1, 1)
    return order * (1e-4 + 7e-8 * len(symbols) + 4e-8 * length * len(ones))


def shared_grams(
    ones: Any, others: Any, keys: Any, symbols: Any, bounds: Any, limits: Any, shared: Any
) -> None:
    """For each pair of texts and each order the n-grams that both have."""
    width = int(symbols.max(initial=0)) + 1
    sizes = np.diff(bounds)
    text_of = np.repeat(np.arange(len(sizes)), sizes)
    left = np.repeat(bounds[1:], sizes) - np.arange(len(symbols))
    numbers = np.zeros(len(symbols), np.int64)
    for n in range(1, shared.shape[1] + 1):
        # Those that go on: n-grams that begin here and do not leave their text.
        places = np.flatnonzero(left >= n)
        following = numbers[places] * width + symbols[places + n - 1]
        distinct, numbers[places] = np.unique(following, return_inverse=True)
        count = max(len(distinct), 1)
        held, times = np.unique(text_of[places] * count + numbers[places], return_counts=True)
        ends = np.searchsorted(held, np.arange(len(sizes) + 1) * count)
        shared[:, n - 1] += _common(ones, others, held, times, ends, count)


def _common(ones: Any, others: Any, held: Any, times: Any, ends: Any, count: int) -> Any:
    """For each pair the sum of the smaller counts; those of text t are held[ends[t]:ends[t+1]]."""
    many = np.diff(ends)[ones]
    pair = np.repeat(np.arange(len(ones)), many)
    firsts = np.concatenate(([0], np.cumsum(many)))[:-1]
    places = np.arange(len(pair)) + np.repeat(ends[ones] - firsts, many)
    wanted = held[places] + (others - ones)[pair].astype(np.int64) * count
    found = np.searchsorted(held, wanted)
    there = found < len(held)
    there[there] = held[found[there]] == wanted[there]
    smaller = np.minimum(times[places[there]], times[found[there]])
    return np.bincount(pair[there], smaller, minlength=len(ones)).astype(np.int64)
