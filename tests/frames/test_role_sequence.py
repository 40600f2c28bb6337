"""The best sequence of roles: beside all legal ones."""

from __future__ import annotations

from itertools import pairwise, product

import numpy as np
from hypothesis import given, strategies as st

from likewise.frames._kernels import best_roles

TAGS = 5  # outside, and begin and inside of two labels


def legal(tags: tuple[int, ...]) -> bool:
    """An inside follows its own begin, or itself."""
    return all(tag % 2 or tag == 0 or before in (tag, tag - 1) for before, tag in pairwise((0, *tags)))


SEQUENCES = {n: [t for t in product(range(TAGS), repeat=n) if legal(t)] for n in range(1, 6)}


@given(st.lists(st.lists(st.integers(-9, 9), min_size=TAGS, max_size=TAGS), min_size=1, max_size=5))
def test_no_legal_sequence_is_better(rows: list[list[int]]) -> None:
    scores = np.array(rows, np.float32)
    best = tuple(int(tag) for tag in best_roles(scores))

    def total(tags: tuple[int, ...]) -> float:
        return float(sum(scores[k, tag] for k, tag in enumerate(tags)))

    assert best in SEQUENCES[len(rows)]
    assert total(best) == max(total(tags) for tags in SEQUENCES[len(rows)])
