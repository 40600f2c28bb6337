"""The rules of a grammar under segmentation, as arrays that compiled loops change in place.

Each rule is a bispan of the corpus (where its source words begin and end, and its target words), so no words
are copied. A rule's mass is how often the derivations of the corpus use it. A rule that has been split has no
mass left, and says what became of it; the pairs of the corpus are derived through these splits.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from likewise.text import Ints
from likewise.transduce.bitext import Bitext
from likewise.transduce.itg.segmentation.columns import ROWS

__all__ = [
    "Hashes",
    "RuleStore",
    "distinct_pairs",
    "live_rows",
    "starting_store",
    "with_room",
]

Hashes = npt.NDArray[np.uint64]


class RuleStore(NamedTuple):
    """Rules and the corpus they point into; row r holds one rule."""

    source: Ints
    """Source words of the corpus, pair after pair."""
    target: Ints
    source_hash: Hashes
    """Hash of the source words before each place: that of any run of words follows from two of them."""
    target_hash: Hashes
    powers: Hashes
    spans: Ints
    """Of each row: first source word, end of the source words, first target word, end of the target words."""
    mass: Ints
    splits: Ints
    """Of each row that was split: the form of the split, the row of the biaffix, the row of the remainder."""
    order: Ints
    """Rows that were split, the earliest first."""
    slots: Ints
    """Where in the table each row was entered, and the row that stood there before."""
    table: Ints
    """Hash table of rows by their words; -1 is an empty place."""
    counters: Ints
    """Uses of both structural rules, rows in use, rows that were split."""


def distinct_pairs(bitext: Bitext) -> tuple[Bitext, Ints]:
    """Each pair with words once, in the order of first appearance, and how often it stands there."""
    seen: dict[tuple[bytes, bytes], int] = {}
    counts: list[int] = []
    first: list[int] = []
    sides = [np.ascontiguousarray(words.ids, np.int32) for words in (bitext.source, bitext.target)]
    starts = [words.bounds.tolist() for words in (bitext.source, bitext.target)]
    for pair in range(len(bitext)):
        one, other = (
            ids[begins[pair] : begins[pair + 1]].tobytes() for ids, begins in zip(sides, starts, strict=True)
        )
        if not one and not other:
            continue
        at = seen.setdefault((one, other), len(first))
        if at == len(first):
            first.append(pair)
            counts.append(0)
        counts[at] += 1
    return bitext.select(np.array(first, np.int64)), np.array(counts, np.int64)


def starting_store(bitext: Bitext, counts: Ints) -> RuleStore:
    """One rule for each of the distinct pairs, its mass how often the pair was seen."""
    from likewise.transduce.itg.segmentation._kernels import powers_of_base, running_hashes

    pairs = len(bitext)
    source, target = (np.ascontiguousarray(side.ids, np.int32) for side in (bitext.source, bitext.target))
    ends = (
        bitext.source.bounds[:-1],
        bitext.source.bounds[1:],
        bitext.target.bounds[:-1],
        bitext.target.bounds[1:],
    )
    longest = max(int(side.lengths.max(initial=0)) for side in (bitext.source, bitext.target))
    store = RuleStore(
        source,
        target,
        running_hashes(source),
        running_hashes(target),
        powers_of_base(longest + 1),
        np.stack(ends, axis=1).astype(np.int32),
        counts.astype(np.int64),
        np.full((pairs, 3), -1, np.int32),
        np.empty(pairs, np.int32),
        np.full((pairs, 2), -1, np.int64),
        np.empty(0, np.int32),
        np.array([0, 0, pairs, 0], np.int64),
    )
    return with_room(store)


def live_rows(store: RuleStore) -> Ints:
    """The rows of the rules that the grammar has now."""
    return np.flatnonzero(store.mass[: store.counters[ROWS]])


def with_room(store: RuleStore) -> RuleStore:
    """The same rules with room for all that one round can add: a biaffix and a remainder for each rule."""
    from likewise.transduce.itg.segmentation._kernels import fill_table

    rows = int(store.counters[ROWS])
    live = live_rows(store)
    capacity = rows + 2 * len(live) + 2
    size = 1 << max(4, (4 * (3 * len(live) + 2)).bit_length())
    store = store._replace(
        spans=_longer(store.spans, rows, capacity),
        mass=_longer(store.mass, rows, capacity),
        splits=_longer(store.splits, rows, capacity),
        order=_longer(store.order, rows, capacity),
        slots=_longer(store.slots, rows, capacity),
        table=np.full(size, -1, np.int32),
    )
    fill_table(store, live)
    return store


def _longer(array: npt.NDArray[Any], rows: int, capacity: int) -> npt.NDArray[Any]:
    result = np.zeros((capacity, *array.shape[1:]), array.dtype)
    result[:rows] = array[:rows]
    return result
