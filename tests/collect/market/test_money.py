"""Exact amounts, both ways."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from likewise.collect.market.money import minor, whole, written
from likewise.errors import InputError


@pytest.mark.parametrize(
    ("amount", "text"), [(0, "0.00"), (1, "0.01"), (30, "0.30"), (105, "1.05"), (1_000_000, "10000.00")]
)
def test_known_amounts(amount: int, text: str) -> None:
    assert written(amount) == text
    assert minor(text) == amount


@given(st.integers(0, 10**13))
def test_there_and_back(amount: int) -> None:
    assert minor(written(amount)) == amount


@pytest.mark.parametrize(("text", "amount"), [("12", 1200), ("12.3", 1230), ("12.", 1200), ("007.50", 750)])
def test_other_ways_to_write_them(text: str, amount: int) -> None:
    assert minor(text) == amount


@pytest.mark.parametrize("text", ["", "1.005", "-1", "1e3", "1,00", " 1", "١.٠٠", ".5", "NaN", 1, 1.0, None])
def test_what_is_no_amount(text: Any) -> None:
    with pytest.raises(InputError):
        minor(text)


@pytest.mark.parametrize("amount", [-1, 1.0, True, "1", None, 10**14])
def test_what_cannot_be_written(amount: Any) -> None:
    with pytest.raises(InputError):
        written(amount)


def test_whole_minor_units() -> None:
    assert whole(250) == whole(Decimal("250.0")) == 250
    for odd in (Decimal("250.5"), "250", None, True, 250.0):
        with pytest.raises(InputError):
            whole(odd)
