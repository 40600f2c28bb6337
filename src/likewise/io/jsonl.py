"""JSON lines, or one list of objects: every complaint with its file, line and field."""

from __future__ import annotations

import json
import math
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NoReturn

from likewise.errors import InputError
from likewise.io.field_names import is_it
from likewise.io.lines import Advance, Source, name_of, read_lines
from likewise.io.read_log import ReadLog

__all__ = ["Row", "check_text", "check_values", "read_rows"]

_UNREASONABLE = "JSON that is nested or long beyond reason"
_decode = json.JSONDecoder().raw_decode
_LIST = re.compile(r"\s*\[\s*(\{|\]|\Z)")
"""How a file begins that is one list of objects."""
_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(slots=True)
class Row:
    """One object with where it stands, and readers of its fields that complain precisely."""

    values: dict[str, Any]
    file: str
    line: int

    def refuse(self, field: str | None, message: str) -> NoReturn:
        """Raise `InputError` about a field of this row."""
        raise InputError(message, file=self.file, line=self.line, field=field)

    def place(self) -> str:
        """Where the row stands, in words."""
        return f"{self.file}:{self.line}"

    def near(self, field: str, others: Iterable[str] = ()) -> str:
        """The end of a complaint: whether a field that is missing may be there under another name.

        `others` are fields that are looked for as well where they are missing too.
        """
        return is_it(field, [name for name, value in self.values.items() if value is not None], others)

    def text(self, field: str, *, required: bool = True) -> str | None:
        """A string field; null counts as absent."""
        value = self.values.get(field)
        if value is None:
            if required:
                self.refuse(field, f"missing, expected a string{self.near(field)}")
            return None
        if not isinstance(value, str):
            self.refuse(field, f"expected a string, found {json_kind(value)}")
        return value

    def label(self, field: str, *, required: bool = True) -> str | None:
        """A name such as an id: a string, or a whole number taken as its digits."""
        value = self.values.get(field)
        if isinstance(value, int) and not isinstance(value, bool):
            return str(value)
        return self.text(field, required=required)

    def texts(self, field: str) -> tuple[str, ...]:
        """A list of strings, empty where absent."""
        value = self.values.get(field)
        if value is None:
            return ()
        if not isinstance(value, list):
            self.refuse(field, f"expected a list of strings, found {json_kind(value)}")
        for place, item in enumerate(value):
            if not isinstance(item, str):
                self.refuse(f"{field}[{place}]", f"expected a string, found {json_kind(item)}")
        return tuple(value)

    def numbers(self, field: str) -> dict[str, float]:
        """An object of finite numbers, empty where absent."""
        value = self.values.get(field)
        if value is None:
            return {}
        if not isinstance(value, dict):
            self.refuse(field, f"expected an object of numbers, found {json_kind(value)}")
        return {key: self.number(f"{field}.{key}", item) for key, item in value.items()}

    def number(self, field: str, value: Any) -> float:
        """A finite number."""
        if isinstance(value, bool) or not isinstance(value, int | float):
            self.refuse(field, f"expected a number, found {json_kind(value)}")
        try:
            number = float(value)
        except OverflowError:
            number = math.inf
        if not math.isfinite(number):
            self.refuse(field, f"expected a finite number, found {number}")
        return number


def json_kind(value: Any) -> str:
    """What a JSON value is, in words."""
    names = {str: "a string", bool: "true or false", list: "a list", dict: "an object"}
    if value is None:
        return "null"
    return names.get(type(value)) or ("a number" if isinstance(value, int | float) else type(value).__name__)


def check_text(text: str, file: str, line: int, field: str | None = None) -> None:
    """Refuse what is no text: NUL, and half of a surrogate pair."""
    if "\0" in text:
        raise InputError("holds a NUL character", file=file, line=line, field=field)
    if _SURROGATE.search(text):
        raise InputError("holds a lone surrogate (half of a character)", file=file, line=line, field=field)


