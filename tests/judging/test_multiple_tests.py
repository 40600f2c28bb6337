"""P-values of many tests, adjusted."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, strategies as st
from scipy.stats import false_discovery_control

from likewise.errors import InputError
from likewise.judging import benjamini_yekutieli, holm

CHANCES = st.lists(st.floats(0, 1), min_size=1, max_size=12)


def test_holm_by_hand() -> None:
    # Sorted .01 .02 .03 .5: times 4, 3, 2, 1, never falling.
    assert holm([0.5, 0.01, 0.03, 0.02]).tolist() == pytest.approx([0.5, 0.04, 0.06, 0.06])
    assert holm([0.4]).tolist() == [0.4]
    assert holm([0.9, 0.8]).tolist() == [1.0, 1.0]


@given(CHANCES)
def test_benjamini_yekutieli_equals_scipys(p: list[float]) -> None:
    assert benjamini_yekutieli(p) == pytest.approx(false_discovery_control(p, method="by"))


@given(CHANCES)
def test_holm_lies_between_p_and_bonferroni(p: list[float]) -> None:
    adjusted = holm(p)
    assert (adjusted >= np.array(p)).all()
    assert (adjusted <= np.minimum(np.array(p) * len(p), 1) + 1e-15).all()
    assert (np.diff(adjusted[np.argsort(p, kind="stable")]) >= 0).all()


@pytest.mark.parametrize("p", [[1.5], [-0.1], [float("nan")]])
def test_what_is_no_probability(p: list[float]) -> None:
    with pytest.raises(InputError, match="p-values"):
        holm(p)
