"""McNemar's exact test."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, strategies as st
from scipy.stats import binomtest

from likewise.errors import InputError
from likewise.judging import McNemar, mcnemar


def test_by_hand() -> None:
    # Five items right in a alone, none in b alone: 2 x (1/2)^5.
    assert mcnemar([1] * 5 + [0, 1], [0] * 5 + [0, 1]) == McNemar(5, 0, 0.0625)
    assert mcnemar([True, False], [False, True]) == McNemar(1, 1, 1.0)
    assert mcnemar([1, 0], [1, 0]).p == 1.0


@given(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=80))
def test_equals_a_binomial_test_of_the_items_that_differ(pairs: list[tuple[bool, bool]]) -> None:
    a, b = np.array(pairs).T
    only_a, only_b = int((a & ~b).sum()), int((~a & b).sum())
    expected = binomtest(only_a, only_a + only_b).pvalue if only_a + only_b else 1.0
    assert mcnemar(a, b).p == pytest.approx(expected)


def test_what_is_neither_right_nor_wrong() -> None:
    with pytest.raises(InputError, match=r"system b: found 0.5, expected 1 \(right\) or 0 \(wrong\)"):
        mcnemar([1, 0], [0.5, 1])
