"""What a reader met on its way: rows that it left out because they are broken, and what should be known."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from likewise.errors import InputError

__all__ = ["ReadLog"]

_SHOWN = 5


@dataclass
class ReadLog:
    """Hand one to a reader, and look into it afterwards.

    One bad row refuses the whole file; with `skip_broken` it is left out and counted, and the first ones are
    kept in `first`. `remarks` are what may make a number wrong without being an error, each with the place
    where it was met first. `unread` are the fields of the first row that mean nothing to the reader.
    """

    skip_broken: bool = False
    skipped: int = 0
    first: list[InputError] = field(default_factory=list)
    remarks: dict[str, str] = field(default_factory=dict)
    unread: dict[str, None] = field(default_factory=dict)

    def leave_out(self, error: InputError) -> None:
        """Count a row that is left out; the error is raised where none may be, and where it is of no row."""
        if not self.skip_broken or error.line is None:
            raise error
        self.skipped += 1
        if len(self.first) < _SHOWN:
            self.first.append(error)

    def remark(self, text: str, place: str) -> None:
        """Keep a remark about a row, once, with the place where it was met first."""
        self.remarks.setdefault(text, f"{place}: {text}")

    def tell(self, text: str) -> None:
        """Keep a remark about no row, once."""
        self.remarks.setdefault(text, text)

    def none_left(self, file: str) -> None:
        """Refuse a file all of whose rows were left out."""
        if self.skipped:
            message = f"no row is left, {self.skipped} broken; the first: {self.first[0]}"
            raise InputError(message, file=file)

    def warnings(self) -> list[str]:
        """The remarks, and the rows that were left out, a line each."""
        if not self.skipped:
            return list(self.remarks.values())
        rows = "1 broken row was" if self.skipped == 1 else f"{self.skipped} broken rows were"
        return [*self.remarks.values(), f"{rows} left out; the first: {self.first[0]}"]

    def as_dict(self) -> Mapping[str, Any]:
        """The rows that were left out, as a JSON object."""
        keys = ("file", "line", "field", "message")
        return {"n": self.skipped, "first": [{key: getattr(one, key) for key in keys} for one in self.first]}


class SpokenLog(ReadLog):
    """The log of a reader that was given none: what it remarks is a Python warning."""

    def remark(self, text: str, place: str) -> None:
        if text not in self.remarks:
            super().remark(text, place)
            warnings.warn(self.remarks[text], stacklevel=4)
