"""Fields of a TOML file, each complaint with the file, the field and what was expected."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from likewise.errors import InputError
from likewise.io import json_kind

__all__ = ["TomlFields"]


@dataclass(frozen=True, slots=True)
class TomlFields:
    """Takes the fields of one table; values are never quoted, since any of them may be a secret."""

    given: Mapping[str, Any]
    file: str

    def refuse(self, key: str, message: str) -> InputError:
        """The complaint about a field."""
        return InputError(message, file=self.file, field=key)

    def check_names(self, known: Sequence[str]) -> None:
        """Refuse fields that mean nothing here."""
        for key in self.given:
            if key not in known:
                near = get_close_matches(key, known, 1)
                hint = f" (did you mean {near[0]}?)" if near else ""
                raise self.refuse(key, f"unknown field{hint}, expected some of {', '.join(known)}")

    def text(self, key: str, usual: str | None = None) -> str:
        """A string; required where there is no usual one."""
        value = self.given.get(key, usual)
        if not isinstance(value, str) or (key in self.given and not value.strip()):
            found = "missing" if value is None else f"found {_kind(value)}"
            raise self.refuse(key, f"{found}, expected a string")
        return value

    def choice(self, key: str, usual: str, choices: Sequence[str]) -> str:
        """One of several strings."""
        value = self.text(key, usual)
        if value not in choices:
            raise self.refuse(key, f"found '{value}', expected one of {', '.join(choices)}")
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of strings, empty where absent."""
        value = self.given.get(key, [])
        if not isinstance(value, list) or not all(isinstance(item, str) and item for item in value):
            raise self.refuse(key, 'expected a list of strings, such as ["source", "candidate"]')
        if key in self.given and not value:
            raise self.refuse(key, "is empty, expected one string or more")
        return tuple(value)

    def table(self, key: str) -> dict[str, Any]:
        """A table, empty where absent."""
        value = self.given.get(key, {})
        if not isinstance(value, dict):
            raise self.refuse(key, f"found {_kind(value)}, expected a table")
        return value

    def numbers(self, key: str) -> dict[str, float]:
        """A table of two numbers or more."""
        value = self.table(key)
        if len(value) < 2:
            raise self.refuse(key, "expected two labels or more, each with its number: {lost = 0, kept = 1}")
        return {str(name): self._number(f"{key}.{name}", item) for name, item in value.items()}

    def pair(self, key: str) -> tuple[float, float]:
        """The lowest and the highest of a range."""
        value = self.given[key]
        if not isinstance(value, list) or len(value) != 2:
            raise self.refuse(key, "expected two numbers, the lowest and the highest: [1, 5]")
        low, high = (self._number(key, item) for item in value)
        if low >= high:
            raise self.refuse(key, f"found {low:g} and {high:g}, expected the lowest before the highest")
        return low, high

    def number(self, key: str, usual: float, least: float, most: float | None = None) -> float:
        """A number within bounds."""
        value = self._number(key, self.given.get(key, usual))
        if value < least or (most is not None and value > most):
            bounds = f"{least:g} or more" if most is None else f"{least:g} to {most:g}"
            raise self.refuse(key, f"found {value:g}, expected {bounds}")
        return value

    def whole(self, key: str, usual: int, least: int, most: int | None = None) -> int:
        """A whole number within bounds."""
        value = self.number(key, usual, least, most)
        if value != int(value):
            raise self.refuse(key, f"found {value:g}, expected a whole number")
        return int(value)

    def _number(self, key: str, value: Any) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float) or value - value != 0:
            raise self.refuse(key, f"found {_kind(value)}, expected a finite number")
        return float(value)


def _kind(value: Any) -> str:
    return (
        "a number that is not finite" if isinstance(value, float) and value - value != 0 else json_kind(value)
    )
