"""Which fields of another tool's records have no place in a segment: each is told, once."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

__all__ = ["LostFields", "Note"]

Note = Callable[[str], None]
"""Told a sentence that a user should know of beside the data."""


class LostFields:
    """Fields that were there and are not read, in the order in which they were met."""

    def __init__(self, tool: str) -> None:
        self.tool = tool
        self._names: dict[str, None] = {}

    def note(self, fields: Iterable[str], read: Collection[str] = (), within: str = "") -> None:
        """Remember those of these fields that are not among the read ones."""
        for field in fields:
            if field not in read:
                self._names.setdefault(within + field)

    def told(self) -> str:
        """One sentence, empty where nothing was lost."""
        if not self._names:
            return ""
        return f"fields of {self.tool} that are not read: {', '.join(self._names)}"
