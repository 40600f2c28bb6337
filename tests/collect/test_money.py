"""Exact amounts, both ways, with the decimals of their currency."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, strategies as st

from likewise.collect.money import (
    check_amount,
    decimal_text,
    decimals,
    format_money,
    minor_units,
    whole_units,
)
from likewise.errors import InputError

CURRENCIES = ["USD", "EUR", "GBP", "JPY", "JOD", "CLF"]


@pytest.mark.parametrize(
    ("amount", "currency", "shown"),
    [
        (5, "USD", "0.05 USD"),
        (-250, "EUR", "-2.50 EUR"),
        (123_456_789, "USD", "1,234,567.89 USD"),
        (300, "JPY", "300 JPY"),
        (1500, "JOD", "1.500 JOD"),
        (1500, "OMR", "1.500 OMR"),
        (1500, "IQD", "1.500 IQD"),
        (1500, "XAF", "1,500 XAF"),
        (-12_345, "CLF", "-1.2345 CLF"),
        (0, "KWD", "0.000 KWD"),
    ],
)
def test_as_people_read_it(amount: int, currency: str, shown: str) -> None:
    assert format_money(amount, currency) == shown


@pytest.mark.parametrize(
    ("amount", "text"), [(0, "0.00"), (1, "0.01"), (30, "0.30"), (105, "1.05"), (1_000_000, "10000.00")]
)
def test_known_amounts(amount: int, text: str) -> None:
    assert decimal_text(amount, "USD") == text
    assert minor_units(text, "USD") == amount


@given(st.integers(0, 10**12 - 1), st.sampled_from(CURRENCIES))
def test_there_and_back(amount: int, currency: str) -> None:
    text = decimal_text(amount, currency)
    assert minor_units(text, currency) == amount
    assert Decimal(text).scaleb(decimals(currency)) == amount
    assert format_money(amount, currency).replace(",", "") == f"{text} {currency}"


@pytest.mark.parametrize(("text", "amount"), [("12", 1200), ("12.3", 1230), ("12.", 1200), ("007.50", 750)])
def test_other_ways_to_write_them(text: str, amount: int) -> None:
    assert minor_units(text, "USD") == amount


@pytest.mark.parametrize("text", ["", "1.005", "-1", "1e3", "1,00", " 1", "١.٠٠", ".5", "NaN", 1, 1.0, None])
def test_what_is_no_amount(text: Any) -> None:
    with pytest.raises(InputError, match=r"such as 12\.34, got"):
        minor_units(text, "USD")


def test_decimals_of_the_currency_are_the_limit() -> None:
    assert minor_units("1.5", "JOD") == 1500
    assert minor_units("300", "JPY") == 300
    with pytest.raises(InputError, match="such as 12, got"):
        minor_units("300.5", "JPY")


@pytest.mark.parametrize("amount", [-1, 1.0, True, "1", None, 10**14])
def test_what_cannot_be_sent(amount: Any) -> None:
    with pytest.raises(InputError):
        check_amount(amount)


def test_whole_minor_units() -> None:
    assert whole_units(250) == whole_units(Decimal("250.0")) == 250
    for odd in (Decimal("250.5"), "250", None, True, 250.0):
        with pytest.raises(InputError):
            whole_units(odd)
