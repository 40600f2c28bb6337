"""A record of another tool, with where it stands and what its file says of all records."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeGuard

from likewise.errors import InputError
from likewise.io.jsonl import Row, json_kind

__all__ = ["Record", "first_text", "is_number", "message_text", "record_of"]


@dataclass(slots=True)
class Record(Row):
    """A row whose fields are still the other tool's; `shared` are facts from elsewhere in the file."""

    shared: Mapping[str, Any] = field(default_factory=dict)


def record_of(item: Any, file: str, line: int, shared: Mapping[str, Any]) -> Record:
    """An item of a JSON document as a record; what is no object is refused."""
    if not isinstance(item, dict):
        raise InputError(f"expected a JSON object, found {json_kind(item)}", file=file, line=line)
    return Record(item, file, line, shared)


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
