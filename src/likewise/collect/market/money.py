"""Amounts in the form each service writes them, exact to the minor unit; no amount is ever a float."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any

from likewise.errors import InputError

__all__ = ["check_amount", "minor", "whole", "written"]

_WRITTEN = re.compile(r"(\d{1,12})(?:\.(\d{1,2}))?\.?")
_MOST = 10**14


def written(amount: int) -> str:
    """The amount with two decimals, as Mechanical Turk and Prolific's bonus lists want it: 150 is `1.50`."""
    check_amount(amount)
    return f"{amount // 100}.{amount % 100:02d}"


def minor(value: Any) -> int:
    """The minor units in `12.3`, `12.34` or `12`; more than two decimals is refused rather than rounded."""
    found = _WRITTEN.fullmatch(value) if isinstance(value, str) and value.isascii() else None
    if found is None:
        raise InputError(f"expected an amount such as 12.34, got {value!r}")
    return int(found[1]) * 100 + int((found[2] or "").ljust(2, "0"))


def whole(value: Any) -> int:
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
