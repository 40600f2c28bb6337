"""Amounts of money: whole minor units inside, decimals of the currency wherever people or services read them.

How many decimals a currency has is ISO 4217's, which is what minor units are counted in (the tables of
locale libraries give the decimals in daily use instead: none for the Iraqi dinar). No amount is ever a float.
"""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any

from likewise.errors import InputError

__all__ = ["check_amount", "decimal_text", "decimals", "format_money", "minor_units", "whole_units"]

_DECIMALS = {
    0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
    3: "BHD IQD JOD KWD LYD OMR TND",
    4: "CLF UYW",
}
_BY_CURRENCY = {currency: places for places, listed in _DECIMALS.items() for currency in listed.split()}
_TEXT = re.compile(r"(\d{1,12})(?:\.(\d*))?")
_MOST = 10**14


def decimals(currency: str) -> int:
    """How many decimals amounts of the currency have: 2, but for those that ISO 4217 lists otherwise."""
    return _BY_CURRENCY.get(currency, 2)


def format_money(amount: int, currency: str) -> str:
    """Minor units as people read them: `0.05 USD`, `300 JPY`, `-1,500.250 JOD`."""
    return f"{_decimal(amount, currency, ',')} {currency}"


def decimal_text(amount: int, currency: str) -> str:
    """Minor units as programs and services read them, without the currency: 150 of USD is `1.50`."""
    return _decimal(amount, currency, "")


def minor_units(value: Any, currency: str) -> int:
    """The minor units in `12.3`, `12.34` or `12`; more decimals than the currency has are refused."""
    places = decimals(currency)
    match = _TEXT.fullmatch(value) if isinstance(value, str) and value.isascii() else None
    if match is None or len(match[2] or "") > places:
        example = decimal_text(12 * 10**places + 34 % 10**places, currency)
        raise InputError(f"expected an amount such as {example}, got {value!r}")
    return int(match[1] + (match[2] or "").ljust(places, "0"))


def whole_units(value: Any) -> int:
    """An amount that is already in minor units but may come as a JSON number with a decimal point."""
    if isinstance(value, bool) or not isinstance(value, int | Decimal) or value != int(value):
        raise InputError(f"expected a whole number of minor units, got {value!r}")
    return int(value)


def check_amount(amount: int, *, least: int = 0) -> int:
    """The amount itself, if it is an integer of minor units and not below `least`."""
    if isinstance(amount, bool) or not isinstance(amount, int):
        raise InputError(f"expected an amount in whole minor units, got {amount!r}", field="amount")
    if not least <= amount < _MOST:
        raise InputError(f"expected an amount of at least {least} minor units, got {amount}", field="amount")
    return amount


def _decimal(amount: int, currency: str, comma: str) -> str:
    places = decimals(currency)
    whole, rest = divmod(abs(amount), 10**places)
    grouped = f"{whole:,}".replace(",", comma)
    return f"{'-' if amount < 0 else ''}{grouped}" + (f".{rest:0{places}d}" if places else "")
