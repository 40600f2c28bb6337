"""A record of another tool, with where it stands and what its file says of all records."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NoReturn, TypeGuard

from likewise.errors import InputError
from likewise.io.jsonl import Row, json_kind

__all__ = ["Record", "first_text", "is_number", "message_text", "record_of"]


@dataclass(slots=True)
class Record(Row):
    """A row whose fields are still the other tool's; `shared` are facts from elsewhere in the file.

    `where` names the item in a JSON document (`results[4]`), whose line may be that of all items. `broken` is
    why it is no record, and `no_references` why it has no reference, where one may be looked for.
    """

    shared: Mapping[str, Any] = field(default_factory=dict)
    where: str = ""
    broken: str = ""
    no_references: str = ""

    def refuse(self, field: str | None, message: str) -> NoReturn:
        """Raise `InputError` about a field of this item."""
        named = ".".join(part for part in (self.where, field) if part)
        raise InputError(message, file=self.file, line=self.line, field=named or None)

    def place(self) -> str:
        """Where the item stands, in words."""
        return f"{self.file}:{self.line}" + (f" ({self.where})" if self.where else "")

    def near(self, field: str, others: Iterable[str] = ()) -> str:
        """The end of a complaint about a missing field; other fields of another tool's items say nothing."""
        if field == "references" and self.no_references:
            return f" ({self.no_references})"
        return Row.near(self, field)


def record_of(item: Any, file: str, line: int, shared: Mapping[str, Any], where: str) -> Record:
    """An item of a JSON document as a record; one that is no object is broken."""
    if isinstance(item, dict):
        return Record(item, file, line, shared, where)
    return Record({}, file, line, shared, where, f"expected a JSON object, found {json_kind(item)}")


def is_number(value: object) -> TypeGuard[float]:
    """Whether a score can stand as a number; true and false count as 1 and 0."""
    return isinstance(value, int | float) and value == value and abs(value) != float("inf")


def first_text(*values: Any) -> str | None:
    """The first of these that is a text with something in it."""
    return next((one for one in values if isinstance(one, str) and one), None)


def message_text(content: Any) -> str | None:
    """The text of a chat message, whose content is one or a list of parts; None where it has none."""
    if isinstance(content, list):
        parts = [
            part.get("text") for part in content if isinstance(part, dict) and part.get("type") == "text"
        ]
        content = "\n".join(part for part in parts if isinstance(part, str))
    return content if isinstance(content, str) and content else None
