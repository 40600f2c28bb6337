"""Amounts in minor units as people write them on a terminal."""

from __future__ import annotations

__all__ = ["money"]

_PLACES = {"JPY": 0, "KRW": 0, "VND": 0, "CLP": 0, "ISK": 0, "BHD": 3, "KWD": 3, "TND": 3}


def money(amount: int, currency: str) -> str:
    """`$1.05`, `300 JPY`, `-2.50 EUR`."""
    places = _PLACES.get(currency, 2)
    whole, rest = divmod(abs(amount), 10**places)
    text = f"{'-' if amount < 0 else ''}{whole:,}" + (f".{rest:0{places}d}" if places else "")
    return f"${text}" if currency == "USD" else f"{text} {currency}"
