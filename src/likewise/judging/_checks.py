"""What every judgement asks of its numbers: finite, paired, enough of them.

Nonsense ends here with one line that names the column, before any statistic is computed.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from likewise.errors import InputError

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

FEWEST = 3


def numbers(values: npt.ArrayLike, name: str, *, missing: bool = False) -> Floats:
    """One finite number per item; with `missing`, nan stands for "not rated" and passes."""
    try:
        array = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise InputError(f"{name}: expected numbers") from error
    if array.ndim != 1:
        raise InputError(f"{name}: expected one number per item, got an array of shape {array.shape}")
    bad = np.isinf(array) if missing else ~np.isfinite(array)
    if bad.any():
        at = int(np.argmax(bad))
        raise InputError(f"{name}: item {at + 1} is {array[at]}, expected a finite number")
    return array


def same_length(columns: dict[str, Floats]) -> int:
    """The common number of items."""
    lengths = {name: len(column) for name, column in columns.items()}
    if len(set(lengths.values())) > 1:
        told = ", ".join(f"{name} has {length}" for name, length in lengths.items())
        raise InputError(f"unequal numbers of items: {told}")
    return next(iter(lengths.values()))


def enough(count: int) -> None:
    """Fewer than three items say nothing about a relation."""
    if count < FEWEST:
        raise InputError(f"only {count} items, at least {FEWEST} are needed")


def varied(column: Floats, name: str) -> None:
    """A correlation with a constant is undefined."""
    if is_constant(column):
        raise InputError(f"all {len(column)} values of {name} are the same, a correlation is undefined")


def is_constant(column: Floats) -> bool:
    return bool(column.min() == column.max())


def paired(x: npt.ArrayLike, y: npt.ArrayLike, names: tuple[str, str]) -> tuple[Floats, Floats]:
    """Two columns over the same items, fit for a correlation."""
    first, second = numbers(x, names[0]), numbers(y, names[1])
    enough(same_length({names[0]: first, names[1]: second}))
    varied(first, names[0])
    varied(second, names[1])
    return first, second


def percent(values: npt.ArrayLike, name: str) -> Floats:
    """A score on 0..100; rounding of a metric may step over the ends by a hair."""
    column = numbers(values, name)
    outside = (column < -1e-6) | (column > 100 + 1e-6)
    if outside.any():
        at = int(np.argmax(outside))
        raise InputError(f"{name}: item {at + 1} is {column[at]:g}, expected a score from 0 to 100")
    return np.clip(column, 0.0, 100.0)


def whole(value: int, name: str, least: int) -> None:
    """A count that may not fall below `least`."""
    if value < least:
        raise InputError(f"{name} is {value}, expected at least {least}")


def share(level: float) -> None:
    """A confidence level."""
    if not 0.0 < level < 1.0:
        raise InputError(f"level is {level:g}, expected a number between 0 and 1")
