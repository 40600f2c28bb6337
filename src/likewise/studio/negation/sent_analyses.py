"""Sentences with deep analyses as programs and people send them: JSON lines, typed in or in a file."""

from __future__ import annotations

import io
import zlib
from collections.abc import Mapping
from gzip import BadGzipFile, GzipFile
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from likewise.errors import InputError
from likewise.studio.web import Sent, load_json

__all__ = ["CHARACTERS", "LONGEST", "SENTENCES", "Analysed", "analysed_in", "key_of", "sent_parses"]

CHARACTERS = 20_000
SENTENCES = 50
LONGEST = 2000
"""Characters of all sentences, sentences, characters of one."""
_HALF = 100_000
_READINGS = 10
_UNPACKED = 8 << 20

Half = Annotated[str, Field(max_length=_HALF)]


class SentParse(BaseModel):
    """One analysis of a sentence; its MRS counts characters of the sentence's text."""

    model_config = ConfigDict(extra="ignore")

    derivation: Half
    mrs: Half
    score: Annotated[float, Field(allow_inf_nan=False)] | None = None


class Analysed(BaseModel):
    """A sentence with its analyses, best first, as a line of a file of them has it; other fields may stay."""

    model_config = ConfigDict(extra="ignore")

    text: Annotated[str, Field(min_length=1, max_length=LONGEST)]
    parses: Annotated[list[SentParse], Field(max_length=_READINGS)]


def key_of(text: str) -> str:
    """What a sentence and its analyses are matched by: the letters and digits, where there are any."""
    return "".join(c for c in text.lower() if c.isalnum()) or text


def analysed_in(text: str, wanted: set[str]) -> tuple[list[Analysed], int]:
    """The sentences with analyses in JSON lines that are wanted (the first ones where none is), and how many.

    A row is one that `likewise.deep` reads: `text` with `parses` or `analyses`, or with one of its own.
    """
    wanted_ones: list[Analysed] = []
    count = 0
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        count += 1
        row = _row(line, number)
        named = isinstance(row.get("text"), str) and key_of(row["text"].strip()) in wanted
        if len(wanted_ones) < SENTENCES and (named or not wanted):
            wanted_ones.append(_analysed(row, number))
    return wanted_ones, count


def _row(line: str, number: int) -> dict[str, Any]:
    try:
        row = load_json(line.encode())
    except InputError as error:
        message = error.message.replace("the body", "the line")
        raise InputError(message, line=number, field="parses") from None
    if not isinstance(row, dict):
        raise InputError("expected an object", line=number, field="parses")
    return row


def _analysed(row: Mapping[str, Any], number: int) -> Analysed:
    alone = [row] if "mrs" in row or "derivation" in row else None
    try:
        return Analysed.model_validate(
            {"text": row.get("text"), "parses": row.get("parses", row.get("analyses", alone))}
        )
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise InputError(f"{where}: {first['msg']}", line=number, field="parses") from None


def sent_parses(sent: Sent) -> str:
    """What stands in the field, or in the file where one was chosen."""
    if sent.file is None:
        return sent.get("parses", "")
    try:
        raw = sent.file
        if raw.startswith(b"\x1f\x8b"):
            raw = GzipFile(fileobj=io.BytesIO(raw)).read(_UNPACKED + 1)
        if len(raw) > _UNPACKED:
            raise InputError(f"may have at most {_UNPACKED:,} bytes", field="file")
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError("is not UTF-8 text", field="file") from None
    except (BadGzipFile, EOFError, zlib.error):
        raise InputError("is broken gzip data", field="file") from None
