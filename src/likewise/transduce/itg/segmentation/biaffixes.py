"""Biaffixes: pairs of a source prefix or suffix and a target prefix or suffix that rules have in common."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from likewise.text import Ints
from likewise.transduce.itg.segmentation.rule_store import RuleStore, live_rows

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
    """All biaffixes of `least` (0 or 1) to `longest` words a side that may stand in two rules or more.

    Most stand in one rule alone. These are found by counting hashes first, so only the others are sorted.
    """
    from likewise.transduce.itg.segmentation._kernels import count_biaffixes, shared_biaffixes

    rows = live_rows(store)
    sides = np.minimum(store.spans[rows][:, [1, 3]] - store.spans[rows][:, [0, 2]], longest + 1)
    most = int(4 * np.maximum(sides + 1 - 2 * least, 0).astype(np.int64).prod(axis=1).sum()) + len(rows)
    buckets = np.zeros(min(1 << max(4, (2 * most).bit_length()), _MOST_BUCKETS), np.uint8)
    count_biaffixes(store, rows, longest, least, buckets)
    none = np.empty(0, np.uint64), np.empty((0, 5), np.int32)
    count = shared_biaffixes(store, rows, longest, least, buckets, *none)
    keys, hosts = np.empty(count, np.uint64), np.zeros((count, 5), np.int32)
    shared_biaffixes(store, rows, longest, least, buckets, keys, hosts)
    order = np.argsort(keys, kind="stable")
    starts = np.flatnonzero(np.diff(keys[order], prepend=~keys[order[:1]]))
    return Biaffixes(hosts[order], np.append(starts, count))
