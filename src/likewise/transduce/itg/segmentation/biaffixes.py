"""Biaffixes: pairs of a source prefix or suffix and a target prefix or suffix that rules have in common."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from likewise.text import Ints
from likewise.transduce.itg.segmentation.rule_store import Hashes, RuleStore, live_rows

__all__ = ["Biaffixes", "collect_biaffixes"]

_MOST_BUCKETS = 1 << 28


class Biaffixes(NamedTuple):
    """The hosts of biaffix k are rows `bounds[k]` to `bounds[k + 1]` of `hosts`.

    A row has the rule, the form of the split, the number of source and of target words of the biaffix, and a
    place for the mass of the rule.
    """

    hosts: Ints
    bounds: Ints

    def __len__(self) -> int:
        return len(self.bounds) - 1


def collect_biaffixes(store: RuleStore, longest: int, least: int) -> Biaffixes:
    """All biaffixes of `least` (0 or 1) to `longest` words a side that stand in two rules or more.

    Most stand in one rule alone. These are found by counting hashes first, so only the others are sorted.
    """
    from likewise.transduce.itg.segmentation._kernels import in_two_rules

    keys, hosts = _likely(store, live_rows(store), longest, least)
    order = np.argsort(keys, kind="stable")
    keys, hosts = keys[order], hosts[order]
    bounds = np.append(np.flatnonzero(np.diff(keys, prepend=~keys[:1])), len(keys))
    shared = in_two_rules(store, hosts, bounds)
    sizes = np.diff(bounds)
    ends = np.cumsum(sizes[shared])
    return Biaffixes(hosts[np.repeat(shared, sizes)], np.concatenate((np.zeros(1, np.int64), ends)))


def _likely(store: RuleStore, rows: Ints, longest: int, least: int) -> tuple[Hashes, Ints]:
    """Hashes and hosts of biaffixes, without most of those that stand in one rule alone."""
    from likewise.transduce.itg.segmentation._kernels import count_biaffixes, rule_hashes, shared_biaffixes

    sides = np.minimum(store.spans[rows][:, [1, 3]] - store.spans[rows][:, [0, 2]], longest + 1)
    most = int(4 * np.maximum(sides + 1 - 2 * least, 0).astype(np.int64).prod(axis=1).sum()) + len(rows)
    buckets = np.zeros(min(_power_above(2 * most), _MOST_BUCKETS), np.uint8)
    count_biaffixes(store, rows, longest, least, buckets)
    none = np.empty(0, np.uint64), np.empty((0, 5), np.int32)
    count = shared_biaffixes(store, rows, longest, least, buckets, *none)
    keys, hosts = np.empty(count, np.uint64), np.zeros((count, 5), np.int32)
    shared_biaffixes(store, rows, longest, least, buckets, keys, hosts)
    again = _not_alone(keys, rule_hashes(store, rows))
    return keys[again], hosts[again]


def _not_alone(keys: Hashes, rules: Hashes) -> Ints:
    """The keys that share a bucket with another key or with a rule, by the upper half of their bits."""
    last = np.uint64(min(_power_above(4 * len(keys)), _MOST_BUCKETS) - 1)
    places, taken = (((some >> np.uint64(32)) & last).astype(np.int64) for some in (keys, rules))
    counts = np.bincount(np.concatenate((places, taken)), minlength=int(last) + 1)
    return np.flatnonzero(counts[places] > 1)


def _power_above(number: int) -> int:
    return 1 << max(4, number.bit_length())