def read_rows(
    path: Source, *, progress: Advance | None = None, hint: str = "", log: ReadLog | None = None
) -> Iterator[Row]:
    """Yield the objects of a JSON-lines file; blank lines are passed over, an empty file is refused.

    A file that is one list of objects is read as well. `hint` is added where a line does not even begin as
    JSON, by a caller that reads other formats too. `log` may allow that broken lines are left out.
    """
    name = name_of(path)
    log = log or ReadLog()
    lines = read_lines(path, progress=progress, log=log)
    seen = False
    for number, line in lines:
        if not line or line.isspace():
            continue
        if not seen and _LIST.match(line):
            yield from _listed(number, line, lines, name, log)
            return
        seen = True
        try:
            values = _object(line, name, number, hint)
        except InputError as error:
            log.leave_out(error)
            continue
        yield Row(values, name, number)
    if not seen:
        raise InputError("is empty, expected JSON lines (one object a line)", file=name)


def _object(line: str, name: str, number: int, hint: str) -> dict[str, Any]:
    try:
        value, end = _decode(line, 0 if line[0] == "{" else _blanks(line, 0))
        if end != len(line) and (end := _blanks(line, end)) != len(line):
            raise json.JSONDecodeError("Extra data", line, end)
    except json.JSONDecodeError as error:
        message = f"not valid JSON ({error.msg} at column {error.colno}), expected one object a line"
        if hint and not line.lstrip().startswith("{"):
            message += f" ({hint})"
        raise InputError(message, file=name, line=number) from None
    except (RecursionError, ValueError):
        raise InputError(_UNREASONABLE, file=name, line=number) from None
    if not isinstance(value, dict):
        raise InputError(f"expected a JSON object, found {json_kind(value)}", file=name, line=number)
    # Only an escape can bring these in: the line itself is valid UTF-8 without NUL.
    if "\\u" in line:
        check_values(value, name, number)
    return value


def _listed(
    number: int, line: str, lines: Iterable[tuple[int, str]], name: str, log: ReadLog
) -> Iterator[Row]:
    """The objects of a file that is one JSON list, each with the line on which it begins."""
    starts, parts, size = [0], [line], len(line) + 1
    for _, more in lines:
        starts.append(size)
        parts.append(more)
        size += len(more) + 1
    text = "\n".join(parts)

    def line_of(place: int) -> int:
        return number + bisect_right(starts, place) - 1

    place, count = text.index("[") + 1, 0
    while (place := _blanks(text, place)) < len(text) and text[place] != "]":
        try:
            value, end = _decode(text, place)
        except json.JSONDecodeError as error:
            message = f"not valid JSON ({error.msg} at column {error.colno}) in a list of objects"
            raise InputError(message, file=name, line=line_of(error.pos)) from None
        except (RecursionError, ValueError):
            raise InputError(_UNREASONABLE, file=name, line=line_of(place)) from None
        count += 1
        try:
            item = _item(value, count, name, line_of(place))
        except InputError as error:
            log.leave_out(error)
        else:
            yield Row(item, name, line_of(place))
        place = _blanks(text, end)
        if text[place : place + 1] == ",":
            place += 1
        elif text[place : place + 1] != "]":
            raise InputError("the list of objects is cut off here", file=name, line=line_of(place))
    if text[place:].strip() != "]":
        raise InputError("the list of objects has no clear end", file=name, line=line_of(place))
    if not count:
        raise InputError("is an empty list, expected objects", file=name)


def _item(value: Any, count: int, name: str, line: int) -> dict[str, Any]:
    if not isinstance(value, dict):
        message = f"expected a JSON object, found {json_kind(value)} (item {count} of the list)"
        raise InputError(message, file=name, line=line)
    check_values(value, name, line)
    return value


def _blanks(line: str, start: int) -> int:
    """Where the blanks that JSON allows end."""
    return len(line) - len(line[start:].lstrip(" \t\r\n"))


def check_values(value: Any, name: str, number: int) -> None:
    """Refuse NUL and lone surrogates anywhere in a JSON value, and one that is nested too deep to tell."""
    try:
        _check_values(value, name, number, None)
    except RecursionError:
        raise InputError(_UNREASONABLE, file=name, line=number) from None


def _check_values(value: Any, name: str, number: int, field: str | None) -> None:
    if isinstance(value, str):
        check_text(value, name, number, field)
    elif isinstance(value, list):
        for place, item in enumerate(value):
            _check_values(item, name, number, f"{field}[{place}]")
    elif isinstance(value, dict):
        for key, item in value.items():
            check_text(key, name, number, field)
            _check_values(item, name, number, key if field is None else f"{field}.{key}")
