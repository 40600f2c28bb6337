"""The cells of a result's table: a figure with its full value, an interval, a text; how each is shown."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from unicodedata import category, combining, east_asian_width

__all__ = ["Bounds", "Estimate", "Figure", "columns_of", "filled", "is_figure", "shown", "value_of", "width"]

_NUMBER = r"[<+\-−]?\d[\d,]*\.?\d*"
_FIGURES = re.compile(rf"-|{_NUMBER} ?%?( \[{_NUMBER}, {_NUMBER}\]| to {_NUMBER})?")
"""A text that is a number, perhaps with its unit or interval: it stands to the right as numbers do."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A number, and how it is shown where people read it."""

    value: float | None
    shown: str

    @classmethod
    def of(cls, value: float | None, digits: int = 3, *, sign: bool = False) -> Figure:
        """A number with fixed decimals, a dash where there is none; `sign` writes a + too."""
        if value is None or not math.isfinite(value):
            return cls(None, "-")
        return cls(value, fixed(value, digits, sign=sign))

    @classmethod
    def chance(cls, p: float | None) -> Figure:
        """A probability: never a row of zeros."""
        return cls.of(p, 4) if p is None or not p < 0.0001 else cls(p, "<0.0001")


@dataclass(frozen=True, slots=True)
class Bounds:
    """An interval: one cell where people read it, two columns where programs do."""

    low: float | None
    high: float | None
    digits: int = 3

    @classmethod
    def of(cls, interval: tuple[float, float] | None, digits: int = 3) -> Bounds:
        """An interval with fixed decimals; nothing where it could not be had."""
        if interval is None or not all(map(math.isfinite, interval)):
            return cls(None, None, digits)
        return cls(interval[0], interval[1], digits)

    @property
    def shown(self) -> str:
        """`0.123 to 0.456`, or a dash."""
        if self.low is None or self.high is None:
            return "-"
        return f"{fixed(self.low, self.digits)} to {fixed(self.high, self.digits)}"


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number with its interval: one cell where people read it, three columns where programs do."""

    value: float | None
    interval: tuple[float, float] | None = None
    digits: int = 2

    @property
    def shown(self) -> str:
        """`0.34 [0.12, 0.56]`, the interval where there is one."""
        if self.value is None or not math.isfinite(self.value):
            return "-"
        told = fixed(self.value, self.digits)
        if self.interval is None or not all(map(math.isfinite, self.interval)):
            return told
        low, high = self.interval
        return f"{told} [{fixed(low, self.digits)}, {fixed(high, self.digits)}]"


def fixed(value: float, digits: int, *, sign: bool = False) -> str:
    """A number with fixed decimals; what rounds to zero has no minus."""
    text = f"{value:{'+' if sign else ''}.{digits}f}"
    return text.lstrip("+-") if float(text) == 0 else text


def shown(value: object) -> str:
    """A cell as people read it: two decimals where nothing else is said, a dash where there is nothing."""
    if isinstance(value, Figure | Bounds | Estimate):
        return value.shown
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return Figure.of(value, 2).shown
    return "-" if value is None else " ".join(str(value).split())


def value_of(value: object) -> Any:
    """A cell as programs read it: the number in full, the text as it is."""
    if isinstance(value, Figure):
        return value.value
    return _finite(value.value) if isinstance(value, Estimate) else value


def columns_of(name: str, values: Sequence[object]) -> dict[str, list[object]]:
    """A column as programs read it: an interval is two columns of its own."""
    if any(isinstance(value, Bounds) for value in values):
        ends = [(v.low, v.high) if isinstance(v, Bounds) else (None, None) for v in values]
        return _ends(name, ends)
    columns = {name: [*values]}
    if any(isinstance(value, Estimate) and value.interval for value in values):
        found = [v.interval if isinstance(v, Estimate) else None for v in values]
        columns |= _ends(name, [(None, None) if one is None else one for one in found])
    return columns


def _ends(name: str, ends: Sequence[tuple[float | None, float | None]]) -> dict[str, list[object]]:
    return {
        f"{name} low": [_finite(low) for low, _ in ends],
        f"{name} high": [_finite(high) for _, high in ends],
    }


def _finite(value: float | None) -> float | None:
    return value if value is not None and math.isfinite(value) else None


def filled(value: object) -> str:
    """A cell as programs read it from a text: nothing where there is nothing."""
    plain = value_of(value)
    return "" if plain is None else " ".join(str(plain).split())


def is_figure(value: object) -> bool:
    """Whether a cell stands to the right: a number, an interval, nothing, or a text that is one of them."""
    if isinstance(value, str):
        return bool(_FIGURES.fullmatch(value))
    return value is None or isinstance(value, Figure | Bounds | Estimate | int | float)


def width(text: str) -> int:
    """How many columns of a terminal a text takes: two a wide East Asian character, none a combining mark."""
    if text.isascii():
        return len(text)
    return sum(
        0
        if combining(char) or category(char) in ("Mn", "Me", "Cf")
        else 2
        if east_asian_width(char) in "WF"
        else 1
        for char in text
    )
