"""Training pairs: how many, which, and drawn by seed."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from likewise.errors import InputError
from likewise.paraphrase.pairs import PAIRS, draw_pairs, pairs_setting

sizes = st.lists(st.integers(0, 7), max_size=6)


def drawn(sizes: list[int], pairs: int | None, seed: int = 1) -> list[tuple[int, int]]:
    source, target = draw_pairs(sizes, pairs, seed)
    return list(zip(source.tolist(), target.tolist(), strict=True))


@given(sizes, st.one_of(st.none(), st.integers(1, 8)), st.integers(0, 3))
@settings(max_examples=60)
def test_each_text_with_so_many_others_of_its_cluster(sizes: list[int], pairs: int | None, seed: int) -> None:
    found = drawn(sizes, pairs, seed)
    owner = np.repeat(np.arange(len(sizes)), sizes).tolist()
    assert len(set(found)) == len(found)
    assert all(a != b and owner[a] == owner[b] for a, b in found)
    counts = Counter(a for a, _ in found)
    for text, cluster in enumerate(owner):
        others = sizes[cluster] - 1
        assert counts[text] == (others if pairs is None else min(pairs, others))
    assert drawn(sizes, pairs, seed) == found


def test_all_by_hand() -> None:
    assert drawn([3, 1, 0, 2], None) == [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1), (4, 5), (5, 4)]
    assert len(drawn([12], None)) == 12 * 11


def test_all_is_what_more_than_enough_gives() -> None:
    assert drawn([5, 3], 4) == drawn([5, 3], None) == drawn([5, 3], 100, seed=9)


def test_seeds_draw_differently_and_every_other_text_gets_its_turn() -> None:
    assert drawn([9, 9], 2, seed=1) != drawn([9, 9], 2, seed=2)
    counts = Counter(pair for seed in range(120) for pair in drawn([4], 1, seed))
    assert len(counts) == 12
    assert min(counts.values()) > 20  # 40 are expected of each


def test_nothing_to_pair() -> None:
    for sizes in ([], [0], [1, 1, 0]):
        source, target = draw_pairs(sizes, None, 1)
        assert (source.dtype, len(source), len(target)) == (np.int64, 0, 0)


@pytest.mark.parametrize(("value", "expected"), [(1, 1), ("5", 5), (np.int64(10), 10), ("all", None)])
def test_settings(value: Any, expected: int | None) -> None:
    assert pairs_setting(value) == expected


def test_the_papers_settings_are_settings() -> None:
    assert [pairs_setting(value) for value in PAIRS] == [1, 5, 10, None]


@pytest.mark.parametrize("value", [0, -1, 1.0, 2.5, True, None, "", "some", "-3", "1.5", "²", " 2"])
def test_bad_settings(value: object) -> None:
    with pytest.raises(InputError, match=r"field 'pairs': expected a whole number from 1 or 'all', found '"):
        pairs_setting(value)
