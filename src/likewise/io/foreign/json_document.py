"""One large JSON document, whose lists are read item by item; no more of it is held than one value."""

from __future__ import annotations

import codecs
import json
from collections.abc import Collection, Iterator, Sequence
from typing import Any, NoReturn

from likewise.errors import InputError
from likewise.io.jsonl import check_values, json_kind
from likewise.io.lines import Advance, Source, name_of, open_binary

__all__ = ["ANY", "JsonDocument", "document_head"]

ANY = "*"
"""In a path: whatever the key."""

_CHUNK = 1 << 16
_LONGEST = 1 << 26
"""A longer value is nearly always not what is looked for: it is refused before memory is full."""
_decode = json.JSONDecoder().raw_decode
_BLANK = " \t\n\r"


class JsonDocument:
    """A JSON document with a list in it: `items` gives the list's items, `kept` what else was wanted.

    `keys` lead to the list, `or_keys` to where it stands in other versions; `keep` names other values, by
    their keys joined with dots, that are put into `kept` when they are met. `passed` are the keys of those
    that were passed over.
    """

    def __init__(
        self,
        path: Source,
        keys: tuple[str, ...],
        keep: Collection[str] = (),
        *,
        or_keys: Sequence[tuple[str, ...]] = (),
        progress: Advance | None = None,
    ) -> None:
        self.file = name_of(path)
        self.kept: dict[str, Any] = {}
        self.passed: dict[str, None] = {}
        self._path, self._lists, self._keep = path, (keys, *or_keys), keep
        self._progress = progress
        self._text, self._place, self._line = "", 0, 1

    def items(self) -> Iterator[tuple[str, int, Any]]:
        """(the key above the list, the line, the item), in the order of the file."""
        self._chunks = self._read()
        yield from self._within(())
        if self._peek():
            self._refuse("goes on behind its end")

    def _read(self) -> Iterator[str]:
        """The file's text in pieces."""
        decoder = codecs.getincrementaldecoder("utf-8-sig")()
        try:
            with open_binary(self._path) as handle:
                while chunk := handle.read(_CHUNK):
                    if self._progress is not None:
                        self._progress(len(chunk))
                    yield decoder.decode(chunk)
                yield decoder.decode(b"", final=True)
        except UnicodeDecodeError:
            self._refuse("not valid UTF-8 after this line, save the file as UTF-8")
        except (EOFError, OSError) as error:
            self._refuse(f"cannot be read on ({str(error).lower()})")

    def _more(self, least: int = 1) -> bool:
        """Drop what is behind, take at least so many characters; False at the end of the file."""
        self._line += self._text.count("\n", 0, self._place)
        parts, length = [self._text[self._place :]], 0
        for chunk in self._chunks:
            parts.append(chunk)
            length += len(chunk)
            if length >= least:
                break
        self._text, self._place = "".join(parts), 0
        return length > 0

    def _peek(self) -> str:
        """The next character that is no blank, empty at the end."""
        while True:
            while self._place < len(self._text) and self._text[self._place] in _BLANK:
                self._place += 1
            if self._place < len(self._text):
                return self._text[self._place]
            if not self._more():
                return ""

    def _take(self, wanted: str) -> str:
        """The next character, which is one of those wanted."""
        char = self._peek()
        if not char or char not in wanted:
            shown = f"'{char}'" if char else "the end of the file"
            self._refuse(f"not valid JSON (expected {' or '.join(wanted)}, found {shown})")
        self._place += 1
        return char

    def _value(self) -> Any:
        """The next value, whole."""
        self._peek()
        more = True
        while True:
            try:
                value, end = _decode(self._text, self._place)
            except json.JSONDecodeError as error:
                if not more:
                    self._refuse(f"not valid JSON ({error.msg})")
                if len(self._text) - self._place > _LONGEST:
                    self._refuse(f"not valid JSON ({error.msg}), or a value longer than {_LONGEST >> 20} MiB")
                more = self._more(len(self._text) - self._place)
            except (RecursionError, ValueError):
                self._refuse("JSON that is nested or long beyond reason")
            else:
                # A number may go on in the next piece: `1.` is read as 1, `2e+` as 2.
                if not more or end + 3 < len(self._text):
                    break
                more = self._more(4)
        raw = self._text[self._place : end]
        if "\\u" in raw or "\0" in raw:
            check_values(value, self.file, self._here())
        self._place = end
        return value

    def _within(self, trail: tuple[str, ...]) -> Iterator[tuple[str, int, Any]]:
        """The items of the lists that lie in this object; all else in it is kept or passed over."""
        self._take("{")
        if self._peek() == "}":
            self._place += 1
            return
        while True:
            here = (*trail, self._key())
            self._take(":")
            opened = self._peek()
            if opened == "[" and self._leads(here, exactly=True):
                yield from self._list(here[-1])
            elif opened == "{" and self._leads(here, exactly=False):
                yield from self._within(here)
            else:
                value = self._value()
                if ".".join(here) in self._keep:
                    self.kept[".".join(here)] = value
                else:
                    self.passed.setdefault(".".join(here))
            if self._take(",}") == "}":
                return

    def _leads(self, here: tuple[str, ...], *, exactly: bool) -> bool:
        """Whether a list is here, or further down."""
        return any(
            (len(keys) == len(here)) == exactly
            and len(keys) >= len(here)
            and all(wanted in (ANY, key) for wanted, key in zip(keys, here, strict=False))
            for keys in self._lists
        )

    def _key(self) -> str:
        line = self._here()
        key = self._value()
        if not isinstance(key, str):
            raise InputError(
                f"not valid JSON (expected a key, found {json_kind(key)})", file=self.file, line=line
            )
        return key

    def _list(self, key: str) -> Iterator[tuple[str, int, Any]]:
        self._take("[")
        if self._peek() == "]":
            self._place += 1
            return
        while True:
            self._peek()
            line = self._here()
            yield key, line, self._value()
            if self._take(",]") == "]":
                return

    def _here(self) -> int:
        return self._line + self._text.count("\n", 0, self._place)

    def _refuse(self, message: str) -> NoReturn:
        raise InputError(message, file=self.file, line=self._here())


def document_head(text: str) -> dict[str, Any] | None:
    """The fields of the object with which a text begins, as far as the text goes; None where it is none.

    Of a value that is cut off the part that is there is given: an object's first fields, a list's first item.
    """
    start = len(text) - len(text.lstrip("\ufeff" + _BLANK))
    try:
        return _head(text, start) if text[start : start + 1] == "{" else None
    except RecursionError:
        return None


def _head(text: str, place: int) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    place += 1
    while True:
        place = _skip(text, place, _BLANK + ",")
        try:
            key, place = _decode(text, place)
        except ValueError:
            return fields
        place = _skip(text, place, _BLANK + ":")
        if not isinstance(key, str):
            return fields
        try:
            fields[key], place = _decode(text, place)
        except RecursionError:
            return fields
        except ValueError:
            fields[key] = _cut_off(text, place)
            return fields


def _cut_off(text: str, place: int) -> Any:
    """What is there of a value that is not whole."""
    if text[place : place + 1] == "{":
        return _head(text, place)
    if text[place : place + 1] != "[":
        return None
    place = _skip(text, place + 1, _BLANK)
    try:
        return [_decode(text, place)[0]]
    except ValueError:
        return [_cut_off(text, place)]


def _skip(text: str, place: int, chars: str) -> int:
    while place < len(text) and text[place] in chars:
        place += 1
    return place
