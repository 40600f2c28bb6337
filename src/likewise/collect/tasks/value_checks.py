"""Values as they arrive from JSON, YAML or an HTML form, read with complaints that name the field."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Mapping
from typing import Any

from likewise.errors import InputError
from likewise.io import json_kind

__all__ = ["flag", "inside", "listing", "mapping", "name", "number", "only", "whole"]

_WHOLE = re.compile(r"[+-]?\d{1,9}", re.ASCII)
_NAME = re.compile(r"[a-z][a-z0-9_-]{0,39}")
_FLAGS = {
    "true": True,
    "on": True,
    "yes": True,
    "1": True,
    "false": False,
    "off": False,
    "no": False,
    "": False,
}


def inside(field: str, part: str | int) -> str:
    """The path of a part: `answer[2]`, `answer[2].name`."""
    if isinstance(part, int):
        return f"{field}[{part}]"
    return f"{field}.{part}" if field else part


def mapping(value: Any, field: str | None) -> dict[str, Any]:
    """An object whose keys are strings."""
    if not isinstance(value, Mapping):
        raise InputError(f"expected an object, found {json_kind(value)}", field=field or None)
    for key in value:
        if not isinstance(key, str):
            raise InputError(f"expected names as keys, found {json_kind(key)}", field=field or None)
    return dict(value)


def only(values: Mapping[str, Any], allowed: Collection[str], field: str = "") -> None:
    """Refuse a key that nothing is known about: it is a slip more often than not."""
    for key in values:
        if key not in allowed:
            known = ", ".join(allowed) or "nothing"
            raise InputError(f"is not known here, expected {known}", field=inside(field, key))


def listing(value: Any, field: str, most: int, *, least: int = 0) -> list[Any]:
    """A list of a bounded length."""
    if not isinstance(value, list | tuple):
        raise InputError(f"expected a list, found {json_kind(value)}", field=field)
    if not least <= len(value) <= most:
        raise InputError(f"expected {least} to {most} entries, found {len(value)}", field=field)
    return list(value)


def whole(value: Any, field: str, low: int, high: int) -> int:
    """A whole number from low to high; digits in a string will do, since forms send strings."""
    digits = isinstance(value, str) and _WHOLE.fullmatch(value.strip())
    if digits or (isinstance(value, float) and value.is_integer()):
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise InputError(f"expected a whole number from {low} to {high}", field=field)
    return value


def number(value: Any, field: str) -> float:
    """A finite number of reasonable size."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise InputError(f"expected a number, found {json_kind(value)}", field=field)
    if not (math.isfinite(value) if isinstance(value, float) else True) or abs(value) > 1e9:
        raise InputError("expected a finite number of at most a billion", field=field)
    return float(value) + 0.0


def flag(value: Any, field: str) -> bool:
    """True or false, or the words that forms send for them."""
    if isinstance(value, bool):
        return value
    if isinstance(value, str) and value.strip().lower() in _FLAGS:
        return _FLAGS[value.strip().lower()]
    raise InputError("expected true or false", field=field)


def name(value: Any, field: str) -> str:
    """A short name for programs: small letters, digits, `_` and `-`."""
    if not isinstance(value, str) or not _NAME.fullmatch(value):
        raise InputError("expected a short name of small letters, digits, - and _", field=field)
    return value
