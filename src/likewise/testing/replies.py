"""What the two halves of the stand-in share: replies, refusals, identifiers that come in order."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

__all__ = ["Reply", "Numbering", "Refusal"]


@dataclass(frozen=True)
class Reply:
    """A status and a JSON object."""

    status: int = 200
    body: dict[str, Any] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=lambda: {"Content-Type": "application/json"})


class Refusal(Exception):
    """A request that the service refuses."""

    def __init__(self, status: int, text: str, code: str = "") -> None:
        self.status = status
        self.text = text
        self.code = code
        super().__init__(text)


class Numbering:
    """Identifiers in the shape of the real ones, the same in every run."""

    def __init__(self) -> None:
        self._numbers = itertools.count(1)

    def turk(self, first: str = "3") -> str:
        """Thirty capital letters and digits."""
        return f"{first}{next(self._numbers):029X}"

    def prolific(self) -> str:
        """Twenty-four hexadecimal digits."""
        return f"{0x60000000:08x}{next(self._numbers):016x}"
